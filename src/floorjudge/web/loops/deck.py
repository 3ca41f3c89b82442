"""The combinations in a pasted deck list: loops of the book, as far as the deck has their cards."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.book.entries import STATES, State
from floorjudge.magic.book.known import STATE_MEANS, STATE_WORDS, DeckCombinations
from floorjudge.magic.book.meanings import MEANINGS
from floorjudge.web.asking import Asking
from floorjudge.web.finder.known import MOST_COMBINATIONS, looked_through
from floorjudge.web.finder.names import with_chosen_name
from floorjudge.web.security import COSTLY

router = APIRouter(prefix="/loops/deck")


@router.get("")
async def start(session: Asking) -> Response:
    """Show the form for a deck list."""
    session.application.prepare_cards()
    return session.page("finder/deck.html", listing="", found=None)


@router.post("")
async def look(session: Asking) -> Response:
    """Take a deck list and show the combinations in it."""
    session.count(COSTLY)
    sent = await session.form()
    listing = with_chosen_name(sent.word("deck"), sent.word("take"))
    try:
        await session.application.cards_prepared()
        found = await session.work_out(looked_through, listing)
    except FloorjudgeError as error:
        return session.page("finder/deck.html", listing=listing, found=None, error=error)
    return session.page(
        "finder/deck.html",
        listing=listing,
        found=found,
        most=MOST_COMBINATIONS,
        state_words=STATE_WORDS,
        state_means=[STATE_MEANS[state] for state in _states(found)],
        meanings=MEANINGS,
    )


def _states(found: DeckCombinations) -> list[State]:
    """Return the states of the shown combinations, the surest first."""
    shown = {each.combination.state for each in (*found.held[:MOST_COMBINATIONS], *found.one_short[:MOST_COMBINATIONS])}
    return [state for state in STATES if state in shown]
