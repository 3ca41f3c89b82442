"""What goes wrong with PostgreSQL, said as one of ours."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoTurn

from floorjudge.errors import FloorjudgeError
from floorjudge.store import errors

# The server's codes (SQLSTATE), by their beginnings, and what each is said as; the first that fits counts.
_SAID: tuple[tuple[tuple[str, ...], Callable[[str, str], FloorjudgeError]], ...] = (
    (("53100",), lambda name, _: errors.DiskFull(name)),
    (("08", "53", "57P"), errors.DatabaseAway),
    (("55P03", "57014", "40"), lambda name, _: errors.FileBusy(name)),
    (("25006",), lambda name, _: errors.ReadOnly(name)),
    (("28", "3D000", "42501"), errors.CannotOpen),
    (("58",), errors.DiskFailed),
    (("",), errors.DamagedFile),
)


@contextmanager
def said_plainly(name: str) -> Iterator[None]:
    """Turn what the server and its driver raise about the database `name` into a FloorjudgeError.

    A mistake in our own use of the driver stays what it is.
    """
    try:
        yield
    except NoTurn as error:
        raise errors.FileBusy(name) from error
    except UnicodeEncodeError as error:
        raise errors.NotUnicode from error
    except psycopg.Error as error:
        if _is_ours(error):
            raise
        raise _refusal(error, name) from error
    except DBAPIError as error:
        if not isinstance(error.orig, psycopg.Error) or _is_ours(error.orig):
            raise
        raise _refusal(error.orig, name) from error


def is_away(error: psycopg.Error) -> bool:
    """Say whether the server could not be asked, or left before it had answered."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return _said_as(error.sqlstate) is errors.DatabaseAway


def _is_ours(error: psycopg.Error) -> bool:
    """Say whether the driver has refused what we asked for, without asking the server."""
    return error.sqlstate is None and not is_away(error)


def _refusal(error: psycopg.Error, name: str) -> FloorjudgeError:
    said_as = errors.DatabaseAway if error.sqlstate is None else _said_as(error.sqlstate)
    return said_as(name, " ".join(str(error).split()))


def _said_as(state: str) -> Callable[[str, str], FloorjudgeError]:
    return next(said for beginnings, said in _SAID if state.startswith(beginnings))
