"""Pictures of counts as SVG: bars with their words above them, and curves with their words at their ends.

They are drawn 320 units wide, so that the letters stay readable on the smallest phone. Colours are not in them but in
the style sheet around them, one for light and one for dark; shape or place says everything that a colour says.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby, pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import altair as alt

WIDTH = 320
_THICK, _APART, _NOTES, _LINE_HEIGHT = 11, 11, 88, 17
_LETTERS_IN_LINE = 46
_LETTERS = 13
_FONT = "system-ui, sans-serif"
_CURVES_HEIGHT, _SHARES, _LABELS = 200, 46, 11
_TICKS = (0.1, 1, 2, 5, 10, 20, 60, 120, 300, 600, 1800, 3600, 36000)
_STEPS, _MOST_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25), 4
_DASHES: tuple[list[float], ...] = ([1, 0], [6, 4], [2, 3], [10, 3, 2, 3])
# What stands for a colour until the style sheet gives it one: (as drawn, its name in the style sheet).
_INK, _SOFT, _LINE, _FIRST, _SECOND, _REST = "#010101", "#020202", "#030303", "#040404", "#050505", "#060606"
_NAMES = {_INK: "ink", _SOFT: "soft", _LINE: "line", _FIRST: "first", _SECOND: "second", _REST: "rest"}
_COLOURS_OF_CURVES = (_FIRST, _SECOND, _INK)
_COLOURS = re.compile(r'(fill|stroke)="(#0[1-6]0[1-6]0[1-6])"')
# The picture as a whole has a name; its pieces need none.
_ROLES = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')
LIGHT = {
    "ink": "#17201c",
    "soft": "#55625b",
    "line": "#d9dfd8",
    "first": "#0067a3",
    "second": "#b85500",
    "rest": "#c3cfc7",
}
DARK = {
    "ink": "#e6ede9",
    "soft": "#a3b3ab",
    "line": "#2a3530",
    "first": "#5fb4ec",
    "second": "#f0a24a",
    "rest": "#46564e",
}


class Bar(msgspec.Struct, frozen=True):
    """A bar: the words above it, its number, how that is written; `of` is the pale bar behind it, `group` its heading."""

    label: str
    value: float
    note: str
    of: float | None = None
    group: str = ""


class Scales(msgspec.Struct, frozen=True):
    """How far the seconds of curves go, what they are called, and how numbers beside both scales are written."""

    most: float
    x_words: str
    x_tick: Callable[[float], str]
    y_tick: Callable[[float], str]


class Curve(msgspec.Struct, frozen=True):
    """A curve of steps through points; `label` stands at its end."""

    label: str
    points: tuple[tuple[float, float], ...]


def can_draw() -> bool:
    """Say whether what draws is installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("altair", "vl_convert"))


def bars(rows: Sequence[Bar], label: str) -> str:
    """Return bars, each with its words above and its number at the right; `label` is read out for them.

    Raises ImportError when what draws is not installed.
    """
    import altair as alt  # noqa: PLC0415 (an extra; it takes half a second)

    most = max((max(row.value, row.of or 0) for row in rows), default=1) or 1
    parts = [_bars_of(heading, list(group), most) for heading, group in groupby(rows, key=lambda row: row.group)]
    return _svg(alt.vconcat(*parts, spacing=18), label)


def _bars_of(heading: str, rows: Sequence[Bar], most: float) -> alt.LayerChart | alt.FacetChart:
    import altair as alt  # noqa: PLC0415 (see above)

    values: list[dict[str, float | str | None]] = []
    height = 0
    for row in rows:
        label = wrap(row.label, _LETTERS_IN_LINE)
        bar = height + len(label) * _LINE_HEIGHT
        end = bar + _THICK
        values.append(
            {"words": height, "bar": bar, "end": end, "value": row.value, "of": row.of, "note": row.note}
            | {"label": "\n".join(label)}
        )
        height = end + _APART
    base = alt.Chart(alt.InlineData(values=values))
    down = alt.Scale(domain=[0, height], range=[0, height], nice=False)
    along = alt.Scale(domain=[0, most], range=[0, WIDTH - _NOTES], nice=False)
    bar_from, bar_to = alt.Y("bar:Q", scale=down, axis=None), alt.Y2("end:Q")
    behind = base.mark_rect(color=_REST).encode(
        x=alt.X("of:Q", scale=along, axis=None), x2=alt.datum(0), y=bar_from, y2=bar_to
    )
    before = base.mark_rect(color=_FIRST).encode(
        x=alt.X("value:Q", scale=along, axis=None), x2=alt.datum(0), y=bar_from, y2=bar_to
    )
    words = base.mark_text(align="left", baseline="top", fontSize=_LETTERS, color=_INK, lineBreak="\n")
    notes = base.mark_text(align="right", baseline="middle", dy=_THICK / 2, fontSize=_LETTERS, color=_SOFT)
    drawn = alt.layer(
        behind,
        before,
        words.encode(x=alt.value(0), y=alt.Y("words:Q", scale=down, axis=None), text="label:N"),
        notes.encode(x=alt.value(WIDTH), y=bar_from, text="note:N"),
    ).properties(width=WIDTH, height=height)
    return drawn.properties(title=heading) if heading else drawn


