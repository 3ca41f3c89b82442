"""Type lines and the names of tokens, as readers of each language know them."""

from __future__ import annotations

from itertools import permutations

import pytest

from floorjudge.magic.answer.step_words import step_words
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.marks import marks_of
from floorjudge.magic.positions.position import Permanent
from floorjudge.magic.type_words import token_name, type_line
from floorjudge.texts import Language, Text, render, text


def said(words: Text | str, language: Language) -> str:
    return words if isinstance(words, str) else render(words, language)


def test_types_in_any_order_are_one_type_line(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Language, str]] = [
        ("en", "Land Creature — Forest Dryad"),
        ("es", "Criatura tierra — Dríada Bosque"),
        ("pt", "Criatura Terreno — Floresta Dríade"),
    ]
    for language, line in cases:
        with subtests.test(language=language, line=line):
            for types in permutations(("Land", "Creature")):
                assert said(type_line(f"{' '.join(types)} — Forest Dryad"), language) == line


def test_supertypes_stay_in_front() -> None:
    for types in permutations(("Artifact", "Creature")):
        assert said(type_line(f"Legendary {' '.join(types)}"), "es") == "Criatura artefacto legendaria"
    assert said(type_line("Legendary Creature — Elf Warrior"), "fr") == "Créature légendaire\u202f: Elfe et Guerrier"
    assert said(type_line("Kindred Instant — Treefolk"), "es") == "Instantáneo tribal — Pueblo-arbóreo"


def test_what_is_not_known_stays_english() -> None:
    assert said(type_line("Host Creature — Shaman Contraption"), "fr").startswith("Host Creature")
    assert token_name("Marit Lage") == "Marit Lage"


def test_a_token_has_the_same_name_in_steps_as_in_amounts() -> None:
    (step,) = read_body([{"do": "activate", "source": "token:Treasure"}])
    names: list[tuple[Language, str]] = [("en", "Treasure"), ("es", "Tesoro"), ("fr", "Trésor")]
    for language, name in names:
        assert name in said(step_words(step, read_position({"battlefield": [[], []]})), language)
    assert said(text("Any number of {token} tokens.", token=token_name("Elf Warrior")), "es") == (
        "Tantas fichas de Guerrero Elfo como se quiera."
    )


def test_counters_are_called_as_on_cards(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Language, str, str]] = [
        ("en", "loyalty", "3 loyalty counters"),
        ("es", "quest", "3 contadores de búsqueda"),
        ("fr", "LOYALTY", "3 marqueurs loyauté"),
        ("pt", "charge", "3 marcadores de carga"),
        ("fr", "+1/+1", "3 marqueurs +1/+1"),
    ]
    for language, kind, words in cases:
        with subtests.test(language=language, kind=kind):
            (mark,) = marks_of(Permanent("Own Relic", counters={kind: 3}), read_position({}))
            assert render(mark, language) == words
