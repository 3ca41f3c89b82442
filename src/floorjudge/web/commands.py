"""The one way in which pages and the API change an event: forms as they are sent, the same commands, how they end badly."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from anyio import to_thread
from starlette.datastructures import UploadFile
from starlette.requests import Request

from floorjudge.errors import Conflict, Damaged, FloorjudgeError
from floorjudge.events.service import Answer
from floorjudge.events.service.roles import Role, allowing
from floorjudge.events.service.roles import author as author_of
from floorjudge.reading import decoded
from floorjudge.web.error_pages import OWN, UNAVAILABLE
from floorjudge.web.errors import NotAForm, SamePhone
from floorjudge.web.live.event_cache import EventSnapshot
from floorjudge.web.sessions import EventSession, Session

_LONGEST_NUMBER = 8
_SAID_AT_A_TABLE = frozenset({"propose", "confirm"})


class SentForm(msgspec.Struct, frozen=True):
    """A form as it was sent: its text fields, of a name that came twice the last, and the bytes of its files."""

    typed: Mapping[str, str]
    files: Mapping[str, bytes] = {}

    def __getitem__(self, name: str) -> str:
        """Return a text field, empty where it is missing."""
        return self.typed.get(name, "")

    def number(self, name: str) -> int:
        """Return a whole number that a form needs; raises BadInput when it is none."""
        found = number_in(self[name].strip())
        if found is None:
            raise NotAForm(name)
        return found

    def text(self, file: str, otherwise: str) -> str:
        """Return the text of a file, or else of the field `otherwise` when no file was chosen.

        Raises BadInput when the file is not a text.
        """
        content = self.files.get(file)
        return decoded(content) if content else self[otherwise]


def number_in(word: str, longest: int = _LONGEST_NUMBER) -> int | None:
    """Return the number that is written in a word with at most so many digits, None when it is none."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= longest else None


async def sent_form(request: Request) -> SentForm:
    """Return the form that was sent."""
    typed: dict[str, str] = {}
    files: dict[str, bytes] = {}
    async with request.form(max_files=2, max_fields=500) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = await value.read()
            else:
                typed[name] = as_typed(value)
    return SentForm(typed, files)


def as_typed(sent: str) -> str:
    """Return the text of a field as it was typed: browsers end the lines of what they send with two characters."""
    return sent.replace("\r\n", "\n")


class Failed(msgspec.Struct, frozen=True):
    """A form that was refused: which one it was, why, and what had been typed into it."""

    form: str
    error: FloorjudgeError
    typed: Mapping[str, str] = {}

    @property
    def is_conflict(self) -> bool:
        """Whether somebody else was faster, so that the page shows what they did."""
        return isinstance(self.error, Conflict)


def failure(form: str, error: FloorjudgeError, sent: SentForm | None = None) -> Failed:
    """Return what a page shows of an error in a form.

    Raises the error again when it is not about the form: no right to do it, too much sent, the database away, damage.
    """
    if isinstance(error, (Damaged, *UNAVAILABLE, *OWN)):
        raise error
    return Failed(form, error, {} if sent is None else sent.typed)


def typed_again(failed: Failed | None, form: str, name: str, otherwise: str = "") -> str:
    """Return what had been typed into a field of the form that was refused, `otherwise` for every other form."""
    return failed.typed.get(name, "") if failed is not None and failed.form == form else otherwise


def new_id() -> str:
    """Return an id for the hidden field `id` of a form, so that sending it twice counts once."""
    return secrets.token_urlsafe(12)


async def do(
    at: EventSession, fields: Mapping[str, Any], *, command_id: str | None = None, seen: int | None = None
) -> Answer:
    """Have a command done for who is asking, and return its answer.

    `command_id` makes sending it again harmless; `seen` is the record that the sender's page showed, see
    `EventService.take`.
    Raises what `take` raises; Refused `not_yours` when the sender may not do it, `too_often` when it is one too many.
    """
    application = at.application
    envelope = {"id": command_id or None, "seen": seen}
    given = {**fields, **{name: value for name, value in envelope.items() if value is not None}}
    now = await at.now()
    player = None if now.me is None else now.me.name
    if now.role is Role.PLAYER and given.get("do") in _SAID_AT_A_TABLE:
        _check_phone(now, given.get("table"))
    answer, after = await application.events.take(
        at.event, given, at.language, by=now.author, allowed=allowing(at.role, player)
    )
    await to_thread.run_sync(application.store.feed.publish, after.id, after.number)
    return answer


def _check_phone(at: EventSession, table: object) -> None:
    """Check that a phone that was another player's before does not agree with what it has said itself.

    Raises Refused when it does, unless the staff allow it.
    """
    proposal = at.venue.proposals.get(table) if isinstance(table, int) else None
    if proposal is None or at.venue.phones_shared:
        return
    former = {number for event, number in at.session.opened.former if event == at.event}
    spoken = [statement.player for statement in proposal.statements if statement.player != (at.me and at.me.name)]
    mine = next((name for name in spoken if at.state.players[name].number in former), None)
    if mine is not None:
        raise SamePhone(mine)


async def do_all(at: EventSession, given: Sequence[Mapping[str, Any]], places: Sequence[str]) -> Answer:
    """Have several commands of the staff done, all or none; `places` are what each is called in an error.

    Raises what `EventService.take_all` raises.
    """
    application = at.application
    answer, after = await application.events.take_all(
        at.event, given, places=places, by=at.author, allowed=allowing(at.role)
    )
    await to_thread.run_sync(application.store.feed.publish, after.id, after.number)
    return answer


async def open_event(session: Session, given: Mapping[str, Any]) -> tuple[Answer, EventSnapshot]:
    """Have an event opened, and return the answer and the event.

    Raises what `EventService.take` raises; Refused `not_yours` for everybody but the owner.
    """
    application = session.application
    role = session.role(None)
    answer, opened = await application.events.open(
        given, session.language, by=author_of(role, session.label(None)), allowed=allowing(role)
    )
    await to_thread.run_sync(application.store.feed.publish, opened.id, opened.number)
    return answer, opened
