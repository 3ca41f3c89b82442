"""Counts over rows: nothing is lost, nothing counted twice."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic.collections.combinations import Unread
from floorjudge.magic.collections.report import counts
from floorjudge.magic.collections.report.counts import ByMeaning, ByPlace, ByReason, ByTime, Counted, Times, place_of
from floorjudge.magic.collections.rows import Details, Produced, Row
from tests.magic.collections.report.made_up_rows import made_up_rows

ROWS = made_up_rows(400)


def row(number: int, **fields: Any) -> Row:
    return Row(**({"id": str(number), "cards": ("Amber Idol", "Jade Golem"), "verdict": "not_found"} | fields))


def test_every_row_is_counted_once() -> None:
    groups = counts.by_cards(ROWS)
    assert [group.cards for group in groups] == [2, 3]
    assert sum(group.total for group in groups) == len(ROWS)
    assert all(sum(group.verdicts.values()) == group.total for group in groups)
    assert sum(group.certified for group in groups) == len(counts.certified(ROWS))
    won = sum(row.verdict == "played_out" for row in ROWS)
    assert won
    assert sum(each.count for each in counts.by_reason(ROWS)) == len(ROWS) - len(counts.certified(ROWS)) - won
    assert sum(each.rows for each in counts.by_time(ROWS)) == len(ROWS)
    assert sum(count for *_, count in counts.by_certificate(ROWS)) == len(counts.certified(ROWS))


def test_nothing_at_all() -> None:
    assert counts.by_cards(()) == ()
    assert counts.by_reason(()) == ()
    assert counts.times(()) == Times(0, 0.0, 0.0, 0.0, 0.0)
    assert counts.growing(()) == ()
    assert counts.agreements(()).compared == 0


def test_reasons_are_ranked_and_a_missing_one_is_told() -> None:
    rows = [
        row(1, reason="time"),
        row(2, reason="time", cards=("A", "B", "C")),
        row(3),
        row(4, verdict="certified"),
    ]
    assert counts.by_reason(rows) == (ByReason("time", 2, {2: 1, 3: 1}), ByReason(None, 1, {2: 1, 3: 0}))


def test_gaps_count_combinations_and_those_that_have_no_other() -> None:
    rows = [
        row(1, details=Details(gaps=("Amber Idol",))),
        row(2, details=Details(gaps=("Amber Idol", "Jade Golem"))),
        row(3, details=Details(gaps=("Jade Golem", "Jade Golem"))),
        row(4, details=Details(gaps=("Amber Idol",)), verdict="certified"),
    ]
    assert counts.by_gap(rows) == (Counted("Amber Idol", 2, 1), Counted("Jade Golem", 2, 1))


def test_kinds_are_those_of_certified_loops() -> None:
    rows = [
        row(1, verdict="certified", produces=(Produced("mana", "red"), Produced("mana", "green"))),
        row(2, verdict="certified", produces=(Produced("mana", "red"), Produced("life", "much"))),
        row(3, produces=(Produced("turns", "many"),)),
    ]
    assert counts.by_kind(rows) == (Counted("mana", 2, 1), Counted("life", 1, 0))


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("prerequisites[1]", ("prerequisites", 2)),
        ("uses[0].cardState", ("state", 1)),
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
    assert counts.by_place(rows) == (ByPlace("prerequisites", 3, 2), ByPlace("steps", 1, 1))


def test_times() -> None:
    rows = [
        row(number, seconds=float(number), verdict="certified" if number % 2 else "not_found")
        for number in range(1, 11)
    ]
    assert counts.times(rows) == Times(10, 5.0, 9.0, 10.0, 55.0)
    assert counts.within(rows, 5.0) == 3
    assert counts.growing(rows) == ((1.0, 0.1), (3.0, 0.2), (5.0, 0.3), (7.0, 0.4), (9.0, 0.5))
    assert counts.by_time(rows)[1:4] == (ByTime(1.0, 2.0, 1, 1), ByTime(2.0, 5.0, 3, 1), ByTime(5.0, 10.0, 5, 3))
    assert counts.by_time([row(1, seconds=7200.0)])[-1] == ByTime(60.0, None, 1, 0)


def test_agreement_is_asked_of_certified_rows_only() -> None:
    mana, tokens = (Produced("mana", ""),), (Produced("tokens", ""),)
    rows = [
        row(1, verdict="certified", produces=mana, said_to_produce=("Infinite purple mana",)),
        row(2, verdict="certified", produces=tokens, said_to_produce=("Infinite purple mana", "A wonderful evening")),
        row(3, verdict="certified", produces=tokens),
        row(4, verdict="certified", produces=tokens, said_to_produce=("Infinite untapping",)),
        row(5, produces=tokens, said_to_produce=("Infinite goat tokens",)),
    ]
    found = counts.agreements(rows)
    assert (found.compared, found.whole, found.none, found.silent, found.unmeasured) == (2, 1, 1, 1, 1)
    assert found.meanings == (ByMeaning("mana", 2, 1),)
    assert found.unsaid == (Counted("tokens", 2, 2),)
    assert found.unknown == 1
