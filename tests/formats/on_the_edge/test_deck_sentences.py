"""Every sentence about a deck list, said in every language."""

import pytest

from floorjudge.deck_lists import lines, tables
from floorjudge.formats import decks
from floorjudge.formats.on_the_edge.decks import Verdict, check, check_deck, listing, load_catalogue
from floorjudge.texts import Text
from tests.support.sentences import check_every_language, findings_written_in

# Every sentence is said about one of these lists.
PLAIN = """\
40 Astral Wisdom [28]
1 Astral Wisdom [S1]
1 Astral Wisdom
1 Astral Wisdom [C1]
1 Astral Wisdom [9999]
1 Nobody has such a card
1 Astral Wisdon
1 Nobody has such a card [28]
1 [9999]
1 [28]
1 Nobody [S999]
1 Nobody [CHASE99]
0 Astral Wisdom [28]
99999 Astral Wisdom [28]
3
\x01 Astral Wisdom [28]
"""
TABLE = "count,name,number\nmany,Astral Wisdom,28\n1,Astral Wisdom,twenty\n2,,\n"


def reasons() -> dict[str, Text]:
    cards = load_catalogue()
    every = "\n".join(f"1 {each.name} [{each.number}]\n1 {each.name}" for each in cards.printings.values())
    misprint = "\n".join(f"1 {each.name} [CHASE4]" for each in cards.printings.values() if cards.bans(each))
    lists = (PLAIN, TABLE, every, misprint, "x" * 600)
    return {finding.reason.message: finding.reason for each in lists for finding in check_deck(each).findings}


SAID = [*reasons().values(), *(verdict.label() for verdict in Verdict)]


def test_nothing_is_left_out() -> None:
    assert {said.message for said in SAID} == findings_written_in(check, listing, decks, lines, tables)


def test_every_sentence_can_be_said(subtests: pytest.Subtests) -> None:
    check_every_language(SAID, subtests)
