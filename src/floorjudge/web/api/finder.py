"""Loops of real cards for programs: a search is a job, whose answer stays under its id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from floorjudge.errors import shortened
from floorjudge.events.codec import read_object
from floorjudge.exact.digits import NoNumber
from floorjudge.magic.book.known import DeckCombinations, deck_value
from floorjudge.magic.book.lookup import lookup
from floorjudge.magic.cards.deck_list import MOST_CHARACTERS, MOST_LINES, DeckListTooLong, NoCardsInDeck
from floorjudge.magic.cards.typed import TooManyCardsNamed
from floorjudge.magic.errors import NoCardTexts, UnknownCard
from floorjudge.magic.search import LIFE, SECONDS
from floorjudge.reading import FieldLeftOut, Fields, is_whole
from floorjudge.texts import Language, render
from floorjudge.web.api import shapes
from floorjudge.web.api.shapes import OF_COSTLY_WORK, answering, taking
from floorjudge.web.api.views import JsonObject, answer, object_in
from floorjudge.web.asking import Program
from floorjudge.web.common.responses import json_response
from floorjudge.web.errors import CardsBeingPrepared, NoSuchJob, NotYourJob, OwnQueueFull, QueueFull
from floorjudge.web.finder import work
from floorjudge.web.finder.known import MOST_COMBINATIONS, kind_of, looked_through
from floorjudge.web.finder.questions import (
    LONGER,
    MOST_LIFE,
    NoCardsNamed,
    NotALife,
    TimesOutOfReach,
    check_board,
    read_names,
    read_times,
)
from floorjudge.web.finder.results import HowFar, found_by
from floorjudge.web.jobs.kept import Job
from floorjudge.web.security import COSTLY, STEPS
from floorjudge.web.sessions import Session

router = APIRouter(prefix="/api/v1/magic", tags=["Loops of real cards"])
JobId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
_QUEUES = (QueueFull(60, 5), OwnQueueFull(6), CardsBeingPrepared())
_NAMES: JsonObject = {"type": "array", "items": {"type": "string", "minLength": 1}, "maxItems": 10}
_SEARCH: JsonObject = {
    "type": "object",
    "properties": {
        "cards": _NAMES,
        "helpers": _NAMES,
        "board": {"type": ["string", "null"], "description": "A position in words, which is searched as it is."},
        "life": {
            "type": "integer",
            "default": LIFE,
            "minimum": 1,
            "maximum": MOST_LIFE,
            "description": "With how much life each player begins, such as 40 in Commander; a position says it itself.",
        },
        "longer": {"type": "boolean", "default": False, "description": "Search six times as long."},
        "anew": {"type": "boolean", "default": False, "description": "Search, even if the loop is known."},
    },
    "additionalProperties": False,
}
_TIMES: JsonObject = {
    "type": "object",
    "properties": {"times": {"type": ["string", "integer"]}},
    "required": ["times"],
    "additionalProperties": False,
}


_DECK: JsonObject = {
    "type": "object",
    "properties": {"deck": {"type": "string", "maxLength": MOST_CHARACTERS, "description": "A card a line."}},
    "required": ["deck"],
    "additionalProperties": False,
}
_DECK_EXAMPLE: JsonObject = {"deck": "1 Presence of Gond (SHM) 121\n1 Intruder Alarm\n20 Forest\n"}
_DECK_ERRORS = (
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
    responses=answering({200: {"model": shapes.DeckCombinations}}, *_DECK_ERRORS),
    openapi_extra=taking(_DECK, _DECK_EXAMPLE),
)
async def deck(session: Program) -> Response:
    """Return the combinations in a deck, and those of which it lacks one card, at most fifty of each."""
    session.count(COSTLY)
    await session.application.cards_prepared()
    found = await session.work_out(_looked_through, await session.body())
    return answer(deck_value(found, MOST_COMBINATIONS))


def _looked_through(body: bytes) -> DeckCombinations:
    """Return the combinations in the deck of a request."""
    return looked_through(Fields.of(read_object(body), "", ("deck",)).words("deck"))


@router.get(
    "/cards", summary="Complete the name of a card", responses=answering({200: {"model": list[str]}}, *shapes.ALWAYS)
)
async def cards(session: Program, q: Annotated[str, Query(max_length=100)] = "") -> Response:
    """Return the card names that match the beginnings of these words; none while the card texts are being prepared."""
    ready = session.application.prepare_cards().done()
    return json_response(await session.work_out(work.complete, q, limit=STEPS) if ready else [])


@router.post(
    "/searches",
    summary="Look for a loop",
    responses=answering(
        {200: {"model": shapes.LoopJob}},
        *OF_COSTLY_WORK,
        NoCardsNamed(),
        TooManyCardsNamed(where="cards"),
        NotALife(),
        UnknownCard("Presence of Gone", ("Presence of Gond",), where="cards"),
        *_QUEUES,
    ),
    openapi_extra=taking(_SEARCH, {"cards": ["Presence of Gond", "Intruder Alarm"], "helpers": ["Grizzly Bears"]}),
)
async def search(session: Program) -> Response:
    """Begin a search among cards, or from a position; the same question has the same job, and is searched once.

    A loop of exactly these cards that is known is proved again instead.
    """
    session.count(COSTLY)
    fields = Fields.of(await object_in(session), "", ("cards", "helpers", "board", "life", "longer", "anew"))
    names, helpers = (read_names(fields.optional_names(name)) for name in ("cards", "helpers"))
    board, seconds = fields.optional_words("board") or "", LONGER if fields.flag("longer") else SECONDS
    life = fields.given.get("life", LIFE)
    if not is_whole(life) or not 1 <= life <= MOST_LIFE:
        raise NotALife
    check_board(board)
    if not names and not board:
        raise NoCardsNamed
    await session.application.cards_prepared()
    question = await session.work_out(work.prepared, names, helpers, board, life)
    if fields.flag("anew"):
        question.pop("known", None)
    return await _shown(session, await session.begin(kind_of(question), question | {"seconds": seconds}))


@router.get(
    "/jobs/{job}",
    summary="How far a job is, and what came of it",
    responses=answering({200: {"model": shapes.LoopJob}}, *shapes.ALWAYS, NoSuchJob()),
)
async def look(session: Program, job: JobId) -> Response:
    """Return a job: its place in the queue while it waits, its progress, its loop, or the reason why there is none.

    `Retry-After` is the number of seconds after which to look again, while the job is not over.
    """
    return await _shown(session, job)


@router.delete(
    "/jobs/{job}",
    summary="Cancel a job",
    responses=answering({200: {"model": shapes.LoopJob}}, *shapes.ALWAYS, NoSuchJob(), NotYourJob()),
)
async def cancel(session: Program, job: JobId) -> Response:
    """Cancel a job that no other caller wants; do nothing if it is over."""
    await session.application.jobs.cancel(job, session.asker)
    return await _shown(session, job)


@router.post(
    "/jobs/{job}/times",
    summary="What any number of iterations does",
    responses=answering(
        {200: {"model": shapes.LoopJob}},
        *OF_COSTLY_WORK,
        NoSuchJob(),
        FieldLeftOut(where="times"),
        NoNumber(where="times"),
        TimesOutOfReach(),
        *_QUEUES,
    ),
    openapi_extra=taking(_TIMES, {"times": "10^100"}),
)
async def after(session: Program, job: JobId) -> Response:
    """Begin a job that certifies the loop of this one for another number of iterations, and return the new job."""
    session.count(COSTLY)
    fields = Fields.of(await object_in(session), "", ("times",))
    times = read_times(str(fields.need("times")))
    found = found_by(await session.application.jobs.look(job))
    if found is None or found.loop is None:
        raise NoSuchJob
    return await _shown(session, await session.begin("certify", {"case": found.loop.case, "times": times}))


async def _shown(session: Session, job: str) -> Response:
    seen = await session.application.jobs.look(job)
    answered = answer(job_value(seen, session.language))
    if not seen.is_over:
        answered.headers["retry-after"] = str(seen.look_again_in)
    return answered


def job_value(seen: Job, language: Language) -> JsonObject:
    """Return a job as JSON; sentences are in `language`."""
    found = found_by(seen)
    loop = None if found is None else found.loop
    missing = None if found is None else found.missing
    verdict = loop.answer.verdict if loop is not None else None if missing is None else missing.verdict
    doubts = loop.answer.doubts if loop is not None else () if missing is None else missing.in_the_way
    failure = seen.failure
    return {
        "job": seen.id,
        "state": seen.state,
        "before": seen.before,
        "seconds": seen.seconds,
        "done": None if seen.progress is None else round(msgspec.convert(seen.progress, HowFar).done, 3),
        "found": None if found is None else loop is not None,
        "known": None if found is None else found.known,
        "near": _near(seen.question.get("names", ())),
        "verdict": None if verdict is None else render(verdict, language),
        "doubts": [render(sentence, language) for sentence in doubts],
        "text": None if loop is None else " ".join(render(sentence, language) for sentence in loop.answer.ruling),
        "gives": []
        if loop is None
        else [render(sentence, language) for sentence in (*loop.answer.gives, *loop.answer.costs)],
        "others": [] if loop is None else [render(sentence, language) for sentence in loop.answer.others],
        "looked_at": [] if found is None else [render(sentence, language) for sentence in found.looked_at],
        "certificate": None if loop is None else loop.certificate,
        "error": None
        if failure is None
        else {
            "code": failure.code or failure.reason or "stopped",
            "message": "" if failure.sentence is None else render(shortened(failure.sentence), language),
            "where": failure.where,
        },
        "page": f"/loops/{seen.id}",
    }


def _near(names: Sequence[str]) -> list[JsonObject]:
    """Return the known loops of some cards with others, or of some of them."""
    known = lookup(names)
    entries = (*(known.of_card or [each.entry for each in known.with_one_more]), *known.within)[:MOST_COMBINATIONS]
    return [
        {
            "id": entry.id,
            "cards": list(entry.cards),
            "missing": sorted(frozenset(entry.cards).difference(names)),
            "state": entry.state,
            "gives": list(entry.gives),
            "page": f"/loops/known/{entry.id}",
        }
        for entry in entries
    ]
