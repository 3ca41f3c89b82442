"""The same search finds the same, byte for byte, however slow and busy the machine is; only far too slow a one gives no answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.engine import work
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.search import Layout, Limits, find, layouts, names_in, outcome_value
from floorjudge.magic.search.choice_costs import NO_GUIDE, ChoiceCost, ChoiceCosts, Guide
from tests.magic.made_up import artifact, creature

CARDS: list[dict[str, Any]] = [
    artifact("Own Spring", "{T}: Add {C}{C}.\n{1}: Untap target artifact."),
    artifact("Own Well", "{T}: You gain 1 life."),
    artifact("Own Press", "Sacrifice a creature: Create a 1/1 green Saproling creature token."),
    creature("Own Beast", "Beast", "2/2"),
]
Searching = Callable[[CardLibrary], str]


class WellCosts(ChoiceCosts):
    """Costs that make the well cheap."""

    def choice(self, step: Step, at: int, usual: float, *, waits: bool) -> ChoiceCost:
        is_well = step.source is not None and step.source.words == "Own Well"
        return ChoiceCost(usual / 2 if is_well else usual, at + is_well)


class WellFirst(Guide):
    """Guides a search to the well first."""

    takes_turns = True

    def costs(self, seat: int, names: Mapping[str, str]) -> ChoiceCosts:
        return WellCosts()


def among(*cards: str, seconds: float = 0.6, depth: int = 8, guide: Guide = NO_GUIDE) -> Searching:
    """Return a search on a board of own cards, which gives its outcome as JSON without the seconds it took here."""

    def search(_library: CardLibrary) -> str:
        begin = Layout(read_position({"battlefield": [list(cards), []], "cards": CARDS}), 0.0)
        outcome = find([begin], names_in(begin.position), CardLibrary.of_texts([]), Limits(seconds, depth), guide)
        value = outcome_value(outcome, (), "en")
        del value["looked_at"]["seconds"]
        return json.dumps(value)

    return search


def famous(*names: str, seconds: float) -> Searching:
    """Return a search among cards by their names; see `among`."""

    def search(library: CardLibrary) -> str:
        value = outcome_value(find(layouts(names, (), library), names, library, Limits(seconds)), (), "en")
        del value["looked_at"]["seconds"]
        return json.dumps(value)

    return search


# Searches, each with what ends it.
SEARCHES = {
    "found": (among("Own Spring", "Own Well"), "found"),
    "with a guide": (among("Own Spring", "Own Well", guide=WellFirst()), "found"),
    "found among what is sacrificed": (among("Own Press", "Own Beast"), "found"),
    "nothing is left over": (among("Own Press"), "exhausted"),
    "the work ends it": (among("Own Well", "Own Well", "Own Beast", seconds=0.1, depth=20), "time"),
    "the depth ends it": (among("Own Well", "Own Well", depth=2), "depth"),
    "the work ends it, by names": (famous("Time Sieve", "Thopter Assembly", seconds=0.5), "time"),
}


def slow_down(patch: pytest.MonkeyPatch) -> None:
    """Let each call of the engine take two milliseconds more, by the clock that counts what a process computes."""
    clock, later = time.process_time, 0.0

    def slowed(call: Callable[..., Any]) -> Callable[..., Any]:
        def slow(*arguments: Any, **named: Any) -> Any:
            nonlocal later
            later += 0.002
            return call(*arguments, **named)

        return slow

    patch.setattr(time, "process_time", lambda: clock() + later)
    for kind, name in ((work.CountedGame, "apply"), (work.CountedGame, "state"), (work.CountedEngine, "load_game")):
        patch.setattr(kind, name, slowed(getattr(kind, name)))


@pytest.mark.engine
@pytest.mark.parametrize(("search", "ended"), SEARCHES.values(), ids=SEARCHES)
def test_a_slow_engine_finds_the_same(
    search: Searching, ended: str, library: CardLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = search(library)
    assert json.loads(usual)["ended"] == ended
    slow_down(monkeypatch)
    assert search(library) == usual


def test_a_search_that_takes_far_too_long_finds_nothing_and_says_why(
    library: CardLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 100.0
        return now

    monkeypatch.setattr(time, "process_time", clock)
    value = json.loads(SEARCHES["found"][0](library))
    assert (value["found"], value["case"], value["undecided"], value["ended"]) == (False, None, [], "time")
    assert "took many times as long as it should have" in value["text"]


@pytest.mark.engine
def test_no_order_of_a_set_decides(tmp_path: Path) -> None:
    """Sets have another order in each process; the answer has not."""
    board = tmp_path / "board.json"
    given = {"battlefield": [["Own Spring", "Own Well", "Own Beast", "Own Press"], []], "cards": CARDS}
    board.write_text(json.dumps(given), "utf-8")
    answers = set()
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "floorjudge", "--json", "magic", "find", str(board), "--seconds", "0.5"]
        found = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        value = json.loads(found.stdout)
        del value["looked_at"]["seconds"]
        answers.add(json.dumps(value))
    assert len(answers) == 1
