"""Links that let people in: staff links and tokens, which are secrets, and player links, which are signed.

A staff token is random; only its hash is kept, and it is shown once: readers of the database cannot take anyone's place.
A player's link must fit on a slip that can be printed again at any time, so it is made from the event, the player and a
serial, and signed with the installation's own key: raising the serial takes all links of that player back. Whoever reads
a bad link learns only that it is bad.
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
from floorjudge.events.service import errors
from floorjudge.events.service.roles import Role
from floorjudge.events.tournament.checks import new_name

TOKEN_BYTES = 32
LONGEST_LINK = 500
LONGEST_STAY = timedelta(days=3660)
KEY = "player_links"
# How the ids of grants begin whose link opens one device only, and of those that are a program's.
ONCE, PROGRAM = "once", "program"
# How long a link waits that opens one device only.
WAITS = timedelta(days=7)
# What each role may hand out; players' links are not among it: those are signed, not granted.
_GIVES = {
    Role.OWNER: (Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER),
    Role.ORGANISER: (Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER),
}


class Grant(msgspec.Struct, frozen=True):
    """A link or token that was given to a person; the times are UTC in ISO 8601.

    `event` is the id of the one event it is for, None for the whole installation; `role` is a name of
    `floorjudge.events.service.roles`; `label` is what the giver wrote about whom it is for; `expires_at` None: it does not
    expire; `last_used_at` may lag a minute behind.
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
    """Grants, the installation's own secrets, and which player links are still good. Safe for several threads."""

    def add(self, grant: Grant, hashed: str) -> None:
        """Keep a new grant with the hash of its token.

        Raises BadInput when there is no such event.
        """
        ...

    def find(self, hashed: str) -> Grant | None:
        """Return the grant whose token has this hash, also one that is revoked or has expired; None: there is none."""
        ...

    def of_event(self, event: str | None) -> list[Grant]:
        """Return the grants for an event (None: for the installation), the newest last.

        Raises BadInput when there is no such event.
        """
        ...

    def revoke(self, grant: str, at: str) -> Grant | None:
        """Take the grant with this id back for good, and return it; a second time changes nothing. None: no such grant."""
        ...

    def give_up(self, grant: str, own: Grant, hashed: str) -> bool:
        """Take a grant back and keep another one in its place, in one transaction; say whether it was still good.

        The other one is kept only then, or when it belongs to the same device as one that was made so before: its id
        begins with the same 24 signs.
        """
        ...

    def used(self, grant: str, at: str) -> None:
        """Note that a grant was used; not more often than once a minute, and not when writing is impossible just now."""
        ...

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """Return the secret kept under a name; the first caller makes it, and all get the same."""
        ...

    def serial(self, event: str, player: int) -> int:
        """Return the serial that a player's links must carry to be good; 0 until it is raised.

        `player` is the number of their registration. Raises BadInput when there is no such event.
        """
        ...

    def serials(self, event: str) -> dict[int, int]:
        """Return the serials that have been raised at an event, by player. Raises BadInput when there is no such event."""
        ...

    def raise_serial(self, event: str, player: int) -> int:
        """Make all links that a player has worthless, and return the serial of the next ones.

        Raises BadInput when there is no such event.
        """
        ...


class PlayerLink(msgspec.Struct, frozen=True):
    """Whose link it is: the id of the event, the number of the registration, the serial that made it good."""

    event: str
    player: int
    serial: int


def may_give(giver: Role, wanted: Role) -> bool:
    """Return whether a role may make links for another one, and take them back."""
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
    """Return a new staff token, which is kept nowhere, and what was granted with it.

    `label` says whom it is for; `now` has a time zone; `lasts` None: until it is revoked. An owner's is for the whole
    installation (`event` None) and lasts until it is revoked, all others are for one event. `form` names what was filled in
    to get it: a link that the same form made before, which perhaps was never seen, is taken back.
    Raises BadInput when there is no such event, the label cannot be one, or role and event do not fit together.
    """
    if (role is Role.OWNER) is not (event is None) or role not in _GIVES[Role.OWNER] or (lasts and event is None):
        raise errors.NoSuchLink(role.value)
    if lasts is not None and not timedelta(0) < lasts <= LONGEST_STAY:
        raise errors.BadStay(LONGEST_STAY.days)
    return _made(book, Grant("", event, role.value, new_name("label", label), _at(now), _end(now, lasts)), form)


def make_device_link(book: GrantBook, label: str, now: datetime, *, form: str = "") -> tuple[str, Grant]:
    """Return a new owner's token that opens one device within a week, once, and its grant; see `take_once`.

    `label` says what the device is called, `form` is as in `make_staff_token`. Raises BadInput when the label cannot be one.
    """
    return _made(book, Grant(ONCE, None, Role.OWNER.value, new_name("label", label), _at(now), _end(now, WAITS)), form)


def make_program_token(book: GrantBook, label: str, now: datetime, *, form: str = "") -> tuple[str, Grant]:
    """Return a new owner's token for a program, which is sent with each request and opens no device, and its grant.

    `label` says what the program is called, `form` is as in `make_staff_token`. Raises BadInput when the label cannot be one.
    """
    return _made(book, Grant(PROGRAM, None, Role.OWNER.value, new_name("label", label), _at(now)), form)


