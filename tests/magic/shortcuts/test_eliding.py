"""Repeats that are taken through a certificate: eliding is the same as performing, and what no certificate holds for is refused as before."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.loops.game import Repeat
from floorjudge.loops.shortcuts.sequence import Steps, choice_at, count_choices, place_of
from floorjudge.loops.shortcuts.settling import Answer, AnswerAwaited, NotAllowed, Taken
from floorjudge.magic import CardLibrary
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.playing.seen_by import seen_by
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.shortcuts.eliding import Start
from floorjudge.magic.shortcuts.taking import Offer, TakenBeyond, in_play, propose, read_shortcut, settled
from floorjudge.texts import render
from tests.magic.made_up import artifact, creature

JsonObject = dict[str, Any]
NOTHING = CardLibrary.of_texts([])
FEW = 12


CARDS = [
    artifact("Own Font", "{0}: You gain 1 life."),
    artifact("Own Mint", "{0}: Create a 1/1 white Soldier creature token."),
    artifact("Own Coil", "{0}: You get {E}{E}."),
    artifact("Own Gauge", "{0}: Put a charge counter on this artifact."),
    artifact("Own Leech", "{0}: Target opponent loses 1 life."),
    artifact("Own Well", "{T}: Add {C}{C}.\n{1}: Untap this artifact."),
    artifact("Own Splitter", "{0}: Create a 1/1 white Soldier creature token for each creature you control."),
    artifact("Own Coin", "{0}: Flip a coin. If you win the flip, you gain 1 life."),
    creature("Own Beast", "Beast", "2/2"),
]


def using(name: str, **more: Any) -> list[JsonObject]:
    return [{"by": 0, "do": "activate", "source": name, **more}, {"do": "resolve all"}]


# What comes of an iteration: an amount of a player, of a thing, of things; the sequence of choices has targets, or mana abilities, in it.
BODIES: dict[str, list[JsonObject]] = {
    "Own Font": using("Own Font"),
    "Own Mint": using("Own Mint"),
    "Own Coil": using("Own Coil"),
    "Own Gauge": using("Own Gauge"),
    "Own Leech": using("Own Leech", targets=[1]),
    "Own Well": [{"by": 0, "do": "activate", "source": "Own Well", "ability": 0}, *using("Own Well", ability=1)],
}


def board(*names: str, **more: Any) -> JsonObject:
    return {"life": [20, 400], "cards": CARDS, "battlefield": [list(names), []], **more}


def table_of(given: JsonObject) -> Table:
    return set_up(read_position(given), NOTHING)


def shortcut(body: list[JsonObject], times: object, *after: JsonObject) -> JsonObject:
    return {"sequence": [{"repeat": body, "times": times}, *after]}


@cache
def elided(name: str, times: int) -> tuple[Offer, Offer]:
    """Return the same offer twice: all but the first few choices are elided, and every one is performed."""
    given, sequence = board(name), read_shortcut(shortcut(BODIES[name], times)).sequence
    offer = propose(table_of(given), sequence, FEW, Start(read_position(given), NOTHING))
    by_hand = propose(table_of(given), sequence)
    assert isinstance(offer, Offer)
    assert isinstance(by_hand, Offer)
    assert (offer.elided is not None, by_hand.elided) == (True, None)
    return offer, by_hand


def stop_of(steps: Steps, number: int) -> tuple[int, ...] | None:
    """Return the place of the first choice of Player 2 from a number on; None where there is none."""
    for each in range(number, count_choices(steps)):
        if choice_at(steps, place_of(steps, each)).by == "Player 2":
            return place_of(steps, each)
    return None


def seen(table: Table) -> tuple[object, ...]:
    return table.snapshot().abstraction.key, [render(line, "en") for line in seen_by(table, None)]


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.1", "CR shortcuts.2a", "CR shortcuts.2c")
@settings(max_examples=30, deadline=None)
@given(st.sampled_from(sorted(BODIES)), st.sampled_from([6, 40]), st.integers(0, 160))
def test_eliding_is_the_same_as_performing(name: str, times: int, stop: int) -> None:
    offer, by_hand = elided(name, times)
    assert offer.proposal == by_hand.proposal
    answer = (Answer("Player 2", stop_of(offer.proposal.sequence, stop)),)
    here, there = table_of(board(name)), table_of(board(name))
    taken, performed = settled(here, offer, answer), settled(there, by_hand, answer)
    assert taken == performed
    assert seen(here) == seen(there)


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.2a")
def test_a_million_is_taken_at_any_place_and_what_follows_is_played() -> None:
    given = board("Own Font", names=["Ana", "Bo"])
    start = Start(read_position(given), NOTHING)
    asked = read_shortcut(shortcut(BODIES["Own Font"], "10^6", {"do": "activate", "source": "Own Font"}))
    for answer, life in ((Answer("Bo", (0, 777_777, 2)), 777_797), (Answer("Bo"), 1_000_020)):
        table = table_of(given)
        offer, outcome = in_play(table, asked.sequence, (answer,), start=start)
        assert offer is not None
        assert isinstance(outcome, Taken)
        assert not isinstance(outcome, TakenBeyond)
        assert (table.player(0).life, len(table.stack())) == (life, 1)
        repeat = offer.proposal.sequence[0]
        assert isinstance(repeat, Repeat)
        assert (repeat.times, count_choices(repeat.body)) == (10**6, 3)


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.2c")
def test_where_the_engine_cannot_be_brought_to_the_amounts_are_told_and_nothing_is_played_there() -> None:
    given = board("Own Mint", hand=[["Own Beast"], ["Own Beast"]])
    start = Start(read_position(given), NOTHING)
    asked = read_shortcut(shortcut(BODIES["Own Mint"], "10^100"))
    table = table_of(given)
    offer, outcome = in_play(table, asked.sequence, (Answer("Player 2", (0, 10**99, 2)),), start=start)
    assert offer is not None
    assert offer.elided is not None
    assert isinstance(outcome, TakenBeyond)
    assert (outcome.whole, len(outcome.choices)) == (10**99, 2)
    moment = offer.elided.elision.moment_after(outcome.whole, outcome.choices)
    assert (moment.seat, moment.stack, moment.amounts["tokens.0.Soldier"]) == (1, ("Own Mint",), 10**99)
    hands = {key for key in moment.amounts if key.startswith("hand")}
    assert hands == {"hand.0.Own Beast", "hand.1.Own Beast"}
    mine = offer.elided.elision.moment_after(outcome.whole, outcome.choices, 0)
    assert moment.amounts.keys() - mine.amounts.keys() == {"hand.1.Own Beast"}
    with pytest.raises(FloorjudgeError) as after:
        in_play(table, asked.sequence, (Answer("Player 2"),), read_body([{"do": "pass"}]), start=start)
    assert after.value.code == "nothing_after_it"
    longer = read_shortcut(shortcut(BODIES["Own Mint"], "10^100", {"do": "activate", "source": "Own Mint"}))
    refused = propose(table, longer.sequence, start=start)
    assert isinstance(refused, NotAllowed)
    assert refused.place == (1,)


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.2a")
def test_where_no_certificate_holds_the_bound_stays_with_its_reason(subtests: pytest.Subtests) -> None:
    certified = using("Own Font")
    nested = [{"repeat": certified, "times": "10^6"}]
    twice = {"repeat": certified, "times": "10^6"}
    cases: dict[str, tuple[JsonObject, tuple[int, ...], str]] = {
        "a coin": (shortcut(using("Own Coin"), 10**6), (0, 4, 0), "12 choices"),
        "it ends before": (shortcut(using("Own Leech", targets=[1]), 10**6), (0, 4, 0), "12 choices"),
        "one inside another": (shortcut(nested, 2), (0, 0, 0, 4, 0), "12 choices"),
        "a second one": (shortcut(certified, 10**6, twice), (1, 4, 0), "12 choices"),
        "doubling": (shortcut(using("Own Splitter"), 10**6), (0, 4, 0), "12 choices"),
    }
    for name, (asked, place, reason) in cases.items():
        with subtests.test(name=name):
            given = board("Own Font", "Own Coin", "Own Leech", "Own Splitter", "Own Beast")
            start = Start(read_position(given), NOTHING)
            refused = propose(table_of(given), read_shortcut(asked).sequence, FEW, start)
            assert isinstance(refused, NotAllowed)
            assert (refused.place, reason in render(refused.reason, "en")) == (place, True)


@pytest.mark.engine
def test_what_doubles_is_given_up_before_it_takes_for_ever() -> None:
    refused = propose(
        table_of(board("Own Splitter", "Own Beast")), read_shortcut(shortcut(using("Own Splitter"), 100)).sequence
    )
    assert isinstance(refused, NotAllowed)
    assert refused.place == (0, 11, 0)
    assert "too long" in render(refused.reason, "en")


@pytest.mark.engine
def test_what_came_before_the_repeat_is_certified_with_it() -> None:
    given = board("Own Font", "Own Mint")
    before = read_body(using("Own Mint"))
    table = table_of(given)
    play_body(table, before)
    asked = read_shortcut({"sequence": [*using("Own Mint"), {"repeat": using("Own Font"), "times": 1000}]})
    start = Start(read_position(given), NOTHING, before)
    _, outcome = in_play(table, asked.sequence, (), start=start)
    assert isinstance(outcome, AnswerAwaited)
    _, outcome = in_play(table, asked.sequence, (Answer("Player 2"),), start=start)
    assert isinstance(outcome, Taken)
    assert (table.player(0).life, sum(thing.is_token for thing in table.battlefield())) == (1020, 2)
