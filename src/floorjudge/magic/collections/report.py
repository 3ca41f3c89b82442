"""The report of a verified collection: one HTML file without scripts or anything from elsewhere, for phones and for paper too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from floorjudge.magic.collections import charts, refusals, report_words
from floorjudge.magic.collections.report_parts import Picture, Section, Speaker
from floorjudge.magic.collections.report_rows import groups
from floorjudge.magic.collections.report_sections import headline, sections
from floorjudge.magic.collections.rows import VERDICTS, Row
from floorjudge.magic.collections.words import VERDICT_WORDS
from floorjudge.texts import Language, Text, Value, render, text

_TEMPLATES = Path(__file__).with_name("templates")


def write_report(rows: Sequence[Row], file: Path, language: Language) -> None:
    """Write what came of a collection as a page. Without what draws the page has no pictures and says what to install.

    Raises BadInput when the file cannot be written.
    """
    page = report(rows, language)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_name(f".{file.name}.partial")
        partial.write_text(page, "utf-8")
        partial.replace(file)
    except OSError as error:
        raise refusals.unwritable_report(str(file), error.strerror or str(error)) from None


def report(rows: Sequence[Row], language: Language) -> str:
    """Return the page."""
    speaker = Speaker(language)
    parts = tuple(sections(rows, speaker)) if rows else ()
    return (
        _environment()
        .get_template("report.html")
        .render(
            language=language,
            speaker=speaker,
            rows=rows,
            headline=headline(rows, speaker) if rows else (),
            sections=parts,
            drawn=_drawn(parts, speaker),
            can_draw=charts.can_draw(),
            groups=tuple(groups(rows, speaker)),
            verdicts=[(speaker.say(VERDICT_WORDS[each]), speaker.say(report_words.MEANS[each])) for each in VERDICTS],
            limits=_limits(rows, speaker),
            options=_options(rows),
            light=Markup(charts.style(charts.LIGHT.items())),  # noqa: S704 (our own colours)
            dark=Markup(charts.style(charts.DARK.items())),  # noqa: S704 (our own colours)
        )
    )


def drawing(picture: Picture, speaker: Speaker) -> str:
    """Return a picture as SVG. Raises ImportError when what draws is not installed."""
    if picture.curves:
        scales = charts.Scales(
            picture.most, speaker.say(text("seconds of computing")), speaker.decimal, speaker.percent
        )
        return charts.curves(picture.curves, scales, picture.says)
    return charts.bars(picture.bars, picture.says)


def _drawn(parts: Sequence[Section], speaker: Speaker) -> dict[str, Markup]:
    if not charts.can_draw():
        return {}
    pictures = [part.picture for part in parts if part.picture is not None]
    return {picture.name: Markup(drawing(picture, speaker)) for picture in pictures}  # noqa: S704 (words in it are escaped)


def _limits(rows: Sequence[Row], speaker: Speaker) -> dict[str, tuple[str, ...]]:
    """Return under what the rows were made: each thing once, should they differ."""
    return {
        "seconds": tuple(speaker.decimal(value) for value in sorted({row.limit_seconds for row in rows}) if value),
        "memory": tuple(speaker.number(value) for value in sorted({row.limit_memory for row in rows}) if value),
        "engine": tuple(sorted({row.engine for row in rows if row.engine})),
        "floorjudge": tuple(sorted({row.floorjudge for row in rows if row.floorjudge})),
    }


def _options(rows: Sequence[Row]) -> str:
    """Return the options with which the same rows are made, where they are the same for all."""
    seconds, memory = {row.limit_seconds for row in rows}, {row.limit_memory for row in rows}
    options = (("--seconds", seconds), ("--memory", memory))
    return "".join(f" {name} {min(values):g}" for name, values in options if len(values) == 1 and min(values))


@pass_context
def _say(context: Context, message: str, /, **values: Value) -> str:
    return render(Text(message, values), context["language"])


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    functions: dict[str, Any] = {"say": _say}
    made.globals |= functions
    return made
