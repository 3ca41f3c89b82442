"""Exporting a log, and verifying that it follows from the rules and the draws."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.errors import Damaged
from floorjudge.events.service.access.errors import NotYours
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.log.errors import NoExport
from floorjudge.events.service.log.export import export_lines
from floorjudge.texts import text
from floorjudge.web.api import shapes
from floorjudge.web.api.shapes import OF_A_QUERY, OF_AN_EVENT, OF_COSTLY_WORK, answering
from floorjudge.web.api.views import answer
from floorjudge.web.asking import Program, ProgramAt
from floorjudge.web.common import worked_out
from floorjudge.web.common.responses import lines_as_file
from floorjudge.web.error_pages import error_answer

router = APIRouter(prefix="/api/v1", tags=["Proof and safe keeping"])
_CONTENT = {
    "application/jsonl": {
        "schema": {"type": "string"},
        "example": '{"floorjudge": "event-log", "version": 1, "name": "Friday"}\n',
    }
}
EXPORTED = {
    "description": "The log as JSON lines, from which the same event can be made again.",
    "content": _CONTENT,
}
AN_EXPORT = {"requestBody": {"required": True, "content": _CONTENT}}


@router.get(
    "/events/{event}/export",
    summary="The whole log",
    responses=answering({200: EXPORTED}, *OF_AN_EVENT, NotYours()),
)
async def exported(at: ProgramAt) -> Response:
    """Return the log as a file, for organisers; before the event is finished, without the seed."""
    at.needs(Role.ORGANISER)
    return lines_as_file(f"{at.event}-{at.number}.jsonl", export_lines(at.state.opened_as, at.records()))


@router.post(
    "/verify",
    summary="Check an exported log",
    responses=answering(
        {200: {"model": shapes.Verified}}, *OF_COSTLY_WORK, *OF_A_QUERY, NoExport(text("it is too short."))
    ),
    openapi_extra=AN_EXPORT,
)
async def verified(
    session: Program,
    seed: Annotated[
        str | None, Query(max_length=1_000, description="Proves the draws before the event is over.")
    ] = None,
) -> Response:
    """Compute every group, score, place and hash of an export again, for any caller; nothing is stored."""
    body = await session.body()
    try:
        return answer(await session.work_out(worked_out.verified, body, seed))
    except Damaged as error:
        # The uploaded file is damaged, not our own data, so the sender gets the details.
        return await error_answer(session.request, error, status=400)
