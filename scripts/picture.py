"""Draws the picture of the README: the second round of the demonstration, as a terminal shows it.

python -m scripts.picture > docs/images/round.svg

The demonstration always plays the same event, so the same program always draws the same picture.
"""

import contextlib
import io
import re
import sys
from collections.abc import Iterator, Sequence
from html import escape

from floorjudge.cli.main import main as floorjudge

FIRST_LINE = "Demonstration: round 2"
# What stands out in a line, and the class that draws it.
KINDS = (
    ("head", re.compile(r"^(?:Demonstration| Table ).*")),
    ("rule", re.compile(r"^ ─+")),
    ("why", re.compile(r"^(?:★ won|  \d).*")),
    ("won", re.compile(r"★ [^,(]+\(\+\d+\)")),
)
# Words that stand apart are drawn apart: then columns stay straight whatever font the reader has.
WORDS = re.compile(r"\S+(?: \S+)*")
SIZE, COLUMN, LINE, MARGIN = 14, 8.4, 19, 16
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" font-size="{size}">
<title>The tables of a round with their results, and why these players sit together</title>
<style>
text {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #20242a; }}
.head {{ font-weight: bold; }} .won {{ font-weight: bold; fill: #965400; }} .why, .rule {{ fill: #5c6068; }}
</style>
<rect width="100%" height="100%" rx="8" fill="#fafaf7"/>
{words}
</svg>
"""


def picture() -> str:
    """Return the picture as SVG."""
    lines = tables_of_the_round()
    return PICTURE.format(
        width=2 * MARGIN + COLUMN * max(map(len, lines)),
        height=2 * MARGIN + LINE * len(lines),
        size=SIZE,
        words="\n".join(_words(lines)),
    )


def tables_of_the_round() -> list[str]:
    """Return what the demonstration prints of that round, down to the reasons."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.suppress(SystemExit):
        floorjudge(["demo", "--lang", "en"])
    lines = [line.rstrip() for line in output.getvalue().splitlines()]
    start = lines.index(FIRST_LINE)
    reasons = next(index for index in range(start, len(lines)) if lines[index].startswith("  1"))
    return lines[start : lines.index("", reasons)]


def _words(lines: Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        for first, kind, piece in _pieces(line):
            for word in WORDS.finditer(piece):
                x = MARGIN + COLUMN * (first + word.start())
                y = MARGIN + LINE * number + SIZE
                length = COLUMN * len(word[0])
                marked = f' class="{kind}"' if kind else ""
                yield f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}"{marked}>{escape(word[0])}</text>'


def _pieces(line: str) -> Iterator[tuple[int, str, str]]:
    """Yield the pieces of a line: first column, kind (empty for plain), text."""
    done = 0
    for start, end, kind in sorted((*match.span(), kind) for kind, shape in KINDS for match in shape.finditer(line)):
        yield done, "", line[done:start]
        yield start, kind, line[start:end]
        done = end
    yield done, "", line[done:]


if __name__ == "__main__":
    sys.stdout.buffer.write(picture().encode())
