"""Printed documents, read back from the PDF."""

from __future__ import annotations

import io
import os
import random
import re
import sys
import unicodedata
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from floorjudge.errors import Refused
from floorjudge.events.lookalikes import looks
from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import EventLinks
from floorjudge.formats.on_the_edge.rules.event import members
from floorjudge.formats.on_the_edge.tables import PlayerSet
from floorjudge.store import open_log
from floorjudge.texts import LANGUAGES, Language
from floorjudge.web.links import qr_svg
from floorjudge.web.organiser.printing import PRINTS
from floorjudge.web.print import documents
from floorjudge.web.print.documents import (
    CARDS_ON_A_SHEET,
    SLIPS_ON_A_SHEET,
    in_alphabet,
    in_parts,
    in_piles,
    initial,
)
from floorjudge.web.print.job import Addresses, Job, Paper
from tests.events.floor.small_event import SEED, finished, opened, report_all, started, steps_to_the_end

# With FLOORJUDGE_HYPOTHESIS=thorough as many slips as a year of tournaments has.
SLIPS = 10_000 if os.environ.get("FLOORJUDGE_HYPOTHESIS") == "thorough" else 100
AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
ODD = (
    "#panic()",
    '#read("/etc/passwd")',
    "*strong* _weak_ $x^2$",
    'He said "so" \\',
    "<script>alert(1)</script>",
    "=cmd|'/C calc'!A0",
    "// nothing #[x] @ref <label>",
    "-- ... ~ 'n' http://x.example",
    "W" * 60,
    "Zoë 🎲",
    "שרה כהן",
    "محمد علي",
)


class NotedLinks(EventLinks, frozen=True):
    """Links that note for which players they were asked."""

    asked: list[int] = msgspec.field(default_factory=list)

    def make(self, player: int) -> str:
        self.asked.append(player)
        return super().make(player)


def job_of(desk: EventService, language: Language = "en", paper: Paper = Paper.A4) -> Job:
    lists = {player.name: "40 Pawns" for player in desk.state.all_players()}
    server = "http://192.168.178.34:8000"
    addresses = Addresses(
        server,
        f"{server}/join/friday",
        NotedLinks("key", "friday", {}),
        f"{server}/e/friday/draw?mark=57-{'3f119c75' * 8}",
    )
    return Job(desk.state, language, AT, paper, addresses=addresses, lists=lists)


def with_lists(job: Job, lists: dict[str, str]) -> Job:
    return msgspec.structs.replace(job, lists=lists)


def links_of(job: Job) -> list[int]:
    """Return the numbers of the players for whom links were made."""
    assert isinstance(job.addresses, Addresses)
    assert isinstance(job.addresses.players, NotedLinks)
    return job.addresses.players.asked


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def squeezed(written: str) -> str:
    """Return what is left of a text when lines may break anywhere and letters may be shaped or joined."""
    plain = unicodedata.normalize("NFKD", written)
    return "".join(char for char in plain if not char.isspace() and char.isprintable() and char != "�")


def printed(pdf: bytes) -> str:
    return squeezed("".join(pages(pdf)))


def left_to_right(name: str) -> bool:
    return all(unicodedata.bidirectional(char) not in ("R", "AL") and ord(char) < 0x10000 for char in name)


def event_of(names: tuple[str, ...]) -> EventService:
    """Return the desk of an event of these players in its first round."""
    desk = opened(open_log())
    for name in names:
        desk.take({"do": "register", "player": name}, "en")
    desk.take({"do": "start"}, "en")
    return desk


def test_whatever_players_are_called_stands_there_as_they_are_called(subtests: pytest.Subtests) -> None:
    """Who reads a PDF by program turns the signs round that stand beside a name from right to left, so these are printed by themselves."""
    for name in sorted(PRINTS.keys() - {"poster", "bracket"}):
        with subtests.test(name=name):
            from_right = tuple(player for player in ODD if not left_to_right(player) and not player.startswith("Zo"))
            for players in ((*from_right, "Ana"), tuple(player for player in ODD if player not in from_right)):
                desk = event_of(players)
                if name == "places":
                    for _ in steps_to_the_end(desk):
                        pass
                pdf = PRINTS[name].make(job_of(desk))
                assert not any("/Annots" in page for page in PdfReader(io.BytesIO(pdf)).pages)
                shown = printed(pdf)
                for player in players:
                    if left_to_right(player):
                        assert squeezed(player) in shown
                    elif player.startswith("Zo"):
                        assert squeezed("Zoë") in shown


def test_letters_that_run_the_other_way_are_all_there() -> None:
    shown = printed(documents.tables_by_name(job_of(event_of(ODD))))
    assert set("שרהכהן") <= set(shown)
    assert set("محمدعلي") <= set(shown)


