"""The report: Markdown and one table, with everything counted and nothing quoted."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from lab.tests.report.made_up_rows import SAYS, SENTENCE, made_up_rows

from floorjudge.magic.book.meanings import MEANINGS
from floorjudge.magic.search.products import Kind
from floorjudge_lab.errors import UnwritableReport
from floorjudge_lab.report import words
from floorjudge_lab.report.words import Place
from floorjudge_lab.report.writing import REPORT, TABLE, markdown, table, write_report
from floorjudge_lab.rows import VERDICTS, Produced, Reason, Row

ROWS = made_up_rows(120)


@pytest.fixture(scope="module")
def page() -> str:
    return markdown(ROWS)


def tables_of(page: str) -> list[list[str]]:
    """Return the lines of each table of a page."""
    parts = [part.splitlines() for part in page.split("\n\n")]
    return [lines for lines in parts if lines and lines[0].startswith("|")]


def columns(line: str) -> int:
    """Return the number of cells in a line of a table."""
    return line.replace("\\|", "").count("|") - 1


def test_the_page_is_whole(page: str) -> None:
    assert page.startswith("# What became of 120 combinations\n")
    assert page.count("\n# ") == 0
    assert page.count("\n## ") > 5
    for lines in tables_of(page):
        assert set(lines[1]) <= set("|- :")
        assert len({columns(line) for line in lines}) == 1, lines


def test_every_row_is_in_the_table_and_nothing_is_quoted(page: str) -> None:
    written = table(ROWS)
    lines = list(csv.DictReader(written.splitlines()))
    assert {(line["id"], line["cards"]) for line in lines} == {(row.id, " + ".join(row.cards)) for row in ROWS}
    assert len(lines) == len(ROWS)
    for phrase in (SAYS, SENTENCE):
        assert phrase not in page + written
    assert "Not understood: prerequisite 2." in written
    by_id = {row.id: row for row in ROWS}
    for line in lines:
        row = by_id[line["id"]]
        assert line["verdict"] == words.VERDICT_WORDS[row.verdict]
        assert bool(line["reason"]) == (row.reason is not None)
        assert bool(line["certificate"]) == bool(line["gives"]) == (row.verdict == "certified")
        assert float(line["seconds"]) == row.seconds


def test_what_matters_most_comes_first(page: str) -> None:
    certified = sum(row.verdict == "certified" for row in ROWS)
    lead = f"A loop was certified for {certified} of {len(ROWS)} combinations: {round(100 * certified / len(ROWS))}%."
    assert page.split("\n\n")[1].startswith(lead)


def test_names_of_others_are_harmless() -> None:
    cards = ("<script>alert(1)</script>", "A | card & more", "[x](http://x)")
    row = Row(id="=1+1", cards=cards, verdict="not_found", engine="<hr>")
    row = msgspec.structs.replace(row, details=msgspec.structs.replace(row.details, gaps=cards))
    page = markdown([row])
    assert all(f"\\{bad}" in page for bad in ("<script", "| card", "[x]", "<hr>"))
    assert page.count("<script") == page.count("\\<script") == 1
    assert table([row]).splitlines()[1].startswith("'=1+1,")


@pytest.mark.parametrize("rows", [(), ROWS[:1], [row for row in ROWS if row.verdict == "certified"][:3]])
def test_few_rows_make_a_report_too(rows: tuple[Row, ...]) -> None:
    page = markdown(rows)
    assert page.startswith(f"# What became of {words.plural(len(rows), 'combination', 'combinations')}\n")
    assert ("There are no rows yet." in page) is not bool(rows)


def test_none_certified() -> None:
    rows = [row for row in ROWS if row.verdict != "certified"]
    page = markdown(rows)
    assert f"A loop was certified for 0 of {len(rows)} combinations: 0%." in page
    assert "What the loops give" not in page


def test_the_limits_and_how_to_do_it_again(page: str) -> None:
    assert "floorjudge-lab verify COLLECTION.jsonl --out FOLDER --seconds 60 --memory 2048" in page
    assert "Version of the engine: 0.103.0" in page


def test_a_folder_gets_both_and_nothing_else(tmp_path: Path) -> None:
    write_report(made_up_rows(1500), tmp_path / "new")
    assert {path.name for path in (tmp_path / "new").iterdir()} == {REPORT, TABLE}


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(UnwritableReport):
        write_report(ROWS[:1], tmp_path / "file")


@pytest.mark.parametrize("ends", ["The game is over: Player 2 has won.", "The game is over: it is a draw."])
def test_what_a_loop_gives_what_it_costs_and_how_it_ends_are_told_apart(ends: str) -> None:
    produces = (Produced("life", ""), Produced("cost", "Player 1 loses life"), Produced("result", ends))
    row = Row(id="1", cards=("A", "B"), verdict="certified", produces=produces)
    assert list(words.gains(row)) == ["life", "each time its player loses life", ends]
    only_ends = msgspec.structs.replace(row, produces=produces[2:])
    assert list(words.gains(only_ends)) == [ends]
    assert list(words.gains(msgspec.structs.replace(row, produces=()))) == ["nothing is left over"]


def test_everything_has_a_name() -> None:
    assert {*words.VERDICT_WORDS} == {*words.VERDICT_MEANS} == {*VERDICTS}
    assert {*words.REASON_WORDS} == {*words.NEXT} == {*get_args(Reason)}
    assert {*words.PLACES} == {*get_args(Place)}
    for kind in get_args(Kind):
        assert words.kind_words(kind) != kind or kind in MEANINGS
    assert words.kind_words("goats") == "goats"


@pytest.mark.parametrize(
    ("part", "whole", "written"), [(1, 3, "33%"), (1, 200, "0.5%"), (0, 5, "0%"), (5, 5, "100%"), (0, 0, "–")]
)
def test_shares(part: int, whole: int, written: str) -> None:
    assert words.share(part, whole) == written


def test_numbers() -> None:
    assert words.number(1500) == "1,500"
    assert words.seconds(2.25) == "2.2 s"
    assert words.seconds(7200) == "2.0 h"
    assert words.place_words("prerequisites", 2) == "prerequisite 2"
    assert words.place_words("else", 4) == "elsewhere"
