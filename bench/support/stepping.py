"""What the engine does by itself: perform every iteration, or take the shortcut that it offers.

Both are given the same examples as we are, and as much time; what each reaches is compared with the exact position.
"""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from typing import Any, Final, NamedTuple

from tests.magic.cases import Example, begun, change, counted

from floorjudge.magic import CardLibrary, Table
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.playing import play

MOST_ITERATIONS_BEFORE_AN_OFFER = 5
ENDS_THE_GAME: Final = "ends the game at once"
OFFERS_NOTHING: Final = "offers nothing"
REFUSES: Final = "refuses the count"
_STOPS = ("GameOver", "LoopShortcut")


class Reached(NamedTuple):
    """What somebody made of N iterations: how long it took, why it is not the exact position if it is not, what else to say.

    `offered` says that the engine has offered a shortcut on the way.
    """

    seconds: float
    why_not: str | None = None
    besides: str | None = None
    gave_up: bool = False
    offered: bool = False


class Recorded:
    """Two iterations as the engine's own actions, to be made again without reading any names of ours.

    The first iteration may be asked other questions than the later ones. Objects that came since are found by their names:
    an action that the engine does not take any more is made with whatever else it lists about things of the same names.
    """

    def __init__(self, case: Example, library: CardLibrary) -> None:
        table = begun(case, library)
        self._first, self._later = _acts(table, case), _acts(table, case)

    def perform(self, table: Table, done: int) -> str | None:
        """Make the actions of an iteration after `done` others; return the question that stopped it, None at its end."""
        for player, act, names in self._later if done else self._first:
            if _asks(table) in _STOPS:
                return _asks(table)
            try:
                table.game.apply(player, act)
            except ValueError:
                table.game.apply(player, _alike(table, act, names))
        return _asks(table) if _asks(table) in _STOPS else None


def _acts(table: Table, case: Example) -> list[tuple[int, dict[str, Any], list[str]]]:
    """Play one iteration and return its actions: by whom, what, and the names of the things that it is about."""
    acts = []
    for step in case.body:
        before = {number: thing.name for number, thing in table.snapshot().objects.items()}
        made = play(table, step).decisions
        named = before | {number: thing.name for number, thing in table.snapshot().objects.items()}
        for decision in made:
            about = [named.get(number, "") for number in _numbers(decision.chosen.raw)]
            acts.append((decision.player, decision.chosen.sent(), about))
    return acts


def _alike(table: Table, act: dict[str, Any], names: list[str]) -> object:
    for listed in reversed(table.game.actions()):
        if listed.kind == act["type"] and [_name(table, number) for number in _numbers(listed.data)] == names:
            return listed
    raise LookupError(f"nothing like {act}")


def _name(table: Table, number: int) -> str:
    try:
        return str(table.game.object(number)["name"])
    except ValueError:
        return ""


def _numbers(value: object) -> list[int]:
    """Return the objects that an action is about, by the engine's numbers."""
    if isinstance(value, dict):
        plain = [value[name] for name in ("source_id", "object_id", "Object") if isinstance(value.get(name), int)]
        deeper = [_numbers(inner) for name, inner in value.items() if name in ("target", "targets", "cards", "attacks")]
        return plain + [number for numbers in deeper for number in numbers]
    if isinstance(value, list):
        return [number for each in value for number in ([each] if isinstance(each, int) else _numbers(each))]
    return []


def stepped(case: Example, library: CardLibrary, times: int, patience: float) -> Reached:
    """Perform `times` iterations, one after another, as far as `patience` (seconds of CPU time) reaches."""
    recorded, table = Recorded(case, library), begun(case, library)
    start = counted(table)
    begin = time.process_time()
    for done in range(times):
        spent = time.process_time() - begin
        if spent > patience:
            return Reached(spent, f"{done:,} in {patience:.0f} s", gave_up=True)
        if recorded.perform(table, done) == "GameOver":
            return Reached(time.process_time() - begin, None, f"; the game ends in iteration {done + 1:,}")
    spent = time.process_time() - begin
    return Reached(spent, "another board" if change(_after(start, case, times), counted(table), case) else None)


def _after(start: Counter[str], case: Example, times: int) -> Counter[str]:
    """Return what there should be after so many iterations, by what the cards say."""
    wanted = Counter(start)
    for name, each in case.per_iteration.items():
        wanted[name] += each * times
    return wanted


def by_its_own_shortcut(
    case: Example, library: CardLibrary, times: int, patience: float, wanted: Counter[str] | None = None
) -> Reached:
    """Let the engine look for loops, accept what it offers for `times` iterations, and go on until the board is there.

    `wanted` is that board, counted; None is what the example says of each iteration.
    """
    recorded, table = Recorded(case, library), _watching(begun(case, library))
    wanted = _after(counted(table), case, times) if wanted is None else wanted
    done = 1
    while (asked := recorded.perform(table, done - 1)) is None and done < MOST_ITERATIONS_BEFORE_AN_OFFER:
        done += 1
    if asked != "LoopShortcut":
        return Reached(0.0, ENDS_THE_GAME if asked == "GameOver" else OFFERS_NOTHING)
    begin = time.process_time()
    declared = {"type": "DeclareShortcut", "data": {"count": {"Fixed": times - done}}}
    with suppress(ValueError):  # more than the engine's own numbers hold
        table.game.apply(_seat(table), declared)
    if _asks(table) == "LoopShortcut":
        return Reached(time.process_time() - begin, REFUSES, offered=True)
    turn, most = table.game.turn, 0
    first = next(iter(case.per_iteration), "")
    while True:
        now, spent = counted(table), time.process_time() - begin
        if not change(wanted, now, case):
            return Reached(spent, offered=True)
        most = max(most, now[first], key=abs)
        if spent > patience:
            return Reached(spent, f"not done in {patience:.0f} s", gave_up=True, offered=True)
        if _asks(table) == "GameOver" or table.game.turn != turn or not _go_on(table, times - done):
            return Reached(spent, f"{most:,} instead of {wanted[first]:,}", offered=True)


def _watching(table: Table) -> Table:
    state = table.game.state()
    state["state"]["loop_detection"] = {"type": "Interactive"}
    return Table.at(table.engine, Snapshot(state), table.labels, table.names)


def _asks(table: Table) -> str:
    return str(table.game.waiting_for()["type"])


def _seat(table: Table) -> int:
    about = table.game.waiting_for().get("data") or {}
    return int(about.get("proposer", about.get("player", table.game.priority_player())))


def _go_on(table: Table, amount: int) -> bool:
    """Answer what the engine asks on its way to the board: accept, take all of it, pass."""
    asked = table.game.waiting_for()
    acts = table.game.actions()
    if not acts:
        return False
    if asked["type"] == "PayAmountChoice":
        act: Any = {"type": "SubmitPayAmount", "data": {"amount": min(amount, int(asked["data"]["max"]))}}
    elif asked["type"] == "Priority":
        act = {"type": "PassPriority"}
    else:
        act = acts[0]
    table.game.apply(_seat(table), act)
    return True