def curves(lines: Sequence[Curve], scales: Scales, label: str) -> str:
    """Return curves of shares (0 to 1) over seconds, on a logarithmic scale; `label` is read out for them.

    Raises ImportError when what draws is not installed.
    """
    import altair as alt  # noqa: PLC0415 (see above)

    least = min((x for line in lines for x, _ in line.points), default=1.0)
    start = max((tick for tick in _TICKS if tick <= least), default=_TICKS[0])
    top = max((y for line in lines for _, y in line.points), default=1.0)
    step = next(step for step in _STEPS if step * _MOST_STEPS >= top)
    ends = _apart([line.points[-1][1] if line.points else 0.0 for line in lines], (top + step) / _LABELS)
    x, y = _axis_of_seconds(scales, start), _axis_of_shares(scales, top, step)
    parts: list[alt.Chart] = []
    for at, (line, height) in enumerate(zip(lines, ends, strict=True)):
        color, dash = _COLOURS_OF_CURVES[at % len(_COLOURS_OF_CURVES)], _DASHES[at % len(_DASHES)]
        values = [{"x": start, "y": 0.0}, *({"x": max(x, start), "y": y} for x, y in line.points)]
        steps = alt.Chart(alt.InlineData(values=values)).encode(x=x, y=y)
        parts.append(steps.mark_line(interpolate="step-after", strokeWidth=2.5, color=color, strokeDash=dash))
        end = alt.Chart(alt.InlineData(values=[{"x": scales.most, "y": height, "label": line.label}]))
        words = end.mark_text(align="right", baseline="bottom", dy=-5, fontSize=_LETTERS, fontWeight=600, color=color)
        parts.append(words.encode(x=x, y=y, text="label:N"))
    return _svg(alt.layer(*parts).properties(width=WIDTH - _SHARES, height=_CURVES_HEIGHT), label)


def _axis_of_seconds(scales: Scales, start: float) -> alt.X:
    import altair as alt  # noqa: PLC0415 (see above)

    ticks = [tick for tick in _TICKS if start <= tick <= scales.most]
    written = _lookup({f"{tick:g}": scales.x_tick(tick) for tick in ticks})
    scale = alt.Scale(type="log", domain=[start, max(scales.most, 2 * start)], nice=False)
    return alt.X("x:Q", title=scales.x_words, scale=scale, axis=alt.Axis(values=ticks, grid=False, labelExpr=written))


def _axis_of_shares(scales: Scales, top: float, step: float) -> alt.Y:
    import altair as alt  # noqa: PLC0415 (see above)

    ticks = [at * step for at in range(int(top / step) + 2)]
    written = _lookup({f"{at}": scales.y_tick(tick) for at, tick in enumerate(ticks)}, f"/ {step}")
    axis = alt.Axis(values=ticks, domain=False, ticks=False, labelExpr=written)
    return alt.Y("y:Q", title=None, scale=alt.Scale(domain=[0, top + step], nice=False), axis=axis)


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Return heights of words that do not lie on each other: moved up where they would."""
    found = list(heights)
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    for below, above in pairwise(order):
        found[above] = max(found[above], found[below] + least)
    return found


def _lookup(written: Mapping[str, str], of: str = "") -> str:
    """Return an expression that gives a tick as it is written in the reader's language."""
    return f"{json.dumps(dict(written))}[round(datum.value {of} * 1000) / 1000]"


def _svg(chart: Any, label: str) -> str:  # noqa: ANN401 (any of altair's charts)
    import vl_convert  # noqa: PLC0415 (an extra)

    axis = {
        "domainColor": _LINE, "gridColor": _LINE, "tickColor": _LINE, "labelColor": _SOFT, "titleColor": _SOFT,
        "labelFontSize": _LETTERS - 1, "titleFontSize": _LETTERS - 1, "titleFontWeight": "normal",
    }  # fmt: skip
    title = {"anchor": "start", "fontSize": _LETTERS + 1, "fontWeight": 600, "color": _INK, "offset": 10}
    drawn = chart.configure(font=_FONT, background="transparent", padding=2, aria=False, axis=axis, title=title)
    drawn = drawn.configure_view(stroke=None)
    return _for_a_page(vl_convert.vegalite_to_svg(drawn.to_dict()), label)


def _for_a_page(svg: str, label: str) -> str:
    """Return a drawing that grows with its place, has a name for those who do not see it, and the page's colours."""
    body = svg[svg.index("<svg") :]
    head, _, rest = body.partition(">")
    box = re.search(r'viewBox="[^"]+"', head)
    named = f'<svg xmlns="http://www.w3.org/2000/svg" {box[0] if box else ""} role="img" aria-label="{escape(label)}">'
    rest = _ROLES.sub("", rest)
    return named + _COLOURS.sub(lambda found: f'class="{found[1][0]}-{_NAMES[found[2]]}"', rest)


def style(colours: Iterable[tuple[str, str]]) -> str:
    """Return the rules that give the drawings these colours."""
    return "".join(f".f-{name}{{fill:{colour}}}.s-{name}{{stroke:{colour}}}" for name, colour in colours)
