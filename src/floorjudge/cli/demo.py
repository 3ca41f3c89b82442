"""A demonstration: an event of 26 players with deck lists, from registration to final places, as readable tables."""

from __future__ import annotations

import random
from collections.abc import Iterable

import typer

from floorjudge.cli import output
from floorjudge.cli.event.screens import show_standings, show_tables
from floorjudge.cli.settings import say, settings
from floorjudge.floor import Answer, Desk
from floorjudge.floor.answers import answer_value
from floorjudge.texts import text
from floorjudge.tournament.decks import load_catalogue
from floorjudge.tournament.explain import event_text
from floorjudge.tournament.state import Stage, State
from floorjudge.tournament.tables import Table, TableSet

PLAYERS = (
    "Ana", "Bo", "Cy", "Dora", "Eskil", "Fatou", "Goran", "Hana", "Inês", "João", "Kofi", "Lena", "Mateus",
    "Noor", "Otto", "Priya", "Quim", "Rosa", "Søren", "Teresa", "Uri", "Vera", "Wanda", "Ximena", "Yuki", "Zoë",
)  # fmt: skip
SEED = "a demonstration is no secret"


def make_app() -> typer.Typer:
    """Return the command, with its help in the language of this run."""
    app = typer.Typer()
    app.callback(invoke_without_command=True)(demo)
    return app


def demo() -> None:
    """Play the event on a log in memory; with --json print only its end."""
    from floorjudge.store import open_log

    log = open_log()
    try:
        _play(Desk(log), random.Random(SEED))  # noqa: S311 (results of games that nobody plays)
    finally:
        log.close()


def _play(desk: Desk, chance: random.Random) -> None:
    _send(desk, {"do": "open", "name": say(text("Demonstration")), "seed": SEED})
    for player in PLAYERS:
        desk.take({"do": "register", "player": player}, settings.language)
    for player, listing in zip(PLAYERS, _deck_lists(chance), strict=False):
        _send(desk, {"do": "deck", "player": player, "list": listing})
    _show_standings(desk.state)
    reason = say(text("The cards were sold at this shop as legal; everybody agreed."))
    answer = _send(desk, {"do": "start", "public": "sea, sun, seven", "reason": reason})
    while answer.state.stage is not Stage.FINISHED:
        for table in answer.state.tables:
            desk.take(_result(desk.state, table, chance), settings.language)
        _show_round(desk.state)
        if answer.state.round == 1 and answer.state.stage is Stage.ROUND:
            _send(desk, {"do": "leave", "player": "Otto"})
        answer = _send(desk, {"do": "next"})
    if settings.as_json:
        output.print_json(answer_value(answer, settings.language))
    _show_standings(desk.state)


def _send(desk: Desk, command: dict[str, object]) -> Answer:
    answer = desk.take(command, settings.language)
    if not settings.as_json:
        for event in answer.events:
            output.print_text(event_text(event))
    return answer


def _show_round(state: State) -> None:
    if not settings.as_json:
        show_tables(state)


def _show_standings(state: State) -> None:
    if not settings.as_json:
        show_standings(state)


def _result(state: State, table: Table, chance: random.Random) -> dict[str, object]:
    """Return the report of a game that chance has played."""
    if table.set is TableSet.READMISSION:
        seats = state.vacancies()
        return {"do": "report", "table": table.table, "qualified": chance.sample(table.players, seats)}
    winner = chance.choice(table.players)
    influence = {name: chance.randint(16, 19) if name == winner else chance.randint(-3, 15) for name in table.players}
    return {"do": "report", "table": table.table, "winner": winner, "influence": influence}


def _deck_lists(chance: random.Random) -> Iterable[str]:
    """Return the deck lists of the first eight players: a printing each, but one illegal and one without a number."""
    catalogue = load_catalogue()
    printings = list(catalogue.printings.values())
    legal = [printing for printing in printings if not catalogue.bans(printing)]
    banned = next(printing for printing in printings if catalogue.bans(printing))
    for number in range(8):
        lines = [f"2 {card.name} [{card.number}]" for card in chance.sample(legal, 20)]
        if number == 3:
            lines[0] = f"2 {banned.name} [{banned.number}]"
        if number == 5:
            lines[0] = "2 Astral Wisdom"
        yield "\n".join(lines)
