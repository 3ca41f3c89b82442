"""The report of a verified collection: one HTML file without scripts, for phones and for paper too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from floorjudge.errors import reason_of
from floorjudge.magic.collections.errors import UnwritableReport
from floorjudge.magic.collections.report import words
from floorjudge.magic.collections.report.sections import headline, sections
from floorjudge.magic.collections.report.words import Speaker, certificate_said, place_of
from floorjudge.magic.collections.rows import VERDICTS, Row
from floorjudge.texts import Language, Text, Value, render, text

_TEMPLATES = Path(__file__).with_name("templates")


def write_report(rows: Sequence[Row], file: Path, language: Language) -> None:
    """Write what came of a collection as a page. Raises UnwritableReport when it cannot be written."""
    page = report(rows, language)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_name(f".{file.name}.partial")
        partial.write_text(page, "utf-8")
        partial.replace(file)
    except OSError as error:
        raise UnwritableReport(str(file), reason_of(error)) from None


def report(rows: Sequence[Row], language: Language) -> str:
    """Return the page."""
    speaker = Speaker(language)
    return (
        _environment()
        .get_template("report.html")
        .render(
            language=language,
            speaker=speaker,
            rows=rows,
            headline=headline(rows, speaker) if rows else (),
            sections=tuple(sections(rows, speaker)) if rows else (),
            groups=tuple(_groups(rows, speaker)),
            came_of=_came_of,
            verdicts=[speaker.each(words.VERDICT_WORDS[each], words.VERDICT_MEANS[each]) for each in VERDICTS],
            limits=_limits(rows, speaker),
            options=_options(rows),
        )
    )


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


def _groups(rows: Sequence[Row], speaker: Speaker) -> Iterator[tuple[str, str, str, list[Row]]]:
    """Yield each verdict that has rows: its name for programs, what it is called, what it means, the rows."""
    for verdict in VERDICTS:
        found = [row for row in rows if row.verdict == verdict]
        if found:
            name, means = speaker.each(words.VERDICT_WORDS[verdict], words.VERDICT_MEANS[verdict])
            yield verdict.replace("_", "-"), name, means, found


def _came_of(row: Row, speaker: Speaker) -> Iterator[str]:
    """Yield what came of a row, the main thing first. What the collection says is not quoted, only its place."""
    return _certified(row, speaker) if row.verdict == "certified" else _because(row, speaker)


def _certified(row: Row, speaker: Speaker) -> Iterator[str]:
    yield from words.gains_said(row, speaker)
    yield "; ".join(certificate_said(row, speaker))


def _because(row: Row, speaker: Speaker) -> Iterator[str]:
    say, details = speaker.say, row.details
    if row.verdict != "played_out":
        yield say(words.NO_REASON if row.reason is None else words.REASON_WORDS[row.reason])
    if details.unknown:
        yield say(text("Not known: {cards}.", cards=details.unknown))
    if details.gaps:
        yield say(text("Not fully understood by the engine: {cards}.", cards=details.gaps))
    if details.unneeded:
        yield say(text("Not needed: {cards}.", cards=details.unneeded))
    if details.also_needs:
        yield say(text("For all of this it also needs: {things}.", things=details.also_needs))
    if details.unread:
        places = dict.fromkeys(say(words.place_said(*place_of(each.where))) for each in details.unread)
        yield say(text("Not understood: {places}.", places=tuple(places)))


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
