"""What goes wrong inside SQLite, said as one of ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoTurn

from floorjudge.errors import FloorjudgeError
from floorjudge.store import refusals

# SQLite's result codes keep the kind in the low byte and the detail above it.
_KIND = 0xFF


@contextmanager
def said_plainly(file: str) -> Iterator[None]:
    """Turn what SQLite and its driver raise about `file` into a FloorjudgeError.

    A mistake in our own use of the driver stays what it is.
    """
    try:
        yield
    except NoTurn as error:
        raise refusals.file_busy(file) from error
    except UnicodeEncodeError as error:
        raise refusals.not_unicode() from error
    except UnicodeDecodeError as error:
        # SQLite quotes what it complains about, and that is damaged.
        raise refusals.damaged_file(file, error.reason) from error
    except sqlite3.DatabaseError as error:
        raise _refusal(error, file) from error
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.DatabaseError) and not isinstance(error.orig, sqlite3.ProgrammingError):
            raise _refusal(error.orig, file) from error
        raise


def _refusal(error: sqlite3.DatabaseError, file: str) -> FloorjudgeError:
    reason = str(error)
    # Text that is no UTF-8 has no code: the driver finds it, not SQLite.
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & _KIND:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return refusals.file_busy(file)
        case sqlite3.SQLITE_READONLY:
            return refusals.read_only(file)
        case sqlite3.SQLITE_FULL:
            return refusals.disk_full(file)
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return refusals.cannot_open(file, reason)
        case sqlite3.SQLITE_IOERR:
            return refusals.disk_failed(file, reason)
        case _:
            return refusals.damaged_file(file, reason)
