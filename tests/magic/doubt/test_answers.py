"""A yes has to differ from a no; a player who declines to pay may have no other answer."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.doubt.auditing import audited
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.positions.json_form import read_position

BELL = {"name": "Own Bell", "type": "Artifact", "text": "{T}: You may pay {R}. If you do, draw a card."}
SPRING = {"name": "Own Spring", "type": "Artifact", "text": "{T}: Add {U}."}
FORGE = {"name": "Own Forge", "type": "Artifact", "text": "{T}: Add one mana of any color."}
MOSS = {
    "name": "Own Moss",
    "type": "Enchantment",
    "text": "Whenever a player taps an artifact for mana, that player adds {R}.",
}
COIL = {"name": "Own Coil", "type": "Artifact", "text": "{T}: You may pay {E}. If you do, draw a card."}
CARDS = [BELL, SPRING, FORGE, MOSS, COIL]


def mistakes(board: dict[str, object], *, source: str = "Own Bell", agrees: bool) -> set[str]:
    """Return the mistakes that are noticed where a player answers whether to pay."""
    beside = {"cards": CARDS, "library": [[{"card": "Own Bell", "copies": 3}], []]}
    body = [{"do": "activate", "source": source}, {"do": "resolve"}, {"do": "choose", "answer": agrees}]
    table = set_up(read_position({**beside, **board}), CardLibrary.of_texts([]))
    return {each.mistake for each in audited(table, read_body(body)).remarks}


@pytest.mark.parametrize("mana", ["", "G", "GGU"])
@pytest.mark.parametrize("beside", [[], ["Own Spring"]])
def test_no_is_the_only_answer_without_mana_of_the_color(mana: str, beside: list[str]) -> None:
    board = {"battlefield": [["Own Bell", *beside], []], "mana": [mana, ""]}
    assert mistakes(board, agrees=False) == set()


def test_a_yes_without_mana_of_the_color_is_noticed() -> None:
    assert mistakes({"battlefield": [["Own Bell"], []], "mana": ["G", ""]}, agrees=True) == {"ignored"}


@pytest.mark.parametrize("agrees", [False, True])
def test_yes_and_no_differ_with_mana_of_the_color(*, agrees: bool) -> None:
    assert mistakes({"battlefield": [["Own Bell"], []], "mana": ["GR", ""]}, agrees=agrees) == set()


def test_a_permanent_that_adds_more_mana_is_not_tapped_to_pay() -> None:
    """The engine does not tap for that by itself, so a yes does the same as a no there, which is noticed."""
    board: dict[str, object] = {"battlefield": [["Own Bell", "Own Spring", "Own Moss"], []]}
    assert [mistakes(board, agrees=agrees) for agrees in (False, True)] == [set(), {"ignored"}]


@pytest.mark.parametrize("agrees", [False, True])
def test_a_source_of_any_color_pays(*, agrees: bool) -> None:
    assert mistakes({"battlefield": [["Own Bell", "Own Forge"], []], "mana": ["G", ""]}, agrees=agrees) == set()


def test_energy_is_no_mana() -> None:
    board = {"battlefield": [["Own Coil"], []], "counters": [{"energy": 1}, {}]}
    assert mistakes(board, source="Own Coil", agrees=True) == set()


def test_no_is_the_only_answer_without_energy() -> None:
    assert mistakes({"battlefield": [["Own Coil"], []]}, source="Own Coil", agrees=False) == set()


@pytest.mark.parametrize("tapped", [False, True])
@pytest.mark.parametrize("agrees", [False, True])
@pytest.mark.parametrize("words", ["You may untap this artifact.", "You may untap target artifact."])
def test_what_is_untapped_already_may_be_untapped_without_a_change(*, words: str, agrees: bool, tapped: bool) -> None:
    harp = {"name": "Own Harp", "type": "Artifact", "text": f"{{0}}: {words}"}
    body = [{"do": "activate", "source": "Own Harp"}, {"do": "resolve"}, {"do": "choose", "answer": agrees}]
    board = {"cards": [harp], "battlefield": [[{"card": "Own Harp", "tapped": tapped}], []]}
    table = set_up(read_position(board), CardLibrary.of_texts([]))
    assert audited(table, read_body(body)).remarks == ()
