"""How often one sender may ask. How much one question may cost is the business of `floorjudge.web.jobs`."""

from __future__ import annotations

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from floorjudge.web.errors import TooOften

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
