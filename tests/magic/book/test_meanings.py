"""What a collection's phrases mean."""

from __future__ import annotations

import pytest

from floorjudge.magic.book.meanings import meaning_of

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
