"""Both forms of a position, JSON and words: what is written is read back, and every mistake is told with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.magic import Card, CardText, Permanent, Position
from floorjudge.magic.colours import read_mana, write_mana
from floorjudge.magic.positions.json_form import position_value, read_position
from floorjudge.magic.positions.text_form import position_text, read_position_text
from tests.magic.strategies import positions
from tests.support.refusals import error_of

CASE: dict[str, Any] = {
    "players": 2,
    "life": [20, 20],
    "turn_of": 0,
    "step": "main",
    "battlefield": [
        [
            {"card": "Intruder Alarm"},
            {"card": "Grizzly Bears", "as": "bear"},
            {"card": "Presence of Gond", "on": "bear"},
        ],
        [],
    ],
    "hand": [[], []],
    "graveyard": [[], []],
    "exile": [[], []],
    "library": [[], []],
    "mana": ["", ""],
    "body": [],
    "times": "10^100",
}


def or_none(read: Callable[[], Position]) -> Position | None:
    """Return what is read, or nothing when it is refused with a place."""
    try:
        return read()
    except BadInput as error:
        if not error.where:
            raise
        return None


@pytest.mark.engine
@given(positions())
def test_what_is_written_as_json_is_read_back(position: Position) -> None:
    assert read_position(json.loads(json.dumps(position_value(position)))) == position


@given(positions())
def test_what_is_written_in_words_is_read_back(position: Position) -> None:
    assert read_position_text(position_text(position)) == position


@given(st.text(max_size=40))
@example("Ana:\nBo: [")
@example("Ana:\nBo: Bear [")
@example("Ana:\nBo: as")
@example('Ana:\nBo: "Bear')
@example("card: | | |\nAna:\nBo:")
def test_words_are_read_or_refused(words: str) -> None:
    position = or_none(lambda: read_position_text(words))
    assert position is None or read_position_text(position_text(position)) == position


_json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.sampled_from(["", "Bear", "bear", "GG", "3/3"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["card", "as", "on", "copies", "token", "counters", "type", "power"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(sorted(CASE)), _json_values, max_size=4))
def test_json_is_read_or_refused(value: dict[str, Any]) -> None:
    position = or_none(lambda: read_position(value, beside=("body", "times")))
    assert position is None or read_position(position_value(position)) == position


def test_a_case_is_read_as_it_stands() -> None:
    position = read_position(CASE, beside=("body", "times"))
    assert position.battlefield[0] == (
        Permanent("Intruder Alarm"),
        Permanent("Grizzly Bears", label="bear"),
        Permanent("Presence of Gond", on="bear"),
    )
    assert position.names == ("Player 1", "Player 2")


def test_words_as_a_judge_types_them() -> None:
    position = read_position_text(
        """
        # What Ana wants to show
        turn: bo, upkeep, priority Ana, 1 land played
        card: Prodigal Pinger | {1}{U} | Creature — Wizard | 1/1 | {T}: This deals 1 damage to any target. | Flying
        Ana: Intruder Alarm; Grizzly Bears as bear [2 +1/+1, tapped]; Presence of Gond on bear | hand: 2 Forest; Opt | mana: GG1
        Bo 18 life, 2 poison: 3 Treasure [token]; Elf Warrior [token, 1/1, colors G, Creature — Elf Warrior, sick]
          library: Circle of Protection: Red; Krenko, Mob Boss as top
          battlefield: Polyraptor [token copy]; Wheel of Sun and Moon on player Ana
        """
    )
    assert position.names == ("Ana", "Bo")
    assert (position.turn_of, position.step, position.priority, position.lands_played) == (1, "upkeep", 0, 1)
    assert position.life == (20, 18)
    assert position.counters == ({}, {"poison": 2})
    assert position.hand[0] == (Card("Forest", copies=2), Card("Opt"))
    assert position.mana == ("GG1", "")
    assert position.library[1] == (Card("Circle of Protection: Red"), Card("Krenko, Mob Boss", "top"))
    assert position.battlefield[0][1:] == (
        Permanent("Grizzly Bears", label="bear", tapped=True, counters={"+1/+1": 2}),
        Permanent("Presence of Gond", on="bear"),
    )
    warrior = CardText("Elf Warrior", "Creature — Elf Warrior", power="1", toughness="1", colours="G")
    assert position.battlefield[1] == (
        Permanent("Treasure", copies=3, token=True, text=CardText("Treasure", "Artifact — Treasure")),
        Permanent("Elf Warrior", token=True, sick=True, text=warrior),
        Permanent("Polyraptor", token=True),
        Permanent("Wheel of Sun and Moon", on=0),
    )
    assert position.cards == (
        CardText(
            "Prodigal Pinger",
            "Creature — Wizard",
            mana_cost="{1}{U}",
            text="{T}: This deals 1 damage to any target.\nFlying",
            power="1",
            toughness="1",
        ),
    )


def board(*things: object) -> dict[str, Any]:
    return {"battlefield": [list(things), []]}


def test_a_mistake_in_json_is_told_with_its_place(subtests: pytest.Subtests) -> None:
    for value, where, code in [
        ([], "position", "bad_position"),
        ({"boards": []}, "boards", "bad_position"),
        ({"players": 5}, "players", "bad_position"),
        ({"players": True}, "players", "bad_position"),
        ({"players": 2, "life": [20, 20, 20]}, "life", "bad_position"),
        ({"life": [20, "20"]}, "life[1]", "bad_position"),
        ({"life": [20, 2**31]}, "life[1]", "bad_position"),
        ({"turn_of": 2}, "turn_of", "bad_position"),
        ({"step": "lunch"}, "step", "bad_position"),
        ({"starting_life": 0}, "starting_life", "bad_position"),
        ({"starting_life": 10**6 + 1}, "starting_life", "bad_position"),
        ({"starting_life": "40"}, "starting_life", "bad_position"),
        ({"mana": ["", "Q"]}, "mana[1]", "bad_position"),
        ({"mana": ["", "999999"]}, "mana[1]", "bad_position"),
        ({"names": ["Ana", "ana"]}, "names", "player_named_twice"),
        ({"counters": [{"pluck": 1}, {}]}, "counters[0].pluck", "bad_position"),
        ({"hand": [[], ["Opt", 3]]}, "hand[1][1]", "bad_position"),
        ({"hand": [[{"card": "Opt", "on": "x"}], []]}, "hand[0][0].on", "bad_position"),
        ({"cards": [{"name": "A", "type": "Thing"}]}, "cards[0].type", "bad_position"),
        ({"cards": [{"name": "A", "type": "Creature — Elf"}]}, "cards[0].power", "bad_position"),
        (board({"card": ""}), "battlefield[0][0].card", "bad_position"),
        (board({}), "battlefield[0][0].card", "bad_position"),
        (board({"card": "A", "tapped": 1}), "battlefield[0][0].tapped", "bad_position"),
        (board({"card": "A", "copies": 0}), "battlefield[0][0].copies", "bad_position"),
        (board({"card": "A", "copies": 5001}), "position", "bad_position"),
        (board({"card": "A", "counters": {"charge": -1}}), "battlefield[0][0].counters.charge", "bad_position"),
        (board({"card": "A", "copies": 2, "as": "x"}), "battlefield[0][0].as", "pile_with_name"),
        (board({"card": "A", "as": "x"}, {"card": "B", "as": "x"}), "battlefield[0][1].as", "name_given_twice"),
        (board({"card": "A", "on": "C"}, "B"), "battlefield[0][0].on", "no_such_permanent"),
        (board({"card": "A", "on": "A"}), "battlefield[0][0].on", "no_such_permanent"),
        (board({"card": "A", "on": "B"}, "B", "b"), "battlefield[0][0].on", "which_permanent"),
        (board({"card": "A", "on": 2}), "battlefield[0][0].on", "bad_position"),
        (board({"card": "A", "owner": 2}), "battlefield[0][0].owner", "bad_position"),
        (board({"card": "A", "power": 3}), "battlefield[0][0]", "bad_position"),
        (board({"card": "A", "token": "B"}), "battlefield[0][0].token", "bad_position"),
        (board({"token": "Elf Warrior"}), "battlefield[0][0].type", "bad_position"),
        (board({"token": "Elf", "type": "Creature — Elf", "power": 1}), "battlefield[0][0].power", "bad_position"),
        ({"players": 1}, "players", "bad_position"),
        ({"players": 3, "life": [20, 20]}, "life", "bad_position"),
        (
            board({"token": "Elf", "type": "Creature — Elf", "power": "x", "toughness": 1}),
            "battlefield[0][0].power",
            "bad_position",
        ),
    ]:
        with subtests.test(value=value, where=where, code=code):
            error = error_of(BadInput, read_position, value)
            assert (error.where, error.code) == (where, code)


def test_a_mistake_in_words_is_told_with_its_line(subtests: pytest.Subtests) -> None:
    for words, where in [
        ("", "line 1"),
        ("Ana: Bear", "line 1"),
        ("hand: Bear", "line 1"),
        ("Ana:\nBo:\nwhatever", "line 3"),
        ("Ana:\nBo: | attic: Bear", "line 2"),
        ("Ana:\nBo, 3 plucks:", "line 2"),
        ("Ana:\nBo: Bear [asleep]", "line 2"),
        ("Ana:\nBo: Bear [tapped", "line 2"),
        ("Ana:\nBo: Bear [tapped] twice", "line 2"),
        ("Ana:\nBo: Bear [owner Cy]", "line 2"),
        ("Ana:\n\nturn: Cy\nBo:", "line 3"),
        ("Ana:\nBo: Bear on tree", "line 2, battlefield[1][0].on"),
        ("Ana:\nBo: | mana: Q", "line 2, mana[1]"),
        ("Ana:\nBo:\nturn: Bo, lunch", "line 3"),
        ("Ana:\nBo:\nturn: Bo, Second main, starting life 40", "line 3"),
        ("Ana:\nBo:\nturn: Bo, 99999999999 lands played", "line 3, lands_played"),
        ("turn: Bo, 0 starting life\nAna:\nBo:", "line 1, starting_life"),
        ("Ana:\nAna:", "names"),
        # An indented line is never a player.
        *(
            (f"Ana: Forest\n{line}\nBo: Forest", "line 2")
            for line in ("  handd: Forest", "\tHandd: Forest", "  Cy 20 life: Forest")
        ),
        ('Ana: Forest\n  "hand": Forest\nBo: Forest', "line 2"),
    ]:
        with subtests.test(words=words, where=where):
            assert error_of(BadInput, read_position_text, words).where == where


@pytest.mark.parametrize(
    ("words", "letters"),
    [("", ""), ("GG", "GG"), ("2", "CC"), ("WUBRG2", "WUBRGCC"), ("{C}{C}{G}", "GCC"), ("2 g", "GCC"), ("{X}", None), ("-1", None), ("{G", None)],
)  # fmt: skip
def test_mana_is_read_in_every_usual_way(words: str, letters: str | None) -> None:
    read = read_mana(words)
    assert (None if read is None else "".join(read)) == letters


@given(st.text("WUBRGC", max_size=9))
def test_mana_is_written_so_that_it_is_read_back(letters: str) -> None:
    read = read_mana(letters)
    assert read is not None
    assert read_mana(write_mana(read)) == read


def test_a_planeswalker_given_as_text_has_a_loyalty() -> None:
    walker = {"name": "Own Walker", "type": "Legendary Planeswalker — Own", "text": "+1: You gain 1 life."}
    assert error_of(BadInput, read_position, {"cards": [walker]}).where == "cards[0].loyalty"
    assert read_position({"cards": [walker | {"loyalty": "3"}]}).cards[0].loyalty == "3"
