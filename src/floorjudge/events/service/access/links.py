"""The links by which people sign in: staff links and tokens, which are secrets, and player links, which are signed.

A staff token is random; only its hash is stored, and it is shown once: a reader of the database cannot use it. A
player's link must fit on a slip that can be printed again at any time, so it is made from the event, the player and a
serial, and signed with the installation's own key: raising the serial revokes all links of that player. The error for a
bad link never tells why.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Protocol

import msgspec
from itsdangerous import BadData, URLSafeSerializer

from floorjudge.errors import BadInput
from floorjudge.events.service.access import errors
from floorjudge.events.service.access.roles import Role
from floorjudge.events.tournament.checks import new_name

TOKEN_BYTES = 32
LONGEST_LINK = 500
LONGEST_STAY = timedelta(days=3660)
KEY = "player_links"
# The prefixes of the ids of grants for a link that opens one device only, and of those for a program.
ONCE, PROGRAM = "once", "program"
# The time for which an unopened link for one device is valid.
WAITS = timedelta(days=7)
# The roles that each role may give; players' links are not among them: those are signed, not granted.
_GIVES = {
    Role.OWNER: (Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER),
    Role.ORGANISER: (Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER),
}


class Grant(msgspec.Struct, frozen=True):
    """A link or token that was given to a person; the times are UTC in ISO 8601.

    `event` is the id of its one event, None for the whole installation; `role` is a name of
    `floorjudge.events.service.access.roles`; `label` is the giver's note on the person; `expires_at` None: it does not expire;
    `last_used_at` may lag a minute behind.
    """

    id: str
    event: str | None
    role: str
    label: str
    made_at: str
    expires_at: str | None = None
    revoked_at: str | None = None
    last_used_at: str | None = None


class GrantBook(Protocol):
    """The store of grants, the installation's own secrets, and the serials of player links. Safe for several threads."""

    def add(self, grant: Grant, hashed: str) -> None:
        """Store a new grant with the hash of its token.

        Raises BadInput when there is no such event.
        """
        ...

    def find(self, hashed: str) -> Grant | None:
        """Return the grant whose token has this hash, also a revoked or expired one; None if there is none."""
        ...

    def of_event(self, event: str | None) -> list[Grant]:
        """Return the grants for an event (None: for the installation), the newest last.

        Raises BadInput when there is no such event.
        """
        ...

    def revoke(self, grant: str, at: str) -> Grant | None:
        """Revoke the grant with this id, and return it; None if there is none. A second time changes nothing."""
        ...

    def give_up(self, grant: str, own: Grant, hashed: str) -> bool:
        """Revoke a grant and store another one in its place, in one transaction; return whether the first was still valid.

        The other one is stored only then, or if it belongs to the same device as an earlier one of this kind: its id
        begins with the same 24 characters.
        """
        ...

    def used(self, grant: str, at: str) -> None:
        """Note that a grant was used; at most once a minute, and not while the store cannot write."""
        ...

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """Return the secret with a name; the first caller makes it, and all get the same one."""
        ...

    def serial(self, event: str, player: int) -> int:
        """Return the serial that a player's links must carry to be valid; 0 until it is raised.

        `player` is the number of their registration. Raises BadInput if there is no such event.
        """
        ...

    def serials(self, event: str) -> dict[int, int]:
        """Return the serials that have been raised at an event, by player. Raises BadInput when there is no such event."""
        ...

    def raise_serial(self, event: str, player: int) -> int:
        """Invalidate all links of a player, and return the serial of the next ones.

        Raises BadInput when there is no such event.
        """
        ...


class PlayerLink(msgspec.Struct, frozen=True):
    """The owner of a player link: the id of the event, the number of the registration, and the serial."""

    event: str
    player: int
    serial: int


def may_give(giver: Role, wanted: Role) -> bool:
    """Return whether a role may make and revoke links for another one."""
    return wanted in _GIVES.get(giver, ())


