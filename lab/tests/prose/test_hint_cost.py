"""Advice changes what a search tries first, never what it finds."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.playing.bodies import Attack, Reference, Step
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.search.drafts import Layout
from floorjudge.magic.search.finding import Limits, find
from floorjudge.magic.search.layouts import names_in
from floorjudge.magic.search.outcomes import Outcome
from floorjudge_lab.prose.hint_cost import Advice, AdvisedGuide, Hint, HintCost

# A source of mana that untaps for less than it gives, what the rest untaps, and a thing that only looks useful.
CARDS: list[dict[str, Any]] = [
    {"name": "Own Spring", "type": "Artifact", "text": "{T}: Add {C}{C}.\n{1}: Untap target artifact."},
    {"name": "Own Well", "type": "Artifact", "text": "{T}: You gain 1 life."},
    {"name": "Own Beast", "type": "Creature — Beast", "power": "2", "toughness": "2"},
]
SPRING, WELL = "own spring", "own well"
TRUE = Advice(
    (
        Hint("activate", SPRING, frozenset({"colorless"})),
        Hint("activate", SPRING, frozenset({SPRING})),
        Hint("activate", WELL),
        Hint("activate", SPRING, frozenset({WELL})),
    )
)
FALSE = Advice((Hint("cast", "own nothing", frozenset({WELL})), Hint("play", "own nothing")))


def search(advice: Advice, **others: Any) -> Outcome:
    cards = ["Own Well", {"card": "Own Spring", "as": "it"}]
    begin = Layout(read_position({"battlefield": [cards, []], "cards": CARDS, **others}), 0.0)
    return find([begin], names_in(begin.position), CardLibrary.of_texts([]), Limits(20.0, 8), AdvisedGuide(advice))


@pytest.mark.engine
def test_the_loop_is_found_whatever_the_advice_and_true_advice_spares_positions() -> None:
    reached = []
    for advice in (TRUE, Advice(), FALSE):
        outcome = search(advice)
        assert outcome.loop is not None
        assert {line.key: line.change for line in outcome.loop.certificate.lines if line.change} == {"life.0": (1,)}
        reached.append(outcome.tally.reached)
    assert reached[0] < reached[1]


def activate(name: str) -> Step:
    return Step(do="activate", by="0", source=Reference(name))


def test_the_next_hint_is_cheaper_than_a_later_one_and_what_no_hint_names_is_dear() -> None:
    hints = (Hint("activate", "one"), Hint("cast", "two"), Hint("activate", "three"))
    hint_cost = HintCost(Advice(hints), {})
    first, third, other = (hint_cost.choice(activate(name), 0, 1.0, waits=False) for name in ("One", "Three", "Four"))
    assert first.cost < third.cost < 1.0 < other.cost
    assert (first.at, third.at, other.at) == (1, 3, 0)


def test_after_the_last_hint_comes_the_one_that_the_loop_repeats_from() -> None:
    hints = (Hint("cast", "zero"), Hint("activate", "one"), Hint("activate", "two"))
    hint_cost = HintCost(Advice(hints, repeats_from=1), {})
    again = hint_cost.choice(activate("one"), 3, 1.0, waits=False)
    over = hint_cost.choice(Step(do="cast", by="0", source=Reference("zero")), 3, 1.0, waits=False)
    assert again.cost < over.cost


def test_doing_it_again_is_dearer_unless_it_is_done_several_times_in_a_row() -> None:
    once, often = (
        HintCost(Advice((Hint("activate", "one", often=said), Hint("cast", "two"))), {}).choice(
            activate("one"), 1, 1.0, waits=False
        )
        for said in (False, True)
    )
    assert often.cost < once.cost < 1.0


def test_yes_is_likely() -> None:
    yes, no = (Step(do="choose", by="0", choose=((Reference(words),),)) for words in ("yes", "no"))
    hint_cost = HintCost(Advice((Hint("activate", "one", frozenset({"two"})),)), {})
    assert hint_cost.answer(yes, 1, 0.25) < hint_cost.answer(no, 1, 0.25)


def test_acting_while_something_waits_is_cheap_where_a_hint_says_so() -> None:
    told, untold = (
        HintCost(Advice((Hint("activate", "one", responding=said),)), {}).choice(activate("one"), 0, 2.5, waits=True)
        for said in (True, False)
    )
    assert told.cost < untold.cost < 2.5


def test_going_on_is_cheap_where_a_hint_says_so() -> None:
    assert HintCost(Advice((Hint("turn"),)), {}).going_on(0, 4.0).cost < 1.0
    assert HintCost(Advice((Hint("activate", "one"),)), {}).going_on(0, 4.0).cost == 4.0


def test_a_combat_that_has_begun_goes_on_cheaply_where_some_hint_attacks() -> None:
    hint_cost = HintCost(Advice((Hint("activate", "one"), Hint("attack"))), {})
    combat = hint_cost.going_on(1, 0.3)
    assert combat.cost < 0.3
    assert combat.at == 1


def test_many_attackers_are_tried_before_few() -> None:
    hint_cost = HintCost(Advice((Hint("attack"),)), {})
    none, two = (
        hint_cost.answer(Step(do="attack", by="0", attackers=(Attack(Reference("One")),) * many), 1, 0.25)
        for many in (0, 2)
    )
    assert two < none


def test_an_answer_that_a_hint_names_is_cheap_by_whatever_it_is_called() -> None:
    hint_cost = HintCost(Advice((Hint("activate", "one", frozenset({"two", "goblin"})),)), {"host": "two"})

    def cost(words: str) -> float:
        return hint_cost.answer(Step(do="choose", by="0", choose=((Reference(words),),)), 1, 0.25)

    assert cost("host") == cost("Two") == cost("token:Goblin") < 0.25
    assert cost("Three") > 0.25
    assert cost("0") > 0.25


def test_without_advice_costs_are_what_they_were() -> None:
    hint_cost = HintCost(Advice(), {})
    assert hint_cost.choice(activate("one"), 0, 2.5, waits=True).cost == 2.5
    assert hint_cost.going_on(0, 4.0).cost == 4.0
    assert hint_cost.answer(activate("one"), 0, 0.25) == 0.25


def test_what_happens_by_itself_says_which_answers_are_likely() -> None:
    hints = (
        Hint("resolve", "zero", frozenset({"early"})),
        Hint("cast", "one"),
        Hint("resolve", "two", frozenset({"late"})),
    )
    hint_cost = HintCost(Advice(hints), {})
    early, late = (Step(do="choose", by="0", choose=((Reference(words),),)) for words in ("early", "late"))
    assert hint_cost.answer(early, 0, 0.25) < hint_cost.answer(late, 0, 0.25)
    assert hint_cost.answer(late, 1, 0.25) < hint_cost.answer(early, 1, 0.25)
