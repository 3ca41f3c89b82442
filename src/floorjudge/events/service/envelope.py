"""The fields of any command beside its own: an id, the newest record that its sender has seen, whether it is a preview.

Two organisers at two laptops must not undo each other's work unawares: a command that depends on the whole history
names the record that its sender has seen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from floorjudge.errors import Conflict, FloorjudgeError
from floorjudge.events import events
from floorjudge.events.codec import command_name
from floorjudge.events.commands import Amend, Command, Drawn, Report, Unreport
from floorjudge.events.events import Event
from floorjudge.events.service import errors
from floorjudge.events.service.access.roles import Allowed
from floorjudge.events.venue import LONGEST_AUTHOR, is_author
from floorjudge.formats.errors import BadField
from floorjudge.formats.kinds import needed, shown
from floorjudge.formats.log import Amended, Ended, StageMade, TournamentEvent
from floorjudge.formats.shapes import Whole
from floorjudge.reading import is_whole
from floorjudge.texts import text

LONGEST_ID = 200
ONE_OF_SEVERAL = text("a command that can be sent with others")
_CANONICAL = msgspec.json.Encoder(order="deterministic")
_GROUPS = (StageMade, Ended, events.CommandUndone)
_ABOUT_A_GAME = (Report, Drawn, Unreport, Amend)


class Envelope(msgspec.Struct, frozen=True):
    """A received command: its name and fields, and the fields of the envelope.

    `command_id` None: the sender will not send it again; `seen` is the number of a record.
    """

    name: str
    fields: dict[str, Any]
    command_id: str | None
    preview: bool
    seen: int | None

    def fingerprint(self) -> str | None:
        """Return the SHA-256 that identifies the command when it is sent again; None without an id."""
        return None if self.command_id is None else hashlib.sha256(_CANONICAL.encode(self.fields)).hexdigest()


def read_envelope(given: Mapping[str, Any]) -> Envelope:
    """Take `id`, `preview`, `seen` and `view` off a command.

    Raises BadInput if one of them is invalid, or no command is named.
    """
    fields = dict(given)
    command_id, preview, seen, view = (fields.pop(name, None) for name in ("id", "preview", "seen", "view"))
    if command_id is not None and not (
        (is_whole(command_id) or isinstance(command_id, str)) and 0 < len(str(command_id)) <= LONGEST_ID
    ):
        raise errors.BadId
    for name, flag in (("preview", preview), ("view", view)):
        if flag is not None and not isinstance(flag, bool):
            raise BadField(needed(bool), shown(flag), where=name)
    if seen is not None and not (is_whole(seen) and seen >= 0):
        raise BadField(needed(Whole), shown(seen), where="seen")
    return Envelope(command_name(fields), fields, None if command_id is None else str(command_id), bool(preview), seen)


def read_several(
    given: Sequence[Mapping[str, Any]], places: Sequence[str], allowed: Allowed | None
) -> list[tuple[str, Envelope]]:
    """Return several commands, each with its name in errors: from `places`, or `commands[1]` and so on.

    Raises BadInput, with the place, for an invalid command; and what `allowed` raises.
    """
    names = places or [f"commands[{number}]" for number in range(1, len(given) + 1)]
    found = []
    for place, one in zip(names, given, strict=True):
        with naming_place(place):
            asked = read_envelope(one)
            if asked.preview or asked.name == "show":
                raise BadField(
                    ONE_OF_SEVERAL,
                    "preview" if asked.preview else asked.name,
                    where="preview" if asked.preview else "do",
                )
            if allowed is not None:
                allowed(asked.name, asked.fields)
            found.append((place, asked))
    return found


@contextmanager
def naming_place(place: str) -> Iterator[None]:
    """Add to an error which of several commands it concerns."""
    try:
        yield
    except FloorjudgeError as error:
        raise error.at(place) from None


def checked_author(by: str | None) -> str | None:
    """Return the author of a command for the record; raises BadInput for an impossible name."""
    if by is not None and not is_author(by):
        raise errors.BadAuthor(LONGEST_AUTHOR)
    return by


def check_seen(command: Command, news: Iterable[Event]) -> Conflict | None:
    """Return the conflict of a command with the events since its sender looked; None if there is none.

    `news` are these events. Those of the floor conflict with no command. A report or a correction conflicts with
    another one of the same game, and with new groups; `undo`, `next` and the others with any event of the tournament.
    """
    for event in news:
        if isinstance(event, TournamentEvent) and _matters(command, event):
            return errors.SeenTooOld()
    return None


def _matters(command: Command, event: TournamentEvent) -> bool:
    if isinstance(event, _GROUPS) or not isinstance(command, _ABOUT_A_GAME):
        return True
    if isinstance(event, Amended) and not isinstance(command, Unreport):
        # A report concerns the current round, a correction of an earlier one another game.
        return isinstance(command, Amend) and ((event.round, event.table) == (command.round, command.table))
    return getattr(event, "table", None) == command.table