def make_staff_token(  # noqa: PLR0913 (what a link is, each part by its name)
    book: GrantBook,
    role: Role,
    label: str,
    now: datetime,
    *,
    event: str | None = None,
    lasts: timedelta | None = None,
    form: str = "",
) -> tuple[str, Grant]:
    """Return a new staff token, which is not stored, with its grant.

    `label` is a note on the person; `now` has a time zone; `lasts` None: until it is revoked. An owner's token is for
    the whole installation (`event` None) and lasts until it is revoked, all others are for one event. `form` is the id
    of the form behind it: a link that the same form made before, and that perhaps was never seen, is revoked.
    Raises BadInput if there is no such event, for an invalid label, and if role and event do not fit together.
    """
    if (role is Role.OWNER) is not (event is None) or role not in _GIVES[Role.OWNER] or (lasts and event is None):
        raise errors.NoSuchLink(role.value)
    if lasts is not None and not timedelta(0) < lasts <= LONGEST_STAY:
        raise errors.BadStay(LONGEST_STAY.days)
    return _made(book, Grant("", event, role.value, new_name("label", label), _at(now), _end(now, lasts)), form)


def make_device_link(book: GrantBook, label: str, now: datetime, *, form: str = "") -> tuple[str, Grant]:
    """Return a new owner's token that opens one device within a week, once, and its grant; see `take_once`.

    `label` says what the device is called, `form` is as in `make_staff_token`. Raises BadInput when the label cannot be
    one.
    """
    return _made(book, Grant(ONCE, None, Role.OWNER.value, new_name("label", label), _at(now), _end(now, WAITS)), form)


def make_program_token(book: GrantBook, label: str, now: datetime, *, form: str = "") -> tuple[str, Grant]:
    """Return a new owner's token for a program, which sends it with each request and opens no device, and its grant.

    `label` says what the program is called, `form` is as in `make_staff_token`. Raises BadInput when the label cannot
    be one.
    """
    return _made(book, Grant(PROGRAM, None, Role.OWNER.value, new_name("label", label), _at(now)), form)


def _made(book: GrantBook, kind: Grant, form: str) -> tuple[str, Grant]:
    """Store a grant, of whose id only the prefix exists so far, and return its token with it."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    begin = f"{kind.id}{_begin_of(kind.event, form)}"
    grant = msgspec.structs.replace(
        kind, id=f"{begin}{secrets.token_hex(4)}" if form else f"{kind.id}{secrets.token_hex(8)}"
    )
    book.add(grant, hash_of(token))
    if form:
        _take_back_earlier(book, grant, begin)
    return token, grant


def _at(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def _end(now: datetime, lasts: timedelta | None) -> str | None:
    return None if lasts is None else _at(now + lasts)


def take_once(book: GrantBook, token: str, now: datetime, form: str) -> tuple[str, Grant]:
    """Return the hash that identifies a device from now on, and its grant.

    A link that works once is replaced, in one step, by a grant of the device's own, which lasts until it is signed out;
    `form` is the form behind the request, which may be repeated after a lost answer. All other links stay as they are.
    Raises Refused `bad_link`, with the same words for an unknown, used, revoked or expired link.
    """
    found = book.find(hash_of(token[:LONGEST_LINK]))
    if found is None or not found.id.startswith(ONCE):
        return hash_of(token), read_staff_link(book, token, now)
    begin = _begin_of(found.event, f"{found.id} {form}") if form else secrets.token_hex(12)
    taken_by_form = any(each.id.startswith(begin) for each in book.of_event(found.event))
    if not taken_by_form and not is_good(found, now):
        raise errors.BadLink
    own = msgspec.structs.replace(
        found,
        id=f"{begin}{secrets.token_hex(4)}",
        made_at=_at(now),
        expires_at=None,
        revoked_at=None,
        last_used_at=None,
    )
    hashed = hash_of(secrets.token_urlsafe(TOKEN_BYTES))
    if not book.give_up(found.id, own, hashed) and not taken_by_form:
        raise errors.BadLink
    return hashed, own


def _begin_of(event: str | None, form: str) -> str:
    """Return the prefix of the ids of all grants of one form, in any process."""
    return hashlib.sha256(f"{event}\n{form}".encode(errors="replace")).hexdigest()[:24]


def _take_back_earlier(book: GrantBook, grant: Grant, begin: str) -> None:
    """Revoke all grants of one form but the newest, which two concurrent requests determine alike."""
    made = [each for each in book.of_event(grant.event) if each.id.startswith(begin)]
    newest = max(made, key=lambda each: (each.made_at, each.id))
    for each in made:
        if each.id != newest.id:
            book.revoke(each.id, grant.made_at)


def hash_of(token: str) -> str:
    """Return the stored form of a token: its SHA-256 in hex. Tokens are random, so no slower hash is needed."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def read_staff_link(book: GrantBook, token: str, now: datetime) -> Grant:
    """Return the grant of a link for the device that opens it, and note its use; a program's token opens no device.

    Raises Refused `bad_link`, with the same words for an unknown, revoked or expired link.
    """
    return _read_but(PROGRAM, book, token, now)


