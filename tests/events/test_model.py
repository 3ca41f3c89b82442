"""The program against the slow model: after every command of random events they say the same."""

from __future__ import annotations

from itertools import chain
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.events.driver import Organiser, Script, emptying, play, scripts
from tests.support.slow_grouping import faults, wrong_reasons
from tests.support.slow_ote import Game, Tournament


def expected_view(tournament: Tournament) -> dict[str, Any]:
    """Return what the rules say of stage, tables, results and players, in the form of the view."""
    places, sets = tournament.places(), tournament.sets()
    return {
        "stage": tournament.stage,
        "round": tournament.round,
        "tables": [
            {
                "table": game.number,
                "set": game.of_set,
                "players": game.players,
                "target": 8 if game.stage == "readmission" else 16,
                "off_numbered": game.off_numbered,
                "result": expected_result(game),
            }
            for game in tournament.current
        ],
        "players": [
            {
                "player": player,
                "set": sets[player],
                "victory_points": tournament.victory_points(player),
                "influence": tournament.influence(player),
                "score": str(tournament.score(player)),
                "off_numbered_games": tournament.off_numbered_games(player),
                "place": places.get(player),
                "deck": None,
            }
            for player in tournament.registered
        ],
    }


def expected_result(game: Game) -> dict[str, Any] | None:
    if game.qualified is not None:
        return {"qualified": game.qualified}
    if game.winner is None:
        return None
    return {
        "winner": game.winner,
        "influence": {player: game.influence.get(player, 0) for player in game.players},
        "points": {player: game.victory_points(player) for player in game.players},
    }


def seen(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a view that the slow model can tell."""
    tables = [{key: value for key, value in table.items() if key != "why"} for table in view["tables"]]
    for table in tables:
        if table["result"]:
            table["result"] = {key: value for key, value in table["result"].items() if key != "note"}
    return {"stage": view["stage"], "round": view["round"], "tables": tables, "players": view["players"]}


# One event of any size, and some small ones that most players leave.
events = st.tuples(scripts(), *[emptying()] * 8)


@given(events)
def test_sets_points_scores_and_places_are_those_of_the_slow_model(scripted: tuple[Script, ...]) -> None:
    for organiser in chain.from_iterable(map(play, scripted)):
        assert seen(organiser.view) == expected_view(organiser.tournament)


@given(events)
def test_every_stage_is_the_right_one_and_grouped_as_the_rules_say(scripted: tuple[Script, ...]) -> None:
    for organiser in chain.from_iterable(map(play, scripted)):
        last = organiser.facts[-1]
        before = Tournament(organiser.facts[:-1])
        if last["event"] == "RoundGrouped":
            assert faults(before, last) == []
            assert wrong_reasons(before, last) == []
        elif last["event"] == "EventFinished":
            assert before.coming().stage == "finished"
            assert last["unplayed_winner"] == before.coming().unplayed_winner
        elif last["event"] == "PlayerLeft":
            assert decided_by_leaving(organiser, before) == (last["table"], last["winner"], last["qualified"])


def decided_by_leaving(organiser: Organiser, before: Tournament) -> tuple[int | None, str | None, list[str] | None]:
    """Return table, winner and qualified players of the game that the last player to leave decided, if any."""
    was_over = {game.number for game in before.current if game.over}
    for game in organiser.tournament.current:
        if game.over and game.number not in was_over:
            return game.number, game.winner, game.qualified
    return None, None, None
