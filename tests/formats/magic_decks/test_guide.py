"""docs/magic-decks.md says what is true."""

import json
import re
from pathlib import Path

import pytest

from floorjudge.deck_lists.listing import Section, read_list
from floorjudge.deck_lists.sections import MOST_BESIDE
from floorjudge.formats.decks import report_json
from floorjudge.formats.magic_decks import DeckKind, check_deck, read_banned
from floorjudge.formats.magic_decks.banned import Ban
from floorjudge.rulebook import clauses
from tests.formats.magic_decks.cards import KNOWN

GUIDE = (Path(__file__).parents[3] / "docs" / "magic-decks.md").read_text("utf-8")


def cells(first: str) -> list[str]:
    """Return the cells of the row of a table that begins with a cell."""
    (row,) = re.findall(rf"^\| {re.escape(first)} \| (.+) \|$", GUIDE, re.MULTILINE)
    return re.split(r"(?<!\\) ?\| ?", row)


@pytest.mark.parametrize(
    ("first", "section"),
    [
        ("copies", None),
        ("printings and marks", None),
        ("sideboard", Section.SIDEBOARD),
        ("commander", Section.COMMANDER),
        ("left out", Section.LEFT_OUT),
    ],
)
def test_every_form_is_understood(first: str, section: Section | None, subtests: pytest.Subtests) -> None:
    for form in re.findall(r"`([^`]+)`", cells(first)[0].replace("\\|", "|")):
        for knows in (lambda name: KNOWN.named(name) is not None, lambda _name: False):
            with subtests.test(form=form):
                (entry,) = read_list(form, knows)
                copies = 3 if "3" in form.replace("213", "") else 1
                card = KNOWN.named(entry.name)
                assert card is not None
                assert (card.name, entry.copies, entry.section) == ("Pyroblast", copies, section)


def test_the_sizes_are_those_of_the_code() -> None:
    for kind in DeckKind:
        deck, sideboard, *_ = cells(f"`{kind}`")
        assert str(kind.least) in deck
        assert (str(MOST_BESIDE) in sideboard) == (kind is DeckKind.CONSTRUCTED)


def test_every_clause_is_one() -> None:
    cited = set(re.findall(r"(?:MTR|CR) [\d.]+[a-z]?\b", GUIDE)) - {"CR 903.5"}
    assert len(cited) > 12
    assert cited <= {*clauses()}


def test_the_list_of_banned_cards_is_one() -> None:
    (written,) = re.findall(r"```\n(name:.*?)```", GUIDE, re.DOTALL)
    banned = read_banned(written, "guide")
    assert (banned.name, banned.date) == ("Friday", "2026-11-06")
    bans = [banned.of(name) for name in ("Sol Ring", "Lightning Bolt", "Lutri, the Spellchaser")]
    assert bans == [Ban.BANNED, Ban.RESTRICTED, Ban.AS_COMPANION]


def test_the_answer_is_the_one_shown() -> None:
    (answer,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    report = check_deck("55 Mountain\n5 Lightning Bolt", DeckKind.CONSTRUCTED, KNOWN)
    assert report_json(report, "en") == json.loads(answer)