def read_staff_token(book: GrantBook, token: str, now: datetime) -> Grant:
    """Return the grant of a token for the program that sends it, and note its use; a link for one device is no token.

    Raises Refused `bad_link`, with the same words for an unknown, revoked or expired token.
    """
    return _read_but(ONCE, book, token, now)


def _read_but(kind: str, book: GrantBook, token: str, now: datetime) -> Grant:
    hashed = hash_of(token[:LONGEST_LINK])
    found = book.find(hashed)
    if found is None or found.id.startswith(kind):
        raise errors.BadLink
    return read_hashed(book, hashed, now)


def read_hashed(book: GrantBook, hashed: str, now: datetime) -> Grant:
    """Return the grant of the token with this hash, as `read_staff_token` does: a session holds no token."""
    grant = book.find(hashed)
    if grant is None or not is_good(grant, now):
        raise errors.BadLink
    book.used(grant.id, now.isoformat(timespec="milliseconds"))
    return grant


def is_good(grant: Grant, now: datetime) -> bool:
    """Return whether a grant is valid: not revoked, not expired, and of a role that this version knows.

    The grant of an owner's device or program does not expire, also if an earlier version stored an end.
    """
    if grant.revoked_at is not None or grant.role not in {role.value for role in _GIVES[Role.OWNER]}:
        return False
    if grant.event is None and not grant.id.startswith(ONCE):
        return True
    return grant.expires_at is None or now < datetime.fromisoformat(grant.expires_at)


def revoke_staff_token(book: GrantBook, event: str | None, grant_id: str, now: datetime) -> Grant:
    """Revoke a link of an event (None: of the installation), and return its grant.

    Raises BadInput `no_such_grant` if that event has no such link, whatever other events have.
    """
    if grant_id not in {grant.id for grant in book.of_event(event)}:
        raise errors.NoSuchGrant(grant_id)
    grant = book.revoke(grant_id, now.isoformat(timespec="milliseconds"))
    if grant is None:
        raise errors.NoSuchGrant(grant_id)
    return grant


class EventLinks(msgspec.Struct, frozen=True):
    """The maker of the links of all players of an event, in any process that prints them; `serials` are the raised ones."""

    key: str
    event: str
    serials: dict[int, int]

    def make(self, player: int) -> str:
        """Return the signed text of a player's link; `player` is the number of their registration."""
        return str(_signer(self.key).dumps([self.event, player, self.serials.get(player, 0)]))


@lru_cache(maxsize=4)
def _signer(key: str) -> URLSafeSerializer:
    """Return the signer of players' links with an installation's key."""
    options = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeSerializer(key, salt="floorjudge.player", signer_kwargs=options)


class PlayerLinks:
    """Makes, reads and revokes the links of players, with the installation's key. Safe for several threads."""

    def __init__(self, book: GrantBook) -> None:
        self._book = book
        self._key = book.setting(KEY, lambda: secrets.token_hex(32))

    def make(self, event: str, player: int) -> str:
        """Return the signed text of a player's link; the same one until the player's links are revoked.

        `player` is the number of their registration. Raises BadInput if there is no such event.
        """
        return EventLinks(self._key, event, {player: self._book.serial(event, player)}).make(player)

    def of_event(self, event: str) -> EventLinks:
        """Return the maker of the links of an event's players, as they are valid now.

        Raises BadInput when there is no such event.
        """
        return EventLinks(self._key, event, self._book.serials(event))

    def read(self, signed: str) -> PlayerLink:
        """Return the owner of a link.

        Raises Refused `bad_link` if it was not signed here, or was revoked.
        """
        try:
            link = msgspec.convert(_signer(self._key).loads(signed[: LONGEST_LINK + 1]), tuple[str, int, int])
        except (BadData, msgspec.ValidationError, UnicodeError, ValueError):
            raise errors.BadLink from None
        found = PlayerLink(*link)
        if not self.is_good(found):
            raise errors.BadLink
        return found

    def is_good(self, link: PlayerLink) -> bool:
        """Return whether a link that was read before is still valid."""
        try:
            return self._book.serial(link.event, link.player) == link.serial
        except BadInput:
            return False

    def revoke(self, event: str, player: int) -> str:
        """Revoke all links of a player, and return the signed text of a new one.

        Raises BadInput when there is no such event.
        """
        self._book.raise_serial(event, player)
        return self.make(event, player)
