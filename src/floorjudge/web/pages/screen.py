"""The big screen of the hall: clock and tables, large; it turns its own pages, without a script as well."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.web import rows
from floorjudge.web.answers import page
from floorjudge.web.clocks import clock_face
from floorjudge.web.visits import Here

router = APIRouter()
TABLES_A_SHEET = 12
PLAYERS_A_SHEET = 20
SECONDS_A_SHEET = 12


@router.get("/e/{event}/screen")
async def screen(request: Request, at: Here, sheet: Annotated[int, Query(ge=0, le=10**6)] = 0) -> Response:
    """Show one sheet: some tables, or some of the standings; the next one follows by itself."""
    tables = rows.table_rows(at.state, at.seen.venue)
    sets = rows.standings(at.state, with_places=rows.places_to_be_seen(at.state, at.seen.venue))
    standing = [row for name, listed in sets.items() for row in listed if name != "left"]
    sheets: list[tuple[str, int]] = [("tables", start) for start in range(0, len(tables), TABLES_A_SHEET)]
    sheets += [("standings", start) for start in range(0, len(standing), PLAYERS_A_SHEET)]
    sheets = sheets or [("welcome", 0)]
    kind, start = sheets[sheet % len(sheets)]
    return page(
        request,
        "public/screen.html",
        at=at,
        kind=kind,
        tables=tables[start : start + TABLES_A_SHEET],
        standing=standing[start : start + PLAYERS_A_SHEET],
        sheet=sheet % len(sheets),
        sheets=len(sheets),
        done=sum(1 for row in tables if row.progress == "done"),
        total=len(tables),
        face=clock_face(at.seen.venue.clock, datetime.now(UTC)),
        seconds=SECONDS_A_SHEET,
        half_sheet=PLAYERS_A_SHEET // 2,
    )
