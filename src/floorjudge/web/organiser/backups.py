"""Files for safekeeping: the export of one event, a backup of everything, and restoring events from either."""

from __future__ import annotations

import gzip
import io
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from anyio import to_thread
from fastapi import APIRouter
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from floorjudge.decoding import unicode_lines
from floorjudge.errors import Damaged, FloorjudgeError
from floorjudge.events.service.access.roles import Role, author
from floorjudge.events.service.log.contract import event_id
from floorjudge.events.service.log.export import export_lines, import_event, read_export
from floorjudge.store.backup import LinksInBackup, Restored
from floorjudge.store.errors import DamagedFile
from floorjudge.store.opening import VenueStore
from floorjudge.web.asking import Organiser, Owner, Program
from floorjudge.web.common.responses import as_file, lines_as_file, with_news
from floorjudge.web.common.restored import restored_query
from floorjudge.web.error_pages import UNAVAILABLE
from floorjudge.web.errors import NoFileChosen, NotPackedWell
from floorjudge.web.forms import failure, new_id
from floorjudge.web.sessions import Session, keep_opened

router = APIRouter()
LARGEST_UNPACKED = 200_000_000
CHOICES = ("take", "leave")
_PACKED = b"\x1f\x8b"
_DATABASE = b"SQLite format 3\x00"


@router.get("/e/{event}/desk/export")
async def export(at: Organiser) -> Response:
    """Send the whole log as a file from which the same event can be made again, without the seed before the end."""
    return lines_as_file(f"{at.event}-{at.number}.jsonl", export_lines(at.state.opened_as, at.records()))


@router.get("/backup")
async def backup(session: Program) -> Response:
    """Send everything on this server as one packed file: every event with its seed, every link's hash."""
    session.needs_owner()
    folder = tempfile.TemporaryDirectory(prefix="floorjudge-backup-")
    try:
        packed = await session.work_at_store(packed_backup, Path(folder.name))
    except BaseException:
        folder.cleanup()
        raise
    headers = as_file(f"floorjudge-{datetime.now(UTC):%Y-%m-%d-%H%M}.db.gz")
    return FileResponse(
        packed, media_type="application/gzip", headers=headers, background=BackgroundTask(folder.cleanup)
    )


def packed_backup(store: VenueStore, folder: Path) -> Path:
    """Write a packed backup into a folder, and return its path. Reads: to be called in a process."""
    plain, packed = folder / "backup.db", folder / "backup.db.gz"
    store.backup(plain)
    with gzip.open(packed, "wb", 6) as target, plain.open("rb") as source:
        while part := source.read(1 << 20):
            target.write(part)
    return packed


@router.get("/restore")
async def restore_form(session: Owner) -> Response:
    """Show the form for restoring events."""
    return _restore(session)


def _restore(
    session: Session, error: FloorjudgeError | None = None, *, links: LinksInBackup | None = None, held: str = ""
) -> Response:
    # A damaged file is the sender's problem, unlike damage in the store.
    status = 400 if isinstance(error, Damaged) else None
    grants = [] if links is None else [(author(Role(each.role), each.label), each) for each in links.grants]
    return session.page("organiser/restore.html", status=status, error=error, links=links, grants=grants, held=held)


@router.post("/restore")
async def restore(session: Owner) -> Response:
    """Restore the events of a backup, or the one of an export; no present event changes.

    A backup whose links would open this installation waits until the owner has decided about them.
    """
    sent = await session.form()
    application = session.application
    content = sent.files.get("file") or application.held_backups.pop(sent["held"], b"")
    choice = sent["links"]
    try:
        if not content:
            raise NoFileChosen
        if not await to_thread.run_sync(is_backup, content):
            restored = [await session.work_at_store(restored_export, content, sent["seed"].strip() or None)]
        else:
            if choice not in CHOICES and (links := await session.work_at_store(links_in_file, content)):
                # One such file is enough: the newest replaces an undecided one.
                application.held_backups = {(held := new_id()): content}
                return _restore(session, links=links, held=held)
            restored = await session.work_at_store(restored_events, content, choice != "leave")
    except UNAVAILABLE:
        # An error of the server's own disk, not of the file.
        raise
    except Damaged as error:
        return _restore(session, error)
    except FloorjudgeError as error:
        return _restore(session, failure("restore", error).error)
    for each in restored:
        await to_thread.run_sync(application.store.feed.publish, each.id, each.records)
    await to_thread.run_sync(application.read_keys)
    page = f"/e/{restored[0].id}/desk" if len(restored) == 1 else "/"
    answer = with_news(session.request, f"{page}?{restored_query(restored, links=choice if choice in CHOICES else '')}")
    # With the key from the backup: else a link that opens one device would be lost.
    keep_opened(answer, session, session.opened)
    return answer


def restored_export(store: VenueStore, content: bytes, seed: str | None) -> Restored:
    """Import the event of an export, packed or not, and return the result; `seed` lets an unfinished event go on.

    Every record of an export is decided again: to be called in a process.
    Raises BadInput if it is no export, Damaged if it was changed, Refused if the seed is not the promised one.
    """
    name, records = read_export(unicode_lines(io.BytesIO(unpacked(content))))
    was, here = event_id(name), import_event(store.log, name, records, seed)
    return Restored(was, here, len(records), "new" if here == was else "beside")


def links_in_file(store: VenueStore, content: bytes) -> LinksInBackup:
    """Return the links in a backup. Reads: to be called in a process."""
    with _as_file(content) as path:
        return store.links_in(path)


def restored_events(store: VenueStore, content: bytes, links: bool) -> list[Restored]:  # noqa: FBT001 (for a process)
    """Put the events of a backup into a store, and return the result for each. Reads and writes: to be called in a process.

    `content` is packed or not; `links` adds its links.
    Raises BadInput if it would become too large, Damaged if it was changed.
    """
    with _as_file(content) as path:
        return store.restore(path, links=links)


@contextmanager
def _as_file(content: bytes) -> Iterator[Path]:
    """Write an unpacked backup to a file while a block runs."""
    with tempfile.TemporaryDirectory(prefix="floorjudge-restore-") as folder:
        path = Path(folder, "backup.db")
        path.write_bytes(unpacked(content))
        try:
            yield path
        except DamagedFile as error:
            # The temporary place of the file means nothing to the sender.
            raise DamagedFile(path.name, error.reason) from None


def is_backup(content: bytes) -> bool:
    """Return whether a file, packed or not, is a backup and no export. Unpacks: to be called in a thread."""
    return _at_most(content, len(_DATABASE)) == _DATABASE


def unpacked(content: bytes) -> bytes:
    """Return the content of a packed file, or of an unpacked one unchanged.

    Raises BadInput if it cannot be unpacked, or would become too large.
    """
    plain = _at_most(content, LARGEST_UNPACKED + 1)
    if len(plain) > LARGEST_UNPACKED:
        raise NotPackedWell
    return plain


def _at_most(content: bytes, most: int) -> bytes:
    """Return at most so many bytes of a file, unpacked if it is packed."""
    if not content.startswith(_PACKED):
        return content[:most]
    try:
        with gzip.open(io.BytesIO(content)) as packed:
            return packed.read(most)
    except (OSError, EOFError, zlib.error):
        raise NotPackedWell from None
