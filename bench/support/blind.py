"""The naive way to find a loop: breadth first, every action that the engine lists, until the player's position covers an earlier one with something more.

Nothing is preferred and nothing is left out but fingerprints that were seen; it shares with the search only the fingerprint.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from floorjudge.magic import CardLibrary, Table, set_up
from floorjudge.magic.engine.actions import PASS, Action
from floorjudge.magic.engine.prompts import open_question, perform, prompt_of, with_mana
from floorjudge.magic.positions.position import Position
from floorjudge.magic.search.fingerprint import Fingerprint, covers, fingerprint_of, leaves

_MOST_PASSES = 20


class Blind(NamedTuple):
    """What came of it: the positions reached, the seconds of computing, and whether a sequence came back."""

    reached: int
    seconds: float
    found: bool


class _Place(NamedTuple):
    """A place in the tree: a whole position, the actions made there since, and the fingerprints on the way."""

    table: Table
    acts: tuple[Action, ...]
    fingerprints: tuple[Fingerprint, ...]


def breadth_first(position: Position, library: CardLibrary, patience: float) -> Blind:
    """Search from a position for at most `patience` seconds of computing."""
    seat, begin, reached = position.priority, time.process_time(), 0
    root = set_up(position, library)
    found = fingerprint_of(root.snapshot(), seat)
    todo, seen = deque([_Place(root, (), (found,))]), {(found.key, found.vector)}
    while todo:
        place = todo.popleft()
        for act, table in _next(place, seat):
            reached += 1
            spent = time.process_time() - begin
            if spent > patience:
                return Blind(reached, spent, found=False)
            kind, who = open_question(table)
            if kind != "Priority":
                todo.append(place._replace(acts=(*place.acts, act)))
                continue
            found = fingerprint_of(table.snapshot(), seat)
            if any(covers(earlier, found) and leaves(earlier, found) for earlier in place.fingerprints):
                return Blind(reached, spent, found=True)
            if who == seat and found.active == place.fingerprints[-1].active and (found.key, found.vector) not in seen:
                seen.add((found.key, found.vector))
                todo.append(_Place(table, (), (*place.fingerprints, found)))
    return Blind(reached, time.process_time() - begin, found=False)


def _next(place: _Place, seat: int) -> Iterator[tuple[Action, Table]]:
    """Yield every action that is listed at a place, with a table on which it was made; the game is not over there."""
    here = _again(place)
    prompt = with_mana(here, prompt_of(here))
    for act in prompt.actions:
        table = _again(place)
        try:
            perform(table, prompt.seat, act)
            _let_pass(table, seat)
        except ValueError:
            continue
        if open_question(table)[0] != "GameOver":
            yield act, table


def _again(place: _Place) -> Table:
    """Return a table at a place. The engine cannot load every question: the actions since the last priority are made again."""
    table = place.table.clone()
    for act in place.acts:
        _made(table, act)
    return table


def _made(table: Table, act: Action) -> Any:  # noqa: ANN401 (the engine's)
    return perform(table, open_question(table)[1], act)


def _let_pass(table: Table, seat: int) -> None:
    """Let others pass when they have priority."""
    for _ in range(_MOST_PASSES):
        kind, who = open_question(table)
        if kind != "Priority" or who == seat:
            return
        perform(table, who, Action(PASS))
