"""What the commands of an event answer: JSON for machines; what happened, and the tables when they are new, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.cli import output
from floorjudge.cli.event.opening import open_desk
from floorjudge.cli.event.screens import show_tables
from floorjudge.cli.settings import settings
from floorjudge.events.events import EventFinished, EventOpened, RoundGrouped
from floorjudge.events.service import Answer
from floorjudge.events.service.answers import answer_value
from floorjudge.events.service.story import staff_text
from floorjudge.texts import text


def do(database: str | None, event: str | None, command: Mapping[str, Any]) -> Answer:
    """Send a command to the desk of an event and print the answer."""
    with open_desk(database, event) as desk:
        answer = desk.take(command, settings.language)
    print_answer(answer)
    return answer


def print_answer(answer: Answer) -> None:
    """Print what a command gave."""
    if settings.as_json:
        output.print_json(answer_value(answer, settings.language))
        return
    for change in answer.changes or ():
        output.print_line(str(change["text"]))
    if answer.changes is not None:
        _after_preview(answer)
    for event in answer.events:
        output.print_text(staff_text(event))
        if isinstance(event, EventOpened) and event.short_seed:
            output.print_text(text("Choose a longer seed, or leave it out: then 32 random bytes are taken."))
        if isinstance(event, RoundGrouped):
            show_tables(answer.state)
            output.print_text(text("Report the results with “floorjudge event report”."))
        if isinstance(event, EventFinished):
            output.print_text(
                text("See the places with “floorjudge event standings”, check the draws with “event verify”.")
            )


def _after_preview(answer: Answer) -> None:
    if not answer.changes:
        output.print_text(text("Nothing would change."))
    output.print_text(text("This is a preview: nothing has been changed. Leave --preview out to do it."))
