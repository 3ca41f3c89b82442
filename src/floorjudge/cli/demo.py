"""A demonstration: an event of 26 players with deck lists, from registration to final places, as readable tables."""

from __future__ import annotations

import random

import typer

from floorjudge.cli import output
from floorjudge.cli.event.screens import show_standings, show_tables
from floorjudge.cli.settings import settings
from floorjudge.events.explain import staff_text
from floorjudge.events.service import Answer, EventService
from floorjudge.events.service.service import answer_value
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Stage


def make_app() -> typer.Typer:
    """Return the command, with its help in the language of this run."""
    app = typer.Typer()
    app.callback(invoke_without_command=True)(demo)
    return app


def demo() -> None:
    """Play the event on a log in memory; with --json print only its end."""
    from floorjudge.events.service.demonstration import SEED
    from floorjudge.store import open_log

    log = open_log()
    try:
        _play(EventService(log), random.Random(SEED))  # noqa: S311 (results of games that nobody plays)
    finally:
        log.close()


def _play(service: EventService, chance: random.Random) -> None:
    from floorjudge.events.service.demonstration import result_of, to_the_start

    for command in to_the_start(settings.language, chance):
        if command["do"] == "start":
            _show_standings(service.state)
        if command["do"] == "register":
            service.take(command, settings.language)
        else:
            _send(service, command)
    answer = Answer((), service.state)
    while answer.state.stage is not Stage.FINISHED:
        for table in answer.state.tables:
            service.take(result_of(service.state, table, chance), settings.language)
        _show_round(service.state)
        if answer.state.round == 1 and answer.state.stage is Stage.ROUND:
            _send(service, {"do": "leave", "player": "Otto"})
        answer = _send(service, {"do": "next"})
    if settings.as_json:
        output.print_json(answer_value(answer, settings.language))
    _show_standings(service.state)


def _send(service: EventService, command: dict[str, object]) -> Answer:
    answer = service.take(command, settings.language)
    if not settings.as_json:
        for event in answer.events:
            output.print_text(staff_text(event))
    return answer


def _show_round(state: State) -> None:
    if not settings.as_json:
        show_tables(state)


def _show_standings(state: State) -> None:
    if not settings.as_json:
        show_standings(state)
