"""What a loop takes for granted: life, invented cards, places, mana."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic.answer.given import taken_for_granted
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.bodies import Reference, Step
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.proof.certificates import Certificate, Line
from floorjudge.texts import render, text

BEAR = {"name": "Plain Bear", "type": "Creature — Bear", "mana_cost": "{1}{G}", "power": 2, "toughness": 2}
ISLE = {"name": "Plain Isle", "type": "Basic Land — Island", "text": "({T}: Add {U}.)"}
FLAG = {"name": "Plain Flag", "type": "Enchantment", "text": "Vigilance\nCreatures you control have haste."}


def given(
    position: dict[str, Any], *named: str, own: bool = False, changed: str = "", step: Step | None = None
) -> list[str]:
    """Return what a position takes for granted for some named cards, in English; the loop may have one step."""
    read = read_position({"battlefield": [[], []], **position})
    body = () if step is None else (step,)
    lines = (Line(changed, text("cards"), (-1,)),) if changed else ()
    certificate = Certificate(case=LoopCase(read, body, None), players=read.names, sentences=(), lines=lines)
    return [
        render(each, "en")
        for each in taken_for_granted(read, certificate, None if own else named, CardLibrary.of_texts([]))
    ]


def cast(card: str) -> Step:
    return Step(do="cast", source=Reference(card))


def test_only_what_was_not_named_is_told() -> None:
    board = {"battlefield": [["Own Spring", "Own Waker"], []]}
    assert given(board, "own spring", "Own Waker") == ["20 life each"]
    assert given(board, "Own Spring") == ["20 life each", "Own Waker"]
    assert given({"battlefield": [[{"card": "Own Spring", "copies": 3}], []]}, "3 Own Spring") == ["20 life each"]
    assert given({"battlefield": [[], ["Own Spring"]]}, "Own Spring")[1:] == ["Own Spring (of Player 2)"]


def test_with_how_much_life_the_game_began_is_told_where_a_card_looks_at_it() -> None:
    """In a position with the life of another format, such a card would do something else."""
    text = "{T}: Draw a card. Activate only if you have at least 7 life more than your starting life total."
    board = {"cards": [{**FLAG, "text": text}], "battlefield": [["Plain Flag"], []], "life": [40, 40]}
    assert given(board, "Plain Flag")[:2] == ["40 life each", "20 life for each player when the game began"]
    assert given(board, own=True)[0] == "20 life for each player when the game began"
    begun = {**board, "starting_life": 40}
    assert given(begun, "Plain Flag")[:2] == ["40 life each", "40 life for each player when the game began"]


def test_an_invented_card_is_explained_where_it_first_appears() -> None:
    board = {"cards": [BEAR, ISLE, FLAG], "battlefield": [["Plain Bear", "Plain Isle", "Plain Flag"], ["Plain Bear"]]}
    assert given(board)[1:] == [
        "Plain Bear (any creature without abilities)",
        "Plain Isle (a basic land: Island)",
        "Plain Flag (an invented card: Enchantment, “Vigilance / Creatures you control have haste.”)",
        "Plain Bear (of Player 2)",
    ]
    assert given(board, own=True)[0] == "Plain Bear (any creature without abilities)"


HELPERS: dict[str, tuple[dict[str, Any], str]] = {
    "of a type": ({"type": "Creature — Ally", "mana_cost": "{1}", "power": 1, "toughness": 1}, "Creature — Ally, 1/1, mana cost {1}"),
    "of a size": ({"type": "Creature", "mana_cost": "{1}", "power": 1, "toughness": 6}, "Creature, 1/6, mana cost {1}"),
    "of a cost": ({"type": "Artifact", "mana_cost": "{0}"}, "Artifact, mana cost {0}"),
    "of colors": ({"type": "Artifact", "mana_cost": "{W}{U}{B}{R}{G}"}, "Artifact, mana cost {W}{U}{B}{R}{G}"),
    "with a text": (
        {"type": "Creature — Druid", "mana_cost": "{2}", "text": "{T}: Add {U}.", "power": 1, "toughness": 1},
        "Creature — Druid, 1/1, “{T}: Add {U}.”",
    ),
}  # fmt: skip


def test_an_invented_card_with_which_another_one_may_not_do_is_told_with_what_it_has(subtests: pytest.Subtests) -> None:
    for name, (card, told) in HELPERS.items():
        with subtests.test(name=name):
            board = {"cards": [{"name": "Plain Thing", **card}], "battlefield": [["Plain Thing"], []]}
            assert given(board)[1:] == [f"Plain Thing (an invented card: {told})"]


def test_what_is_cast_is_told_with_its_cost() -> None:
    creature = {"name": "Plain Creature", "type": "Creature", "mana_cost": "{1}", "power": 1, "toughness": 1}
    board = {"cards": [creature], "battlefield": [["Plain Creature"], []]}
    assert given(board)[1:] == ["Plain Creature (any creature without abilities)"]
    with_cost = ["Plain Creature (an invented card: Creature, 1/1, mana cost {1})"]
    assert given(board, step=cast("Plain Creature"))[1:] == with_cost
    labelled = {**board, "battlefield": [[{"card": "Plain Creature", "as": "little"}], []]}
    assert given(labelled, step=cast("little"))[1:] == with_cost
    assert given({**board, "battlefield": [[], []], "hand": [["Plain Creature"], []]}, step=cast("Plain Creature"))[
        1:
    ] == ["Plain Creature (an invented card: Creature, 1/1, mana cost {1}; in hand)"]


def test_where_and_how_a_named_card_lies_is_told_unless_it_simply_lies_there() -> None:
    board = {
        "battlefield": [
            [{"card": "Own Beast", "as": "beast", "counters": {"+1/+1": 2}}, {"card": "Own Cloak", "on": "beast"}],
            [],
        ],
        "hand": [["Own Spell"], []],
    }
    assert given(board, "Own Beast", "Own Cloak", "Own Spell")[1:] == [
        "Own Beast (2 +1/+1 counters)",
        "Own Cloak (on Own Beast)",
        "Own Spell (in hand)",
    ]


def test_what_is_marked_on_a_named_card_is_told() -> None:
    marked = {"card": "Own Beast", "chosen": "green", "transformed": True, "damage": 2, "owner": 1}
    assert given({"battlefield": [[marked], []]}, "Own Beast")[1:] == [
        "Own Beast (transformed, 2 damage, owned by Player 2, chosen: green)"
    ]


def test_mana_other_life_and_libraries_that_change_are_told() -> None:
    board = {"life": [20, 3], "mana": ["CC", ""], "library": [[{"card": "Island", "copies": 4}], ["Island"]]}
    assert given(board) == ["20 life for Player 1", "3 life for Player 2", "{C}{C} in the mana pool"]
    assert given(board, changed="library.1")[-1] == "one card in the library of Player 2"
    assert given(board, changed="library.0")[-1] == "4 cards in the library of Player 1 (each Island)"
    pages = {"library": [[{"card": "Own Page", "copies": 9}], []], "cards": [{"name": "Own Page", "type": "Sorcery"}]}
    assert given(pages, changed="library.0")[-1] == "9 cards in the library of Player 1 (each an invented Own Page)"
    for by, told in ((0, ["9 cards in the library of Player 1 (each an invented Own Page)"]), (1, [])):
        kept = Step(by=str(by), do="choose", choose=((Reference("Own Page"),),))
        assert given(pages, step=kept)[1:] == told
    mixed = {"library": [[{"card": "Island", "copies": 4}, "Forest"], []]}
    assert given(mixed, changed="library.0")[-1] == "5 cards in the library of Player 1"
