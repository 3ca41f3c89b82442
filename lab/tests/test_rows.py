"""Rows on the disk: the last one of an id counts, half a line costs nothing else, one writer at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from lab.tests.own_rows import row

from floorjudge.cli.errors import UnwritableFile
from floorjudge.errors import BadInput, UnreadableFile
from floorjudge_lab.errors import BadRow, RowsInUse
from floorjudge_lab.rows import NAME, Details, Produced, Row, RowFile, Unread, read_rows, written

WHOLE = row(
    "whole",
    verdict="found_without_a_card",
    reason="card_not_needed",
    evidence="certified",
    produces=(Produced("mana", "{C} for Player 1"),),
    details=Details(unread=(Unread("steps[1]", "Überraschung\n"),), gaps=("Own Stone",)),
    case={"battlefield": [["Own Spring"], []], "times": "10^100"},
)


def refused(folder: Path, error: type[BadInput]) -> None:
    with pytest.raises(error), RowFile(folder, Row) as file:
        file.rows()


def test_what_is_written_is_read_as_it_was(tmp_path: Path) -> None:
    with RowFile(tmp_path / "new" / "folder", Row) as file:
        file.add(WHOLE)
        file.add(row("plain"))
        assert file.rows() == (WHOLE, row("plain"))
    assert read_rows(tmp_path / "new" / "folder" / NAME, Row) == (WHOLE, row("plain"))
    assert written(WHOLE).count(b"\n") == 1


def test_the_last_row_of_an_id_counts(tmp_path: Path) -> None:
    with RowFile(tmp_path, Row) as file:
        for seconds in (1.0, 2.0):
            file.add(row("a", seconds=seconds))
            file.add(row("b", seconds=seconds))
        file.add(row("a", seconds=3.0))
        assert [(each.id, each.seconds) for each in file.rows()] == [("b", 2.0), ("a", 3.0)]
        file.settle(["a", "b"])
    assert (tmp_path / NAME).read_bytes() == written(row("a", seconds=3.0)) + written(row("b", seconds=2.0))


@pytest.mark.parametrize("cut", [1, 7, 60])
def test_half_a_row_at_the_end_is_cut_off_and_the_others_stay(tmp_path: Path, cut: int) -> None:
    with RowFile(tmp_path, Row) as file:
        file.add(row("a"))
    with (tmp_path / NAME).open("ab") as lines:
        lines.write(written(WHOLE)[:-cut])
    assert read_rows(tmp_path / NAME, Row) == (row("a"),)
    with RowFile(tmp_path, Row) as file:
        file.add(row("b"))
        assert file.rows() == (row("a"), row("b"))


def test_settling_sorts_keeps_the_rows_of_others_and_lets_more_be_added(tmp_path: Path) -> None:
    with RowFile(tmp_path, Row) as file:
        for identity in ("stranger", "second", "first"):
            file.add(row(identity))
        file.settle(["first", "second", "third"])
        file.add(row("third"))
    assert [each.id for each in read_rows(tmp_path / NAME, Row)] == ["first", "second", "stranger", "third"]
    assert [file.name for file in tmp_path.iterdir()] == [NAME]


def test_settling_what_is_settled_does_not_touch_the_file(tmp_path: Path) -> None:
    with RowFile(tmp_path, Row) as file:
        file.add(row("a"))
        before = (tmp_path / NAME).stat().st_ino
        file.settle(["a"])
    assert (tmp_path / NAME).stat().st_ino == before


def test_nobody_else_writes_meanwhile(tmp_path: Path) -> None:
    with RowFile(tmp_path, Row):
        refused(tmp_path, RowsInUse)
    with RowFile(tmp_path, Row) as file:
        assert file.rows() == ()


def test_a_line_that_is_no_row_is_named_and_nothing_is_thrown_away(tmp_path: Path) -> None:
    content = written(row("a")) + b'{"id": 3}\n' + written(row("b"))
    (tmp_path / NAME).write_bytes(content)
    refused(tmp_path, BadRow)
    assert (tmp_path / NAME).read_bytes() == content
    with pytest.raises(BadRow, match="Line 2 of"):
        read_rows(tmp_path / NAME, Row)


def test_a_folder_that_is_none_and_rows_that_are_missing_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused(tmp_path / "file", UnwritableFile)
    with pytest.raises(UnreadableFile):
        read_rows(tmp_path / "missing.jsonl", Row)
