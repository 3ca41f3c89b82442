"""Deck lists that were made public: who played what, and one player's list with what the rules say of it."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.events.service.deck_lists import deck_lists
from floorjudge.formats.on_the_edge.decks import check_deck
from floorjudge.formats.on_the_edge.tables import Player
from floorjudge.web.answers import page
from floorjudge.web.refusals import no_such_page
from floorjudge.web.rows import places_to_be_seen
from floorjudge.web.visits import Here, Visit, player_here

router = APIRouter()
PLAYERS_A_PAGE = 100


@router.get("/e/{event}/decks")
async def decks(request: Request, at: Here, first: Annotated[int, Query(ge=1, le=10**6)] = 1) -> Response:
    """List the players whose deck lists are public, by place when the places are public, too."""
    _are_public(at)
    listed = _in_order(at)
    return page(
        request,
        "public/decks.html",
        at=at,
        shown=listed[first - 1 : first - 1 + PLAYERS_A_PAGE],
        first=first,
        following=first + PLAYERS_A_PAGE if len(listed) >= first + PLAYERS_A_PAGE else None,
        total=len(listed),
        placed=bool(listed) and listed[0][1] is not None,
    )


@router.get("/e/{event}/decks/{number}")
async def deck(request: Request, at: Here, number: Annotated[int, Path(ge=1, le=10**6)]) -> Response:
    """Show one player's list as it was handed in, with its verdict.

    Clauses: OTE 1.1
    """
    _are_public(at)
    player = player_here(at.state, number)
    listing = (await to_thread.run_sync(deck_lists, at.seen.records())).get(player.name)
    if listing is None:
        raise no_such_page()
    report = await to_thread.run_sync(check_deck, listing)
    return page(request, "public/deck.html", at=at, player=player, listing=listing, report=report)


def _are_public(at: Visit) -> None:
    """Go on only when everybody may read the lists; whoever else may reads them at the desk."""
    if not at.seen.venue.decks_published:
        raise no_such_page()


def _in_order(at: Visit) -> list[tuple[Player, int | None]]:
    """Return the players who have handed in a list, each with their place where places are public."""
    placed = at.state.places() if places_to_be_seen(at.state, at.seen.venue) else {}
    listed = [(player, placed.get(player.name)) for player in at.state.everybody() if player.deck is not None]
    return sorted(listed, key=lambda entry: (entry[1] is None, entry[1] or 0, entry[0].number))