@pytest.mark.server
@settings(max_examples=25)
@given(
    st.lists(
        st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), min_size=1, max_size=40),
        min_size=3,
        max_size=5,
        unique_by=(lambda name: looks(name)[0], lambda name: looks(name)[1]),
    )
)
def test_no_name_is_ever_taken_for_the_typesetters_own_language(names: list[str]) -> None:
    shown = printed(documents.tables_by_name(job_of(event_of(tuple(names)))))
    assert all(squeezed(name) in shown for name in names)


def test_the_name_of_an_event_and_a_deck_list_are_no_program_either() -> None:
    desk = opened(open_log(), name='#panic("x") *y*')
    desk.take({"do": "register", "player": "Ana"}, "en")
    shown = printed(
        documents.deck_lists(with_lists(job_of(desk), {"Ana": '3 #panic("z")\n2 *Astral Wisdom*\n1 $x$ #{1/0}'}))
    )
    assert squeezed('#panic("x") *y*') in shown
    assert squeezed("$x$") in shown


@pytest.mark.server
@pytest.mark.parametrize("name", sorted(PRINTS.keys() - {"bracket"}))
def test_every_print_is_made_in_every_language_and_on_both_papers(name: str) -> None:
    desk = finished(players=8)
    papers = {Paper.A4: (595, 842), Paper.LETTER: (612, 792)}
    for language, (paper, size) in zip(LANGUAGES, cycle(papers.items()), strict=False):
        reader = PdfReader(io.BytesIO(PRINTS[name].make(job_of(desk, language, paper))))
        box = reader.pages[0].mediabox
        assert (round(box.width), round(box.height)) == size
        assert reader.metadata is not None
        assert reader.metadata.title


@pytest.mark.server
def test_each_page_of_a_list_says_what_it_is_and_which_page() -> None:
    desk = event_of(tuple(f"Player {number}" for number in range(1, 161)))
    for pdf in (
        documents.tables_by_name(job_of(desk)),
        documents.tables_by_number(job_of(desk)),
        documents.score_sheet(job_of(desk)),
    ):
        listed = pages(pdf)
        assert len(listed) > 1
        for number, page in enumerate(listed, 1):
            assert "Friday" in page
            assert "Round 1" in page
            assert f"Page {number} of {len(listed)}" in page
            assert "Printed Nov 21, 2026" in page


def test_a_sheet_for_the_wall_says_which_event_when_and_where_in_the_readers_own_style() -> None:
    desk = finished(players=8)
    desk.take(
        {"do": "describe", "date": "2026-11-27", "place": "The old library\nfirst floor, " + "left, " * 300}, "en"
    )
    (page,) = pages(documents.final_places(Job(desk.state, "en", AT, style="en_GB")))
    assert "27 Nov 2026 · The old library first floor" in page
    assert "Printed 21 Nov 2026" in page


def test_tables_by_number_and_by_name_hold_every_table_once_in_order() -> None:
    desk = event_of(tuple(f"Player {number}" for number in range(1, 101)))
    listed = "".join(pages(documents.tables_by_number(job_of(desk))))
    at = [squeezed(listed).index(squeezed(table.players[0] + table.players[1])) for table in desk.state.tables]
    assert at == sorted(at)
    assert "off-numbered" in listed
    by_name = printed(documents.tables_by_name(job_of(desk)))
    assert all(squeezed(f"{name} {table.table}") in by_name for table in desk.state.tables for name in table.players)


def test_who_sits_out_is_on_both_lists() -> None:
    desk = started(players=4)
    report_all(desk)
    desk.take({"do": "leave", "player": members(desk.state, PlayerSet.INACTIVE)[0].name}, "en")
    desk.take({"do": "next"}, "en")
    for name in desk.state.sitting_out:
        assert name in "".join(pages(documents.tables_by_number(job_of(desk))))
        assert squeezed(f"{name} sits out") in printed(documents.tables_by_name(job_of(desk)))


