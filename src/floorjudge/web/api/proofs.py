"""Exports, and whether a log is what the rules and the draws give."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from floorjudge.errors import Damaged
from floorjudge.events.service.errors import NoExport, NotYours
from floorjudge.events.service.export import export_lines, read_export, verify_records
from floorjudge.events.service.roles import Role
from floorjudge.texts import Language, text
from floorjudge.web.api import shapes
from floorjudge.web.api.bodies import JsonObject, answer, sent_damaged
from floorjudge.web.api.failing import OF_A_QUERY, OF_AN_EVENT, OF_RECKONING, answering
from floorjudge.web.pages.desk_event import parts_of
from floorjudge.web.rates import RECKONED
from floorjudge.web.tokens import At, Program

router = APIRouter(prefix="/api/v1", tags=["Proof and safe keeping"])
EXPORT = "application/jsonl"
EXPORTED = {
    "description": "The log as JSON lines, from which the same event can be made again.",
    "content": {
        EXPORT: {
            "schema": {"type": "string"},
            "example": '{"floorjudge": "event-log", "version": 1, "name": "Friday"}\n',
        }
    },
}
AN_EXPORT = {
    "requestBody": {
        "required": True,
        "content": {
            EXPORT: {
                "schema": {"type": "string"},
                "example": '{"floorjudge": "event-log", "version": 1, "name": "Friday"}\n',
            }
        },
    }
}


@router.get(
    "/events/{event}/export",
    summary="The whole log",
    responses=answering({200: EXPORTED}, *OF_AN_EVENT, NotYours()),
)
async def exported(at: At) -> Response:
    """Give the log as a file, for organisers; the seed is not in it before the event is finished."""
    at.needs(Role.ORGANISER)
    headers = {
        "content-disposition": f'attachment; filename="{at.event}-{at.seen.number}.jsonl"',
        "cache-control": "no-store",
    }
    lines = export_lines(at.state.name, at.seen.records())
    return StreamingResponse(parts_of(lines), media_type=f"{EXPORT}; charset=utf-8", headers=headers)


@router.post(
    "/verify",
    summary="Check an exported log",
    responses=answering(
        {200: {"model": shapes.Verified}}, *OF_RECKONING, *OF_A_QUERY, NoExport(text("it is too short."))
    ),
    openapi_extra=AN_EXPORT,
)
async def verified(
    request: Request,
    visitor: Program,
    seed: Annotated[
        str | None, Query(max_length=1_000, description="Proves the draws before the event is over.")
    ] = None,
) -> Response:
    """Compute every group, score, place and hash of an export again, for anybody; nothing is kept."""
    visitor.house.rates.count(RECKONED, visitor.sender)
    body = await request.body()
    value = await visitor.house.reckoner.work_out(_verified, (body, seed), visitor.language)
    return answer(value)


def _verified(given: tuple[bytes, str | None], _language: Language) -> JsonObject:
    body, seed = given
    try:
        name, records = read_export(body.splitlines())
        found = verify_records(records, seed)
    except Damaged as error:
        raise sent_damaged(error) from None
    return {
        "verified": True,
        "name": name,
        "records": len(records),
        "head": records[-1].hash,
        "draws_proved": found.draws_proved,
        "draws_waiting": found.draws_waiting,
    }
