"""The page of results fits the facts it was made from, and the facts hold nothing of the collection's prose."""

from __future__ import annotations

from pathlib import Path

import pytest

from floorjudge.magic.collections.charts import DARK, LIGHT
from floorjudge.magic.collections.rows import written
from tests.magic.collections import collection_page
from tests.magic.collections.collection_page import DOCS, FACTS, PAGE, PAPER, as_file, page, read_facts, write_facts
from tests.magic.collections.made_up_rows import BEYOND, FIRST, SAID, SENTENCE, made_up_rows


def test_the_page_in_docs_fits_its_facts() -> None:
    assert (DOCS / PAGE).read_text("utf-8") == page(read_facts(DOCS / FACTS))


def test_facts_survive_their_file(tmp_path: Path) -> None:
    rows = made_up_rows(200)
    write_facts(rows, tmp_path / "rows.csv")
    read = read_facts(tmp_path / "rows.csv")
    # What is left out of the facts is not counted by anything that the page shows.
    assert page(read) == page(rows)
    write_facts(read, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "rows.csv").read_bytes()


def test_facts_hold_no_words_of_the_collection(tmp_path: Path) -> None:
    rows = made_up_rows(300)
    write_facts(rows, tmp_path / "rows.csv")
    said = (tmp_path / "rows.csv").read_text("utf-8")
    for phrase in (*SAID.values(), *BEYOND, SENTENCE):
        assert phrase not in said
        assert phrase not in page(rows)
    # Cards are named only where the engine lacks them.
    lacked = [row for row in rows if row.details.gaps]
    assert sum(said.count(name) for name in FIRST) == sum(len(row.details.gaps) for row in lacked)


def test_a_changed_fact_changes_the_page(tmp_path: Path) -> None:
    rows = made_up_rows(50)
    write_facts(rows, tmp_path / "rows.csv")
    before = page(read_facts(tmp_path / "rows.csv"))
    file = tmp_path / "rows.csv"
    file.write_text(file.read_text("utf-8").replace(",certified,", ",not_found,", 1), "utf-8")
    assert page(read_facts(file)) != before


def test_page_and_pictures_are_written(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    file = tmp_path / "rows.jsonl"
    file.write_bytes(b"".join(map(written, made_up_rows(60))))
    collection_page.main([str(file)], tmp_path)
    said = (tmp_path / PAGE).read_text("utf-8")
    pictures = sorted(path.name for path in (tmp_path / "images").iterdir())
    assert pictures == [f"collection-{name}.svg" for name in ("agreement", "cards", "gaps", "kinds", "reasons", "time")]
    assert all(f"(images/{name})" in said for name in pictures)


def test_a_picture_stands_alone_in_light_and_dark() -> None:
    alone = as_file("<svg></svg>")
    assert alone.startswith("<svg><style>")
    assert "prefers-color-scheme:dark" in alone
    assert all(colour in alone for colour in (*LIGHT.values(), *DARK.values(), *PAPER.values()))
