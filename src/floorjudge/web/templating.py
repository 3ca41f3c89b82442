"""Pages from templates: `say` and `counted` in the reader's language, numbers and times as that language writes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from floorjudge.events.service.authors import author_words
from floorjudge.formats.on_the_edge.tables import Player
from floorjudge.texts import LANGUAGES, Language, Text, Value, render
from floorjudge.web import languages
from floorjudge.web.statics import static_address

TEMPLATES = Path(__file__).with_name("templates")


@pass_context
def _say(context: Context, message: str, /, **values: Value) -> str:
    return render(Text(message, values), context["language"])


@pass_context
def _counted(context: Context, one: str, many: str, /, *, count: int, **values: Value) -> str:
    return render(Text(one, {"count": count, **values}, many), context["language"])


@pass_context
def _said(context: Context, said: Text) -> str:
    return render(said, context["language"])


@pass_context
def _number(context: Context, value: int) -> str:
    return languages.number(value, context["language"])


@pass_context
def _moment(context: Context, at: str) -> str:
    return languages.moment(at, context["language"])


@pass_context
def _day(context: Context, at: str) -> str:
    return languages.day(at, context["language"])


@pass_context
def _hour(context: Context, at: str) -> str:
    return languages.hour(at, context["language"])


@pass_context
def _score(context: Context, player: Player) -> str:
    return languages.score_words(player, context["language"])


@pass_context
def _ago(context: Context, at: str) -> str:
    return languages.ago(at, context["now"], context["language"])


@pass_context
def _author(context: Context, by: str) -> str:
    return author_words(by, context["language"])


def _as_json(value: object) -> str:
    """Return a JSON value for an attribute; autoescaping makes it fit there."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def templates() -> Environment:
    """Return the environment of all templates: everything is escaped, and a name that is missing is an error."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {
        "say": _say,
        "counted": _counted,
        "said": _said,
        "static": static_address,
        "rendered_in": render,
        "languages": [(code, languages.NAMES[code]) for code in LANGUAGES],
    }
    made.filters |= {
        "number": _number,
        "moment": _moment,
        "hour": _hour,
        "ago": _ago,
        "author": _author,
        "day": _day,
        "score": _score,
        "as_json": _as_json,
    }
    return made


def rendered(template: str, language: Language, **values: Any) -> Markup:  # noqa: ANN401 (whatever the template asks for)
    """Return a template filled in, as HTML that needs no more escaping."""
    return Markup(templates().get_template(template).render(language=language, **values))  # noqa: S704 (autoescaped)


def warm_up() -> None:
    """Compile every template, so that no visitor waits for it and a mistake in one shows at the start."""
    made = templates()
    for name in made.list_templates(extensions=["html"]):
        made.get_template(name)
