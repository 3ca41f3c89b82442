"""Pages from templates, in the reader's language, and our static files, whose addresses have a hash of the content."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, TypeVar

import jinja2
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from floorjudge.events.service.access.roles import author_words
from floorjudge.formats import folder_of
from floorjudge.magic.type_words import token_name, type_line
from floorjudge.rulebook import for_people
from floorjudge.texts import LANGUAGES, Language, Text, Value, listed, render
from floorjudge.web.common import formats, languages
from floorjudge.web.common.formats import PREFIX, stage_title, templates_for
from floorjudge.web.common.mana import with_drawings
from floorjudge.web.errors import NoSuchPage

STATIC = Path(__file__).parents[1] / "static"
# In a format's folder: its fragments of pages, and its static files.
PAGES, SERVED = "pages", "static"
TEMPLATES = Path(__file__).parents[1] / "templates"
FOR_EVER = "public, max-age=31536000, immutable"
FOR_NOW = "no-cache"
_WORTH_PACKING = 1_000
T = TypeVar("T")


class _File:
    """A file as served: its bytes, compressed if that saves anything, and the start of their hash."""

    def __init__(self, name: str, content: bytes) -> None:
        self.kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.content = content
        packed = gzip.compress(content, 9, mtime=0) if len(content) > _WORTH_PACKING else content
        self.packed = packed if len(packed) < len(content) else None
        self.version = hashlib.sha256(content).hexdigest()[:12]


@cache
def _files() -> dict[str, _File]:
    folders = {"": STATIC} | {f"{PREFIX}/{name}/": folder / SERVED for name, folder in formats.folders().items()}
    found = {
        f"{prefix}{path.relative_to(folder).as_posix()}": path.read_bytes()
        for prefix, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return {name: _File(name, content) for name, content in found.items()}


def static_address(name: str) -> str:
    """Return the address of a static file of ours; raises KeyError if there is none of this name."""
    return f"/static/{name}?v={_files()[name].version}"


def own_static(format_id: str, name: str) -> str | None:
    """Return the address of a format's static file, None if it has none of this name."""
    full = f"{PREFIX}/{folder_of(format_id)}/{name}"
    return static_address(full) if full in _files() else None


async def _serve(request: Request) -> Response:
    file = _files().get(request.path_params["name"])
    if file is None:
        raise NoSuchPage
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


@pass_context
def _say(context: Context, message: str, /, **values: Value) -> str:
    language = context["language"]
    return render(Text(message, values), language) if values else _constant(message, language)


@lru_cache(maxsize=4096)
def _constant(message: str, language: Language) -> str:
    """Return a sentence without gaps: most have none, and a table has a dozen."""
    return render(Text(message), language)


@pass_context
def _counted(context: Context, one: str, many: str, /, *, count: int, **values: Value) -> str:
    return render(Text(one, {"count": count, **values}, many), context["language"])


def _in_language(write: Callable[[Any, Language], T]) -> Callable[[Context, Any], T]:
    """Return a filter that writes a value in the reader's language."""

    @pass_context
    def written(context: Context, value: Any) -> T:  # noqa: ANN401 (whatever `write` takes)
        return write(value, context["language"])

    return written


def _in_style(write: Callable[[str, str], str]) -> Callable[[Context, str], str]:
    """Return a filter that writes a date or time in the reader's usual style."""

    @pass_context
    def written(context: Context, value: str) -> str:
        return write(value, context.get("style") or context["language"])

    return written


@pass_context
def _ago(context: Context, at: str) -> str:
    return languages.ago(at, context["now"], context["language"])


@pass_context
def _as_json(_: Context, value: object) -> str:
    """Return a JSON value for an attribute; autoescaping quotes it there."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _known_words(words: Text | str, language: Language) -> str:
    return words if isinstance(words, str) else render(words, language)


class Compiled(FileSystemBytecodeCache):
    """Compiled templates, kept beside our compiled modules, or not at all where those are not kept: compiling takes a second."""

    def get_source_checksum(self, source: str) -> str:
        """Return what must be the same for a kept template to be used: how filters are called and spaces trimmed is compiled in."""
        return super().get_source_checksum(f"{_settings()}{source}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template if that is possible."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


@cache
def _settings() -> str:
    """Return the text of this module, which has the filters and settings of all templates, and the version of Jinja."""
    return f"{jinja2.__version__}{Path(__file__).read_text('utf-8')}"


@cache
def templates() -> Environment:
    """Return the environment of all templates: it escapes everything, and an undefined name is an error."""
    fragments = {name: FileSystemLoader(folder / PAGES) for name, folder in formats.folders().items()}
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader({PREFIX: PrefixLoader(fragments)})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=Compiled(str(Path(cache_from_source(__file__)).parent)),
    )
    made.globals |= {
        "say": _say,
        "counted": _counted,
        "in_words": _in_language(render),
        "stage_title": stage_title,
        "static": static_address,
        "own_static": own_static,
        "templates_for": templates_for,
        "pairs": zip,
        "kind_of": lambda value: type(value).__name__,
        "rendered_in": render,
        "languages": [(code, languages.NAMES[code]) for code in LANGUAGES],
    }
    # All take the context. The result of one that does not is compiled into a template, and would be kept with it.
    made.filters |= {
        "number": _in_language(languages.number),
        "drawn": _in_language(lambda words, language: with_drawings(words, language, static_address("mana.svg"))),
        "in_words": _in_language(render),
        "type_line": _in_language(lambda written, language: _known_words(type_line(written), language)),
        "token_name": _in_language(lambda name, language: _known_words(token_name(name), language)),
        "big": _in_language(languages.big_number),
        "moment": _in_style(languages.moment),
        "hour": _in_style(languages.hour),
        "ago": _ago,
        "author": _in_language(author_words),
        "day": _in_style(languages.day),
        "written": _in_language(languages.written),
        "as_json": _as_json,
        "listed": _in_language(listed),
        "clause": pass_context(lambda _, clause: for_people(clause)),
    }
    return made


def rendered(template: str | tuple[str, ...], language: Language, **values: Any) -> Markup:  # noqa: ANN401 (whatever the template asks for)
    """Return a template filled in, as HTML that needs no more escaping."""
    found = templates().get_or_select_template(template if isinstance(template, str) else list(template))
    return Markup(found.render(language=language, **values))  # noqa: S704 (autoescaped)


def compile_templates() -> None:
    """Compile every template, so that no request waits for it and a mistake in one shows at the start."""
    made = templates()
    for name in made.list_templates(extensions=["html"]):
        made.get_template(name)
