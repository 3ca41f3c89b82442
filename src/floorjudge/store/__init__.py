"""Where event logs are kept: append-only, durable, in one SQLite file or in memory.

Public face: `open_log`, which gives a `floorjudge.floor.log.EventLog`. docs/log-format.md describes what is in the file.
"""

from pathlib import Path

from floorjudge.floor.log import EventLog

PATIENCE = 10.0


def open_log(place: str | Path | None = None, *, patience: float = PATIENCE) -> EventLog:
    """Open the logs in a file, which is made when it is missing and brought up to date when it is older.

    `place` is a path, an address such as `sqlite:///events.db`, or `:memory:` or None for logs that end with the
    process. `patience` is how many seconds to wait for somebody else who is writing to the file.
    Raises BadInput when the address is not SQLite's; Refused when the file cannot be opened, belongs to another
    program or to a newer version of this one; Conflict when somebody else holds it for too long; Damaged when it
    cannot be read.
    """
    from floorjudge.store.sqlite import open_sqlite

    return open_sqlite(place, patience)
