"""Whole pages that many ask for in the same moment, kept for a second: when a round begins, everybody looks at once."""

from __future__ import annotations

import gzip
import time
from collections import OrderedDict
from collections.abc import Hashable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

# The round's clock on a kept page is at most as much behind.
SECONDS = 1.0
MOST = 64


class KeptPage:
    """A page as it was made, and packed once for all who take it packed."""

    def __init__(self, made: HTMLResponse) -> None:
        self.until = time.monotonic() + SECONDS
        self._content = bytes(made.body)
        self._packed: bytes | None = None
        self._headers = {name: value for name, value in made.headers.items() if name != "content-length"}

    def answer(self, request: Request) -> Response:
        """Return the page for one who asks."""
        headers = self._headers | {"vary": "cookie, accept-language, accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._content, headers=headers)
        if self._packed is None:
            self._packed = gzip.compress(self._content, 4, mtime=0)
        return Response(self._packed, headers=headers | {"content-encoding": "gzip"})


class KeptPages:
    """The pages of the last second, by what they depend on."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, KeptPage] = OrderedDict()

    def find(self, key: Hashable) -> KeptPage | None:
        """Return the page that was made for the same within the last second, None when there is none."""
        found = self._kept.get(key)
        return found if found is not None and time.monotonic() < found.until else None

    def keep(self, key: Hashable, made: HTMLResponse) -> KeptPage:
        """Keep a page that has just been made."""
        kept = self._kept[key] = KeptPage(made)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return kept
