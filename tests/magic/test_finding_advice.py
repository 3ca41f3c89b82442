"""Advice changes what a search tries first, never what it finds."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.playing.bodies import Attack, Reference, Step
from floorjudge.magic.positions.reading_json import read_position
from floorjudge.magic.searching.advice import Advice, Hint
from floorjudge.magic.searching.finding import Limits, Outcome, find
from floorjudge.magic.searching.heeding import Heeding
from floorjudge.magic.searching.layouts import Layout, names_in

# A source of mana that untaps for less than it gives, among things that only look useful.
CARDS: list[dict[str, Any]] = [
    {"name": "Own Spring", "type": "Artifact", "text": "{T}: Add {C}{C}.\n{1}: Untap target artifact."},
    {"name": "Own Well", "type": "Artifact", "text": "{T}: You gain 1 life."},
    {"name": "Own Beast", "type": "Creature — Beast", "power": "2", "toughness": "2"},
]
SPRING, WELL = "own spring", "own well"
TRUE = Advice((Hint("activate", SPRING, frozenset({"colorless"})), Hint("activate", SPRING, frozenset({SPRING}))))
FALSE = Advice((Hint("cast", "own nothing", frozenset({WELL})), Hint("play", "own nothing")))


def search(advice: Advice, **others: Any) -> Outcome:
    cards = ["Own Well", {"card": "Own Spring", "as": "it"}]
    begin = Layout(read_position({"battlefield": [cards, []], "cards": CARDS, **others}), 0.0)
    return find([begin], names_in(begin.position), CardLibrary.of_texts([]), Limits(20.0, 8), advice=advice)


@pytest.mark.parametrize("advice", [Advice(), TRUE, FALSE], ids=["none", "true", "false"])
def test_the_loop_is_found_whatever_the_advice(advice: Advice) -> None:
    outcome = search(advice)
    assert outcome.loop is not None
    assert {line.key: line.change for line in outcome.loop.certificate.lines if line.change} == {"mana.0.C": (1,)}


def test_true_advice_spares_positions() -> None:
    assert search(TRUE).tally.reached < search(Advice()).tally.reached


def activate(name: str) -> Step:
    return Step(do="activate", by="0", source=Reference(name))


def test_the_next_hint_is_cheaper_than_a_later_one_and_what_no_hint_names_is_dear() -> None:
    hints = (Hint("activate", "one"), Hint("cast", "two"), Hint("activate", "three"))
    heeding = Heeding(Advice(hints), 0, {})
    first, third, other = (heeding.choice(activate(name), 0, 1.0, waits=False) for name in ("One", "Three", "Four"))
    assert first.price < third.price < 1.0 < other.price
    assert (first.at, third.at, other.at) == (1, 3, 0)


def test_after_the_last_hint_comes_the_one_that_the_loop_repeats_from() -> None:
    hints = (Hint("cast", "zero"), Hint("activate", "one"), Hint("activate", "two"))
    heeding = Heeding(Advice(hints, repeats_from=1), 0, {})
    again = heeding.choice(activate("one"), 3, 1.0, waits=False)
    over = heeding.choice(Step(do="cast", by="0", source=Reference("zero")), 3, 1.0, waits=False)
    assert again.price < over.price


def test_doing_it_again_is_dearer_unless_it_is_done_several_times_in_a_row() -> None:
    once, often = (
        Heeding(Advice((Hint("activate", "one", often=said), Hint("cast", "two"))), 0, {}).choice(
            activate("one"), 1, 1.0, waits=False
        )
        for said in (False, True)
    )
    assert often.price < once.price < 1.0


def test_yes_is_likely_unless_no_is_said() -> None:
    yes, no = (Step(do="choose", by="0", choose=((Reference(words),),)) for words in ("yes", "no"))
    for about, likely, unlikely in (({"two"}, yes, no), ({"two", "no"}, no, yes)):
        heeding = Heeding(Advice((Hint("activate", "one", frozenset(about)),)), 0, {})
        assert heeding.answer(likely, 1, 0.25) < heeding.answer(unlikely, 1, 0.25)


def test_acting_while_something_waits_is_cheap_where_a_hint_says_so() -> None:
    told, untold = (
        Heeding(Advice((Hint("activate", "one", responding=said),)), 0, {}).choice(activate("one"), 0, 2.5, waits=True)
        for said in (True, False)
    )
    assert told.price < untold.price < 2.5


def test_going_on_is_cheap_where_a_hint_says_so() -> None:
    assert Heeding(Advice((Hint("turn"),)), 0, {}).going_on(0, 4.0).price < 1.0
    assert Heeding(Advice((Hint("activate", "one"),)), 0, {}).going_on(0, 4.0).price == 4.0


def test_a_combat_that_has_begun_goes_on_cheaply_where_some_hint_attacks() -> None:
    heeding = Heeding(Advice((Hint("activate", "one"), Hint("attack"))), 0, {})
    combat = heeding.going_on(1, 0.3)
    assert combat.price < 0.3
    assert combat.at == 1


def test_many_attackers_are_tried_before_few() -> None:
    heeding = Heeding(Advice((Hint("attack"),)), 0, {})
    none, two = (
        heeding.answer(Step(do="attack", by="0", attackers=(Attack(Reference("One")),) * many), 1, 0.25)
        for many in (0, 2)
    )
    assert two < none


def test_an_answer_that_a_hint_names_is_cheap_by_whatever_it_is_called() -> None:
    heeding = Heeding(Advice((Hint("activate", "one", frozenset({"two", "goblin", "opponent"})),)), 0, {"host": "two"})

    def price(words: str) -> float:
        return heeding.answer(Step(do="choose", by="0", choose=((Reference(words),),)), 1, 0.25)

    assert price("host") == price("Two") == price("token:Goblin") == price("1") < 0.25
    assert price("Three") > 0.25
    assert price("0") > 0.25


def test_without_advice_prices_are_what_they_were() -> None:
    heeding = Heeding(Advice(), 0, {})
    assert heeding.choice(activate("one"), 0, 2.5, waits=True).price == 2.5
    assert heeding.going_on(0, 4.0).price == 4.0
    assert heeding.answer(activate("one"), 0, 0.25) == 0.25


def test_what_happens_by_itself_says_which_answers_are_likely() -> None:
    hints = (
        Hint("resolve", "zero", frozenset({"early"})),
        Hint("cast", "one"),
        Hint("resolve", "two", frozenset({"late"})),
    )
    heeding = Heeding(Advice(hints), 0, {})
    early, late = (Step(do="choose", by="0", choose=((Reference(words),),)) for words in ("early", "late"))
    assert heeding.answer(early, 0, 0.25) < heeding.answer(late, 0, 0.25)
    assert heeding.answer(late, 1, 0.25) < heeding.answer(early, 1, 0.25)
