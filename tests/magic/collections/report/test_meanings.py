"""What a collection's phrases mean, and how that agrees with what a certificate sees."""

from __future__ import annotations

from typing import get_args

import pytest

from floorjudge.magic.collections.report.meanings import (
    KINDS,
    MEASURED,
    UNMEASURED,
    Agreement,
    Meaning,
    agreement_of,
    meaning_of,
)

PHRASES = [
    ("Infinite purple mana", "mana"),
    ("Infinite mana goats you own can produce", "mana"),
    ("Infinite mana that may only be spent to cast goat spells", "mana"),
    ("Near-infinite goat tokens with flying", "tokens"),
    ("Infinite copies of some goat", "tokens"),
    ("Infinite 2/2 goats", "tokens"),
    ("Infinite life gain", "life"),
    ("Infinite lifegain triggers", "life"),
    ("INFINITE DAMAGE to somebody", "damage"),
    ("Near-infinite lifeloss", "damage"),
    ("Infinite damage to other goats and creatures", "hits_creatures"),
    ("Mill somebody", "mill"),
    ("Exile your library at once", "mill"),
    ("Exile every goat", "removal"),
    ("Draw as much as you like", "draw"),
    ("Infinite looting", "draw"),
    ("Draw the game", "drawn_game"),
    ("Skip your draw step", "locks"),
    ("Infinite +1/+1 counters on a goat", "counters"),
    ("Destroy a goat for each counter", "removal"),
    ("Infinite proliferating", "counters"),
    ("Infinite poison counters", "poison"),
    ("An infinitely large goat until end of turn", "size"),
    ("Infinite ETB", "enters"),
    ("Infinite landfall", "enters"),
    ("Infinite LTB", "leaves"),
    ("Infinite death triggers of goats", "dies"),
    ("Infinite sac triggers", "sacrifices"),
    ("Infinite flickering", "blinks"),
    ("Infinite storm count", "casts"),
    ("Infinite magecraft", "casts"),
    ("Infinite copies of goat spells", "copies"),
    ("Infinite extra turns", "turns"),
    ("Infinite combat phases", "combats"),
    ("Infinite combat damage", "damage"),
    ("Infinite untapping of goats", "untaps"),
    ("Infinite self-discard triggers", "discards"),
    ("Infinite activations of a goat", "activations"),
    ("Tutor for every goat", "searches"),
    ("Everybody else loses the game", "wins"),
    ("A wonderful evening", None),
    ("", None),
]


def test_phrases_mean_something(subtests: pytest.Subtests) -> None:
    for phrase, meaning in PHRASES:
        with subtests.test(phrase=phrase, meaning=meaning):
            assert meaning_of(phrase) == meaning


def test_nearly_endless_is_the_same() -> None:
    for phrase, meaning in PHRASES:
        if phrase.startswith("Infinite "):
            assert meaning_of(f"Near-{phrase.lower()}") == meaning


def test_every_meaning_is_measured_or_not() -> None:
    assert {*MEASURED} | UNMEASURED == {*get_args(Meaning)}
    assert not {*MEASURED} & UNMEASURED
    assert all(KINDS[meaning] for meaning in MEASURED if meaning != "drawn_game")


def test_what_agrees_and_what_only_one_has() -> None:
    said = ["Infinite purple mana", "Infinite goat tokens", "Near-infinite untapping of goats", "A wonderful evening"]
    assert agreement_of(["mana", "enters"], said) == Agreement(
        said=True,
        agreed=("mana",),
        unseen=("tokens",),
        unsaid=("enters",),
        unmeasured=("untaps",),
        unknown=("A wonderful evening",),
    )


def test_nothing_said_is_no_disagreement() -> None:
    assert agreement_of(["mana"], []) == Agreement(said=False)


def test_what_dies_has_left() -> None:
    assert agreement_of(["dies"], ["Infinite LTB", "Infinite sac triggers"]).unseen == ()
    # What leaves need not have died.
    assert agreement_of(["leaves"], ["Infinite death triggers"]) == Agreement(
        said=True, unseen=("dies",), unsaid=("leaves",)
    )


def test_a_thing_said_twice_counts_once() -> None:
    said = ["Infinite purple mana", "Near-infinite green mana"]
    assert agreement_of(["mana", "mana"], said) == Agreement(said=True, agreed=("mana",))


@pytest.mark.parametrize(("verdict", "agreed"), [("draw", True), ("advance", False), (None, False)])
def test_a_drawn_game_is_the_certificates_word(verdict: str | None, agreed: bool) -> None:  # noqa: FBT001
    found = agreement_of([], ["Draw the game"], verdict)
    assert found.agreed == (("drawn_game",) if agreed else ())
    assert found.unseen == (() if agreed else ("drawn_game",))
