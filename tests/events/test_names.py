"""What a name may hold, and names that a hall could take for one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.errors import BadInput, Refused
from floorjudge.events import errors
from floorjudge.events.lookalikes import is_visible, looks
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import verify_records
from floorjudge.events.tournament.checks import known_player
from tests.events.floor.small_event import opened
from tests.support.refusals import error_of

INVISIBLE = (
    "\u200b",
    "\u3164",
    "\u115f",
    "\uffa0",
    "\ufe0f",
    "\U000e0101",
    "\u2800",
    "\u034f",
    "\u17b4",
    "\u202e",
    "\u2062",
)
PAIRS = [
    ("Ana", "ana"),
    ("Ana", "Aná"),
    ("Ana", "А\u043dа".replace("\u043d", "n")),  # Cyrillic A
    ("Ana", "\N{LATIN LETTER SMALL CAPITAL A}\N{LATIN LETTER SMALL CAPITAL N}\N{LATIN LETTER SMALL CAPITAL A}"),
    ("Ana", "\N{NEGATIVE CIRCLED LATIN CAPITAL LETTER A}na"),
    ("Ana", "\N{REGIONAL INDICATOR SYMBOL LETTER A}na"),
    ("Ana", "Ａｎａ"),
    ("Zoë", "Zoe\u0308"),
    ("Bo", "B0"),
    ("Burn", "Bum"),
    ("Ian", "lan"),
    ("Łukasz", "łukasz"),
    ("Łukasz", "Lukasz"),
    ("Søren", "Soren"),
    ("Æther", "Aether"),
    ("O'Neil", "O\N{RIGHT SINGLE QUOTATION MARK}Neil"),
    ("O'Neil", "O\N{MODIFIER LETTER APOSTROPHE}Neil"),
    ("O'Neil", "O\N{ACUTE ACCENT}Neil"),
    ("O'Neil", "O`Neil"),
    ("Jean-Luc", "Jean\N{EN DASH}Luc"),
    ("Wladimir", "VVladimir"),
    ("Ana", "ᗩᑎᗩ"),
    ("علی", "علي"),
    ("کرم", "كرم"),
    ("\N{KATAKANA LETTER RO}", "\N{CJK UNIFIED IDEOGRAPH-53E3}"),
    ("\N{KATAKANA LETTER KA}", "\N{CJK UNIFIED IDEOGRAPH-529B}"),
    ("Ana", "Ana."),
    ("Ana", "Ana-"),
    ("Ana", "\N{BULLET}Ana\N{BULLET}"),
    ("Ana B Silva", "Ana B. Silva"),
    ("Ana", "\N{GREEK CAPITAL LETTER LAMDA}na"),
    ("Ana", "An\N{GREEK CAPITAL LETTER LAMDA}"),
    ("Jean-Luc", "Jean\N{NON-BREAKING HYPHEN}Luc"),
]


def with_players(*names: str) -> EventService:
    service = opened()
    for name in names:
        service.take({"do": "register", "player": name}, "en")
    return service


def test_nothing_invisible_stands_in_a_name(subtests: pytest.Subtests) -> None:
    for char in INVISIBLE:
        with subtests.test(char=char):
            assert not is_visible(char)
            assert error_of(BadInput, with_players, f"An{char}a").code == "bad_name"


def test_no_accent_of_a_name_stands_on_what_is_beside_it(subtests: pytest.Subtests) -> None:
    for name in [
        "\N{COMBINING ACUTE ACCENT}",
        "\N{COMBINING ACUTE ACCENT}Ana",
        "Ana \N{COMBINING ENCLOSING CIRCLE}",
        "A" + 8 * "\N{COMBINING ACUTE ACCENT}",
    ]:
        with subtests.test(name=name), pytest.raises(errors.BadName):
            with_players(name)


@pytest.mark.parametrize("name", ["Nguyễn", "ലക്ഷ്മി", "กิ่ง", "\u101c\u103d\u103e\u102d\u102f\u1037"])
def test_names_keep_the_accents_of_their_language(name: str) -> None:
    assert list(with_players(name).state.players) == [name]


GOLFER = "\U0001f3cc\ufe0f\u200d\u2640\ufe0f"
JOINED = [
    GOLFER,
    f"Bo {GOLFER} Sá",
    "Eva \u2764\ufe0f",
    "\U0001f469\U0001f3fd\u200d\U0001f4bb Ana",
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",  # Persian
    "\u0915\u094d\u200d\u0937",  # Devanagari
    "1\ufe0f\u20e3 Ana",
    "Ana \u2194\ufe0f Bo\u203c\ufe0f",
]


def test_joiners_stand_where_they_mean_something(subtests: pytest.Subtests) -> None:
    for name in JOINED:
        with subtests.test(name=name):
            service = with_players(name)
            assert list(service.state.players) == [name]
            plain = "".join(char for char in name if char not in "\u200c\u200d\ufe0f")
            with pytest.raises(errors.LooksAlike):
                service.take({"do": "register", "player": plain}, "en")
            service.take({"do": "register", "player": plain, "alike": True}, "en", by=f"Olga {GOLFER}")
            assert verify_records(service.records, service.seed()).state == service.state


def test_a_refusal_shows_what_is_refused(subtests: pytest.Subtests) -> None:
    for name, char, position in [
        ("An\u200ba", "U+200B ZERO WIDTH SPACE", 3),
        ("  An\u202ea", "U+202E RIGHT-TO-LEFT OVERRIDE", 3),
        ("A\u200dna", "U+200D ZERO WIDTH JOINER", 2),
        ("\u200dAna", "U+200D ZERO WIDTH JOINER", 1),
        ("Ana\u200c", "U+200C ZERO WIDTH NON-JOINER", 4),
        ("A\ufe0fna", "U+FE0F VARIATION SELECTOR-16", 2),
        ("1\ufe0f Ana", "U+FE0F VARIATION SELECTOR-16", 2),
        ("A\ufe0f\u20e3", "U+FE0F VARIATION SELECTOR-16", 2),
        ("\U0001f3cc\u200d", "U+200D ZERO WIDTH JOINER", 2),
        ("An\x1ba", "U+001B", 3),
        ("Ana \u0301", "U+0301 COMBINING ACUTE ACCENT", 5),
        ("", None, None),
        ("x" * 101, None, None),
    ]:
        with subtests.test(name=name, char=char, position=position):
            refused = error_of(errors.BadName, with_players, name)
            assert (refused.char, refused.position) == (char, position)
            if char is not None:
                assert f"character {position} is {char}." in refused.message("en")


@given(
    st.text(
        st.sampled_from("Ae\u0301\u200d\u200c\ufe0f\U0001f3cc\u2640\u0639\u0631\u094d\u0915 "), min_size=1, max_size=8
    )
)
def test_names_that_differ_in_joiners_alone_look_alike(name: str) -> None:
    plain = " ".join("".join(char for char in name if char not in "\u200c\u200d\ufe0f").split())
    assert looks(" ".join(name.split())) == looks(plain) or " " in name


def test_names_that_look_alike_are_pointed_out_and_stand_when_the_organiser_says_so(subtests: pytest.Subtests) -> None:
    for one, other in PAIRS:
        with subtests.test(one=one, other=other):
            service = with_players(one)
            refused = error_of(Refused, service.take, {"do": "register", "player": other}, "en")
            assert refused.code in {"looks_alike", "name_taken"}
            if refused.code == "looks_alike":
                service.take({"do": "register", "player": other, "alike": True}, "en")
                assert len(service.state.players) == 2
                assert verify_records(service.records, service.seed()).state == service.state


def test_nobody_registers_themselves_under_a_name_that_looks_like_anothers() -> None:
    service = with_players("Ana")
    service.take({"do": "self_registration", "open": True}, "en")
    with pytest.raises(Refused):
        service.take({"do": "join", "player": "ANA"}, "en")


def test_who_has_left_is_in_nobodys_way() -> None:
    service = with_players("Ana")
    service.take({"do": "leave", "player": "Ana"}, "en")
    service.take({"do": "register", "player": "ana"}, "en")


@pytest.mark.parametrize("started", [False, True])
def test_who_comes_back_beside_a_name_that_looks_like_theirs_is_asked_about(started: bool) -> None:  # noqa: FBT001 (pytest gives it)
    service = with_players("Ana", "Bo", "Cy")
    for command in (
        {"do": "leave", "player": "Ana"},
        {"do": "register", "player": "ana"},
        *[{"do": "start"}] * started,
    ):
        service.take(command, "en")
    assert error_of(errors.LooksAlike, service.take, {"do": "come_back", "player": "Ana"}, "en").other == "ana"
    service.take({"do": "come_back", "player": "Ana", "alike": True}, "en")
    assert not service.state.has_left("Ana")
    assert verify_records(service.records, service.seed()).state == service.state


@pytest.mark.parametrize("then", [{"do": "leave", "player": "ANA"}, {"do": "rename", "player": "ANA", "name": "Bo"}])
def test_who_is_still_there_is_pointed_out_when_another_of_that_name_is_not(then: dict[str, Any]) -> None:
    service = with_players("Ana")
    service.take({"do": "register", "player": "ANA", "alike": True}, "en")
    service.take(then, "en")
    assert error_of(errors.LooksAlike, service.take, {"do": "register", "player": "ana"}, "en").other == "Ana"


@pytest.mark.parametrize(("one", "other"), [("Ian", "Lan"), ("Player I", "Player L"), ("Bo", "Bob"), ("Al", "Ai")])
def test_names_that_a_hall_can_tell_apart_stand_side_by_side(one: str, other: str) -> None:
    assert list(with_players(one, other).state.players) == [one, other]


@given(st.text(max_size=40))
@example("\N{LATIN CAPITAL LETTER G WITH HOOK}")
@example("\N{CHEROKEE SMALL LETTER A}")
@example("\N{FULLWIDTH GRAVE ACCENT}")
def test_a_name_looks_like_itself_in_other_letters(name: str) -> None:
    letters, strokes = looks(name)
    assert looks(letters.removeprefix("letters "))[0] == letters
    assert looks(strokes.removeprefix("strokes "))[1] == strokes


def test_a_misspelt_name_among_thousands_of_long_ones_is_found() -> None:
    service = with_players("Ana")
    names = [f"{'ab' * 45} {number:04}" for number in range(300)]
    service.take_all([{"do": "register", "player": name} for name in names])
    refused = error_of(errors.UnknownPlayer, known_player, service.state, "player", f"{'ab' * 45} O123")
    assert f"{'ab' * 45} 0123" in refused.similar


def test_a_misspelt_name_is_compared_with_at_most_five_thousand() -> None:
    looked_at = 0

    class Players(dict[str, None]):
        def __iter__(self) -> Iterator[str]:
            nonlocal looked_at
            for name in super().__iter__():
                looked_at += 1
                yield name

    state = replace(
        with_players("Ana").state, players=cast("Any", Players.fromkeys(f"{'ab' * 45} {n}" for n in range(6_000)))
    )
    assert len(error_of(errors.UnknownPlayer, known_player, state, "player", f"{'ab' * 45} O123").similar) == 3
    assert looked_at == 5_000


def test_deck_lists_have_a_size_and_a_number() -> None:
    service = with_players("Ana")
    refused = error_of(BadInput, service.take, {"do": "deck", "player": "Ana", "list": "1 Sekhem\n" * 3_000}, "en")
    assert refused.code == "list_too_long"
    for copies in range(20):
        service.take({"do": "deck", "player": "Ana", "list": f"{copies + 1} Sekhem"}, "en")
    enough = error_of(Refused, service.take, {"do": "deck", "player": "Ana", "list": "40 Sekhem"}, "en")
    assert enough.code == "too_many_decks"
