"""A certificate is bounded by counted work: the same on a slow machine and a busy one, and given up where the work does not end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from floorjudge.magic import CardLibrary, certify, read_loop_case
from floorjudge.magic.engine import work
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.errors import DoesNotEnd
from floorjudge.magic.playing.playing import play
from floorjudge.magic.proof.trajectory import trajectory_of
from tests.magic.boards import NO_CARDS, table_of
from tests.magic.cases import example
from tests.magic.loop_cases import JsonObject, certificate_of

LOOPS = (
    "animar-ancestral-statue devoted-druid-vizier-of-remedies exquisite-blood-vito "
    "gravecrawler-phyrexian-altar kiki-jiki-deceiver-exarch"
).split()
# So little that it runs out in the middle of most of them.
BUDGET = 0.3
PAUSE = 0.0002
TIMES_AS_SLOW = 8

# Each of these creatures makes another one when it is dealt damage, and whatever enters is dealt damage.
ENDLESS: JsonObject = {
    "cards": [
        {"name": "Own Flash", "type": "Enchantment", "text": "Whenever a creature enters, this enchantment deals 2 damage to it."},
        {"name": "Own Raptor", "type": "Creature — Dinosaur", "power": "5", "toughness": "5", "mana_cost": "{1}",
         "text": "Enrage — Whenever this creature is dealt damage, create a token that's a copy of this creature."},
    ],
    "battlefield": [["Own Flash"], []],
    "hand": [["Own Raptor"], []],
    "mana": ["C", ""],
}  # fmt: skip
CAST: list[JsonObject] = [{"by": 0, "do": "cast", "source": "Own Raptor"}, {"do": "resolve"}]
# The library is shuffled into itself whenever its last card is milled, and goes on doing so.
SHUFFLED: JsonObject = {
    "battlefield": [["Mesmeric Orb", "Basalt Monolith"], []],
    "library": [["Emrakul, the Aeons Torn", "Emrakul, the Aeons Torn"], ["Island"]],
    "body": [
        {"by": 0, "do": "activate", "source": "Basalt Monolith", "ability": "Add"},
        {"by": 0, "do": "activate", "source": "Basalt Monolith", "ability": "Untap"},
        {"do": "resolve all"},
    ],
    "times": "10^100",
}


def slowed(call: Callable[..., Any]) -> Callable[..., Any]:
    def slow(*arguments: Any, **named: Any) -> Any:
        time.sleep(PAUSE)
        return call(*arguments, **named)

    return slow


@pytest.mark.engine
@pytest.mark.parametrize("name", LOOPS)
def test_a_slow_engine_and_a_busy_machine_change_nothing(
    name: str, library: CardLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = certificate_of(example(name).given, library, budget=BUDGET)
    clock = time.process_time
    monkeypatch.setattr(time, "process_time", lambda: TIMES_AS_SLOW * clock())
    for name_of_call in ("apply", "actions", "state"):
        monkeypatch.setattr(work.CountedGame, name_of_call, slowed(getattr(work.CountedGame, name_of_call)))
    assert certificate_of(example(name).given, library, budget=BUDGET) == quick


def test_far_too_much_time_claims_nothing(library: CardLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 10**9, 100))
    monkeypatch.setattr(time, "process_time", lambda: float(next(ticks)))
    found = certificate_of(example(LOOPS[0]).given, library, budget=BUDGET)
    assert (found["evidence"], found["verdict"], found["checked_to"], found["after"]) == (
        "undecided",
        "undecided",
        "0",
        None,
    )
    assert (found["mandatory"], found["draw"], found["maintained_by"]) == (False, False, [])
    assert "far too long" in found["text"]


def test_far_too_much_work_claims_nothing(library: CardLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("floorjudge.magic.proof.certifying._MOST_MORE", 0.1)
    found = certificate_of(example(LOOPS[4]).given, library, budget=0)
    assert (found["evidence"], found["verdict"], found["checked_to"]) == ("undecided", "undecided", "0")
    assert "more than is allowed" in found["text"]


@pytest.mark.engine
def test_a_step_that_never_ends_is_undecided() -> None:
    case = {**ENDLESS, "before": CAST, "body": [{"do": "resolve all"}], "times": "10^100"}
    found = certificate_of(case, NO_CARDS, budget=BUDGET)
    assert (found["evidence"], found["verdict"], found["checked_to"]) == ("undecided", "undecided", "0")
    assert (found["stopped_by"]["code"], found["stopped_by"]["where"]) == (DoesNotEnd.code, "body[0]")
    assert "does not come to an end" in found["text"]


@pytest.mark.engine
def test_to_resolve_all_where_that_never_ends_leaves_the_table_as_it_was() -> None:
    table = table_of(ENDLESS).counted_in(work.Work(work.units(BUDGET)))
    for step in read_loop_case({**ENDLESS, "before": CAST, "body": CAST}).before:
        play(table, step)
    before = table.snapshot()
    with pytest.raises(DoesNotEnd):
        play(table, Step(do="resolve all"))
    assert table.snapshot().abstraction.key == before.abstraction.key


@pytest.mark.engine
def test_a_library_that_is_shuffled_into_itself_again_and_again_is_decided_within_the_budget(
    library: CardLibrary,
) -> None:
    found = certificate_of(SHUFFLED, library, budget=10.0)
    assert found["verdict"] != "undecided"


@pytest.mark.engine
def test_an_end_that_is_soon_found_has_room_for_a_check_that_takes_longer(library: CardLibrary) -> None:
    """Each combat makes a Celebrant that makes another combat: five are found at a glance, and every choice in them is looked at."""
    passes: list[JsonObject] = [{"by": 0, "do": "pass"}, {"by": 1, "do": "pass"}]
    copy: list[JsonObject] = [
        {"by": 0, "do": "activate", "source": "Kiki-Jiki, Mirror Breaker", "targets": ["Combat Celebrant"]},
        {"do": "resolve"},
    ]
    attack: JsonObject = {"by": 0, "do": "attack", "attackers": ["Combat Celebrant", "token:Combat Celebrant"]}
    exert: list[JsonObject] = [{"by": 0, "do": "choose", "answer": answer} for answer in ("no", "yes")]
    case: JsonObject = {
        "life": [40, 40],
        "battlefield": [[{"card": "Combat Celebrant"}, {"card": "Kiki-Jiki, Mirror Breaker"}], []],
        "before": [{"by": 0, "do": "activate", "source": "Kiki-Jiki, Mirror Breaker"}, {"do": "resolve"}, *passes],
        "body": [*passes, attack, *exert, {"do": "resolve"}, *passes, *copy, *passes, *passes, *passes],
        "times": "10^100",
    }
    found = certify(read_loop_case(case), library, budget=10)
    assert (found.evidence, found.verdict, found.iterations) == ("certified", "ends", 4)


def test_chance_is_not_tried_where_there_is_no_room_to_try_it_to_its_end(library: CardLibrary) -> None:
    case = read_loop_case(SHUFFLED)
    free = trajectory_of(case, library, work.Work(work.units(10)))
    begun = free.work.spent
    free.loop.iterate(free.positions[0])
    once = free.work.spent - begun
    bound = trajectory_of(case, library, work.Work(0, most=begun + 20 * once))
    with pytest.raises(work.WorkIsOver):
        bound.perform_all(0, 9)
    assert bound.work.spent <= begun + 5 * once
