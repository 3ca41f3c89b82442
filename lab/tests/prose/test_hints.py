"""Prose steps become hints in order; the sentences here are our own, about invented and well-known cards."""

from __future__ import annotations

import pytest

from floorjudge_lab.combinations import Combination, Use
from floorjudge_lab.prose.hint_cost import Advice, Hint
from floorjudge_lab.prose.hints import advice_of

MIRROR, CHIME, ALTAR = "Odo, Mirror of Tides", "Chime Keeper", "Altar of Ash"


def advice(*steps: str, cards: tuple[str, ...] = (MIRROR, CHIME, ALTAR)) -> Advice:
    return advice_of(Combination("own", tuple(Use(card) for card in cards), steps=steps))


def only(step: str) -> Hint:
    (hint,) = advice(step).hints
    return hint


def test_a_sentence_says_what_is_done_with_what(subtests: pytest.Subtests) -> None:
    for step, do, source in [
        ("Activate Odo by tapping it, making a copy of Chime Keeper.", "activate", "odo, mirror of tides"),
        ("Activate Altar of Ash’s second ability by paying {1}.", "activate", "altar of ash"),
        ("Pay {2} to activate the Altar.", "activate", "altar of ash"),
        ("Cast Chime Keeper for {1}{U}.", "cast", "chime keeper"),
        ("Play Altar of Ash.", "play", "altar of ash"),
        ("Tap Odo for mana.", "activate", "odo, mirror of tides"),
        ("Equip Altar of Ash to Odo.", "activate", "altar of ash"),
        ("Activate three of the Ember Wisps by sacrificing them.", "activate", "ember wisp"),
        ("Activate all your lands by tapping them.", "activate", ""),
        ("Gain some life.", "activate", ""),
        ("Attack with Odo.", "attack", ""),
        ("Declare Odo and Chime Keeper as attackers.", "attack", ""),
        ("Move to the next combat phase.", "attack", ""),
        ("When Chime Keeper enters, it triggers, untapping Odo.", "resolve", "chime keeper"),
        ("When Odo dies, Chime Keeper triggers.", "resolve", "chime keeper"),
        ("Resolve the Altar of Ash ability.", "resolve", "altar of ash"),
    ]:
        with subtests.test(step=step, do=do, source=source):
            hint = only(step)
            assert (hint.do, hint.source) == (do, source)


def test_what_the_answers_likely_choose_is_kept() -> None:
    assert only("Activate Altar by sacrificing Odo, adding {B}{B}.").about == {"odo, mirror of tides", "black"}
    assert only("Activate Odo by tapping it, targeting itself.").about == {"odo, mirror of tides"}
    assert only("Activate the Altar by sacrificing a Goblin.").about == {"goblin"}


def test_several_things_in_one_sentence_come_one_after_the_other() -> None:
    hints = advice("Activate Odo by tapping it, then cast Chime Keeper, and activate Altar of Ash.").hints
    assert [hint.source for hint in hints] == ["odo, mirror of tides", "chime keeper", "altar of ash"]


def test_several_sources_are_several_things() -> None:
    assert [hint.source for hint in advice("Activate Odo and Chime Keeper by tapping them.").hints] == [
        "odo, mirror of tides",
        "chime keeper",
    ]


def test_the_loop_goes_on_from_the_step_that_is_named() -> None:
    steps = ("Cast Chime Keeper.", "Chime Keeper triggers, untapping Odo.", "Activate Odo by tapping it.")
    assert advice(*steps, "Repeat from step 3.").repeats_from == 2
    assert advice(*steps, "Repeat.").repeats_from == 0
    assert advice(*steps, "Repeat from step 9.").repeats_from == 0


def test_holding_priority_and_what_stands_before_a_resolution_are_responses() -> None:
    assert only("Holding priority, activate the Altar by sacrificing Odo.").responding
    assert not only("Activate the Altar by sacrificing Odo.").responding
    waiting = advice("Chime Keeper triggers.", "Activate Odo by tapping it.", "Resolve the Chime Keeper trigger.")
    assert [hint.responding for hint in waiting.hints] == [False, True, False]


def test_what_is_done_several_times_in_a_row_is_marked(subtests: pytest.Subtests) -> None:
    for step, often in [
        ("Activate three Ember Wisps by sacrificing them.", True),
        ("Activate up to six lands by tapping them.", True),
        ("Activate Odo twice by paying {1} each time.", True),
        ("Activate Odo by paying {2}, making two copies.", False),
    ]:
        with subtests.test(step=step, often=often):
            assert only(step).often is often


def test_a_short_name_that_fits_two_cards_means_neither() -> None:
    cards = ("Ash Warden", "Ash Herald")
    assert only_source("Activate Ash Herald.", cards) == "ash herald"
    assert only_source("Activate Ash.", cards) not in {"ash herald", "ash warden"}


def only_source(step: str, cards: tuple[str, ...]) -> str:
    (hint,) = advice(step, cards=cards).hints
    return hint.source


def test_a_short_name_that_is_a_common_word_needs_its_capital() -> None:
    cards = ("Power Well", "Life Weaver")
    assert only_source("Activate any creature with power 4 or more to gain life.", cards) == ""


def test_the_name_of_a_face_means_that_face() -> None:
    assert only_source("Cast Low Tide.", ("Gentle Diver // Low Tide",)) == "low tide"
    assert only_source("Activate Gentle Diver // Low Tide.", ("Gentle Diver // Low Tide",)) == "gentle diver"
