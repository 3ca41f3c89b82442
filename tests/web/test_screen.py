"""What stands on the sheets of the big screen, in which order and how large."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.web.live.views import standings_view
from floorjudge.web.public.screen import SIZES, SIZES_BESIDE_CODE, Name, Sheet, _in_columns, named, sheets
from tests.events.floor.small_event import finished, opened, report_all, started, take
from tests.support.events_by_commands import EventByCommands


def lines_of(found: list[Sheet]) -> list[Any]:
    return [line for sheet in found for column in sheet.columns for line in column]


@given(st.lists(st.integers(0, 400), min_size=1, max_size=3), st.sampled_from([SIZES, SIZES_BESIDE_CODE]))
def test_lists_of_one_moment_have_one_size_with_room_for_the_fullest_sheet(lengths: list[int], sizes: object) -> None:
    assert isinstance(sizes, tuple)
    lists = [(str(number), list(range(length))) for number, length in enumerate(lengths)]
    found = _in_columns(lists, sizes)
    assert len({sheet.size for sheet in found}) <= 1
    for kind, lines in lists:
        assert lines_of([sheet for sheet in found if sheet.kind == kind]) == lines
    fullest = max((sum(map(len, sheet.columns)) for sheet in found), default=0)
    for sheet in found:
        assert len(sheet.columns) <= sheet.size.columns
        assert all(0 < len(column) <= sheet.size.rows for column in sheet.columns)
        assert next(size.columns for size in sizes if size.places >= fullest) == sheet.size.columns
        assert sheet.size.rows == -(-fullest // sheet.size.columns)


def test_tables_have_one_size_with_room_for_the_fullest_sheet() -> None:
    for tables, size in {1: (1, 1), 2: (2, 1), 4: (2, 2), 8: (3, 3), 13: (3, 3), 24: (4, 3)}.items():
        evening = EventByCommands("mtr-swiss", 2 * tables, rounds=2, cut=0)
        evening.send(do="start")
        found = [sheet for sheet in sheets(evening.state) if sheet.kind == "tables"]
        assert {sheet.size for sheet in found} == {size}
        assert [table.number for table in lines_of(found)] == [*range(1, tables + 1)]


def test_names_are_sorted_as_they_stand_or_by_their_last_word() -> None:
    names = ["Émile Zola", "Ana", "Zoë Ábel", "Bo von Zola"]
    by_last = sorted((named(name, by_last=True) for name in names), key=lambda name: name.key)
    assert by_last == [Name("Zoë", "Ábel"), Name("", "Ana"), Name("Bo von", "Zola"), Name("Émile", "Zola")]
    whole = sorted((named(name, by_last=False) for name in names), key=lambda name: name.key)
    assert [name.first for name in whole] == ["Ana", "Bo von Zola", "Émile Zola", "Zoë Ábel"]


def test_the_code_to_register_with_stands_on_every_sheet_while_players_may_register() -> None:
    desk = opened()
    for number in range(50):
        take(desk, "register", player=f"Player {number}")
    assert [sheet.join for sheet in sheets(desk.state)] == [False, False]
    take(desk, "self_registration", open=True)
    shown = sheets(desk.state)
    assert [(sheet.kind, sheet.join) for sheet in shown] == [("join", True), ("players", True), ("players", True)]
    take(desk, "close_roster")
    assert not any(sheet.join for sheet in sheets(desk.state))


def test_after_the_first_results_the_standings_have_the_size_of_the_seating() -> None:
    desk = started(players=8)
    report_all(desk)
    take(desk, "next")
    shown = sheets(desk.state)
    assert {sheet.kind for sheet in shown} >= {"tables", "standings"}
    assert len({sheet.size for sheet in shown if sheet.kind in ("seating", "standings")}) == 1


def test_who_has_a_bye_is_found_among_those_who_look_for_their_table() -> None:
    evening = EventByCommands("mtr-swiss", 9, rounds=2, cut=0)
    evening.send(do="start")
    (bye,) = evening.state.sitting_out
    seating = [sheet for sheet in sheets(evening.state) if sheet.kind == "seating"]
    found = {line.name.first: line.table for sheet in seating for column in sheet.columns for line in column}
    assert found == {name: table.table for table in evening.state.tables for name in table.players} | {bye: None}
    for table in evening.state.tables:
        evening.send(do="report", table=table.table, games=dict(zip(table.players, (2, 0), strict=True)))
    assert "seating" not in {sheet.kind for sheet in sheets(evening.state)}


def test_who_has_less_and_is_before_who_has_more_is_named() -> None:
    listed = standings_view(finished().state, with_places=True)

    def with_scores(*scores: str) -> tuple[str, str] | None:
        lines = tuple(
            replace(line, place=place, main=replace(line.main, exact=score))
            for place, (line, score) in enumerate(zip(listed.lines, scores, strict=False), 1)
        )
        return replace(listed, lines=lines).overtaken

    first, second, third = (line.name for line in listed.lines[:3])
    assert with_scores("9", "8", "8", "20") is None
    assert with_scores("9", "7.5", "8") == (second, third)
    assert with_scores("1", "3", "2") == (first, second)
    assert with_scores("-", "3", "2") is None
