"""Texts: how values fill the gaps of a sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import LONGEST_REPEATED, shortened
from floorjudge.texts import LANGUAGES, Language, Text, counted, grouped, in_any, in_groups, number_text, render, text
from floorjudge.web.common.languages import big_number, number


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
    assert render(inside, "fr", for_people=False) == f"Table 2147473643{spaced}: \N{MINUS SIGN}12345 fois."


# The sign between groups and the numbers of 4 and 5 digits, as Unicode's CLDR has them (minimumGroupingDigits).
GROUPED: list[tuple[Language, str, str]] = [
    ("en", "1,234", "12,345"),
    ("es", "1234", "12.345"),
    ("fr", "1\u202f234", "12\u202f345"),
    ("pt", "1.234", "12.345"),
]


def test_a_language_writes_numbers_in_one_way_wherever_they_stand(subtests: pytest.Subtests) -> None:
    assert [language for language, _, _ in GROUPED] == list(LANGUAGES)
    for language, four, five in GROUPED:
        for value, digits in ((1234, four), (12_345, five), (-12_345, f"−{five}"), (999, "999"), (-999, "−999")):
            with subtests.test(language=language, value=value):
                assert render(text("{number}", number=value), language) == digits
                assert render(text("{number}", number=grouped(str(value))), language) == digits
                assert number(value, language) == digits
                point = "." if language == "en" else ","
                assert render(text("{number}", number=number_text(f"{value}.6667")), language) == f"{digits}{point}6667"
                assert big_number(value, language).short == digits


@given(st.integers(), st.sampled_from(LANGUAGES))
def test_groups_leave_out_and_add_no_digit(value: int, language: Language) -> None:
    shown = in_groups(str(value), language)
    assert re.sub(r"[^0-9]", "", shown) == str(abs(value))
    assert [len(part) for part in re.findall(r"[0-9]+", shown)[1:]] == [3] * len(re.findall(r"[^0-9−]", shown))
    assert shown.startswith("−") == (value < 0)


def test_a_number_of_many_digits_and_a_power_fill_gaps() -> None:
    long = grouped("9" * 6_000)
    assert render(text("{number}", number=long), "en").count(",") == 1_999
    assert render(text("{number}", number=long), "en", for_people=False) == "9" * 6_000
    assert render(text("{number}", number=grouped("10^100")), "es") == "10^100"
    assert len(render(shortened(text("{number}", number=long)), "en")) == LONGEST_REPEATED + 1


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_after_a_colon_begins_small_where_the_language_wants_it(language: Language) -> None:
    """English keeps its capital, and so do names and abbreviations in every language."""

    def after_a_colon(sentence: Text) -> str:
        written = render(text("Table {table}: {claim}", table=3, claim=sentence), language)
        return written.partition(": ")[2]

    sentence = text("That is not known for sure.")
    player = text("{player} wins.", player=text("the copy of {card}", card="Opt"))
    for each in (sentence, player):
        alone = render(each, language)
        assert alone[0].isupper()
        assert after_a_colon(each) == (alone if language == "en" else alone[0].lower() + alone[1:])
    for named in (text("{player} wins.", player="Ana"), in_any("MTR 4.4."), in_any("Not our words.")):
        assert after_a_colon(named) == render(named, language)


@pytest.mark.parametrize(
    ("name", "fr", "es"),
    [
        ("Ana", "d’Ana", "Bo y Ana"),
        ("Élodie", "d’Élodie", "Bo y Élodie"),
        ("Œnone", "d’Œnone", "Bo y Œnone"),
        ("HÉLÈNE", "d’HÉLÈNE", "Bo y HÉLÈNE"),
        ("Henri-Georges", "d’Henri-Georges", "Bo y Henri-Georges"),
        ("Hugo", "d’Hugo", "Bo y Hugo"),
        ("Hans", "de Hans", "Bo y Hans"),
        ("Henrik", "de Henrik", "Bo y Henrik"),
        ("A. Martin", "de A. Martin", "Bo y A. Martin"),
        ("O’Connor", "d’O’Connor", "Bo y O’Connor"),
        ("Yves", "d’Yves", "Bo e Yves"),
        ("Yann", "de Yann", "Bo y Yann"),
        ("Inés", "d’Inés", "Bo e Inés"),
        ("Íñigo", "d’Íñigo", "Bo e Íñigo"),
        ("Hilda", "de Hilda", "Bo e Hilda"),
        ("Ian", "d’Ian", "Bo y Ian"),
        ("Hielo", "de Hielo", "Bo y Hielo"),
        ("8", "de 8", "Bo y 8"),
    ],
)
def test_a_name_joins_the_words_before_it_by_its_sound(name: str, fr: str, es: str) -> None:
    assert render(text("life of {player}", player=name), "fr") == f"points de vie {fr}"
    both = text("Check on the cards whether {one} and {other} may be commanders together.", one="Bo", other=name)
    assert f"si {es} pueden" in render(both, "es")


@pytest.mark.parametrize(
    ("name", "joined"),
    [
        ("Óscar", "Bo u Óscar"),
        ("Horacio", "Bo u Horacio"),
        ("Hugo", "Bo o Hugo"),
        ("80", "Bo u 80"),
        ("11", "Bo u 11"),
        ("110", "Bo o 110"),
    ],
)
def test_spanish_says_or_as_it_sounds(name: str, joined: str) -> None:
    assert render(text("{one} or {other}", one="Bo", other=name), "es") == joined
