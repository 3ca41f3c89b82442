"""The report: one page that needs nothing else, in four languages, with everything counted and nothing quoted."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from floorjudge.magic.collections.errors import UnwritableReport
from floorjudge.magic.collections.report import words
from floorjudge.magic.collections.report.meanings import MEANINGS, Meaning
from floorjudge.magic.collections.report.page import report, write_report
from floorjudge.magic.collections.report.words import Place, Speaker
from floorjudge.magic.collections.rows import VERDICTS, Produced, Reason, Row
from floorjudge.magic.searching.products import Kind
from floorjudge.texts import LANGUAGES, Language, render
from tests.magic.collections.report.made_up_rows import BEYOND, SAID, SENTENCE, made_up_rows

ROWS = made_up_rows(120)
EMPTY = {"meta", "link", "br", "hr", "img", "input"}


class Outline(HTMLParser):
    """What is checked of a page: open elements, headings, tables, ids, addresses."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.headings: list[int] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in EMPTY:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.stack.pop() == tag


@pytest.fixture(scope="module")
def page() -> str:
    return report(ROWS, "en")


def test_the_page_is_whole(page: str) -> None:
    outline = Outline(page)
    assert outline.stack == []
    assert outline.headings[0] == 1
    assert outline.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(outline.headings))
    ids = [attributes["id"] for _, attributes in outline.seen if "id" in attributes]
    assert len(ids) == len({*ids})
    assert {tag for tag, _ in outline.seen} >= {"header", "main", "nav"}
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in outline.seen if tag == "th")


def test_every_link_leads_somewhere_on_the_page(page: str) -> None:
    outline = Outline(page)
    ids = {attributes.get("id") for _, attributes in outline.seen}
    links = [attributes["href"] or "" for tag, attributes in outline.seen if tag == "a"]
    assert len(links) > 5
    assert all(link[:1] == "#" and link[1:] in ids for link in links)


def test_it_needs_nothing_else(page: str) -> None:
    outline = Outline(page)
    assert not {tag for tag, _ in outline.seen} & {"script", "link", "img", "iframe", "object", "form"}
    assert not any(name.startswith("on") or name == "src" for _, attributes in outline.seen for name in attributes)
    assert not re.search("https?://", page)
    assert "url(" not in page
    assert "@import" not in page


def test_every_row_is_in_it_and_nothing_is_quoted(page: str) -> None:
    for row in ROWS:
        assert page.count(f"<span>{row.id} · ") == 1
        assert " + ".join(row.cards) in page
    for phrase in (*SAID.values(), *BEYOND, SENTENCE):
        assert phrase not in page
    assert "prerequisite 2" in page


def test_what_matters_most_comes_first(page: str) -> None:
    found = sum(row.verdict == "certified" for row in ROWS)
    lead = f"A loop was certified for {found} of {len(ROWS)} combinations: {round(100 * found / len(ROWS))}\xa0%."
    assert page.index(lead) < page.index("<main>")


def test_names_of_others_are_harmless() -> None:
    row = Row(
        id="<b>1</b>",
        cards=("<script>alert(1)</script>", 'A "card" & more'),
        verdict="certified",
        produces=(Produced("<i>kind</i>", "<u>text</u>"),),
        evidence="<s>",
        certificate_verdict="</table>",
        engine="<hr>",
    )
    said = report([row], "en")
    assert Outline(said).stack == []
    assert all(bad not in said for bad in ("<script", "<b>", "<i>", "<u>", "<s>", "<hr>"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt; + A &#34;card&#34; &amp; more" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: Language) -> None:
    said = report(ROWS[:30], language)
    assert f'<html lang="{language}">' in said
    assert Outline(said).stack == []
    assert not re.search(r"\{\w+\}", re.sub(r"<style>.*?</style>", "", said, flags=re.DOTALL))


@pytest.mark.parametrize("rows", [(), ROWS[:1], [row for row in ROWS if row.verdict == "certified"][:3]])
def test_few_rows_make_a_page_too(rows: tuple[Row, ...]) -> None:
    assert Outline(report(rows, "en")).stack == []


def test_none_certified() -> None:
    rows = [row for row in ROWS if row.verdict != "certified"]
    said = report(rows, "en")
    assert f"A loop was certified for 0 of {len(rows)} combinations: 0\xa0%." in said
    assert 'id="kinds"' not in said


def test_bars_are_as_long_as_the_shares_beside_them(page: str) -> None:
    by_cards = page.split("<table>")[1]
    bars = re.findall(r"inline-size: ([\d.]+)%", by_cards)
    shares = re.findall(r"\(([\d.]+)\xa0%\)", by_cards)
    assert [round(float(bar)) for bar in bars] == [round(float(share)) for share in shares]
    assert len(bars) == 3


def test_the_limits_and_how_to_do_it_again(page: str) -> None:
    assert "floorjudge magic verify COLLECTION.jsonl --out REPORT --seconds 60 --memory 2048" in page
    assert "Version of the engine: 0.103.0" in page


def test_a_large_collection(tmp_path: Path) -> None:
    write_report(made_up_rows(1500), tmp_path / "new" / "report.html", "fr")
    assert (tmp_path / "new" / "report.html").stat().st_size < 3_000_000
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["report.html"]


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(UnwritableReport):
        write_report(ROWS[:1], tmp_path / "file" / "report.html", "en")


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ("The game is over: Player 2 has won.", "La partida ha terminado: Jugador 2 ha ganado."),
        ("The game is over: it is a draw.", "La partida ha terminado: es un empate."),
    ],
)
def test_what_a_loop_gives_what_it_costs_and_how_it_ends_are_told_apart(ends: str, said: str) -> None:
    produces = (Produced("life", ""), Produced("cost", "Player 1 loses life"), Produced("result", ends))
    row = Row(id="1", cards=("A", "B"), verdict="certified", produces=produces)
    assert list(words.gains_said(row, Speaker("en"))) == ["life", "each time its player loses life", ends]
    assert list(words.gains_said(row, Speaker("es")))[-1] == said
    only_ends = msgspec.structs.replace(row, produces=produces[2:])
    assert list(words.gains_said(only_ends, Speaker("en"))) == [ends]


def test_everything_has_a_name() -> None:
    assert {*words.VERDICT_WORDS} == {*words.VERDICT_MEANS} == {*VERDICTS}
    assert {*words.REASON_WORDS} == {*words.NEXT} == {*get_args(Reason)}
    assert {*MEANINGS} == {*get_args(Meaning)}
    assert {*words.PLACES} == {*get_args(Place)}
    for kind in get_args(Kind):
        assert render(words.kind_said(kind), "en") != kind or kind in MEANINGS
    assert render(words.kind_said("goats"), "en") == "goats"


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [(1, 3, "33\xa0%"), (1, 200, "0.5\xa0%"), (0, 5, "0\xa0%"), (5, 5, "100\xa0%"), (0, 0, "–")],
)
def test_shares(part: int, whole: int, said: str) -> None:
    assert Speaker("en").share(part, whole) == said


def test_numbers_in_the_readers_language() -> None:
    assert Speaker("en").number(1500) == "1,500"
    assert Speaker("pt").number(1500) == "1.500"
    assert Speaker("fr").seconds(2.25).startswith("2,2")
    assert Speaker("en").seconds(7200) == "2.0\xa0h"
    assert Speaker("en").mark(10.0) == "10\xa0s"
