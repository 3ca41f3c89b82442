"""How often one sender may ask, and how much one question may cost.

A small case can ask for an enormous amount of work. It is done in a process of its own that can be stopped: whoever sends
it gets a clear answer after some seconds, and nobody's page waits for it, neither for the processor nor for the memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeAlias

from anyio import BrokenWorkerProcess, Semaphore, fail_after, to_process
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from floorjudge.texts import Language
from floorjudge.web.errors import TakesTooLong, TooOften

# A hall of players may share one address; an organiser types results for hours.
POSTS = RateLimitItemPerMinute(600, namespace="posts")
BAD_LINKS = RateLimitItemPerMinute(30, namespace="bad links")
# Each of these keeps a processor busy for up to some seconds.
COSTLY = RateLimitItemPerMinute(60, namespace="reckoned")


class Rates:
    """Counts by sender, in the memory of this process."""

    def __init__(self) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def count(self, what: RateLimitItem, sender: str) -> None:
        """Count one attempt of `sender`.

        Raises Refused (429 on the web) when there were too many within a minute.
        """
        if not self._limiter.hit(what, sender):
            raise TooOften

    def check(self, what: RateLimitItem, sender: str) -> None:
        """Raise what `count` would raise next, without counting."""
        if not self._limiter.test(what, sender):
            raise TooOften


def api_calls(most: int) -> RateLimitItem:
    """Return how often one sender may use the API in a minute."""
    return RateLimitItemPerMinute(most, namespace="api")


SECONDS = 5.0
SECONDS_TO_START = 30.0
AT_ONCE = 2
MOST_MEMORY = 2 << 30
JsonObject: TypeAlias = dict[str, Any]
# Takes a JSON value and a language, returns a JSON value; a function of a module, so that another process finds it.
Work: TypeAlias = Callable[[Any, Language], JsonObject]


class Workers:
    """Works things out, two at a time."""

    def __init__(self) -> None:
        self._slots = Semaphore(AT_ONCE)

    async def run(self, work: Work, given: object, language: Language) -> JsonObject:
        """Return what a function makes of a JSON value.

        Raises what it raises; BadInput `takes_too_long` when it needs more time or memory than there is.
        """
        try:
            async with self._slots:
                # A process that has just been started reads the program first; that is nobody's case.
                with fail_after(SECONDS_TO_START):
                    await to_process.run_sync(_be_ready, work, cancellable=True)
                with fail_after(SECONDS):
                    return await to_process.run_sync(_carefully, work, given, language, cancellable=True)
        except (TimeoutError, MemoryError, BrokenWorkerProcess):
            raise TakesTooLong from None


def _be_ready(_: Work) -> None:
    """Have everything read that a function needs."""


def _carefully(work: Work, given: object, language: Language) -> JsonObject:
    _limit_memory()
    return work(given, language)


def _limit_memory() -> None:
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 (there is none on other systems)

    _, hardest = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hardest))
