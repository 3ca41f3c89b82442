"""What it changes that a player leaves or comes back, said before they do."""

from __future__ import annotations

from floorjudge.errors import FloorjudgeError
from floorjudge.events.commands import ComeBack, Leave
from floorjudge.events.events import PlayerLeft, PlayerReturned
from floorjudge.events.explain import in_lines, leaving_text
from floorjudge.events.state import State
from floorjudge.events.tournament.decide import decide_tournament
from floorjudge.formats.on_the_edge.tables import Stage
from floorjudge.texts import Text, text


def upon_leaving(state: State, player: str) -> Text | None:
    """Return the sentence for what would happen if a player left now, None when they cannot."""
    try:
        event = decide_tournament(state, Leave(player))
    except FloorjudgeError:
        return None
    return leaving_text(event) if isinstance(event, PlayerLeft) else None


def upon_returning(state: State, player: str) -> Text | None:
    """Return what would happen if a player who has left came back now, None when they cannot.

    Clauses: OTE 2.2
    """
    try:
        event = decide_tournament(state, ComeBack(player, alike=True))
    except FloorjudgeError:
        return None
    if not isinstance(event, PlayerReturned):
        return text("{player} is registered again, under the same number.", player=player)
    return in_lines(_set_again(event), _next_game(state, player))


def _set_again(event: PlayerReturned) -> Text:
    if event.set == "active":
        return text("{player} is in the active set again.", player=event.player)
    return text("{player} is in the inactive set.", player=event.player)


def _next_game(state: State, player: str) -> Text:
    if any(player in table.players for table in state.open_tables()):
        return text("The game that is still open goes on as if {player} had never left.", player=player)
    if state.stage is Stage.FINAL:
        return text("{player} has a place at the end.", player=player)
    return text("{player} plays again from the next tables on.", player=player)
