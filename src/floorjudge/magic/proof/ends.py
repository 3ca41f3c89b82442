"""A second check of a claimed end of the game, by the moves that the engine reports.

`playing.last_moment` examines a game that is kept from ending. Here nothing is kept from ending: the check takes the
place of every object when a player last had priority, and every move from then until the first player loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from floorjudge.magic.engine.actions import ENDS, LOST, Event
from floorjudge.magic.engine.prompts import perform
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.iterating import Iteration, Loop

_BATTLEFIELD = "Battlefield"


def is_as_moved(loop: Loop, start: Snapshot, ran: Iteration) -> bool:
    """Return whether an iteration that ends the game, from a position, shows the position of one moment unchanged.

    If the end was seen, every object lies where it was moved until then, and all players have the life and the counters
    with which the game was over. Otherwise everything is as when a player last had priority. Raises ValueError if the
    engine does not accept the position.
    """
    table = loop.table(start)
    for made in ran.decisions[:-1]:
        perform(table, made.player, made.chosen)
    before, last = table.snapshot(), ran.decisions[-1]
    happened = perform(table, last.player, last.chosen)
    zones = {number: thing.zone for number, thing in before.objects.items()}
    if ran.stop is None or not ran.stop.is_seen:
        return ran.end.counts_like(before) and _lies(ran.end, zones)
    return ran.end.counts_like(table.snapshot()) and _lies(ran.end, zones | _moved(happened))


def _moved(happened: Iterable[Event]) -> dict[int, str]:
    """Return the last place of each moved object, by number, before the first player lost and objects were removed."""
    moves: list[Event] = []
    for event in happened:
        if event.kind in ENDS:
            # Where an effect ends the game, the engine has by then cleared away the objects of the players who have lost by it.
            while event.kind != LOST and moves and moves[-1].may_clear_away:
                moves.pop()
            break
        moves.append(event)
    return {each.thing: str(each.moved[1]) for each in moves if each.thing is not None and each.moved is not None}


def _lies(position: Snapshot, zones: Mapping[int, str]) -> bool:
    """Return whether all objects lie in these zones; a token moved from the battlefield is nowhere."""
    there = position.objects
    return all(
        there[number].zone == zone if number in there else zone != _BATTLEFIELD for number, zone in zones.items()
    )
