"""The report: Markdown and one table, with every row counted once and no sentence of a collection quoted."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.cli.errors import UnwritableFile
from floorjudge.magic.search.products import Kind
from floorjudge_lab.report import (
    KIND_WORDS,
    REASON_WORDS,
    REPORT,
    TABLE,
    VERDICT_WORDS,
    as_csv,
    markdown,
    share,
    tables,
    write_report,
)
from floorjudge_lab.rows import VERDICTS, Details, Produced, Reason, Row, Unread

SENTENCE = "The goat is in a very good mood indeed."


def row(number: int, **fields: Any) -> Row:
    return Row(**({"id": str(number), "cards": ("Amber Idol", "Jade Golem"), "verdict": "not_found"} | fields))


def certified(number: int, *gives: str, **fields: Any) -> Row:
    return row(number, verdict="certified", produces=tuple(Produced(kind, "") for kind in gives), **fields)


ROWS = (
    certified(1, "mana", "mana", "result", evidence="extended", certificate_verdict="ends", seconds=2.5),
    certified(2, "mana", "life", "cost", cards=("A", "B", "C"), evidence="certified", limit_seconds=60.0),
    row(3, reason="time", produces=(Produced("turns", "many"),), engine="0.103.0"),
    row(4, reason="time", details=Details(unread=(Unread("prerequisites[1]", SENTENCE),), unknown=("Jade Golem",))),
    row(5, verdict="played_out"),
)


def lines(rows: tuple[Row, ...]) -> dict[str, list[tuple[str, ...]]]:
    return {table.title: [*table.lines] for table in tables(rows)}


def test_tables_rank_what_they_count() -> None:
    assert lines(ROWS) == {
        "Verdicts": [
            ("certified", "2", "40%"),
            ("no loop was found", "2", "40%"),
            ("played until the game was won; more rounds are not certified", "1", "20%"),
        ],
        "Why not": [("the time ran out", "2", "40%")],
        "Certified, by number of cards": [("2 cards", "4", "1 (25%)"), ("3 cards", "1", "1 (100%)")],
        "What the certified loops give": [
            ("mana", "2", "100%"),
            ("what it costs its player", "1", "50%"),
            ("life", "1", "50%"),
            ("how the game ends", "1", "50%"),
        ],
    }


@given(st.lists(st.tuples(st.sampled_from(VERDICTS), st.integers(1, 4)), max_size=30))
def test_every_row_is_counted_once(written: list[tuple[str, int]]) -> None:
    rows = tuple(row(number, verdict=verdict, cards=("Goat",) * size) for number, (verdict, size) in enumerate(written))
    found = lines(rows)
    for title in ("Verdicts", "Certified, by number of cards"):
        assert sum(int(line[1]) for line in found.get(title, ())) == len(rows)
    assert len(as_csv(rows).splitlines()) == len(rows) + 1


def test_every_row_is_in_the_table_and_no_sentence_is_quoted() -> None:
    written = as_csv(ROWS)
    found = {line["id"]: line for line in csv.DictReader(written.splitlines())}
    assert SENTENCE not in written + markdown(ROWS)
    assert (found["1"]["gives"], found["1"]["certificate"]) == ("mana; ", "extended; ends by itself")
    assert (found["2"]["cards"], found["2"]["gives"]) == ("A + B + C", "mana, life; each time its player loses life")
    assert found["4"]["details"] == "Not known: Jade Golem. Not understood: prerequisites[1]."
    assert (found["3"]["reason"], found["3"]["gives"], found["1"]["seconds"]) == ("the time ran out", "", "2.5")
    bare = as_csv((certified(1),))
    assert "nothing is left over" in bare


def test_the_page_has_tables_limits_and_versions() -> None:
    page = markdown(ROWS)
    assert page.startswith("# Certified: 2 of 5 combinations, 40%\n")
    for line in filter(lambda line: line.startswith("|"), page.splitlines()):
        assert line.replace("\\|", "").count("|") == 4
    assert "usual computer, at most: 60\n" in page
    assert "Version of the engine: 0.103.0" in page
    assert markdown(()).startswith("# Certified: 0 of 0 combinations, –\n")


def test_names_of_others_are_harmless() -> None:
    bad = row(1, engine="<hr> [x](http://x) a|b")
    assert "\\<hr> \\[x](http://x) a\\|b" in markdown([bad])
    assert as_csv([msgspec.structs.replace(bad, id="=1+1")]).splitlines()[1].startswith("'=1+1,")


def test_a_folder_gets_both_and_nothing_else(tmp_path: Path) -> None:
    write_report(ROWS, tmp_path / "new")
    assert {path.name for path in (tmp_path / "new").iterdir()} == {REPORT, TABLE}
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(UnwritableFile):
        write_report(ROWS, tmp_path / "file")


def test_everything_has_a_name() -> None:
    assert {*VERDICT_WORDS} == {*VERDICTS}
    assert {*REASON_WORDS} == {*get_args(Reason)}
    assert {*get_args(Kind)} <= {*KIND_WORDS}


def test_shares() -> None:
    parts = ((1, 3), (1, 200), (0, 5), (5, 5), (0, 0))
    assert [share(part, whole) for part, whole in parts] == ["33%", "0.5%", "0%", "100%", "–"]
