"""The prints: the menu, and the documents as PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Query
from rpds import HashTrieMap
from starlette.responses import Response

from floorjudge.events.service.access.roles import Role
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase
from floorjudge.texts import Text, text
from floorjudge.web.asking import Here, Scorekeeper
from floorjudge.web.common.languages import style_of
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.jobs.pool import Limits
from floorjudge.web.links import base_address, join_link, only_here
from floorjudge.web.organiser.frame import desk_page
from floorjudge.web.print import documents
from floorjudge.web.print.job import VIEWER_POLICY, Addresses, Job, Paper

router = APIRouter()
# The slips of a thousand players take some seconds, most of them for the codes.
PRINTING = Limits(seconds=60.0)


class Print(msgspec.Struct, frozen=True):
    """A print, and the function that makes it."""

    make: Callable[[Job], bytes]
    role: Role
    title: Text
    what_for: Text
    ready: Callable[[State], bool]


def _grouped(state: State) -> bool:
    return bool(state.tables)


def _registered(state: State) -> bool:
    return bool(state.players)


PRINTS: Mapping[str, Print] = {
    "poster": Print(
        documents.registration_poster,
        Role.ORGANISER,
        text("Registration poster"),
        text("For the door: people scan it and register themselves, while self-registration is open."),
        lambda state: state.phase is Phase.REGISTRATION,
    ),
    "tables-by-name": Print(
        documents.tables_by_name,
        Role.SCOREKEEPER,
        text("Tables by name"),
        text("For the wall: players find their table."),
        _grouped,
    ),
    "tables-by-number": Print(
        documents.tables_by_number,
        Role.SCOREKEEPER,
        text("Tables by number"),
        text("For the wall and the judges: who sits where."),
        _grouped,
    ),
    "slips": Print(
        documents.result_slips,
        Role.ORGANISER,
        text("Result slips"),
        text("One for each table, to cut: a QR code for each player, and room to write when the network is down."),
        _grouped,
    ),
    "cards": Print(
        documents.player_cards,
        Role.ORGANISER,
        text("Player cards"),
        text("One for each player, to cut: the QR code of their own page, for the whole event."),
        _registered,
    ),
    "standings": Print(
        documents.score_sheet,
        Role.SCOREKEEPER,
        text("Standings"),
        text("For the wall: who stands where, with all columns."),
        lambda state: state.phase is not Phase.REGISTRATION,
    ),
    "places": Print(
        documents.final_places,
        Role.SCOREKEEPER,
        text("Final places"),
        text("For the wall and the prizes."),
        lambda state: state.phase is Phase.FINISHED,
    ),
    "bracket": Print(
        documents.bracket,
        Role.SCOREKEEPER,
        text("Bracket"),
        text("For the wall: who meets whom, and who has won."),
        lambda state: documents.bracket_of(state) is not None,
    ),
    "decks": Print(
        documents.deck_lists,
        Role.HEAD_JUDGE,
        text("Deck lists"),
        text("For deck checks: every list with its verdict and what was found."),
        lambda state: any(player.deck is not None for player in state.all_players()),
    ),
}

# While games are played, these are slips and the list of seats.
_WANTED: Mapping[str, tuple[str, ...]] = {
    "registration": ("poster", "cards"),
    "finished": ("places",),
}


@router.get("/e/{event}/desk/print")
async def menu(at: Scorekeeper) -> Response:
    """Show the menu of prints, first those for this stage."""
    mine = [(name, each) for name, each in PRINTS.items() if at.at_least(each.role) and each.ready(at.state)]
    base = base_address(at.request)
    wanted = _WANTED.get(at.state.stage, ("slips", "tables-by-name"))
    return desk_page(at, "print", tab="print", prints=mine, wanted=wanted, base=base, unreachable=only_here(base))


@router.get("/e/{event}/print/{what}.pdf")
async def document(at: Here, what: str, paper: Annotated[str, Query(max_length=20)] = Paper.A4.value) -> Response:
    """Send one document."""
    wanted = PRINTS.get(what)
    if wanted is None:
        raise NoSuchPage
    at.needs(wanted.role)
    on = next((each for each in Paper if each.value == paper), Paper.A4)
    # The history for undo and the look-alike keys are most of a state's size and are never printed; they stay here.
    state = msgspec.structs.replace(at.state, trail=None, looks=HashTrieMap())
    style = style_of(at.request, at.language)
    base = base_address(at.request)
    links = await to_thread.run_sync(at.application.player_links.of_event, at.event)
    addresses = Addresses(base, join_link(base, at), links, base + at.comparison)
    lists = await to_thread.run_sync(at.snapshot.deck_lists) if wanted.make is documents.deck_lists else {}
    job = Job(
        state,
        at.language,
        datetime.now().astimezone(),
        on,
        mark=at.mark,
        spoken=at.spoken_mark,
        style=style,
        addresses=addresses,
        lists=lists,
    )
    pdf = await at.session.work_out(wanted.make, job, limits=PRINTING)
    headers = {
        "content-disposition": f'inline; filename="{at.event}-{what}-{at.state.round}.pdf"',
        "cache-control": "no-store",
        "content-security-policy": VIEWER_POLICY,
    }
    return Response(pdf, media_type="application/pdf", headers=headers)
