"""What goes wrong inside SQLite, said as one of ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoTurn

from floorjudge.errors import FloorjudgeError
from floorjudge.store import errors

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
        raise errors.FileBusy(file) from error
    except UnicodeEncodeError as error:
        raise errors.NotUnicode from error
    except UnicodeDecodeError as error:
        # SQLite quotes what it complains about, and that is damaged.
        raise errors.DamagedFile(file, error.reason) from error
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
            return errors.FileBusy(file)
        case sqlite3.SQLITE_READONLY:
            return errors.ReadOnly(file)
        case sqlite3.SQLITE_FULL:
            return errors.DiskFull(file)
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return errors.CannotOpen(file, reason)
        case sqlite3.SQLITE_IOERR:
            return errors.DiskFailed(file, reason)
        case _:
            return errors.DamagedFile(file, reason)
