"""The event as a whole: what everybody may see, the clock, a random order, export, backup and restoring."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from anyio import to_thread
from fastapi import APIRouter
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse

from floorjudge.errors import Damaged, FloorjudgeError
from floorjudge.events.service.errors import NotYours
from floorjudge.events.service.export import export_lines
from floorjudge.events.service.roles import Role
from floorjudge.web.answers import back_to, page
from floorjudge.web.commands import new_id
from floorjudge.web.pages.desk_frame import (
    Failed,
    as_it_is_now,
    attempt,
    desk_page,
    done_at,
    failure,
    sent_form,
    typed_fields,
)
from floorjudge.web.pages.organiser_files import restored_events
from floorjudge.web.rates import POSTS
from floorjudge.web.refusals import not_a_form
from floorjudge.web.statuses import status_of
from floorjudge.web.tokens import Program
from floorjudge.web.visitors import Asking, Visitor
from floorjudge.web.visits import Here, Visit

router = APIRouter()
LINES_A_PART = 500
_SIMPLE = frozenset({"pause_clock", "resume_clock", "stop_clock"})


@router.get("/e/{event}/desk/event")
async def event(request: Request, at: Here) -> Response:
    """Show the forms for the event as a whole."""
    at.needs(Role.ORGANISER)
    return _event(request, at)


def _event(request: Request, at: Visit, failed: Failed | None = None) -> Response:
    return desk_page(
        request, at, "event", tab="event", failed=failed, venue=at.seen.venue, owner=at.visitor.role(None) is Role.OWNER
    )


@router.post("/e/{event}/desk/event/{form}")
async def take(request: Request, at: Here, form: str) -> Response:
    """Take one of the forms of this page."""
    at.needs(Role.ORGANISER)
    typed = await typed_fields(request)
    try:
        fields = _fields(form, typed)
    except FloorjudgeError as error:
        return _event(request, at, failure(form, error, typed))
    taken = await attempt(at, form, fields, typed)
    if isinstance(taken, Failed):
        return _event(request, await as_it_is_now(at), taken)
    return done_at(at, "/event", taken)


def _fields(form: str, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the command that a form means.

    Raises BadInput when there is no such form, or a number in it is none.
    """
    if form == "publish":
        return {"do": "publish", "places": typed.get("places") == "yes", "decks": typed.get("decks") == "yes"}
    if form == "announce":
        return {"do": "announce", "text": typed.get("text", "").strip() or None}
    if form == "order":
        items = [line.strip() for line in typed.get("items", "").splitlines() if line.strip()]
        return {"do": "random_order", "items": items, "reason": typed.get("reason", "")}
    if form == "clock":
        do = typed.get("do", "clock")
        if do in _SIMPLE:
            return {"do": do}
        minutes = typed.get("minutes", "").strip()
        if not minutes.isdecimal() or len(minutes) > len("10000"):
            raise not_a_form("minutes")
        return {"do": "clock", "minutes": int(minutes)}
    raise not_a_form("form")


@router.get("/e/{event}/desk/export")
async def export(at: Here) -> Response:
    """Send the whole log as a file from which the same event can be made again; the seed is not in it before the end."""
    at.needs(Role.ORGANISER)
    return StreamingResponse(
        parts_of(export_lines(at.state.name, at.seen.records())),
        media_type="application/jsonl; charset=utf-8",
        headers=_as_file(f"{at.event}-{at.seen.number}.jsonl"),
    )


def parts_of(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with their ends, many at a time: each part that is sent costs as much as a hundred lines."""
    remaining = iter(lines)
    while part := list(islice(remaining, LINES_A_PART)):
        yield "\n".join(part) + "\n"


def _as_file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}


@router.get("/backup")
async def backup(visitor: Program) -> Response:
    """Send everything this server keeps as one packed file: every event with its seed, every link's hash."""
    _owner_only(visitor)
    visitor.house.rates.count(POSTS, visitor.sender)
    folder = tempfile.TemporaryDirectory(prefix="floorjudge-backup-")
    packed = Path(folder.name, "backup.db.gz")
    try:
        await to_thread.run_sync(_pack, visitor, Path(folder.name, "backup.db"), packed)
    except BaseException:
        folder.cleanup()
        raise
    name = f"floorjudge-{datetime.now(UTC):%Y-%m-%d-%H%M}.db.gz"
    return FileResponse(
        packed, media_type="application/gzip", headers=_as_file(name), background=BackgroundTask(folder.cleanup)
    )


def _pack(visitor: Visitor, plain: Path, packed: Path) -> None:
    visitor.house.store.backup(plain)
    with gzip.open(packed, "wb", 6) as target, plain.open("rb") as source:
        while part := source.read(1 << 20):
            target.write(part)


@router.get("/restore")
async def restore_form(request: Request, visitor: Asking) -> Response:
    """Show the form that brings events back."""
    _owner_only(visitor)
    return _restore(request)


def _restore(request: Request, error: FloorjudgeError | None = None) -> Response:
    # A damaged file is the sender's affair, unlike damage of what is kept here.
    status = 200 if error is None else 400 if isinstance(error, Damaged) else status_of(error)
    return page(request, "organiser/restore.html", status=status, error=error, new_id=new_id)


@router.post("/restore")
async def restore(request: Request, visitor: Asking) -> Response:
    """Bring back the events of a backup, or the one of an export; nothing that is here is changed."""
    _owner_only(visitor)
    visitor.house.rates.count(POSTS, visitor.sender)
    sent = await sent_form(request)
    content, seed = sent.files.get("file", b""), sent.typed.get("seed", "").strip()
    try:
        ids = await to_thread.run_sync(restored_events, visitor.house.store, content, seed)
    except Damaged as error:
        return _restore(request, error)
    except FloorjudgeError as error:
        return _restore(request, failure("restore", error, {}).error)
    return back_to(f"/e/{ids[0]}/desk" if len(ids) == 1 else "/")


def _owner_only(visitor: Visitor) -> None:
    if visitor.role(None) is not Role.OWNER:
        raise NotYours
