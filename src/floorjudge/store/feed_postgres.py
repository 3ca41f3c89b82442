"""PostgreSQL's way to tell of changes: it calls every process that listens, on every machine, after each transaction."""

from floorjudge.errors import FloorjudgeError
from floorjudge.store.dialects import CHANNEL
from floorjudge.store.feeds import EVERY, Heads, Watch
from floorjudge.store.postgres import PostgresDatabase

# After so many seconds without a call, a look tells whether the line is dead.
_QUIET = 5.0


class PostgresWatch(Watch):
    """Listens on a connection of its own; when that is lost, begins anew and tells what was missed."""

    def __init__(self, database: PostgresDatabase) -> None:
        super().__init__(database)
        self._postgres = database

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._hear()
            except FloorjudgeError:
                self._ended.wait(EVERY)

    def _hear(self) -> None:
        with self._postgres.apart() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            # In this order: what changes after the look is called out.
            heads = self._look()
            quiet = 0.0
            while not self._ended.is_set():
                called = list(connection.notifies(timeout=EVERY / 4, stop_after=1))
                quiet = 0.0 if called else quiet + EVERY / 4
                for call in called:
                    heads = self._tell(call.payload, heads)
                if quiet >= _QUIET:
                    connection.execute("SELECT 1")
                    heads, quiet = self._look(), 0.0

    def _tell(self, payload: str, heads: Heads) -> Heads:
        """Tell what was called out: an event's key and the number of its newest record."""
        key, _, number = payload.partition(" ")
        if not (key.isdecimal() and number.isdecimal() and int(key) in heads):
            return self._look()
        self._listeners.tell(heads[int(key)][0], int(number))
        return heads
