"""Grants, the installation's secrets, and the validity of player links, on either database."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, RowMapping, bindparam, insert, or_, select, update

from floorjudge.errors import Conflict, Refused
from floorjudge.events.service.access.links import Grant
from floorjudge.store import errors
from floorjudge.store.database import Database
from floorjudge.store.logs import LIVE, checked
from floorjudge.store.schema import grants, player_links, settings, tournaments

_T = TypeVar("_T")
# The precision with which a grant's last use is stored.
_EXACT = timedelta(minutes=1)

# The number of characters of a grant's id that identify the form which created it.
_OWN = 24
_KEY = select(tournaments.c.key).where(tournaments.c.id == bindparam("tournament"), LIVE)
_GRANT = select(
    grants.c.id,
    tournaments.c.id.label("event"),
    *(grants.c[name] for name in Grant.__struct_fields__ if name not in ("id", "event")),
).select_from(grants.outerjoin(tournaments))
_BY_ID = _GRANT.where(grants.c.id == bindparam("grant"))
_BY_HASH = _GRANT.where(grants.c.hash == bindparam("hashed"))
_IN_ORDER = _GRANT.order_by(grants.c.made_at, grants.c.id)
_SETTING = select(settings.c.value).where(settings.c.name == bindparam("name"))
_OF_PLAYER = (player_links.c.tournament == bindparam("key"), player_links.c.player == bindparam("number"))
_SERIAL = select(player_links.c.serial).where(*_OF_PLAYER)


def all_grants(connection: Connection) -> list[Grant]:
    """Return every grant of a database, the newest last."""
    rows = connection.execute(_IN_ORDER).mappings()
    return [checked(str(connection.engine.url.database), dict(row), Grant) for row in rows]


class SqlGrants:
    """See `floorjudge.events.service.access.links.GrantBook`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[str, datetime] = {}
        self._noting = threading.Lock()

    def add(self, grant: Grant, hashed: str) -> None:
        """See `GrantBook.add`."""
        with self._database.writing() as connection:
            _keep(connection, grant, hashed)

    def find(self, hashed: str) -> Grant | None:
        """See `GrantBook.find`."""
        with self._database.reading() as connection:
            return self._one(connection.execute(_BY_HASH, {"hashed": hashed}).mappings().one_or_none())

    def of_event(self, event: str | None) -> list[Grant]:
        """See `GrantBook.of_event`."""
        with self._database.reading() as connection:
            key = None if event is None else _key(connection, event)
            rows = connection.execute(_IN_ORDER.where(grants.c.tournament.is_not_distinct_from(key))).mappings()
            return [self._checked(dict(row), Grant) for row in rows]

    def revoke(self, grant: str, at: str) -> Grant | None:
        """See `GrantBook.revoke`."""
        taken = update(grants).where(grants.c.id == grant, grants.c.revoked_at.is_(None)).values(revoked_at=at)
        with self._database.writing() as connection:
            connection.execute(taken)
            return self._one(connection.execute(_BY_ID, {"grant": grant}).mappings().one_or_none())

    def give_up(self, grant: str, own: Grant, hashed: str) -> bool:
        """See `GrantBook.give_up`."""
        taken = update(grants).where(grants.c.id == grant, grants.c.revoked_at.is_(None)).values(revoked_at=own.made_at)
        mine = grants.c.id.startswith(own.id[:_OWN], autoescape=True)
        with self._database.writing() as connection:
            self._database.alone(connection)
            was_good = connection.execute(taken).rowcount == 1
            if was_good or connection.execute(select(grants.c.id).where(mine).limit(1)).first() is not None:
                _keep(connection, own, hashed)
        return was_good

    def used(self, grant: str, at: str) -> None:
        """See `GrantBook.used`; a use that cannot be stored now is stored next time."""
        now = datetime.fromisoformat(at)
        with self._noting:
            noted = self._noted.get(grant)
            if noted is not None and now - noted < _EXACT:
                return
            self._noted[grant] = now
        later = or_(grants.c.last_used_at.is_(None), grants.c.last_used_at < at)
        try:
            with self._database.writing() as connection:
                connection.execute(update(grants).where(grants.c.id == grant, later).values(last_used_at=at))
        except (Conflict, Refused, errors.DiskFailed):
            with self._noting:
                self._noted.pop(grant, None)

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """See `GrantBook.setting`."""
        with self._database.reading() as connection:
            found = self._setting(connection, name)
        if found is not None:
            return found
        with self._database.writing() as connection:
            self._database.alone(connection)
            # Read again: another process may have been first.
            found = self._setting(connection, name)
            if found is None:
                found = make()
                connection.execute(insert(settings).values(name=name, value=found))
        return found

    def serial(self, event: str, player: int) -> int:
        """See `GrantBook.serial`."""
        with self._database.reading() as connection:
            return self._serial(connection, _key(connection, event), player) or 0

    def serials(self, event: str) -> dict[int, int]:
        """See `GrantBook.serials`."""
        with self._database.reading() as connection:
            raised = select(player_links.c.player, player_links.c.serial).where(
                player_links.c.tournament == _key(connection, event)
            )
            return self._checked({row.player: row.serial for row in connection.execute(raised)}, dict[int, int])

    def raise_serial(self, event: str, player: int) -> int:
        """See `GrantBook.raise_serial`."""
        with self._database.writing() as connection:
            self._database.alone(connection)
            key = _key(connection, event)
            serial = self._serial(connection, key, player)
            if serial is None:
                serial = 0
                connection.execute(insert(player_links).values(tournament=key, player=player, serial=serial))
            raised = update(player_links).where(*_OF_PLAYER).values(serial=serial + 1)
            connection.execute(raised, {"key": key, "number": player})
        return serial + 1

    def _setting(self, connection: Connection, name: str) -> str | None:
        value = connection.execute(_SETTING, {"name": name}).scalar_one_or_none()
        return None if value is None else self._checked(value, str)

    def _serial(self, connection: Connection, key: int, player: int) -> int | None:
        found = connection.execute(_SERIAL, {"key": key, "number": player}).scalar_one_or_none()
        return None if found is None else self._checked(found, int)

    def _one(self, row: RowMapping | None) -> Grant | None:
        return None if row is None else self._checked(dict(row), Grant)

    def _checked(self, stored: object, kind: type[_T]) -> _T:
        return checked(self._database.name, stored, kind)


def _keep(connection: Connection, grant: Grant, hashed: str) -> None:
    fields = msgspec.structs.asdict(grant)
    event = fields.pop("event")
    key = None if event is None else _key(connection, event)
    connection.execute(insert(grants).values(tournament=key, hash=hashed, **fields))


def _key(connection: Connection, event: str) -> int:
    key = connection.execute(_KEY, {"tournament": event}).scalar_one_or_none()
    if key is None:
        raise errors.UnknownTournament(event)
    return key
