"""Paper with QR codes: a slip for each table to write the result on, a card for each player, the poster at the door.

A pile is cut as one: what stands on a sheet belongs to different piles, so that each pile, and all of them put on one
another from the top, are in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from floorjudge.formats.on_the_edge.tables import Player, PlayerSet, Table, TableSet
from floorjudge.texts import Text, text
from floorjudge.web.links import qr_svg
from floorjudge.web.print.job import Job, compile_pdf, set_words
from floorjudge.web.print.tables import in_alphabet, needs_tables

Link = Callable[[Player], str]
Piece = TypeVar("Piece")
SLIPS_ON_A_SHEET, CARDS_ON_A_SHEET = 4, 12
SEATS_ON_A_SLIP = 4


def result_slips(job: Job, link: Link) -> bytes:
    """Return a slip for each table of the stage being played, with each player's QR code and room for the result.

    `link` gives the address of a player's own page.
    Raises Refused before the first round is grouped.
    Clauses: OTE 2.3
    """
    needs_tables(job)
    wide = any(len(table.players) > SEATS_ON_A_SLIP for table in job.state.tables)
    slips = [_slip(job, table, link) for table in job.state.tables]
    document = job.head(text("Result slips")) | {
        "sheets": in_piles(slips, 1 if wide else SLIPS_ON_A_SHEET),
        "write": job.say(_to_write(job)),
        "signature": job.say(text("Signature")),
    }
    return compile_pdf("slips", document, job.at)


def player_cards(job: Job, link: Link) -> bytes:
    """Return a card for each player who has not left, in the order of the alphabet, with the QR code of their own page.

    `link` gives the address of a player's own page.
    """
    here = {player.name: player for player in job.state.everybody() if player.set is not PlayerSet.LEFT}
    cards = [{"name": name, "qr": qr_svg(link(here[name]), border=1)} for name in in_alphabet(here)]
    document = job.head(text("Player cards")) | {
        "sheets": in_piles(cards, CARDS_ON_A_SHEET),
        "how": job.say(
            text("Scan this: your table, your points, and where you report results. Keep it, it is yours alone.")
        ),
    }
    return compile_pdf("cards", document, job.at)


def in_piles(pieces: Sequence[Piece], on_a_sheet: int) -> list[list[Piece | None]]:
    """Return the sheets for pieces, such that the first places of all sheets come first, then the second places.

    None stands where a place stays empty.
    """
    sheets = -(-len(pieces) // on_a_sheet)
    return [
        [pieces[place] if (place := pile * sheets + sheet) < len(pieces) else None for pile in range(on_a_sheet)]
        for sheet in range(sheets)
    ]


def _slip(job: Job, table: Table, link: Link) -> dict[str, Any]:
    return {
        "number": str(table.table),
        "set": job.say(set_words(table.set)),
        "target": job.say(text("to {target} influence", target=table.target)),
        "players": [{"name": name, "qr": qr_svg(link(job.state.players[name]), border=1)} for name in table.players],
        "how": job.say(_how(table)),
    }


def _to_write(job: Job) -> Text:
    if any(table.set is TableSet.READMISSION for table in job.state.tables):
        return text("Reached {target} as number", target=job.state.tables[0].target)
    return text("Final influence")


def _how(table: Table) -> Text:
    if table.set is TableSet.READMISSION:
        return text("Each scans their own code, or: write in which order players reached the target, and sign.")
    return text("Each scans their own code, or: write everybody's final influence, circle the winner, and sign.")


def registration_poster(job: Job, link: str) -> bytes:
    """Return one page with the QR code of the address where people register themselves."""
    document = job.head(text("Register here")) | {
        "qr": qr_svg(link),
        "link": link,
        "how": job.say(text("Scan the code and type your name. No app, no password.")),
    }
    return compile_pdf("poster", document, job.at)
