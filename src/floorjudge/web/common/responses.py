"""Responses: a page from a template, a page cached for a second, a redirect, a file."""

from __future__ import annotations

import gzip
import time
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from floorjudge.web.common.languages import language_of, style_of
from floorjudge.web.common.templating import rendered

PRIVATE = "no-store"
THEME_COOKIE = "theme"
THEMES = ("light", "dark")
# The round's clock on a cached page is at most this much behind.
SECONDS = 1.0
MOST = 64
# The loop desk's state is part of its address.
LONGEST_OWN = 12_000
LINES_A_PART = 500
_NEWS = "news"


def theme_of(request: HTTPConnection) -> str | None:
    """Return the chosen theme, `light` or `dark`, None for the system's."""
    theme = request.cookies.get(THEME_COOKIE)
    return theme if theme in THEMES else None


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    headers: dict[str, str] | None = None,
    **values: Any,  # noqa: ANN401 (whatever the template asks for)
) -> HTMLResponse:
    """Return a page; all templates have `language`, `style`, `theme`, `session` (perhaps None), `here` and `now`.

    `values` are further variables of this template.
    """
    language = language_of(request)
    content = rendered(
        template,
        language,
        style=style_of(request, language),
        theme=theme_of(request),
        session=getattr(request.state, "session", None),
        here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        now=int(time.time() * 1000),
        **values,
    )
    sent = {"cache-control": PRIVATE, "vary": "cookie, accept-language"} | (headers or {})
    made = HTMLResponse(content, status, sent)
    if is_news(request):
        made.delete_cookie(_NEWS, path=request.url.path)
    return made


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON value; no cache stores it unless `headers` allow that."""
    sent = {"cache-control": PRIVATE} | dict(headers or {})
    return Response(msgspec.json.encode(value), status, sent, media_type="application/json")


def back_to(address: str) -> RedirectResponse:
    """Return a redirect after a form, so that reloading the page sends nothing again."""
    return RedirectResponse(address, 303, {"cache-control": PRIVATE})


def with_news(request: HTTPConnection, address: str) -> RedirectResponse:
    """Return a redirect to a page that confirms the change once; reloading it shows no confirmation."""
    answer = back_to(address)
    secure = request.app.state.application.settings.https or request.url.scheme == "https"
    path, _, query = address.partition("?")
    answer.set_cookie(_NEWS, quote(query, safe=""), max_age=60, path=path, samesite="lax", httponly=True, secure=secure)
    return answer


def is_news(request: HTTPConnection) -> bool:
    """Return whether a form has just led to this page, and its confirmation is still to be shown."""
    return bool(request.url.query) and request.cookies.get(_NEWS) == quote(request.url.query, safe="")


def own_address(wanted: str) -> str:
    """Return an address of ours that a form names; that of the first page if it leads to another site."""
    plain = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted
    return wanted if plain and wanted.isprintable() and len(wanted) < LONGEST_OWN else "/"


class CachedPage:
    """A rendered page, compressed once for all visitors who accept that."""

    def __init__(self, made: HTMLResponse) -> None:
        self.until = time.monotonic() + SECONDS
        self._content = bytes(made.body)
        self._packed: bytes | None = None
        self._headers = {name: value for name, value in made.headers.items() if name != "content-length"}

    def answer(self, request: Request) -> Response:
        """Return the page for one visitor."""
        headers = self._headers | {"vary": "cookie, accept-language, accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._content, headers=headers)
        if self._packed is None:
            self._packed = gzip.compress(self._content, 4, mtime=0)
        return Response(self._packed, headers=headers | {"content-encoding": "gzip"})


class PageCache:
    """The pages of the last second, by the values they depend on."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, CachedPage] = OrderedDict()

    def find(self, key: Hashable) -> CachedPage | None:
        """Return the page made for the same key within the last second, None if there is none."""
        found = self._kept.get(key)
        return found if found is not None and time.monotonic() < found.until else None

    def keep(self, key: Hashable, made: HTMLResponse) -> CachedPage:
        """Store a page that has just been made."""
        kept = self._kept[key] = CachedPage(made)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return kept


def lines_as_file(name: str, lines: Iterable[str]) -> StreamingResponse:
    """Return JSON lines as a download."""
    return StreamingResponse(_parts(lines), headers=as_file(name), media_type="application/jsonl; charset=utf-8")


def _parts(lines: Iterable[str]) -> Iterator[str]:
    """Yield joined lines in large parts: sending a part costs as much as a hundred lines."""
    remaining = iter(lines)
    while part := list(islice(remaining, LINES_A_PART)):
        yield "\n".join(part) + "\n"


def as_file(name: str) -> dict[str, str]:
    """Return the headers of a download."""
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
