"""docs/deck-lists.md says what is true."""

import json
import re
from pathlib import Path

import pytest

from floorjudge.deck_lists.lines import LONGEST_LINE, MOST_CHARACTERS, MOST_LINES
from floorjudge.deck_lists.tables import COPIES, NAMES, NUMBERS, folded
from floorjudge.formats.on_the_edge.decks import check_deck, load_catalogue, read_cards, report_json, with_further_cards
from floorjudge.formats.on_the_edge.decks.listing import read_list

GUIDE = (Path(__file__).parents[3] / "docs" / "deck-lists.md").read_text("utf-8")


def forms(first: str) -> list[str]:
    """Return the forms in the row of a table that begins with a cell."""
    (row,) = re.findall(rf"^\| {first} \| (`.+) \|$", GUIDE, re.MULTILINE)
    return re.findall(r"`([^`]+)`", row)


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def test_every_form_is_understood(subtests: pytest.Subtests) -> None:
    for form in [*forms("copies"), *forms("number"), *forms("both"), *forms("number only")]:
        with subtests.test(form=form):
            (entry,) = read_list(form)
            assert entry.name in {"Lope", ""}
            assert entry.copies == (3 if "3" in form.replace("143", "") else 1)
            numbers = {"143": "143", "S8": "S8", "CHASE 4": "CHASE4"}
            assert entry.number == next((number for written, number in numbers.items() if written in form), None)
            assert not entry.doubts


def test_the_form_with_a_set_is_understood() -> None:
    (form,) = forms("set in place of the number")
    assert len(load_catalogue().named("Lope")) == 2
    assert [printing.number for printing in load_catalogue().named(form)] == ["143"]


@pytest.mark.parametrize(("first", "known"), [("copies", COPIES | {"nombre"}), ("name", NAMES), ("number", NUMBERS)])
def test_every_heading_is_understood(first: str, known: frozenset[str]) -> None:
    (row,) = re.findall(rf"^\| {first} \| ([a-z].+) \|$", GUIDE, re.MULTILINE)
    headings = re.split(r"[,;] (?:and )?", re.sub(r" beside.*?(?=;)| and their longer forms", "", row))
    assert len(headings) > 3
    assert {folded(heading) for heading in headings} <= known


def test_the_limits_are_those_of_the_code() -> None:
    for limit in (MOST_LINES, MOST_CHARACTERS, LONGEST_LINE):
        assert f"{limit:,}".replace(",", " ") in GUIDE
    cards = load_catalogue()
    names = {printing.name for printing in cards.printings.values()}
    assert f"{len(cards.printings)} printings of {len(names)} names" in GUIDE


@pytest.mark.clauses("OTE 1.7")
def test_the_card_file_is_one() -> None:
    (table,) = blocks("")
    cards = with_further_cards(load_catalogue(), read_cards(table, "guide"), "guide")
    assert [cards.bans(cards.numbered(number)[0]) for number in ("E1", "E2", "112", "D48")] == [
        (),
        ("OTE 1.6",),
        ("OTE 1.5",),
        ("OTE 1.5",),
    ]


def test_the_answer_is_the_one_shown() -> None:
    (answer,) = blocks("json")
    listing = "# mine\n39 Barber Hammock [112]\n2 Astral Wisdom [S1]"
    assert report_json(check_deck(listing), "en") == json.loads(answer)
