"""Texts: how values fill the gaps of a sentence."""

from __future__ import annotations

import pytest

from floorjudge.errors import shortened
from floorjudge.texts import LANGUAGES, Text, counted, render, text


def test_names_that_have_commas_are_set_apart_by_semicolons(subtests: pytest.Subtests) -> None:
    for names, said in [
        (("Soul Warden", "Impact Tremors"), "They are: Soul Warden, Impact Tremors."),
        (("Vrondiss, Rage of Ancients",), "They are: Vrondiss, Rage of Ancients."),
        (("Vrondiss, Rage of Ancients", "Dragon Spirit"), "They are: Vrondiss, Rage of Ancients; Dragon Spirit."),
    ]:
        with subtests.test(said=said):
            assert render(Text("They are: {names}.", {"names": names}), "en") == said


def test_french_sets_a_space_before_the_semicolons_of_a_list() -> None:
    said = Text("{names}", {"names": ("Vrondiss, Rage of Ancients", "Dragon Spirit")})
    assert render(said, "fr") == "Vrondiss, Rage of Ancients\N{NARROW NO-BREAK SPACE}; Dragon Spirit"


def test_nothing_is_never_called_one(subtests: pytest.Subtests) -> None:
    """French uses the form of one for 0 too: where that form writes the number in words, the other form is used."""
    for language in LANGUAGES:
        with subtests.test(language=language):
            said = {
                count: render(counted("one generic mana", "{count} generic mana", count=count), language)
                for count in range(3)
            }
            assert said[0].startswith("0 ")
            assert said[2].startswith("2 ")
            assert "1" not in said[1]
            assert render(counted("{count} life", "{count} life", count=0), "fr") == "0 point de vie"


def test_long_whole_numbers_of_a_sentence_stand_in_groups() -> None:
    spaced = "\N{NARROW NO-BREAK SPACE}"
    inside = text("Table {table}: {badge}.", table=2147473643, badge=text("{count} times", count=-12345))
    assert render(inside, "en") == "Table 2,147,473,643: \N{MINUS SIGN}12,345 times."
    assert render(inside, "es") == "Mesa 2.147.473.643: \N{MINUS SIGN}12.345 veces."
    assert render(inside, "fr") == (
        f"Table 2{spaced}147{spaced}473{spaced}643{spaced}: \N{MINUS SIGN}12{spaced}345 fois."
    )
    assert render(text("{count} times", count=9999), "fr") == "9999 fois"
    assert render(inside, "fr", in_groups=False) == f"Table 2147473643{spaced}: \N{MINUS SIGN}12345 fois."


def test_a_text_is_written_as_its_english_sentence() -> None:
    said = text("{names} left; {why}", names=("Ana", "Bo"), why=text("They won."))
    assert (str(said), f"{said}") == ("Ana, Bo left; They won.", "Ana, Bo left; They won.")
    assert str(counted("{count} player", "{count} players", count=3)) == "3 players"
    assert "message=" in repr(said)


def test_phrases_among_names_stay_in_the_language_of_the_reader_when_a_text_is_shortened() -> None:
    said = shortened(Text("{words}", {"words": (text("agree"), "Ana" * 200)}))
    assert [render(said, language).split(", ")[0] for language in ("en", "es")] == [
        "agree",
        render(text("agree"), "es"),
    ]
    assert len(render(said, "en")) < 250
