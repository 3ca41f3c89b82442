"""Reports and corrections against every mistake that one can contain: refused for one of these, taken if there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rpds import HashTrieMap

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import read_command
from floorjudge.events.commands import Drawn as Replayed
from floorjudge.events.commands import Report
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Competition, Phase
from floorjudge.formats.on_the_edge.claims import Alone, NoWinner, ReachedEight, Won
from floorjudge.formats.on_the_edge.format import FORMAT
from floorjudge.formats.on_the_edge.rules.playing import check_claim, check_correction, claim_of, outcome_of
from floorjudge.formats.on_the_edge.tables import (
    Drawn,
    Kind,
    Memory,
    PlayerSet,
    Qualified,
    Result,
    Score,
    Table,
    TableSet,
    Tied,
)
from floorjudge.formats.players import Player, players_of
from tests.support.refusals import error_of, told
from tests.support.sentences import plain_english

# A mistake: its code, its place, and what its sentence tells.
Mistake = tuple[Any, ...]
SEATED, ELSEWHERE = ("Ana", "Bo", "Cy"), ("Dé", "Eve", "Fay")
GAME = Table(1, TableSet.ACTIVE, SEATED, Drawn(first_round=True))
READMISSION = Table(1, TableSet.READMISSION, SEATED, Tied(1, "4"))

some = st.sampled_from((*SEATED * 2, "Dé"))
several = st.lists(some, max_size=3).map(tuple)
influences = st.sampled_from((*(-3, 0, 15, 16, 17, 18), -(10**6), 10**6, -(10**6) - 1, 10**6 + 1))
whole = st.fixed_dictionaries(dict.fromkeys(SEATED, influences))
wins = st.builds(Won, some, whole | whole | st.dictionaries(some, influences), st.sampled_from((None, "conceded")))
claims: st.SearchStrategy[Claim] = wins | wins | st.builds(ReachedEight, several) | st.just(NoWinner())
absences = st.sampled_from(((), (), ("Bo",), ("Ana", "Cy")))


def strangers(named: dict[str, str]) -> set[Mistake]:
    """Return who is named, at a place, and does not sit at the table."""
    return {("not_at_the_table", where, name, SEATED) for where, name in named.items() if name not in SEATED}


def wrong_win(claim: Won, absent: tuple[str, ...]) -> set[Mistake]:
    """OTE 2.3: all end with an influence, and who won is here and has 16, unless a note says why not."""
    given_ = claim.influence
    found = strangers({"winner": claim.winner} | {f"influence.{name}": name for name in given_})
    found |= {
        ("absurd_influence", f"influence.{name}", name, 10**6)
        for name in given_
        if not -(10**6) <= given_[name] <= 10**6
    }
    if missing := tuple(name for name in SEATED if name not in given_):
        found.add(("influence_missing", "influence", missing))
    if claim.winner in absent:
        found.add(("gone_cannot_win", None, claim.winner))
    if given_.get(claim.winner, 16) < 16 and claim.note is None:
        found.add(("target_not_reached", "note", claim.winner, given_[claim.winner], 16))
    return found


def wrong_seats(names: tuple[str, ...], seats: int, absent: tuple[str, ...]) -> set[Mistake]:
    """OTE 2.8.3: as many different players as there are seats, all of this table, none of whom has left."""
    found = strangers({f"qualified[{index}]": name for index, name in enumerate(names)})
    if len(names) != seats or len(set(names) - set(absent)) != seats:
        found.add(("wrong_number_qualified", "qualified", seats))
    return found


def check(mistakes: set[Mistake], call: Callable[[], object]) -> None:
    """Check that a call is refused for one of the mistakes, or does what it should if there is none."""
    if not mistakes:
        call()
        return
    assert told(error_of(FloorjudgeError, call)) in mistakes


@st.composite
def open_games(draw: st.DrawFn) -> tuple[Competition, Table, int]:
    """Draw an event with one table, and the vacant seats of the final.

    Its game is open, or was won by the only one who stayed, even if others have come back since.
    """
    table, absent = draw(st.sampled_from((GAME, READMISSION))), draw(absences)
    of = PlayerSet.ACTIVE if table is GAME else PlayerSet.INACTIVE
    seats = draw(st.integers(0, 3))
    others = {name: PlayerSet.ACTIVE if index >= seats else PlayerSet.INACTIVE for index, name in enumerate(ELSEWHERE)}
    sets = dict.fromkeys(SEATED, of) | others
    players = [Player(name, index, name not in absent, score=Score(sets[name])) for index, name in enumerate(sets, 1)]
    alone = draw(st.sampled_from((None, *SEATED))) if table is GAME else None
    won = {1: Result(alone, (0, 0, 0), None, unplayed=True)} if alone else {}
    kind = Kind.ROUND if table is GAME else Kind.READMISSION
    event = Competition(
        phase=Phase.PLAYING, stage_kind=kind, round=1, players=players_of(players), tables=(table,),
        results=HashTrieMap(won), memory=Memory(),
    )  # fmt: skip
    return event, table, seats


@pytest.mark.clauses("OTE 2.3", "OTE 2.8.3")
@settings(max_examples=500)  # each takes a moment
@given(open_games(), claims)
def test_a_report_is_refused_for_a_mistake_in_it_and_taken_without_one(
    game: tuple[Competition, Table, int], claim: Claim
) -> None:
    event, table, seats = game
    absent = event.absent(table)
    alone = event.results[1].winner if 1 in event.results else None
    mistakes: set[Mistake] = set()
    if isinstance(claim, Won):
        mistakes = {("is_readmission", "winner", 1)} if table is READMISSION else wrong_win(claim, absent)
        if alone not in (None, claim.winner):
            mistakes.add(("only_one_left", "winner", alone))
    elif isinstance(claim, ReachedEight):
        mistakes = {("is_no_readmission", "qualified", 1)}
        if table is READMISSION:
            mistakes = wrong_seats(claim.qualified, seats, absent)
    elif alone:
        mistakes = {("already_decided", "table", alone)}
    check(mistakes, lambda: check_claim(event, table, claim))


@pytest.mark.clauses("OTE 2.3", "OTE 2.8.3")
@settings(max_examples=500)  # each takes a moment
@given(absences, st.sets(st.sampled_from(SEATED), min_size=1).map(sorted).map(tuple), claims)
def test_a_correction_is_refused_for_a_mistake_in_it_and_its_outcome_is_its_claim(
    absent: tuple[str, ...], through: tuple[str, ...], claim: Claim
) -> None:
    table, mistakes = GAME, set[Mistake]()
    before: Result | Qualified = Result("Ana", (16, 0, 0), None, absent)
    if isinstance(claim, Won):
        mistakes = wrong_win(claim, absent)
        if not mistakes:
            ahead = max(SEATED, key=lambda name: claim.influence[name])
            reached, theirs = claim.influence[claim.winner], claim.influence[ahead]
            if reached < theirs and claim.note is None:
                mistakes = {("winner_behind", "note", claim.winner, reached, ahead, theirs)}
    elif isinstance(claim, ReachedEight):
        table, before = READMISSION, Qualified(through, absent)
        mistakes = wrong_seats(claim.qualified, len(through), ())
        mistakes |= {("gone_cannot_win", None, name) for name in claim.qualified if name in absent}
    check(mistakes, lambda: check_correction(table, before, claim))
    if not mistakes:
        outcome = FORMAT.amended_outcome(Competition(), table, before, claim)
        assert outcome is None if isinstance(claim, NoWinner) else outcome is not None
        if outcome is not None:
            assert (claim_of(table, outcome), outcome.absent) == (claim, absent)


def test_who_is_left_alone_wins_without_a_count_of_influence() -> None:
    left_alone = Result("Bo", (0, 0, 0), None, ("Ana", "Cy"), unplayed=True)
    assert outcome_of(GAME, Alone("Bo"), ("Ana", "Cy")) == left_alone


@given(claims | st.builds(Alone, some))
def test_a_claim_says_how_the_game_ended_and_is_sent_as_it_is(claim: Claim) -> None:
    sentence = plain_english(claim.sentence())
    words = [word if isinstance(word, str) else plain_english(word) for word in claim.words()]
    if isinstance(claim, Won):
        numbers = [f"{name} {number}" for name, number in claim.influence.items()]
        assert words == [*numbers, claim.note or ""]
        note = f" Note: “{claim.note}”." if claim.note else ""
        assert sentence.replace("\N{MINUS SIGN}", "-") == f"{claim.winner} won ({', '.join(numbers)}).{note}"
    elif isinstance(claim, ReachedEight):
        assert (sentence, words) == (f"Qualified for the final: {', '.join(claim.qualified)}.", list(claim.qualified))
    elif isinstance(claim, Alone):
        assert sentence == f"{claim.winner} is the only one left and wins."
        return  # no player reports it
    else:
        assert (sentence, words) == ("The game was drawn.", ["drawn"])
    sent = {**claim.as_report(), "table": 1}
    assert read_command(sent) == (Replayed(1) if isinstance(claim, NoWinner) else Report(1, claim))
