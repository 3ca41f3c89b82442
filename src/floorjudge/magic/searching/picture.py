"""A loop as a picture: its choices in a ring, what each gains and spends beside it, what is left over in the middle."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from math import cos, pi, sin
from xml.sax.saxutils import escape

from floorjudge.magic.searching.walks import Station
from floorjudge.texts import Text, text

WIDTH, HEIGHT = 1000, 760
_ACROSS, _DOWN = 340, 250
_BOX, _LINE, _LETTERS = 230, 17, 32
_MOST_LINES = 7
_TIP = (
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
    '<path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>'
)
_STYLE = """
svg { font: 13px system-ui, sans-serif; background: #ffffff; color: #1b1f24; }
text { fill: currentColor; text-anchor: middle; }
.box { fill: #f3f5f8; stroke: #5b6673; stroke-width: 1.2; }
.ring { fill: none; stroke: #5b6673; stroke-width: 2; }
.tip { fill: #5b6673; }
.more { fill: #0b6b2e; font-weight: 600; }
.less { fill: #a3241d; font-weight: 600; }
.title { font-size: 16px; font-weight: 700; }
@media (prefers-color-scheme: dark) {
  svg { background: #14181d; color: #e6e9ed; }
  .box { fill: #222931; stroke: #9aa7b4; }
  .ring { stroke: #9aa7b4; }
  .tip { fill: #9aa7b4; }
  .more { fill: #6fd694; }
  .less { fill: #ff9a90; }
}
"""


def picture(stations: Sequence[Station], left: Sequence[tuple[Text, int]], say: Callable[[Text], str]) -> str:
    """Return an SVG document; `left` is what each time round leaves, `say` turns texts into words."""
    title = say(text("The loop"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        _TIP,
        *_arrows(len(stations)),
        *(line for index, station in enumerate(stations) for line in _station(index, len(stations), station, say)),
        *_middle(left, say),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _angle(index: float, count: int) -> float:
    return 2 * pi * index / count - pi / 2


def _at(angle: float) -> tuple[float, float]:
    return WIDTH / 2 + _ACROSS * cos(angle), HEIGHT / 2 + _DOWN * sin(angle)


def _arrows(count: int) -> list[str]:
    """Return the arrows from station to station: arcs of one ellipse, each ending before the next box."""
    found = []
    for index in range(count):
        x, y = _at(_angle(index + 0.3, count))
        to_x, to_y = _at(_angle(index + 0.7, count))
        large = int(count == 1)
        arc = f"M{x:.0f} {y:.0f}A{_ACROSS} {_DOWN} 0 {large} 1 {to_x:.0f} {to_y:.0f}"
        found.append(f'<path class="ring" d="{arc}" marker-end="url(#tip)"/>')
    return found


def _station(index: int, count: int, station: Station, say: Callable[[Text], str]) -> list[str]:
    x, y = _at(_angle(index, count))
    words = [(line, "") for each in station.said for line in textwrap.wrap(say(each), _LETTERS)]
    words += [_changed(said, change, say) for said, change in station.changes]
    if len(words) > _MOST_LINES:
        words = [*words[: _MOST_LINES - 1], ("…", "")]
    height = _LINE * len(words) + 14
    top = y - height / 2
    lines = [f'<rect class="box" x="{x - _BOX / 2:.0f}" y="{top:.0f}" width="{_BOX}" height="{height}" rx="9"/>']
    lines += [_text(x, top + _LINE * (row + 1), word, style) for row, (word, style) in enumerate(words)]
    return lines


def _changed(said: Text, change: int, say: Callable[[Text], str]) -> tuple[str, str]:
    sign, style = ("+", "more") if change > 0 else ("−", "less")
    return textwrap.shorten(f"{sign}{abs(change)} {say(said)}", _LETTERS, placeholder="…"), style


def _middle(left: Sequence[tuple[Text, int]], say: Callable[[Text], str]) -> list[str]:
    top = HEIGHT / 2 - _LINE * len(left) / 2
    lines = [_text(WIDTH / 2, top - 8, say(text("Each time round")), "title")]
    if not left:
        lines.append(_text(WIDTH / 2, top + _LINE, say(text("everything is as before")), ""))
    for row, (said, change) in enumerate(left):
        words, style = _changed(said, change, say)
        lines.append(_text(WIDTH / 2, top + _LINE * (row + 1), words, style))
    return lines


def _text(x: float, y: float, words: str, style: str) -> str:
    marked = f' class="{style}"' if style else ""
    return f'<text{marked} x="{x:.0f}" y="{y:.0f}">{escape(words)}</text>'
