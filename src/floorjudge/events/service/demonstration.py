"""Events with random results, through ordinary commands: demonstrations of 26 players in any format, rehearsals of any event."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from floorjudge.events.commands import FIRST_FORMAT
from floorjudge.events.service.access.links import GrantBook, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.service import EventService
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import LONGEST_NAME
from floorjudge.formats import format_of
from floorjudge.formats.competition import Table
from floorjudge.texts import Language, render, text

PLAYERS = (
    "Ana", "Bo", "Cy", "Dora", "Eskil", "Fatou", "Goran", "Hana", "Inês", "João", "Kofi", "Lena", "Mateus",
    "Noor", "Otto", "Priya", "Quim", "Rosa", "Søren", "Teresa", "Uri", "Vera", "Wanda", "Ximena", "Yuki", "Zoë",
)  # fmt: skip
SEED = "a demonstration is no secret"
PUBLIC_WORDS = "sea, sun, seven"
MINUTES = 50
OPEN_TABLES = 3
FEWEST_REHEARSED = 6

Given = dict[str, Any]


def to_the_start(language: Language, chance: random.Random, format_id: str = FIRST_FORMAT) -> Iterator[Given]:
    """Yield the commands from the opening to the first round, with the deck lists of the format."""
    rules = format_of(format_id)
    name = text("Demonstration")
    if format_id != FIRST_FORMAT:
        name = text("Demonstration: {format}", format=rules.name)
    yield {"do": "open", "name": render(name, language), "seed": SEED, "format": format_id}
    for player in PLAYERS:
        yield {"do": "register", "player": player}
    for player, listing in zip(PLAYERS, rules.decks_by_chance(chance), strict=False):
        yield {"do": "deck", "player": player, "list": listing}
    reason = render(text("The cards were sold at this shop as legal; all players agreed."), language)
    yield {"do": "start", "public": PUBLIC_WORDS, "reason": reason}


def result_of(state: State, table: Table, chance: random.Random) -> Given:
    """Return a random report of a game."""
    return {"do": "report", "table": table.table, **state.rules.by_chance(state, table, chance)}


def play_to_the_middle(service: EventService, language: Language, format_id: str = FIRST_FORMAT) -> None:
    """Play an event of a format to the middle of its second round, with a report to confirm and a call for a judge."""
    chance = random.Random(SEED)  # noqa: S311 (results of games that are not played)
    by = "organiser floorjudge"
    for given in to_the_start(language, chance, format_id):
        service.take(given, language, by=by)
    for table in service.state.tables:
        service.take(result_of(service.state, table, chance), language, by=by)
    service.take({"do": "leave", "player": "Otto"}, language, by=by)
    service.take({"do": "next"}, language, by=by)
    service.take({"do": "clock", "minutes": MINUTES}, language, by=by)
    *played, proposed, called, _ = service.state.tables
    for table in played[: len(service.state.tables) - OPEN_TABLES]:
        service.take(result_of(service.state, table, chance), language, by=by)
    reporter = proposed.players[0]
    report = result_of(service.state, proposed, chance)
    service.take({**report, "do": "propose", "player": reporter}, language, by=f"player {reporter}")
    caller = called.players[0]
    about = render(text("We keep making and destroying the same tokens: how does it end?"), language)
    call = {"do": "call", "table": called.table, "player": caller, "about": about}
    service.take(call, language, by=f"player {caller}")


def rehearse(service: EventService, like: State, language: Language, *, by: str, form: str) -> None:
    """Make a copy of an event for practice, in the middle of a first round: with its players, or invented ones while there are few.

    `service` is for an event that is not open yet, and remembers the id `form`; results are invented.
    """
    chance = random.Random(form)  # noqa: S311 (results of games that are not played)
    name = render(text("Rehearsal: {name}", name=like.name), language)[:LONGEST_NAME].rstrip()
    service.take({"do": "open", "name": name, "id": form or None}, language, by=by)
    if service.number > 1:
        return
    players = [player.name for player in like.in_event()]
    listed = players if len(players) >= FEWEST_REHEARSED else PLAYERS
    begin: list[Given] = [{"do": "rehearsal"}, {"do": "archive", "archived": True}]
    begin += [{"do": "register", "player": player, "alike": True} for player in listed]
    service.take_all([*begin, {"do": "start"}, {"do": "clock", "minutes": MINUTES}], by=by)
    played = service.state.tables[: max(1, len(service.state.tables) - OPEN_TABLES)]
    service.take_all([result_of(service.state, table, chance) for table in played], by=by)


def organiser_token(grants: GrantBook, event: str, language: Language) -> str:
    """Return the token of a link for the organiser of the demonstration."""
    label = render(text("Demonstration"), language)
    token, _ = make_staff_token(grants, Role.ORGANISER, label, datetime.now(UTC), event=event)
    return token
