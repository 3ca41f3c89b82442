"""Files that bring events back: a backup of everything, or the export of one event; packed or not."""

from __future__ import annotations

import gzip
import io
import tempfile
import zlib
from pathlib import Path

from floorjudge.events.service.export import import_event, read_export
from floorjudge.store.opening import VenueStore
from floorjudge.web.pages import refusals

LARGEST_UNPACKED = 200_000_000
_PACKED = b"\x1f\x8b"
_DATABASE = b"SQLite format 3\x00"


def restored_events(store: VenueStore, content: bytes, seed: str) -> list[str]:
    """Put the events of a file into a store, and return their ids there. Reads and writes: belongs in a thread.

    `seed` lets an unfinished event of an export go on; a backup holds the seeds itself.
    Raises BadInput when the file is neither, Damaged when it was changed, Refused when the seed is not the one promised.
    """
    if not content:
        raise refusals.no_file_chosen()
    plain = unpacked(content)
    if plain.startswith(_DATABASE):
        with tempfile.TemporaryDirectory(prefix="floorjudge-restore-") as folder:
            path = Path(folder, "backup.db")
            path.write_bytes(plain)
            return [restored.id for restored in store.restore(path)]
    name, records = read_export(plain.splitlines())
    return [import_event(store.log, name, records, seed or None)]


def unpacked(content: bytes) -> bytes:
    """Return the content of a packed file, or of one that is not packed as it is.

    Raises BadInput when it cannot be unpacked, or would become too large.
    """
    if not content.startswith(_PACKED):
        return content
    try:
        with gzip.open(io.BytesIO(content)) as packed:
            plain = packed.read(LARGEST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error):
        raise refusals.not_packed_well() from None
    if len(plain) > LARGEST_UNPACKED:
        raise refusals.not_packed_well()
    return plain
