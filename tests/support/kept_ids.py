"""The ids of commands in a log as they were sent: a log keeps them under another form, in which no name can stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from floorjudge.events.service.drafts import known_as
from floorjudge.events.service.envelope import read_envelope
from floorjudge.events.service.log.records import Record, book_of


def ids_as_sent(records: Sequence[Record], sent: Iterable[str]) -> list[str | None]:
    """Return the id of each record, as it was `sent` where that is among them."""
    book = book_of(records)
    given = {known_as(read_envelope({"id": each, "do": "undo"}), book): each for each in sent}
    return [given.get(record.command_id, record.command_id) for record in records]
