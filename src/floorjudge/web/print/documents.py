"""The printed documents: tables, standings and the bracket for the wall, slips and cards with QR codes, deck lists for the judges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from floorjudge.events.standings import PODIUM
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase, Table
from floorjudge.formats.decks import DeckLine, DeckReport, Finding
from floorjudge.formats.display import Bracket, Match
from floorjudge.texts import counted, in_any, text
from floorjudge.web.common.formats import sheet_for
from floorjudge.web.common.languages import plain
from floorjudge.web.errors import NoDeckListsYet, NoPlacesYet, NothingGroupedYet
from floorjudge.web.finder.decks import report_on
from floorjudge.web.links import qr_svg
from floorjudge.web.live.views import StandingView, standings_view
from floorjudge.web.print.job import Job, compile_parts, compile_sheet


def tables_by_number(job: Job) -> bytes:
    """Return the tables of the stage being played, in the order of their numbers, each set under its heading.

    Raises Refused before the first round is grouped.
    Clauses: OTE 2.4
    """
    needs_tables(job)
    shown = job.state.rules
    document = job.head(text("Tables by number")) | {
        "parts": [
            {
                "title": None if (title := shown.group_title(group)) is None else job.say(title),
                "tables": [_table(job, table) for table in tables],
            }
            for group, tables in groupby(job.state.tables, key=shown.group)
        ],
        "sitting_out_title": job.say(job.state.rules.sitting_out_title),
        "sitting_out": list(job.state.sitting_out),
    }
    return compile_sheet("by-number", document, job.at)


def tables_by_name(job: Job) -> bytes:
    """Return all players with a table, in the order of the alphabet, with its number.

    Raises Refused before the first round is grouped.
    """
    needs_tables(job)
    seats = {name: str(table.table) for table in job.state.tables for name in table.players}
    seats |= dict.fromkeys(job.state.sitting_out, "")
    names = in_alphabet(seats)
    document = job.head(text("Tables by name")) | {
        "sits_out": job.say(job.state.rules.sits_out),
        "parts": [
            {"letter": letter, "players": [{"name": name, "table": seats[name]} for name in listed]}
            for letter, listed in groupby(names, key=initial)
        ],
    }
    return compile_sheet("by-name", document, job.at)


def needs_tables(job: Job) -> None:
    """Check that there are tables to print.

    Raises Refused before the first round is grouped.
    """
    if not job.state.tables:
        raise NothingGroupedYet


def in_alphabet(names: Iterable[str]) -> list[str]:
    """Return names in the order of the alphabet: case and accents only decide between names that are otherwise equal."""
    return sorted(names, key=lambda name: (plain(name), name))


def initial(name: str) -> str:
    """Return the first letter of a name for an alphabetical list, `#` if it begins with none."""
    first = plain(name)[:1].upper()
    return first if first.isalpha() else "#"


def _table(job: Job, table: Table) -> dict[str, Any]:
    note = job.state.rules.paper_note(job.state, table)
    return {
        "number": str(table.table),
        "players": list(table.players),
        "note": "" if note is None else job.say(note),
    }


def score_sheet(job: Job) -> bytes:
    """Return the standings: all players by rank, those who left at the end.

    Everybody may see the scores at any time.
    Clauses: OTE 2.3
    """
    shown, listed = job.state.rules, standings_view(job.state, with_places=False)
    status = [] if shown.status_title is None else [shown.status_title]
    titles = [text("Player"), *status, *(column.paper or column.title for column in listed.columns)]
    document = job.head(text("Standings")) | {
        "columns": ["", *map(job.say, titles)],
        "words": 1 + len(status),
        "main": 2 + len(status) + listed.main,
        "players": [_line(job, line) for line in listed.lines],
    }
    return compile_sheet("standings", document, job.at)


def _line(job: Job, line: StandingView) -> list[str]:
    status = job.state.rules.status(job.state, job.state.players[line.name])
    return [
        "–" if line.rank is None else job.number(line.rank),
        line.name,
        *([] if status is None else [job.say(status)]),
        *map(job.cell, line.cells),
    ]


def final_places(job: Job) -> bytes:
    """Return the places of a finished event; raises what `places_document` raises."""
    return compile_sheet("places", places_document(job), job.at)


def places_document(job: Job) -> dict[str, Any]:
    """Return the contents of the sheet `places`: the first three large, the others in columns, players who left at the end.

    Raises Refused before the event is finished.
    Clauses: OTE 2.10
    """
    if job.state.phase is not Phase.FINISHED:
        raise NoPlacesYet
    listed = standings_view(job.state, with_places=True)
    shown = [column.title for column in listed.columns if column.main]
    legends = [
        job.state.rules.places_legend,
        *(text("On the right: {column}", column=main) for main in shown),
        in_any(""),
    ]
    entries = [_entry(job, line) for line in listed.lines if line.place is not None]
    first = (
        sum(line.place is not None and line.place <= PODIUM for line in listed.lines)
        if len(entries) > PODIUM
        else len(entries)
    )
    return job.head(text("Final places")) | {
        "legend": job.say(next(legend for legend in legends if legend is not None)),
        "podium": entries[:first],
        "others": entries[first:],
        "left_title": job.say(text("Left the event")),
        "left": [_entry(job, line) for line in listed.lines if line.place is None],
    }


def podium_document(job: Job) -> dict[str, Any]:
    """Return the contents of the sheet `podium`: a picture to share of the first three places, 1200 by 630 dots.

    Raises Refused before the event is finished.
    """
    if job.state.phase is not Phase.FINISHED:
        raise NoPlacesYet
    listed = standings_view(job.state, with_places=True)
    return job.head(text("Final places")) | {
        "podium": [_entry(job, line) for line in listed.podium],
        "players": job.say(counted("{count} player", "{count} players", count=len(job.state.in_event()))),
    }


def _entry(job: Job, line: StandingView) -> dict[str, Any]:
    return {
        "place": "–" if line.place is None else job.number(line.place),
        "name": line.name,
        "score": job.cell(line.main),
    }


Piece = TypeVar("Piece")
SLIPS_ON_A_SHEET, CARDS_ON_A_SHEET = 4, 12
SEATS_ON_A_SLIP = 4


def result_slips(job: Job) -> bytes:
    """Return a slip for each table of the stage being played, with each player's QR code and room for the result.

    Raises Refused before the first round is grouped.
    Clauses: OTE 2.3
    """
    needs_tables(job)
    wide = any(len(table.players) > SEATS_ON_A_SLIP for table in job.state.tables)
    slips = [_slip(job, table) for table in job.state.tables]
    document = job.head(text("Result slips")) | {
        "sheets": in_piles(slips, 1 if wide else SLIPS_ON_A_SHEET),
        "signature": job.say(text("Signature")),
        "mark": job.spoken,
        "mark_qr": qr_svg(job.leads_to().comparison, border=1),
        "mark_how": job.say(text("Scan to check that the log is still the one this slip was printed from.")),
    }
    return compile_sheet("slips", document, job.at)


def player_cards(job: Job) -> bytes:
    """Return a card for each present player, in the order of the alphabet, with the QR code of the player's page."""
    here = {player.name: player for player in job.state.all_players() if player.present}
    cards = [{"name": name, "qr": job.code_of(here[name])} for name in in_alphabet(here)]
    document = job.head(text("Player cards")) | {
        "sheets": in_piles(cards, CARDS_ON_A_SHEET),
        "how": job.say(
            text("Scan this: your table, your points, and where you report results. Keep it, it is yours alone.")
        ),
    }
    return compile_sheet("cards", document, job.at)


