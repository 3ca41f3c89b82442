"""Our own style sheets and scripts: under addresses that change with their content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from floorjudge.web.refusals import no_such_page

STATIC = Path(__file__).with_name("static")
FOR_EVER = "public, max-age=31536000, immutable"
FOR_NOW = "no-cache"
_WORTH_PACKING = 1_000


class _File:
    """A file as it is sent: its bytes, packed where that pays, and the start of their hash."""

    def __init__(self, name: str, content: bytes) -> None:
        self.kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.content = content
        packed = gzip.compress(content, 9, mtime=0) if len(content) > _WORTH_PACKING else content
        self.packed = packed if len(packed) < len(content) else None
        self.version = hashlib.sha256(content).hexdigest()[:12]


@cache
def _files() -> dict[str, _File]:
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes() for path in sorted(STATIC.rglob("*")) if path.is_file()
    }
    return {name: _File(name, content) for name, content in found.items()}


def static_address(name: str) -> str:
    """Return where a file of ours is served; raises KeyError when there is none of this name."""
    return f"/static/{name}?v={_files()[name].version}"


async def _serve(request: Request) -> Response:
    file = _files().get(request.path_params["name"])
    if file is None:
        raise no_such_page()
    headers = {
        "cache-control": FOR_EVER if request.query_params.get("v") == file.version else FOR_NOW,
        "etag": f'"{file.version}"',
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers=headers | {"content-encoding": "gzip"})
    return Response(file.content, media_type=file.kind, headers=headers)


STATIC_ROUTE = Route("/static/{name:path}", _serve, name="static")
