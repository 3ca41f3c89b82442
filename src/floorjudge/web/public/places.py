"""The final places: a page, and the same as a picture to share, on paper, and for spreadsheets."""

from __future__ import annotations

import csv
import io
import time
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import Literal

from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.formats.competition import Phase
from floorjudge.formats.display import Cell
from floorjudge.texts import render, text
from floorjudge.web.asking import Here
from floorjudge.web.common.languages import style_of
from floorjudge.web.common.responses import CachedPage, as_file
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.links import base_address
from floorjudge.web.live.views import Standings, standings_view
from floorjudge.web.print.documents import places_document, podium_document
from floorjudge.web.print.job import VIEWER_POLICY, Job, compile_sheet

router = APIRouter()
Kind = Literal["png", "svg", "pdf", "csv"]
_KINDS: Mapping[str, str] = {"pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml"}
# The first characters of a formula in a spreadsheet.
_COMPUTED = "=+-@"
# The languages whose decimal sign is a point; where it is a comma, Excel separates cells with semicolons.
_WITH_POINT = frozenset({"en"})


def _listed(at: EventSession) -> Standings | None:
    """Return the standings with places for visitors who may see them; None for others and before the end."""
    if at.state.phase is not Phase.FINISHED or not (at.venue.places_published or at.may_see("desk")):
        return None
    return standings_view(at.state, with_places=True)


@router.get("/e/{event}/places")
async def places(at: Here) -> Response:
    """Show the final places.

    Clauses: OTE 2.10
    """
    base = base_address(at.request)

    async def made() -> CachedPage:
        listed, format_ = await to_thread.run_sync(_listed, at), at.state.rules
        titles = {"rank_title": format_.rank_title, "places_why": format_.places_why}
        shown = partial(at.page, "public/places.html", listed=listed, base=base, **titles)
        return CachedPage(await to_thread.run_sync(shown))

    if at.request.url.query:
        # It is part of the page.
        return (await made()).answer(at.request)
    # All visitors look at the same moment, and a thousand lines take some time: they are rendered once a second.
    return (await at.application.once(("places", at.kept_by, base, int(time.monotonic())), made)).answer(at.request)


@router.get("/e/{event}/places.{kind}")
async def places_file(at: Here, kind: Kind) -> Response:
    """Return the final places as a picture (png, svg), on paper (pdf), or as a table for programs (csv)."""
    listed = _listed(at)
    if listed is None:
        raise NoSuchPage
    name = f"{at.event}-places.{kind}"
    if kind == "csv":
        return Response(_table(at, listed), media_type="text/csv; charset=utf-8", headers=as_file(name))
    # Any visitor may request it: it is set in a process that serves no pages.
    job = Job(at.state, at.language, datetime.now().astimezone(), mark=at.mark, style=style_of(at.request, at.language))
    paper = kind == "pdf"
    sheet, document = ("places", places_document(job)) if paper else ("podium", podium_document(job))

    async def compiled() -> bytes:
        made: bytes = await at.session.work_out(compile_sheet, sheet, document, job.at, kind)
        return made

    # A whole hall requests the same: it is made once a minute, and staff do not wait for a stranger's request.
    key = (
        "places",
        kind,
        at.event,
        at.mark,
        at.language,
        job.style,
        at.session.asker.rank,
        job.at.replace(second=0, microsecond=0),
    )
    made = await at.application.once(key, compiled)
    headers = {"cache-control": "no-store", "content-security-policy": VIEWER_POLICY} if paper else as_file(name)
    return Response(made, media_type=_KINDS[kind], headers=headers)


def _table(at: EventSession, listed: Standings) -> str:
    """Return the places in the form for Excel in the reader's language; a name that looks like a formula becomes text."""
    separator, point = (",", ".") if at.language in _WITH_POINT else (";", ",")
    lines = io.StringIO()
    written = csv.writer(lines, delimiter=separator)
    titles = (text("Place"), text("Player"), *(column.title for column in listed.columns))
    written.writerow([render(title, at.language) for title in titles])
    for line in listed.lines:
        # Spreadsheets read full-width and small variants of these characters as the usual ones.
        begin = unicodedata.normalize("NFKC", line.name[0])
        name = f"'{line.name}" if begin in _COMPUTED else line.name
        written.writerow([line.place or "", name, *(_computable(cell, point) for cell in line.cells)])
    return "\N{BYTE ORDER MARK}" + lines.getvalue()


def _computable(cell: Cell, point: str) -> str:
    """Return the content of a cell for arithmetic in a spreadsheet: a fraction with decimals."""
    try:
        exact = Fraction(cell.exact)
    except ValueError:
        return cell.exact
    return f"{float(exact):.10g}".replace(".", point)
