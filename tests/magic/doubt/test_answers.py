"""A yes has to differ from a no; a player who declines to pay may have no other answer."""

from __future__ import annotations

from itertools import product

import pytest

from floorjudge.magic.doubt.auditing import audited
from floorjudge.magic.playing.bodies import read_body
from tests.magic.boards import table_of
from tests.magic.made_up import artifact, enchantment

BELL = artifact("Own Bell", "{T}: You may pay {R}. If you do, draw a card.")
SPRING = artifact("Own Spring", "{T}: Add {U}.")
FORGE = artifact("Own Forge", "{T}: Add one mana of any color.")
MOSS = enchantment("Own Moss", "Whenever a player taps an artifact for mana, that player adds {R}.")
COIL = artifact("Own Coil", "{T}: You may pay {E}. If you do, draw a card.")
CARDS = [BELL, SPRING, FORGE, MOSS, COIL]


def mistakes(board: dict[str, object], *, source: str = "Own Bell", agrees: bool) -> set[str]:
    """Return the mistakes that are noticed where a player answers whether to pay."""
    beside = {"cards": CARDS, "library": [[{"card": "Own Bell", "copies": 3}], []]}
    body = [{"do": "activate", "source": source}, {"do": "resolve"}, {"do": "choose", "answer": agrees}]
    return {each.mistake for each in audited(table_of(beside | board), read_body(body)).remarks}


def test_no_is_the_only_answer_without_what_is_asked_for(subtests: pytest.Subtests) -> None:
    for mana, beside in product(("", "G", "GGU"), ([], ["Own Spring"])):
        with subtests.test(mana=mana, beside=beside):
            assert mistakes({"battlefield": [["Own Bell", *beside], []], "mana": [mana, ""]}, agrees=False) == set()
    assert mistakes({"battlefield": [["Own Coil"], []]}, source="Own Coil", agrees=False) == set()


def test_a_yes_without_mana_of_the_color_is_noticed() -> None:
    assert mistakes({"battlefield": [["Own Bell"], []], "mana": ["G", ""]}, agrees=True) == {"ignored"}


def test_a_permanent_that_adds_more_mana_is_not_tapped_to_pay() -> None:
    """The engine does not tap for that by itself, so a yes does the same as a no there, which is noticed."""
    board: dict[str, object] = {"battlefield": [["Own Bell", "Own Spring", "Own Moss"], []]}
    assert [mistakes(board, agrees=agrees) for agrees in (False, True)] == [set(), {"ignored"}]


def test_yes_and_no_differ_with_what_is_asked_for(subtests: pytest.Subtests) -> None:
    """A source of any color pays; energy is no mana."""
    boards: list[tuple[str, dict[str, object]]] = [
        ("Own Bell", {"battlefield": [["Own Bell"], []], "mana": ["GR", ""]}),
        ("Own Bell", {"battlefield": [["Own Bell", "Own Forge"], []], "mana": ["G", ""]}),
        ("Own Coil", {"battlefield": [["Own Coil"], []], "counters": [{"energy": 1}, {}]}),
    ]
    for (source, board), agrees in product(boards, (False, True)):
        with subtests.test(board=board, agrees=agrees):
            assert mistakes(board, source=source, agrees=agrees) == set()


def test_what_is_untapped_already_may_be_untapped_without_a_change(subtests: pytest.Subtests) -> None:
    for words, agrees, tapped in product(("this artifact", "target artifact"), (False, True), (False, True)):
        harp = artifact("Own Harp", f"{{0}}: You may untap {words}.")
        body = [{"do": "activate", "source": "Own Harp"}, {"do": "resolve"}, {"do": "choose", "answer": agrees}]
        board = {"cards": [harp], "battlefield": [[{"card": "Own Harp", "tapped": tapped}], []]}
        with subtests.test(words=words, agrees=agrees, tapped=tapped):
            assert audited(table_of(board), read_body(body)).remarks == ()
