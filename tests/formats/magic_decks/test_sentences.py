"""Every sentence about a Magic deck list is said about some list, and in every language."""

from functools import cache

import pytest
from msgspec.structs import replace

from floorjudge.deck_lists import listing, sections
from floorjudge.formats.decks import DeckReport, Verdict
from floorjudge.formats.magic_decks import DeckKind, banned, check, check_deck, commander_decks, read_banned
from floorjudge.texts import Text
from tests.formats.magic_decks.cards import CARDS, KNOWN, Cards
from tests.formats.magic_decks.test_commander import ACTIVATED, EVEN, companion
from tests.support.sentences import check_every_language, findings_written_in

BANS = read_banned("name: Friday\n2026-11-06\nSol Ring\nNobody\nBanned as companion\nFriend", "bans.txt")
FROM_A_BOARD = replace(BANS, source="the board")
LISTS = (
    "1 Lightning Bolt\n5 Sol Ring\n1 Lightnin\n5 Qqqq\n1 The Academy\nQqqq\nSideboard\n16 Pyroblast\nCompanion\n1 Friend\n1 Tana",
    "59 Mountain\n\n15 Forest",
    "Commander\n1 Tana\n1 Toothy\n\n5 Sol Ring\n1 Island\nSideboard\n1 Forest",
    "Commander\n1 Runner\n1 Tana",
    "Commander\n1 Sol Ring\n\nCompanion\n1 Friend",
    "Commander\n1 Qqqq\n1 Tana\n1 Tymna\n",
    "1 Sol Ring",
)
MODULES = (banned, check, commander_decks, listing, sections)


@cache
def reports() -> list[DeckReport]:
    return [
        check_deck(each, kind, cards, bans)
        for each in LISTS
        for kind in DeckKind
        for cards in (None, KNOWN, *(Cards([*CARDS, companion(asked)]) for asked in (EVEN, ACTIVATED)))
        for bans in (None, BANS, FROM_A_BOARD)
    ]


def every_sentence() -> dict[str, Text]:
    said = [text for report in reports() for text in (*report.notes, *(finding.reason for finding in report.findings))]
    return {text.message: text for text in said}


def test_nothing_is_left_out() -> None:
    colours = {"white", "blue", "black", "red", "green"}
    assert findings_written_in(*MODULES) - colours <= {*every_sentence()}


def test_every_sentence_can_be_said(subtests: pytest.Subtests) -> None:
    check_every_language(every_sentence().values(), subtests)


def test_a_finding_has_a_verdict_and_what_is_illegal_its_clauses() -> None:
    """In limited a ban is a rule of the organiser, which no clause gives."""
    for report in reports():
        for finding in report.findings:
            said = str(finding.reason)
            assert finding.verdict in Verdict
            assert "None" not in said
            assert all(clause.startswith(("MTR ", "CR ")) for clause in finding.clauses)
            assert finding.clauses or finding.verdict is Verdict.TO_BE_CHECKED or " is banned " in said
