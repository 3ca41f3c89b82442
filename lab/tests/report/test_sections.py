"""The sections of the report: nothing is lost, nothing counted twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from lab.tests.report.made_up_rows import made_up_rows

from floorjudge_lab.report.sections import Section, sections
from floorjudge_lab.report.words import place_of
from floorjudge_lab.rows import Details, Produced, Row, Unread

ROWS = made_up_rows(400)


def row(number: int, **fields: Any) -> Row:
    return Row(**({"id": str(number), "cards": ("Amber Idol", "Jade Golem"), "verdict": "not_found"} | fields))


def certified(number: int, *gives: str, **fields: Any) -> Row:
    return row(number, verdict="certified", produces=tuple(Produced(kind, "") for kind in gives), **fields)


def made(rows: Sequence[Row]) -> dict[str, Section]:
    return {section.title: section for section in sections(rows)}


def lines(section: Section, table: int = 0) -> list[tuple[str, ...]]:
    return list(section.tables[table].lines)


def counts(table: Sequence[tuple[str, ...]], column: int) -> int:
    return sum(int(line[column + 1].split()[0]) for line in table)


def test_every_row_is_counted_once() -> None:
    found = made(ROWS)
    *groups, every = found["By number of cards"].tables[0].lines
    assert [line[0] for line in groups] == ["2 cards", "3 cards"]
    assert counts(groups, 0) == counts([every], 0) == len(ROWS)
    with_certificate = sum(row.verdict == "certified" for row in ROWS)
    assert counts(groups, 1) == counts([every], 1) == with_certificate
    *verdicts, together = found["By number of cards"].tables[1].lines
    assert [counts(verdicts, column) for column in range(3)] == [int(each) for each in together[1:]]
    won = sum(row.verdict == "played_out" for row in ROWS)
    assert won
    assert counts(found["Why not"].tables[0].lines, -3) == len(ROWS) - with_certificate - won
    assert all(
        len(line) == len(table.heads) for section in found.values() for table in section.tables for line in table.lines
    )


def test_reasons_are_ranked_and_a_missing_one_is_told() -> None:
    rows = [row(1, reason="time"), row(2, reason="time", cards=("A", "B", "C")), row(3), certified(4)]
    assert lines(made(rows)["Why not"]) == [
        ("the time ran out", "1", "1", "2 (67%)", "Give each row more seconds."),
        ("no reason is given", "1", "0", "1 (33%)", ""),
    ]


def test_gaps_count_combinations_and_those_that_have_no_other() -> None:
    rows = [
        row(1, details=Details(gaps=("Amber Idol",))),
        row(2, details=Details(gaps=("Amber Idol", "Jade Golem"))),
        row(3, details=Details(gaps=("Jade Golem", "Jade Golem"))),
        certified(4, details=Details(gaps=("Amber Idol",))),
    ]
    assert lines(made(rows)["Cards that the engine does not fully understand"]) == [
        ("Amber Idol", "2", "1"),
        ("Jade Golem", "2", "1"),
    ]


def test_kinds_are_those_of_certified_loops_and_no_costs() -> None:
    rows = [
        certified(1, "mana", "mana", "result"),
        certified(2, "mana", "life", "cost"),
        row(3, produces=(Produced("turns", "many"),)),
    ]
    assert lines(made(rows)["What the loops give"]) == [("mana", "2 (100%)", "1"), ("life", "1 (50%)", "0")]


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
    assert lines(made(rows)["Why not"], 1) == [("prerequisites", "3", "2"), ("steps", "1", "1")]


def test_times() -> None:
    rows = [
        row(number, seconds=float(number), verdict="certified" if number % 2 else "not_found")
        for number in range(1, 11)
    ]
    time = made(rows)["Time"]
    assert lines(time)[:4] == [
        ("1 s", "10%"),
        ("2 s", "10%"),
        ("5 s", "30%"),
        ("10 s", "50%"),
    ]
    assert lines(time, 1) == [
        ("certified", "5", "5.0 s", "9.0 s", "9.0 s", "25.0 s"),
        ("all", "10", "5.0 s", "9.0 s", "10.0 s", "55.0 s"),
    ]
    assert lines(made(rows[1:2])["Time"], 1)[0] == ("certified", "0", *["0.0 s"] * 4)
