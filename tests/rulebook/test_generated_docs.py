from pathlib import Path

import pytest

from floorjudge.rulebook import clauses
from tests.rulebook.coverage_page import clause_list
from tests.support import generated_docs


def test_the_pages_in_docs_are_what_the_code_would_write_now() -> None:
    assert generated_docs.out_of_date(generated_docs.ROOT) == []


def test_pages_are_written_and_then_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generated_docs, "PAGES", (("docs/a.md", lambda: "a\n"), ("docs/more/b.md", lambda: "b\n")))
    assert generated_docs.main(["--check"], tmp_path) == 1
    assert generated_docs.main([], tmp_path) == 0
    assert (tmp_path / "docs" / "more" / "b.md").read_text("utf-8") == "b\n"
    assert generated_docs.main(["--check"], tmp_path) == 0


def test_a_page_that_is_missing_or_changed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        generated_docs, "PAGES", (("a.md", lambda: "a\n"), ("b.md", lambda: "b\n"), ("c.md", lambda: "c\n"))
    )
    (tmp_path / "a.md").write_text("a\n", "utf-8")
    (tmp_path / "b.md").write_text("old\n", "utf-8")
    assert generated_docs.main(["--check"], tmp_path) == 1
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["b.md", "c.md"]
    assert (tmp_path / "b.md").read_text("utf-8") == "old\n"


def test_the_page_has_every_clause_and_no_line_numbers() -> None:
    page = (generated_docs.ROOT / "docs/rulebook-coverage.md").read_text("utf-8")
    listed = clause_list()
    for clause in clauses().values():
        assert f"### {clause.id}\n\n- " in page
        assert f"- **{clause.id}**: {clause.summary.en}" in listed
    for clause in clauses().values():
        (beside,) = (part for part in page.split("\n### ") if part.startswith(f"{clause.id}\n"))
        assert [line.removeprefix("- our reading: ") for line in beside.split("\n") if "our reading: " in line] == [
            reading.en for reading in clause.readings
        ]
        assert all(f" Our reading: {reading.en}" in listed for reading in clause.readings)
    # What active means after leaving, half points of a readmitted player, who sits out, the additional game.
    assert all(clauses()[name].readings for name in ("OTE 2.2", "OTE 2.3", "OTE 2.4", "OTE 2.8.3", "OTE 2.10"))
    assert "- printed as 4.4.8 in `mtr-2018-07`" in page
    assert "- editions: `mtr`\n" in page
    assert "#L" not in page
    assert "What players understand among themselves" in listed
