"""The answer to a command: its event, the state after it, and both as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from floorjudge.events import evolve
from floorjudge.events.errors import NotOpen
from floorjudge.events.events import Event
from floorjudge.events.service.log.records import Record, event_of
from floorjudge.events.state import State
from floorjudge.events.venue import Moment
from floorjudge.events.view import view_json
from floorjudge.formats.errors import FormatFailed
from floorjudge.texts import Language


class Answer(msgspec.Struct, frozen=True):
    """The answer to a command: its event, and the state after it; `changes` only for a preview.

    `number` is that of the command's record, or of the newest record for a question or a preview.
    """

    events: tuple[Event, ...]
    state: State
    changes: list[dict[str, Any]] | None = None
    number: int = 0


def answer_to(record: Record, event: Event, before: State | None) -> Answer:
    """Return the answer to a command from its record, its event, and the state before it."""
    return Answer((event,), evolve(before, event, Moment(record.at, record.by)), number=record.number)


def answer_of(records: Sequence[Record], state: State | None = None) -> Answer:
    """Return the answer to the command of the last record; `records` are those up to it that follow `state`."""
    answer: Answer | None = None
    for record in records:
        answer = answer_to(record, event_of(record), state)
        state = answer.state
    if answer is None:
        raise NotOpen
    return answer


def answer_value(
    answer: Answer, language: Language, *, with_view: bool = True, with_places: bool = True
) -> dict[str, Any]:
    """Return `{"ok": true, "events": [...], "view": {...}}`, with `changes` for a preview.

    If the format cannot show the event after a command that is stored, the view is null and `unshown` the error.
    The value is for `msgspec.json.encode`: the events are structs, and the view is JSON text. `with_places` as in
    `view_json`.
    """
    value: dict[str, Any] = {"ok": True, "events": answer.events}
    if answer.changes is not None:
        value["changes"] = answer.changes
    if with_view:
        try:
            value["view"] = view_json(answer.state, language, with_places=with_places)
        except FormatFailed as error:
            if not answer.events:
                raise
            value |= {"view": None, "unshown": error.after_storing().as_json(language)}
    return value


def answer_json(answer: Answer, language: Language, *, with_view: bool = True) -> bytes:
    """Return the value of `answer_value` as JSON text."""
    return msgspec.json.encode(answer_value(answer, language, with_view=with_view))