def _made(book: GrantBook, kind: Grant, form: str) -> tuple[str, Grant]:
    """Keep a grant, whose id so far is only how it begins, and return its token with it."""
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
    """Return the hash by which a device is known from now on, and what it may.

    A link that works once is given up for a grant of the device's own, in one step, which lasts until it is signed out;
    `form` is the form that asked, which may come again because its answer was lost. All other links stay as they are.
    Raises Refused `bad_link`, in the same words whether it never was one, was used, was taken back, or has expired.
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
    """Return how the ids of all grants begin that one form has made, whichever process took it."""
    return hashlib.sha256(f"{event}\n{form}".encode(errors="replace")).hexdigest()[:24]


def _take_back_earlier(book: GrantBook, grant: Grant, begin: str) -> None:
    """Take back all that one form has made but the newest, which two who do this at the same moment see alike."""
    made = [each for each in book.of_event(grant.event) if each.id.startswith(begin)]
    newest = max(made, key=lambda each: (each.made_at, each.id))
    for each in made:
        if each.id != newest.id:
            book.revoke(each.id, grant.made_at)


def hash_of(token: str) -> str:
    """Return what is kept of a token: its SHA-256 in hex. Tokens are random, so nothing slower is needed."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def read_staff_link(book: GrantBook, token: str, now: datetime) -> Grant:
    """Return what a link grants to the device that opens it, and note that it was used; a program's token opens none.

    Raises Refused `bad_link`, in the same words whether it never was one, was taken back, or has expired.
    """
    return _read_but(PROGRAM, book, token, now)


def read_staff_token(book: GrantBook, token: str, now: datetime) -> Grant:
    """Return what a token grants to the program that sends it, and note that it was used; a link for one device is none.

    Raises Refused `bad_link`, in the same words whether it never was one, was taken back, or has expired.
    """
    return _read_but(ONCE, book, token, now)


def _read_but(kind: str, book: GrantBook, token: str, now: datetime) -> Grant:
    hashed = hash_of(token[:LONGEST_LINK])
    found = book.find(hashed)
    if found is None or found.id.startswith(kind):
        raise errors.BadLink
    return read_hashed(book, hashed, now)


def read_hashed(book: GrantBook, hashed: str, now: datetime) -> Grant:
    """Return what the token with this hash grants, as `read_staff_token` does: a session remembers no token."""
    grant = book.find(hashed)
    if grant is None or not is_good(grant, now):
        raise errors.BadLink
    book.used(grant.id, now.isoformat(timespec="milliseconds"))
    return grant


def is_good(grant: Grant, now: datetime) -> bool:
    """Return whether a grant holds: not revoked, not expired, and of a role that this version knows.

    What an owner's device or program holds does not expire, also where an earlier version wrote down an end.
    """
    if grant.revoked_at is not None or grant.role not in {role.value for role in _GIVES[Role.OWNER]}:
        return False
    if grant.event is None and not grant.id.startswith(ONCE):
        return True
    return grant.expires_at is None or now < datetime.fromisoformat(grant.expires_at)


def revoke_staff_token(book: GrantBook, event: str | None, grant_id: str, now: datetime) -> Grant:
    """Take a link of an event (None: of the installation) back for good, and return what it granted.

    Raises BadInput `no_such_grant` when that event has no such link, whatever others have.
    """
    if grant_id not in {grant.id for grant in book.of_event(event)}:
        raise errors.NoSuchGrant(grant_id)
    grant = book.revoke(grant_id, now.isoformat(timespec="milliseconds"))
    if grant is None:
        raise errors.NoSuchGrant(grant_id)
    return grant


class EventLinks(msgspec.Struct, frozen=True):
    """What makes the links of all players of an event, wherever they are to be printed; `serials` are those that were raised."""

    key: str
    event: str
    serials: dict[int, int]

    def make(self, player: int) -> str:
        """Return the signed text of a player's link; `player` is the number of their registration."""
        return str(_signer(self.key).dumps([self.event, player, self.serials.get(player, 0)]))


@lru_cache(maxsize=4)
def _signer(key: str) -> URLSafeSerializer:
    """Return what signs players' links with an installation's key."""
    options = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeSerializer(key, salt="floorjudge.player", signer_kwargs=options)


class PlayerLinks:
    """Makes, reads and takes back the links of players, with the installation's key. Safe for several threads."""

    def __init__(self, book: GrantBook) -> None:
        self._book = book
        self._key = book.setting(KEY, lambda: secrets.token_hex(32))

    def make(self, event: str, player: int) -> str:
        """Return the signed text of a player's link; the same one until the player's links are taken back.

        `player` is the number of their registration. Raises BadInput when there is no such event.
        """
        return EventLinks(self._key, event, {player: self._book.serial(event, player)}).make(player)

    def of_event(self, event: str) -> EventLinks:
        """Return what makes the links of an event's players, as they are good now.

        Raises BadInput when there is no such event.
        """
        return EventLinks(self._key, event, self._book.serials(event))

    def read(self, signed: str) -> PlayerLink:
        """Return whose link it is.

        Raises Refused `bad_link` when it was not signed here, or was taken back.
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
        """Return whether a link that was read before still holds."""
        try:
            return self._book.serial(link.event, link.player) == link.serial
        except BadInput:
            return False

    def revoke(self, event: str, player: int) -> str:
        """Take all links of a player back, and return the signed text of a new one.

        Raises BadInput when there is no such event.
        """
        self._book.raise_serial(event, player)
        return self.make(event, player)
