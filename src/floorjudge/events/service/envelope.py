"""What goes with any command beside its own fields: an id, what its sender had seen, whether it is only a question.

Two people at two laptops must not undo each other's work unawares: a command that rests on all that has happened says
which record its sender has seen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import msgspec

from floorjudge.errors import Conflict, FloorjudgeError
from floorjudge.events import events
from floorjudge.events.codec import command_name
from floorjudge.events.commands import Amend, Command, Drawn, Report, Unreport
from floorjudge.events.events import Event
from floorjudge.events.service import errors
from floorjudge.events.venue import LONGEST_AUTHOR, is_author
from floorjudge.formats.errors import BadField
from floorjudge.formats.log import Amended, Ended, StageMade, TournamentEvent
from floorjudge.reading import is_whole

# Called with the name of a command and its fields before anything is done or answered; raises Refused to forbid it.
Allowed: TypeAlias = Callable[[str, Mapping[str, Any]], None]
LONGEST_ID = 200
_CANONICAL = msgspec.json.Encoder(order="deterministic")
_GROUPS = (StageMade, Ended, events.CommandUndone)
_ABOUT_A_GAME = (Report, Drawn, Unreport, Amend)


class Envelope(msgspec.Struct, frozen=True):
    """A command as it came: its name and fields, and what is not the command's own.

    `command_id` None: whoever sent it will not send it again; `seen` is the number of a record.
    """

    name: str
    fields: dict[str, Any]
    command_id: str | None
    preview: bool
    seen: int | None

    def fingerprint(self) -> str | None:
        """Return the SHA-256 by which the command is known again; None when it has no id."""
        return None if self.command_id is None else hashlib.sha256(_CANONICAL.encode(self.fields)).hexdigest()


def read_envelope(given: Mapping[str, Any]) -> Envelope:
    """Take `id`, `preview`, `seen` and `view` off a command.

    Raises BadInput when one of them is none, or no command is named.
    """
    fields = dict(given)
    command_id, preview, seen, view = (fields.pop(name, None) for name in ("id", "preview", "seen", "view"))
    if command_id is not None and not (
        (is_whole(command_id) or isinstance(command_id, str)) and 0 < len(str(command_id)) <= LONGEST_ID
    ):
        raise errors.BadId
    for name, flag in (("preview", preview), ("view", view)):
        if flag is not None and not isinstance(flag, bool):
            raise BadField("bool", type(flag).__name__, where=name)
    if seen is not None and not (is_whole(seen) and seen >= 0):
        raise BadField("int", type(seen).__name__, where="seen")
    return Envelope(command_name(fields), fields, None if command_id is None else str(command_id), bool(preview), seen)


def read_several(
    given: Sequence[Mapping[str, Any]], places: Sequence[str], allowed: Allowed | None
) -> list[tuple[str, Envelope]]:
    """Return several commands, each with what it is called in an error: `places`, or `commands[1]` and so on.

    Raises BadInput, with the place, for what is no command; and what `allowed` raises.
    """
    names = places or [f"commands[{number}]" for number in range(1, len(given) + 1)]
    found = []
    for place, one in zip(names, given, strict=True):
        with naming_place(place):
            asked = read_envelope(one)
            if asked.preview or asked.name == "show":
                raise BadField("command", "question", where="preview" if asked.preview else "do")
            if allowed is not None:
                allowed(asked.name, asked.fields)
            found.append((place, asked))
    return found


@contextmanager
def naming_place(place: str) -> Iterator[None]:
    """Have an error say which of several commands it is about."""
    try:
        yield
    except FloorjudgeError as error:
        raise error.at(place) from None


def checked_author(by: str | None) -> str | None:
    """Return the author of a command as the record names it; raises BadInput for a name that no person can have."""
    if by is not None and not is_author(by):
        raise errors.BadAuthor(LONGEST_AUTHOR)
    return by


def check_seen(command: Command, news: Iterable[Event]) -> Conflict | None:
    """Return the conflict between a command and what has happened since its sender looked; None when there is none.

    `news` are the events since then. Events of the floor refuse no command. A report or a correction is in
    conflict with another one of the same game, and with other groups; `undo`, `next` and the others with whatever happens
    in the tournament.
    """
    for event in news:
        if isinstance(event, TournamentEvent) and _matters(command, event):
            return errors.SeenTooOld()
    return None


def _matters(command: Command, event: TournamentEvent) -> bool:
    if isinstance(event, _GROUPS) or not isinstance(command, _ABOUT_A_GAME):
        return True
    if isinstance(event, Amended) and not isinstance(command, Unreport):
        # A report is about the round being played: a correction of an earlier one is about another game.
        return isinstance(command, Amend) and ((event.round, event.table) == (command.round, command.table))
    return getattr(event, "table", None) == command.table
