"""Every sentence about a Magic deck list is said about some list, and in every language."""

import ast
import inspect

import pytest

from floorjudge.deck_lists import listing, sections
from floorjudge.errors import BadInput
from floorjudge.formats.magic_decks import DeckKind, banned, check, check_deck, commander_decks, read_banned
from floorjudge.texts import LANGUAGES, Text, render
from tests.formats.magic_decks.cards import CARDS, KNOWN, Cards
from tests.formats.magic_decks.test_commander import ACTIVATED, EVEN, companion

BANS = read_banned("name: Friday\n2026-11-06\nSol Ring\nNobody\nBanned as companion\nFriend", "bans.txt")
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


def every_sentence() -> dict[str, Text]:
    reports = [
        check_deck(each, kind, cards, bans)
        for each in LISTS
        for kind in DeckKind
        for cards in (None, KNOWN, *(Cards([*CARDS, companion(asked)]) for asked in (EVEN, ACTIVATED)))
        for bans in (None, BANS)
    ]
    said = [text for report in reports for text in (*report.notes, *(finding.reason for finding in report.findings))]
    return {text.message: text for text in said}


SAID = every_sentence()


def test_nothing_is_left_out() -> None:
    nodes = (node for module in MODULES for node in ast.walk(ast.parse(inspect.getsource(module))))
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    written = {
        ast.literal_eval(call.args[0])
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ("text", "counted")
    }
    # Errors are no findings; those of the whole program are tried together.
    errors = {
        each.sentence.message
        for each in vars(banned).values()
        if inspect.isclass(each) and issubclass(each, BadInput) and each is not BadInput
    }
    colours = {"white", "blue", "black", "red", "green"}
    assert written - errors - colours <= {*SAID}


def test_every_sentence_can_be_said(subtests: pytest.Subtests) -> None:
    for language in LANGUAGES:
        for said in SAID.values():
            with subtests.test(said=said.message, language=language):
                sentence = render(said, language)
                assert "{" not in sentence
                assert language == "en" or sentence != render(said, "en")
