"""The combinations in a deck, for programs."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.magic.cards.deck_list import MOST_CHARACTERS, MOST_LINES, DeckListTooLong, NoCardsInDeck
from floorjudge.magic.collections.known import deck_value
from floorjudge.magic.errors import NoCardTexts
from floorjudge.reading import FieldLeftOut, Fields
from floorjudge.web.api import shapes
from floorjudge.web.api.shapes import OF_COSTLY_WORK, answering
from floorjudge.web.api.views import answer, object_in
from floorjudge.web.common.limits import COSTLY
from floorjudge.web.errors import CardsBeingPrepared
from floorjudge.web.finder.decks import MOST, looked_through
from floorjudge.web.sessions import Program

router = APIRouter(prefix="/api/v1/magic", tags=["Loops of real cards"])
_BODY = {
    "type": "object",
    "properties": {"deck": {"type": "string", "maxLength": MOST_CHARACTERS, "description": "A card a line."}},
    "required": ["deck"],
    "additionalProperties": False,
}
_EXAMPLE = {"deck": "1 Presence of Gond (SHM) 121\n1 Intruder Alarm\n20 Forest\n"}
_ERRORS = (
    *OF_COSTLY_WORK,
    FieldLeftOut(where="deck"),
    NoCardsInDeck(),
    DeckListTooLong(MOST_LINES, MOST_CHARACTERS),
    NoCardTexts(),
    CardsBeingPrepared(),
)


@router.post(
    "/deck",
    summary="The combinations in a deck",
    responses=answering({200: {"model": shapes.DeckCombinations}}, *_ERRORS),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _BODY, "example": _EXAMPLE}},
        }
    },
)
async def deck(request: Request, session: Program) -> Response:
    """Give the combinations that a deck holds, and those of which it lacks one card, at most fifty of each."""
    session.application.rates.count(COSTLY, session.sender)
    listing = Fields.of(await object_in(request), "", ("deck",)).words("deck")
    await session.application.cards_prepared()
    return answer(deck_value(await session.work_out(looked_through, listing), MOST))