def in_piles(pieces: Sequence[Piece], on_a_sheet: int) -> list[list[Piece | None]]:
    """Return the sheets for pieces, such that the first places of all sheets come first, then the second places.

    The stack is cut at once: each pile, and all of them put on one another from the top, are then in order. None is an
    empty place.
    """
    sheets = -(-len(pieces) // on_a_sheet)
    return [
        [pieces[place] if (place := pile * sheets + sheet) < len(pieces) else None for pile in range(on_a_sheet)]
        for sheet in range(sheets)
    ]


def _slip(job: Job, table: Table) -> dict[str, Any]:
    shown = job.state.rules
    slip, title = shown.slip(job.state, table), shown.group_title(shown.group(table))
    return {
        "number": str(table.table),
        "title": "" if title is None else job.say(title),
        "goal": "" if slip.goal is None else job.say(slip.goal),
        "players": [{"name": name, "qr": job.code_of(job.state.players[name])} for name in table.players],
        "write": job.say(slip.write),
        "how": job.say(slip.how),
    }


def registration_poster(job: Job) -> bytes:
    """Return one page with the QR code of the registration address."""
    link = job.leads_to().join
    document = job.head(text("Register here")) | {
        "qr": qr_svg(link),
        "link": link,
        "how": job.say(text("Scan the code and type your name. No app, no password.")),
    }
    return compile_sheet("poster", document, job.at)


COLUMNS = 3
# Lines of deck lists to typeset at once; the typesetter takes some 50 kB for one with a finding.
LINES_OF_A_PART = 6_000


def deck_lists(job: Job) -> bytes:
    """Return the deck lists of players, in the order of the alphabet, each with its verdict and its findings.

    Raises Refused when there are none.
    Clauses: OTE 1.1
    """
    if not job.lists:
        raise NoDeckListsYet
    parts = in_parts((_deck(job, name, job.lists[name]) for name in in_alphabet(job.lists)), LINES_OF_A_PART)
    return compile_parts("decks", job.head(text("Deck lists")), [{"decks": part} for part in parts], job.at)


def in_parts(decks: Iterable[dict[str, Any]], lines: int) -> list[list[dict[str, Any]]]:
    """Return the decks of a sheet in parts, in order; all of a part but its last deck have fewer lines than `lines`."""
    parts: list[list[dict[str, Any]]] = []
    taken = lines
    for deck in decks:
        if taken >= lines:
            parts.append([])
            taken = 0
        parts[-1].append(deck)
        taken += sum(map(len, deck["columns"])) + 1
    return parts


def _deck(job: Job, player: str, listing: str) -> dict[str, Any]:
    rules = job.state.rules
    report = report_on(job.state, listing) or DeckReport(0)
    cards = [_card(job, line, report) for line in rules.deck_lines(listing)]
    height = -(-len(cards) // COLUMNS) or 1
    return {
        "player": player,
        "cards": job.say(counted("{count} card", "{count} cards", count=report.cards)),
        "verdict": job.say(report.verdict.label()),
        "findings": [_reason(job, finding) for finding in report.findings if finding.line is None],
        "columns": [cards[start : start + height] for start in range(0, len(cards), height)],
    }


def _card(job: Job, line: DeckLine, report: DeckReport) -> dict[str, Any]:
    return {
        "copies": "" if line.copies is None else job.number(line.copies),
        "name": line.name,
        "number": line.number or "",
        "findings": [_reason(job, finding) for finding in report.findings if finding.line == line.line],
    }


def _reason(job: Job, finding: Finding) -> str:
    sentence = job.say(finding.reason)
    return f"{sentence} ({', '.join(finding.clauses)})" if finding.clauses else sentence


def bracket_of(state: State) -> Bracket | None:
    """Return the bracket of an event; None if there is none (yet)."""
    path = state.rules.path(state)
    return path if isinstance(path, Bracket) else None


def bracket(job: Job) -> bytes:
    """Return the known part of the bracket.

    Raises Refused while there is none.
    """
    found = bracket_of(job.state)
    if found is None:
        raise NothingGroupedYet
    document = job.head(text("Bracket")) | {
        "rounds": [
            {"title": job.say(each.title), "matches": [_match(job, match) for match in each.matches]}
            for each in found.rounds
        ]
    }
    return compile_sheet(sheet_for(job.state.format, "bracket"), document, job.at)


def _match(job: Job, match: Match) -> list[dict[str, Any]]:
    """Return the lines of a match, one for each player."""
    empty = (None,) * len(match.players)
    rows = zip(match.players, match.seeds or empty, match.results or empty, strict=True)
    return [
        {
            "name": name or "",
            "seed": "" if seed is None else job.number(seed),
            "result": result or "",
            "won": name is not None and name in match.winners,
        }
        for name, seed, result in rows
    ]
