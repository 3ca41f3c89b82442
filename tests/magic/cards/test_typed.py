"""Cards that somebody types in one go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic import CardLibrary
from floorjudge.magic.cards.typed import TypedCard, cards_typed
from floorjudge.magic.errors import NoCardTexts

NAMES = (
    "Krenko, Mob Boss",
    "Skirk Prospector",
    "Sol Ring",
    "+2 Mace",
    "Fire // Ice",
    "Sword of Fire and Ice",
    "Borrowing 100,000 Arrows",
    "Pir, Imaginative Rascal",
    "Toothy, Imaginary Friend",
    "Kiki-Jiki, Mirror Breaker",
    "Lim-Dûl's Vault",
    "_____",
    "Minsc & Boo, Timeless Heroes",
)
SEPARATORS = (", ", ",", " + ", "+", "; ", "\n", " & ", " and ", " AND ", " y ", " et ", " e ", " ,  ")


@pytest.fixture(scope="module")
def own() -> CardLibrary:
    return CardLibrary.of_texts([{"name": name} for name in NAMES])


def read(typed: str, library: CardLibrary) -> list[tuple[int, str | None]]:
    return [(card.copies, card.name) for card in cards_typed(typed, library)]


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(SEPARATORS), st.integers(1, 99)), max_size=8))
def test_names_are_read_back_whatever_stands_between_them(own: CardLibrary, parts: list[tuple[str, str, int]]) -> None:
    typed = "".join(
        f"{separator if at else ''}{copies} {name.lower()}" for at, (name, separator, copies) in enumerate(parts)
    )
    cards = cards_typed(typed, own)
    assert [(card.copies, card.name) for card in cards] == [(copies, name) for name, _, copies in parts]
    assert all(card.exactly for card in cards)


@given(st.text(alphabet="ab+,;& \n12", max_size=30))
def test_any_text_is_read_and_nothing_of_it_lost(own: CardLibrary, typed: str) -> None:
    cards = cards_typed(typed, own)
    letters = [char for card in cards for char in card.written if char.isalpha()]
    assert letters == [char for char in typed if char.isalpha()]


def test_what_people_type(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for typed, names in [
        ("krenko, mob boss, skirk prospector", ["Krenko, Mob Boss", "Skirk Prospector"]),
        ("krenko mob boss + sol ring", ["Krenko, Mob Boss", "Sol Ring"]),
        ("+2 mace", ["+2 Mace"]),
        ("sol ring + +2 mace", ["Sol Ring", "+2 Mace"]),
        ("sword of fire and ice", ["Sword of Fire and Ice"]),
        ("sword of fire & ice", ["Sword of Fire and Ice"]),
        ("fire and ice", ["Fire // Ice", "Fire // Ice"]),
        ("fire/ice", ["Fire // Ice"]),
        ("lim-duls vault", ["Lim-Dûl's Vault"]),
        ("pir, imaginative rascl, toothy, imaginary frend", ["Pir, Imaginative Rascal", "Toothy, Imaginary Friend"]),
        ("sol rin, toothy", ["Sol Ring", "Toothy, Imaginary Friend"]),
        ("sol ring skirk prospector", ["Sol Ring", "Skirk Prospector"]),
        ("kiki-jiki sol rign 2 krenko mob boss", ["Kiki-Jiki, Mirror Breaker", "Sol Ring", "Krenko, Mob Boss"]),
        ("sol ring nobody knows", [None]),
        ("sol prospector", [None]),
        ("s, sol ring", [None, "Sol Ring"]),
        ("nobody, knows; this", [None, None, None]),
        (" , + ;", []),
        ("", []),
    ]:
        with subtests.test(typed=typed):
            assert [name for _, name in read(typed, own)] == names


def test_what_was_not_called_exactly_so_says_so_and_what_is_not_clear_what_it_may_be(own: CardLibrary) -> None:
    assert cards_typed("2x sol rign, s", own) == (
        TypedCard("sol rign", 2, "Sol Ring", exactly=False),
        TypedCard("s", 1, None, exactly=False, similar=("Sol Ring", "Skirk Prospector", "Sword of Fire and Ice")),
    )


def test_a_very_long_line_is_read_piece_by_piece(own: CardLibrary) -> None:
    assert read("+".join(["sol ring"] * 500), own) == [(1, "Sol Ring")] * 500


def test_without_card_texts_nothing_can_be_read() -> None:
    with pytest.raises(NoCardTexts):
        cards_typed("Sol Ring", CardLibrary(None))


def test_real_cards(library: CardLibrary) -> None:
    assert read("Rings of Brighthearth + Basalt Monolth", library) == [
        (1, "Rings of Brighthearth"),
        (1, "Basalt Monolith"),
    ]
