"""What a process is asked to do for one combination: look for its loop, within limits."""

from __future__ import annotations

import hashlib

import msgspec

from floorjudge.magic.collections.combinations import Combination

SECONDS, MEMORY = 60.0, 2048


class Limits(msgspec.Struct, frozen=True):
    """What one combination may take: seconds of computing, and MiB of memory.

    `grace` are seconds of computing more for ending, certifying included, and `patience` how many times as long as all
    of that it may take by the clock on the wall; after that nobody believes any more that it will end.
    """

    seconds: float = SECONDS
    memory: int = MEMORY
    grace: float = 30.0
    patience: float = 4.0

    @property
    def computing(self) -> float:
        """Return the seconds of computing after which the system ends the process."""
        return self.seconds * 1.5 + self.grace

    @property
    def waiting(self) -> float:
        """Return the seconds by the clock on the wall after which the process is killed."""
        return self.computing * self.patience


class Job(msgspec.Struct, frozen=True):
    """A combination to verify: within which limits, with the cards in which file (None: the user's), and for which versions.

    `parent` is the process that wants to know; when it is gone, nobody does.
    """

    combination: Combination
    limits: Limits = Limits()
    cards: str | None = None
    engine: str = ""
    floorjudge: str = ""
    parent: int = 0


def hash_of(combination: Combination) -> str:
    """Return what tells a combination from all others that are written differently, in 16 characters."""
    return hashlib.sha256(msgspec.json.encode(combination)).hexdigest()[:16]
