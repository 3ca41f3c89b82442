"""A demonstration: an event of 26 players, from registration to final places, as readable tables."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Annotated, Any

from floorjudge.cli import output
from floorjudge.cli.event.screens import show_standings, show_tables
from floorjudge.cli.line.parameters import option
from floorjudge.cli.settings import settings
from floorjudge.events.codec import read_object
from floorjudge.events.commands import FIRST_FORMAT
from floorjudge.events.explain import staff_text
from floorjudge.events.service import Answer, EventService
from floorjudge.events.service.answers import answer_json
from floorjudge.events.service.demonstration import SEED, result_of, to_the_start
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase
from floorjudge.store import open_log
from floorjudge.texts import text


def demo(
    format_id: Annotated[
        str,
        option(text("The format it is played in; a name that is none lists all formats."), "--format"),
    ] = FIRST_FORMAT,
) -> None:
    """Play the event on a log in memory; with --json print only its end."""
    with closing(open_log()) as log:
        end = _play(EventService(log), random.Random(SEED), format_id)  # noqa: S311 (results of games that are not played)
        if settings.as_json:
            output.print_json(read_object(answer_json(end, settings.language)))


def _play(service: EventService, chance: random.Random, format_id: str) -> Answer:
    for command in to_the_start(settings.language, chance, format_id):
        if command["do"] == "start":
            _show(show_standings, service)
        _send(service, command, told=command["do"] != "register")
    answer = Answer((), service.state)
    while answer.state.phase is not Phase.FINISHED:
        for table in service.state.tables:
            _send(service, result_of(service.state, table, chance), told=False)
        _show(show_tables, service)
        if service.state.stage_number == 1:
            _send(service, {"do": "leave", "player": "Otto"})
        answer = _send(service, {"do": "next"})
    _show(show_standings, service)
    return answer


def _send(service: EventService, command: Mapping[str, Any], *, told: bool = True) -> Answer:
    answer = service.take(command, settings.language)
    if told and not settings.as_json:
        for event in answer.events:
            output.print_text(staff_text(event))
    return answer


def _show(show: Callable[[State], None], service: EventService) -> None:
    if not settings.as_json:
        show(service.state)
