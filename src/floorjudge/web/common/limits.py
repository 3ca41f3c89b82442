"""How often one sender may ask. How much one question may cost is the business of `floorjudge.web.jobs`."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

import msgspec

from floorjudge.web.errors import TooOften


class Limit(msgspec.Struct, frozen=True):
    """How many of one kind a sender may send in a minute."""

    kind: str
    most: int


# An organiser types results for hours; strangers behind one address share theirs.
POSTS = Limit("posts", 600)
BAD_LINKS = Limit("bad links", 30)
# Each of these keeps a processor busy for up to some seconds.
COSTLY = Limit("costly", 60)


class Rates:
    """Counts by sender and minute, in the memory of this process.

    A minute is one of the running machine: setting its clock back makes nobody wait longer.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def count(self, what: Limit, sender: str) -> None:
        """Count one attempt of `sender`.

        Raises Refused (429 on the web) when there were too many within a minute.
        """
        minute = int(self._clock() // 60)
        if minute != self._minute:
            self._minute = minute
            self._counts.clear()
        self._counts[what.kind, sender] += 1
        if self._counts[what.kind, sender] > what.most:
            raise TooOften


def api_calls(most: int) -> Limit:
    """Return how often one sender may use the API in a minute."""
    return Limit("api", most)
