"""What a correction would change, line by line, before anybody says yes to it."""

from __future__ import annotations

from typing import Any

from floorjudge.events.events import (
    Otherwise,
    ReadmissionAmended,
    ResultAmended,
    TournamentEvent,
)
from floorjudge.events.explain import stage_text
from floorjudge.events.state import State
from floorjudge.events.tournament.evolve import evolve_tournament
from floorjudge.events.view import player_view
from floorjudge.formats.on_the_edge.tables import Player
from floorjudge.texts import Language, Text, Value, render, text

JsonObject = dict[str, Any]
_COMPARED = ("set", "victory_points", "influence", "score", "place")


def changes(state: State, event: TournamentEvent, language: Language) -> list[JsonObject]:
    """Return what an event would change: a list of `{"what", "player", "from", "to", "text"}`.

    `what` is one of set, victory_points, influence, score, place; and for what now stands but would have been different
    had it been known in time: would_be_set, would_be_stage, would_be_group (`to` is then a list of players).
    """
    after = evolve_tournament(state, event)
    placed_before, placed_after = state.places(), after.places()
    found = []
    for player in state.everybody():
        was = player_view(player, placed_before.get(player.name))
        now = player_view(after.players[player.name], placed_after.get(player.name))
        found += [_change(what, player, was[what], now[what], language) for what in _COMPARED if was[what] != now[what]]
    if isinstance(event, ResultAmended | ReadmissionAmended) and event.otherwise is not None:
        found += _would_have_been(event.otherwise, language)
    return found


def _change(what: str, player: Player, was: object, now: object, language: Language) -> JsonObject:
    values: dict[str, Value] = {"player": player.name, "was": _shown(was), "now": _shown(now)}
    sentences: dict[str, Text] = {
        "set": text("{player}: set {was} becomes {now}.", **values),
        "victory_points": text("{player}: victory points {was} become {now}.", **values),
        "influence": text("{player}: influence points {was} become {now}.", **values),
        "score": text("{player}: tournament score {was} becomes {now}.", **values),
        "place": text("{player}: place {was} becomes {now}.", **values),
    }
    return {"what": what, "player": player.name, "from": was, "to": now, "text": render(sentences[what], language)}


def _shown(value: object) -> str | Text:
    if value == "active":
        return text("active")
    if value == "inactive":
        return text("inactive")
    return "–" if value is None else str(value)


def _would_have_been(otherwise: Otherwise, language: Language) -> list[JsonObject]:
    found = [
        _line(
            "would_be_set",
            name,
            "active",
            text("{player} would have been active in the next round.", player=name),
            language,
        )
        for name in otherwise.active
    ]
    found += [
        _line(
            "would_be_set",
            name,
            "inactive",
            text("{player} would have been inactive in the next round.", player=name),
            language,
        )
        for name in otherwise.inactive
    ]
    if otherwise.stage:
        said = text("Next would have come: {stage}.", stage=stage_text(otherwise.stage))
        found.append(_line("would_be_stage", None, otherwise.stage, said, language))
    for group in otherwise.groups:
        said = text("This group would have played and did not: {players}.", players=group)
        found.append(_line("would_be_group", None, list(group), said, language))
    return found


def _line(what: str, player: str | None, to: object, said: Text, language: Language) -> JsonObject:
    return {"what": what, "player": player, "from": None, "to": to, "text": render(said, language)}
