"""Who cannot pay has nothing to say yes to; who can pay and declines must see a difference."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.doubt.answers import is_payable, mana_to_pay
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


def test_a_permanent_that_adds_more_mana_may_make_the_color() -> None:
    """The engine does not tap for that by itself, so both answers do the same there, which is noticed."""
    assert mistakes({"battlefield": [["Own Bell", "Own Spring", "Own Moss"], []]}, agrees=False) == {"ignored"}


@pytest.mark.parametrize("agrees", [False, True])
def test_a_source_of_any_color_pays(*, agrees: bool) -> None:
    assert mistakes({"battlefield": [["Own Bell", "Own Forge"], []], "mana": ["G", ""]}, agrees=agrees) == set()


def test_energy_is_no_mana() -> None:
    board = {"battlefield": [["Own Coil"], []], "counters": [{"energy": 1}, {}]}
    assert mistakes(board, source="Own Coil", agrees=True) == set()


def test_no_is_the_only_answer_without_energy() -> None:
    assert mistakes({"battlefield": [["Own Coil"], []]}, source="Own Coil", agrees=False) == set()


def test_the_mana_in_words_that_let_a_player_pay(subtests: pytest.Subtests) -> None:
    for words, cost in [
        ("You may pay {2}{r}. If you do, draw a card.", "{2}{R}"),
        ("pays {R/W}", "{R/W}"),
        ("You may pay {E}{E}.", ""),
        ("You may pay {1}{W/P}.", ""),
        ("pays {0}", ""),
        ("You may pay {X}.", ""),
        ("You may pay 2 life.", ""),
    ]:
        with subtests.test(words=words, cost=cost):
            assert mana_to_pay(words) == cost


def payable_by_trying(symbols: list[str], pool: str, made: str) -> bool:
    """Pay each symbol in every way: with a mana of the pool that is left, or with one that is made."""
    each = [
        set("WUBRGC") if symbol in "12S" else set(symbol.split("/"))
        for symbol in symbols
        for _ in range(2 if symbol == "2" else 1)
    ]
    for from_pool in product((True, False), repeat=len(each)):
        paid = [kinds for kinds, own in zip(each, from_pool, strict=True) if own]
        rest = [kinds for kinds, own in zip(each, from_pool, strict=True) if not own]
        if all(kinds & set(made) for kinds in rest) and any(
            all(mana in kinds for mana, kinds in zip(order, paid, strict=True))
            for order in permutations(pool, len(paid))
        ):
            return True
    return False


@given(
    st.lists(st.sampled_from(["W", "U", "R", "C", "W/U", "U/R", "1", "2", "S"]), min_size=1, max_size=3),
    st.text("WURC", max_size=4),
    st.text("WUR", max_size=2),
)
def test_a_cost_is_payable_if_some_way_of_paying_it_is(symbols: list[str], pool: str, made: str) -> None:
    cost = "".join(f"{{{symbol}}}" for symbol in symbols)
    assert is_payable(cost, pool, made) == payable_by_trying(symbols, pool, made)


@pytest.mark.parametrize("tapped", [False, True])
@pytest.mark.parametrize("agrees", [False, True])
@pytest.mark.parametrize("words", ["You may untap this artifact.", "You may untap target artifact."])
def test_what_is_untapped_already_may_be_untapped_without_a_change(*, words: str, agrees: bool, tapped: bool) -> None:
    harp = {"name": "Own Harp", "type": "Artifact", "text": f"{{0}}: {words}"}
    body = [{"do": "activate", "source": "Own Harp"}, {"do": "resolve"}, {"do": "choose", "answer": agrees}]
    board = {"cards": [harp], "battlefield": [[{"card": "Own Harp", "tapped": tapped}], []]}
    table = set_up(read_position(board), CardLibrary.of_texts([]))
    assert audited(table, read_body(body)).remarks == ()