@pytest.mark.server
def test_every_slip_of_a_large_hall_is_the_slip_of_its_table() -> None:
    chance = random.Random(7)
    signs = "abcdefghijklmnoprstuvwzÀÇÉÎÑÖÜßàçéîñöüłøčšžАБВГДабвгдΑΒΓΔαβγδ"
    names = {f"{''.join(chance.choices(signs, k=chance.randint(2, 12)))} {number}" for number in range(SLIPS)}
    desk = opened(open_log())
    desk.take_all([{"do": "register", "player": name} for name in sorted(names)])
    desk.take({"do": "start"}, "en")
    listed = pages(documents.result_slips(job := job_of(desk)))
    assert sorted(links_of(job)) == sorted(player.number for player in desk.state.all_players())
    assert len(listed) == -(-len(desk.state.tables) // SLIPS_ON_A_SHEET)
    assert "".join(listed).count("Signature") == len(names)
    for number, page in enumerate(map(squeezed, listed)):
        tables = desk.state.tables[number :: len(listed)]
        assert all(squeezed(name) in page for table in tables for name in table.players), number


@pytest.mark.clauses("OTE 2.8.3")
def test_a_readmission_game_of_many_fits_on_its_slip() -> None:
    desk = event_of(tuple(f"Player {number}" for number in range(1, 10)))
    for table in desk.state.tables:
        influence = {name: 16 if name == table.players[0] else 5 for name in table.players}
        desk.take({"do": "report", "table": table.table, "winner": table.players[0], "influence": influence}, "en")
    winners = [player.name for player in members(desk.state, PlayerSet.ACTIVE)]
    desk.take({"do": "leave", "player": winners[0]}, "en")
    desk.take({"do": "next"}, "en")
    (table,) = desk.state.tables
    assert len(table.players) == 6
    (page,) = pages(documents.result_slips(job_of(desk)))
    assert "to 8 influence" in page
    assert all(name in page for name in table.players)


def test_cards_and_the_picture_to_share_are_of_those_who_are_still_here() -> None:
    desk = started(players=8)
    report_all(desk)
    left = members(desk.state, PlayerSet.INACTIVE)[0].name
    desk.take({"do": "leave", "player": left}, "en")
    shown = printed(documents.player_cards(job_of(desk)))
    assert [player.name for player in desk.state.all_players() if player.name not in shown] == [left]
    for _ in steps_to_the_end(desk):
        pass
    assert documents.podium_document(job_of(desk))["players"] == "7 players"


@pytest.mark.clauses("OTE 2.10")
def test_who_left_has_no_rank_on_the_score_sheet() -> None:
    desk = started(players=8)
    table = next(each for each in desk.state.tables if "Ana" in each.players)
    influence = {name: 16 if name == "Ana" else 5 for name in table.players}
    desk.take({"do": "report", "table": table.table, "winner": "Ana", "influence": influence}, "en")
    assert "1 Ana active 8" in "\n".join(pages(documents.score_sheet(job_of(desk))))
    desk.take({"do": "leave", "player": "Ana"}, "en")
    shown = "\n".join(pages(documents.score_sheet(job_of(desk))))
    assert "– Ana left 8" in shown


@given(st.integers(0, 60), st.integers(1, CARDS_ON_A_SHEET))
def test_a_cut_pile_is_in_order(count: int, on_a_sheet: int) -> None:
    sheets = in_piles(range(count), on_a_sheet)
    piles = [[sheet[place] for sheet in sheets] for place in range(on_a_sheet)]
    assert [piece for pile in piles for piece in pile if piece is not None] == list(range(count))
    assert len(sheets) == -(-count // on_a_sheet)


@pytest.mark.clauses("OTE 2.10")
def test_places_are_those_of_the_rules() -> None:
    desk = finished(players=8)
    shown = printed(documents.final_places(job_of(desk)))
    placed = desk.state.places()
    assert placed
    for name, place in placed.items():
        assert squeezed(f"{place} {name}") in shown
    assert all(player.name in shown for player in desk.state.all_players())


def test_a_deck_list_shows_cards_verdict_and_reasons() -> None:
    desk = started(players=3)
    listing = "Main deck:\n3 Astral Wisdom [28]\n2 Sekhem\n"
    shown = "".join(pages(documents.deck_lists(with_lists(job_of(desk), {"Ana": listing, "Bo": "40 Astral Wisdom"}))))
    assert "5 cards" in shown
    assert "illegal" in shown
    assert "OTE 1.1" in shown
    assert "40 cards" in shown
    assert shown.index("Ana") < shown.index("Bo")


@pytest.mark.server
def test_deck_lists_set_in_parts_are_the_pages_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = started(players=3)
    listing = "\n".join(f"2 Card {number}" for number in range(150))
    job = with_lists(job_of(desk), dict.fromkeys(("Ana", "Bo", "Cy", "Zoë שרה"), listing))
    alone = [len(pages(documents.deck_lists(with_lists(job, {name: listing})))) for name in job.lists]
    whole = pages(documents.deck_lists(job))
    monkeypatch.setattr(documents, "LINES_OF_A_PART", 1)
    parts = pages(documents.deck_lists(job))
    assert len(parts) == sum(alone)
    numbered = [re.search(r"Page (\d+) of (\d+)", page) for page in parts]
    assert [found and found.groups() for found in numbered] == [
        (str(number), str(len(parts))) for number in range(1, len(parts) + 1)
    ]
    assert all("Deck lists" in page for page in parts)
    assert cards_of(parts) == cards_of(whole)
    assert len(cards_of(parts)) == 150 * 4


@pytest.mark.parametrize("paper", Paper)
def test_pages_set_in_parts_are_put_together_whole_and_where_they_were(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "LINES_OF_A_PART", 1)
    made = PdfReader(io.BytesIO(documents.deck_lists(job_of(started(players=3), paper=paper))))
    assert len(made.pages) == 3
    for page in made.pages:
        contents = page.get_contents()
        assert contents is not None
        drawn = contents.get_data().split(b"EMC")[0]
        assert b" Do" in drawn
        assert b" cm" not in drawn
        seen = [(float(x), float(y)) for x, y in re.findall(rb"([\d.]+) ([\d.]+) [ml]\b", drawn)]
        assert {x for x, _ in seen} <= {0.0, float(page.mediabox.width)}
        assert {y for _, y in seen} <= {0.0, float(page.mediabox.height)}


def cards_of(listed: list[str]) -> list[str]:
    return sorted(re.findall(r"\b2 Card \d+\b", "\n".join(listed)))


@given(st.lists(st.integers(0, 9), max_size=30), st.integers(1, 20))
def test_parts_hold_every_deck_once_and_are_no_longer_than_their_last_makes_them(sizes: list[int], lines: int) -> None:
    decks = [{"columns": [[number] * size]} for number, size in enumerate(sizes)]
    parts = in_parts(decks, lines)
    assert [deck for part in parts for deck in part] == decks
    assert all(sum(len(deck["columns"][0]) + 1 for deck in part[:-1]) < lines for part in parts)


@pytest.mark.server
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux tells what a process has had")
def test_what_a_long_print_took_is_given_back_before_the_next() -> None:
    listing = "\n".join(f"2 Some{number}" for number in range(30))
    job = job_of(started(players=3))

    def print_of(prefix: str) -> None:
        lists = {f"{prefix} {number}": listing.replace("Some", f"{prefix}{number}x") for number in range(30)}
        documents.deck_lists(with_lists(job, lists))

    print_of("first")
    before = held()
    for number in range(4):
        print_of(f"again{number}")
    assert held() - before < 40 << 20


def held() -> int:
    """Return the bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_names_are_found_where_people_look_for_them() -> None:
    assert in_alphabet(["Zoe", "Łukasz", "ana", "Álvaro", "Bo", "Ann"]) == "Álvaro ana Ann Bo Łukasz Zoe".split()
    assert [initial(name) for name in ("Éva", "łucja", "3", "ß", "=x")] == ["E", "L", "#", "S", "#"]


def test_what_is_not_there_yet_is_not_printed() -> None:
    for name in ("tables-by-number", "tables-by-name", "slips", "places", "decks"):
        with pytest.raises(Refused):
            PRINTS[name].make(job_of(opened(open_log())))


def test_the_poster_names_the_event_and_the_address() -> None:
    shown = printed(documents.registration_poster(job_of(opened(open_log(), name="#panic() night"))))
    assert squeezed("#panic() night") in shown
    assert "http://192.168.178.34:8000/join/friday" in shown


def test_a_name_without_gaps_breaks_where_its_column_ends(subtests: pytest.Subtests) -> None:
    for name in ["tables-by-number", "tables-by-name", "slips", "cards", "standings"]:
        with subtests.test(name=name):
            desk = event_of(("W" * 100, "Bo", "Cy"))
            lines = [line.count("W") for page in pages(PRINTS[name].make(job_of(desk))) for line in page.splitlines()]
            assert sum(lines) >= 100
            assert max(lines) < 100


def test_the_same_job_gives_the_same_bytes() -> None:
    desk = started(players=5)
    assert documents.score_sheet(job_of(desk)) == documents.score_sheet(job_of(desk))


def test_a_code_is_a_picture_of_its_link_alone() -> None:
    one, other = qr_svg("https://x.example/p/1"), qr_svg("https://x.example/p/2")
    assert one.startswith("<svg")
    assert one != other
    assert "x.example" not in one
    assert SEED not in one


def test_a_slip_has_a_short_mark_beside_a_code_of_the_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    coded: list[str] = []

    def noting(link: str, *, border: int = 4) -> str:
        coded.append(link)
        return qr_svg(link, border=border)

    monkeypatch.setattr(documents, "qr_svg", noting)
    job = msgspec.structs.replace(job_of(started()), spoken="57-3f119c75af", mark="57-3f119c75afa27ee7d3c5f97d0be167c3")
    slips = printed(documents.result_slips(job))
    assert "57-3f119c75af" in slips
    assert job.mark not in slips
    (link,) = coded
    assert link.endswith(f"/e/friday/draw?mark=57-{'3f119c75' * 8}")
    assert job.mark in printed(documents.tables_by_name(job))
