"""Loops and shortcuts for any caller: the request contains everything, and nothing is stored."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.reading import FieldLeftOut
from floorjudge.texts import Language
from floorjudge.web.api import shapes
from floorjudge.web.api.shapes import OF_COSTLY_WORK, answering, taking
from floorjudge.web.api.views import JsonObject, answer
from floorjudge.web.asking import Program
from floorjudge.web.common import worked_out
from floorjudge.web.sessions import Session

router = APIRouter(prefix="/api/v1", tags=["Loops and shortcuts"])


CASE = {
    "turn_order": ["Ana", "Bo"],
    "maintained_by": ["Ana"],
    "body": ["tap", "untap"],
    "declarations": [{"player": "Ana", "says": "10^6"}, {"player": "Bo", "says": "agree"}],
}
SHEET = {
    "players": ["Ana", "Bo"],
    "resources": {"tokens": 1, "life.Bo": 40},
    "body": [
        {"by": "Ana", "text": "make one more", "optional": True, "change": {"tokens": "tokens + 1"}},
        {"by": None, "text": "ping", "change": {"life.Bo": "life.Bo - tokens"}},
    ],
    "ends": [{"when": "life.Bo <= 0", "text": "Bo loses"}],
}
SHORTCUT = {
    "turn_order": ["Ana", "Bo"],
    "proposer": "Ana",
    "end_priority": "Ana",
    "sequence": [{"repeat": [{"by": "Ana", "do": "activate"}, {"by": "Bo", "do": "pass"}], "times": "999999"}],
    "answers": [{"player": "Bo", "stop_at": [0, "40", 1]}],
}


@router.post(
    "/loops/rule",
    summary="Rule on a loop (MTR 4.4)",
    responses=answering({200: {"model": shapes.Ruling}}, *OF_COSTLY_WORK, FieldLeftOut(where="turn_order")),
    openapi_extra=taking("LoopCase", CASE),
)
async def rule(session: Program) -> Response:
    """Return the ruling, or the next question with the available answers, so that repeated calls make a dialogue."""
    return await _worked_out(session, worked_out.ruled)


@router.post(
    "/loops/sheet",
    summary="What iterations do, exactly",
    responses=answering({200: {"model": shapes.Reckoned}}, *OF_COSTLY_WORK),
    openapi_extra=taking("LoopSheet", SHEET),
)
async def sheet(session: Program) -> Response:
    """Return the resources after so many iterations, or after the loop stops by itself."""
    return await _worked_out(session, worked_out.reckoned)


@router.post(
    "/shortcuts/settle",
    summary="Where a shortcut ends (CR shortcuts)",
    responses=answering({200: {"model": shapes.Shortened}}, *OF_COSTLY_WORK),
    openapi_extra=taking("ShortcutCase", SHORTCUT),
)
async def shortcut(session: Program) -> Response:
    """Return where a proposed shortcut ends after the other players' answers, or the player to answer next."""
    return await _worked_out(session, worked_out.settled)


async def _worked_out(session: Session, work: Callable[[bytes, Language], JsonObject]) -> Response:
    return answer(await session.work_out(work, await session.body(), session.language))
