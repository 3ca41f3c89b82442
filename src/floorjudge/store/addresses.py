"""What the user names: a file, memory, or a PostgreSQL database."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from floorjudge.store import errors

MEMORY = ":memory:"
_POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")


def read_address(place: str | Path | None) -> URL | Path | None:
    """Return the address of a PostgreSQL database, or the absolute path of a file; None for memory.

    Raises BadInput when an address is of another kind.
    """
    if isinstance(place, str) and "://" in place:
        url = _url(place)
        if url.drivername in _POSTGRESQL:
            return url.set(drivername="postgresql")
        if url != URL.create("sqlite", database=url.database):
            raise errors.UnknownAddress(url.render_as_string(hide_password=True))
        place = url.database
    return None if place is None or str(place) == MEMORY else Path(place).absolute()


def _url(address: str) -> URL:
    try:
        return make_url(address)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise errors.UnknownAddress(address.partition("://")[0] + "://") from None
