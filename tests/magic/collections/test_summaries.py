"""Counts over rows: nothing is lost, nothing counted twice."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic.collections import summaries
from floorjudge.magic.collections.beginning import Unread
from floorjudge.magic.collections.rows import Details, Made, Row
from floorjudge.magic.collections.summaries import Because, Beside, Between, Counted, Spent, Unreadable, place_of
from tests.magic.collections.made_up_rows import made_up_rows

ROWS = made_up_rows(400)


def row(number: int, **fields: Any) -> Row:
    return Row(**({"id": str(number), "cards": ("Amber Idol", "Jade Golem"), "verdict": "not_found"} | fields))


def test_every_row_is_counted_once() -> None:
    groups = summaries.by_cards(ROWS)
    assert [group.cards for group in groups] == [2, 3]
    assert sum(group.total for group in groups) == len(ROWS)
    assert all(sum(group.verdicts.values()) == group.total for group in groups)
    assert sum(group.certified for group in groups) == len(summaries.certified(ROWS))
    won = sum(row.verdict == "played_out" for row in ROWS)
    assert won
    assert sum(each.count for each in summaries.by_reason(ROWS)) == len(ROWS) - len(summaries.certified(ROWS)) - won
    assert sum(each.rows for each in summaries.by_time(ROWS)) == len(ROWS)
    assert sum(count for *_, count in summaries.by_certificate(ROWS)) == len(summaries.certified(ROWS))


def test_nothing_at_all() -> None:
    assert summaries.by_cards(()) == ()
    assert summaries.by_reason(()) == ()
    assert summaries.spent(()) == Spent(0, 0.0, 0.0, 0.0, 0.0)
    assert summaries.growing(()) == ()
    assert summaries.agreements(()).compared == 0


def test_reasons_are_ranked_and_a_missing_one_is_told() -> None:
    rows = [
        row(1, reason="time"),
        row(2, reason="time", cards=("A", "B", "C")),
        row(3),
        row(4, verdict="certified"),
    ]
    assert summaries.by_reason(rows) == (Because("time", 2, {2: 1, 3: 1}), Because(None, 1, {2: 1, 3: 0}))


def test_gaps_count_combinations_and_those_that_have_no_other() -> None:
    rows = [
        row(1, details=Details(gaps=("Amber Idol",))),
        row(2, details=Details(gaps=("Amber Idol", "Jade Golem"))),
        row(3, details=Details(gaps=("Jade Golem", "Jade Golem"))),
        row(4, details=Details(gaps=("Amber Idol",)), verdict="certified"),
    ]
    assert summaries.by_gap(rows) == (Counted("Amber Idol", 2, 1), Counted("Jade Golem", 2, 1))


def test_kinds_are_those_of_certified_loops() -> None:
    rows = [
        row(1, verdict="certified", produces=(Made("mana", "red"), Made("mana", "green"))),
        row(2, verdict="certified", produces=(Made("mana", "red"), Made("life", "much"))),
        row(3, produces=(Made("turns", "many"),)),
    ]
    assert summaries.by_kind(rows) == (Counted("mana", 2, 1), Counted("life", 1, 0))


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("prerequisites[1]", ("prerequisites", 2)),
        ("uses[0].cardState", ("state", 1)),
        ("uses[2].card_state", ("state", 3)),
        ("steps[11]", ("steps", 12)),
        ("manaNeeded", ("mana", 0)),
        ("nobody knows where", ("else", 0)),
        ("notes[3]", ("else", 4)),
    ],
)
def test_places_of_sentences(where: str, place: tuple[str, int]) -> None:
    assert place_of(where) == place


def test_sentences_and_combinations_are_two_things() -> None:
    unread = (Unread("prerequisites[0]", "x"), Unread("prerequisites[2]", "y"), Unread("steps[0]", "z"))
    rows = [row(1, details=Details(unread=unread)), row(2, details=Details(unread=unread[:1]))]
    assert summaries.by_place(rows) == (Unreadable("prerequisites", 3, 2), Unreadable("steps", 1, 1))


def test_times() -> None:
    rows = [
        row(number, seconds=float(number), verdict="certified" if number % 2 else "not_found")
        for number in range(1, 11)
    ]
    assert summaries.spent(rows) == Spent(10, 5.0, 9.0, 10.0, 55.0)
    assert summaries.within(rows, 5.0) == 3
    assert summaries.growing(rows) == ((1.0, 0.1), (3.0, 0.2), (5.0, 0.3), (7.0, 0.4), (9.0, 0.5))
    assert summaries.by_time(rows)[1:4] == (Between(1.0, 2.0, 1, 1), Between(2.0, 5.0, 3, 1), Between(5.0, 10.0, 5, 3))
    assert summaries.by_time([row(1, seconds=7200.0)])[-1] == Between(60.0, None, 1, 0)


def test_agreement_is_asked_of_certified_rows_only() -> None:
    mana, tokens = (Made("mana", ""),), (Made("tokens", ""),)
    rows = [
        row(1, verdict="certified", produces=mana, said_to_produce=("Infinite purple mana",)),
        row(2, verdict="certified", produces=tokens, said_to_produce=("Infinite purple mana", "A wonderful evening")),
        row(3, verdict="certified", produces=tokens),
        row(4, verdict="certified", produces=tokens, said_to_produce=("Infinite untapping",)),
        row(5, produces=tokens, said_to_produce=("Infinite goat tokens",)),
    ]
    found = summaries.agreements(rows)
    assert (found.compared, found.whole, found.none, found.silent, found.unmeasured) == (2, 1, 1, 1, 1)
    assert found.meanings == (Beside("mana", 2, 1),)
    assert found.unsaid == (Counted("tokens", 2, 2),)
    assert found.unknown == ("2",)
