"""Loops at the tables of an event: the loops settled in the current game, its turn order, and the drawn games.

A format names the edition of the rules for a loop at a table; without one, it is no event of Magic, and all calls of a
table are about one game. All of this is computed from the calls themselves.
"""

from __future__ import annotations

from floorjudge.events.state import State
from floorjudge.events.venue import Call, CallState, Venue
from floorjudge.formats.claims import Claim
from floorjudge.formats.protocol import LoopEdition
from floorjudge.texts import Text


def edition_at(state: State, call: Call) -> LoopEdition | None:
    """Return the edition of the rules for a loop at the table of a call; None if the format names none."""
    table = None if call.table is None else state.table_in(call.stage, call.table)
    return None if table is None else state.rules.loop_edition(state, table)


def is_drawn(call: Call) -> bool:
    """Return whether the ruling in force draws the game of a call, by the loop desk.

    Clauses: MTR 4.4.2, MTR 4.4.5
    """
    ruling = call.newest_ruling
    answer = None if ruling is None or ruling.loop is None else ruling.loop.get("answer")
    return isinstance(answer, dict) and answer.get("outcome") == "draw"


def drawn_games(venue: Venue, stage: int, table: int) -> list[Call]:
    """Return the calls of a table in which rulings on loops have drawn games, in the order of their numbers."""
    return [call for call in venue.all_calls() if (call.stage, call.table) == (stage, table) and is_drawn(call)]


def drawn_before(state: State, call: Call) -> list[Call]:
    """Return the calls in which earlier games of the same match were drawn; none without an edition of the rules."""
    if call.table is None or edition_at(state, call) is None:
        return []
    return [each for each in drawn_games(state.venue, call.stage, call.table) if each.number < call.number]


def settled_before(state: State, call: Call) -> list[Call]:
    """Return the calls of the same game in which a loop was settled: none of these loops may start again unchanged.

    Clauses: MTR 4.4.9
    """
    return [
        each
        for each in _of_the_game(state, call)
        if any(entry.loop is not None and "answer" in entry.loop for entry in each.history)
    ]


def turn_order(state: State, call: Call) -> tuple[str, ...] | None:
    """Return the latest turn order of the loop desk in the same game, without players who have left; None before any."""
    cases = [each.loop_case for each in _of_the_game(state, call) if each.loop_case is not None]
    return tuple(name for name in cases[-1].turn_order if not state.has_left(name)) if cases else None


def draw_to_report(state: State, call: Call) -> Claim | None:
    """Return the claim to report for the table of a call after a ruling on a loop has drawn its game; None if there is none."""
    found = _after_the_draw(state, call)
    return found if isinstance(found, Claim) else None


def how_it_goes_on(state: State, call: Call) -> Text | None:
    """Return how the match at the table of a call goes on after a ruling on a loop has drawn its game; None if it does not."""
    found = _after_the_draw(state, call)
    return None if isinstance(found, Claim) else found


def _after_the_draw(state: State, call: Call) -> Claim | Text | None:
    """Return the format's `loop_draw` for the ruling in force; None at a table with a result, and until an appeal is decided."""
    if call.table is None or call.stage != state.stage_number or call.state is CallState.APPEALED or not is_drawn(call):
        return None
    table = next((table for table in state.open_tables() if table.table == call.table), None)
    if table is None:
        return None
    return state.rules.loop_draw(state, table, len(drawn_games(state.venue, call.stage, call.table)))


def _of_the_game(state: State, call: Call) -> list[Call]:
    """Return the other calls of the same game with a question to the loop desk."""
    ended = max((each.number for each in drawn_before(state, call)), default=0)
    return [
        each
        for each in state.venue.all_calls()
        if each.number != call.number
        and each.number > ended
        and each.loop_case is not None
        and (each.stage, each.table) == (call.stage, call.table)
    ]
