"""The effects of a player's leaving or coming back, for a preview."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from floorjudge.errors import FloorjudgeError
from floorjudge.events.commands import ComeBack, Leave
from floorjudge.events.explain import filled
from floorjudge.events.state import State
from floorjudge.events.tournament.decide import decide_tournament
from floorjudge.events.tournament.evolve import evolve_tournament
from floorjudge.formats.competition import Phase
from floorjudge.formats.log import Left, Returned
from floorjudge.texts import Text, in_lines, text


def upon_leaving(state: State, player: str) -> Text | None:
    """Return what would change if a player left now; None if they cannot leave."""
    try:
        return changes_by_leaving(state, player)
    except FloorjudgeError:
        return None


def changes_by_leaving(state: State, player: str) -> Text:
    """Return what would change if a player left now.

    Raises an error if the player cannot leave.
    """
    return in_lines(*_changes(state, _left(state, player)))


def upon_leaving_together(state: State, players: Iterable[str]) -> list[Text]:
    """Return what would change if several players left one after the other, without those who cannot leave."""
    found = []
    for player in players:
        changes = upon_leaving(state, player)
        if changes is not None:
            found.append(changes)
            state = evolve_tournament(state, _left(state, player))
    return found


def upon_returning(state: State, player: str) -> Text | None:
    """Return what would happen if a player who left came back now; None if they cannot come back."""
    try:
        event = decide_tournament(state, ComeBack(player, alike=True))
    except FloorjudgeError:
        return None
    if not isinstance(event, Returned):
        return text("{player} is registered again, under the same number.", player=player)
    return in_lines(*(filled(sentence, event) for sentence in state.rules.coming_back(state, event)))


def _left(state: State, player: str) -> Left:
    event = decide_tournament(state, Leave(player))
    if not isinstance(event, Left):
        raise TypeError("who leaves gives no other event")
    return event


def _changes(state: State, event: Left) -> Iterator[Text]:
    """Yield a sentence for each change by an event."""
    if state.phase is Phase.REGISTRATION:
        yield text("{player} leaves the event.", player=event.player)
        yield text("Until the start, {player} can be registered again under the same number.", player=event.player)
        return
    after = evolve_tournament(state, event)
    for sentence in state.rules.leaving(state, after, event):
        yield filled(sentence, event)
