"""The page docs/magic-loops.md: every famous loop, what is known of it, and what cannot be done and why.

`python -m tests.magic.loops_page` certifies all loops, writes the page, and what the gallery shows and decks are compared with. A test
compares the cells of `cells` with the page; how far the engine confirmed a recurrence is that of one run.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from floorjudge import __version__
from floorjudge.exact import digits, read_number, short
from floorjudge.magic import CardLibrary
from floorjudge.magic.cards import import_cards
from floorjudge.magic.certifying.assumptions import doubtful_cards
from floorjudge.magic.certifying.certificates import Certificate
from floorjudge.magic.certifying.certifying import BUDGET_SECONDS, certify
from floorjudge.magic.collections.known import FAMOUS, STATES, KnownCombination, famous_lines
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.texts import render
from floorjudge.web.finder.famous import Famous
from floorjudge.web.finder.results import Found, loop_of
from tests.magic.cases import SIZES, Example, examples

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "magic-loops.md"
KEPT = ROOT / "src" / "floorjudge" / "magic" / "collections" / FAMOUS
HEADS = ("loop", "kind", "each time round", "evidence", "what becomes of it", "confirmed up to")
CHECKED = 5
MOST_DIGITS = 10**12
VERDICTS = {
    "advance": "goes on",
    "draw": "a draw",
    "ends": "ends by itself",
    "undecided": "a judge decides",
    "refused": "no shortcut",
}


def changes(certificate: Certificate, case: Example) -> dict[str, int | tuple[int, ...]]:
    """Return the changes per iteration by their names; sizes and damage only where the example speaks of them."""
    wanted = case.expected["per_iteration"] or {}
    return {
        line.key: line.change[0] if len(line.change) == 1 else line.change
        for line in certificate.lines
        if line.change and not line.part and (line.key.split(".")[0] not in SIZES or line.key in wanted)
    }


def cells(case: Example, certificate: Certificate) -> tuple[str, ...]:
    """Return the cells of a loop's row that are the same on every machine."""
    about = case.given["about"]
    named = f"[{about['title']}](../examples/magic/{case.name}.json)"
    if certificate.verdict == "undecided":
        return named, about["kind"], "", "undecided", str(about.get("open", ""))
    done = ", ".join(
        f"{_signed(change)} {_said(certificate, key)}" for key, change in changes(certificate, case).items()
    )
    fate = VERDICTS[certificate.verdict]
    if certificate.stopped_by is not None and certificate.iterations is not None:
        alone = "; played out it ends" if certificate.verdict == "refused" else ""
        fate += f"{alone} after {digits(certificate.iterations)}: {certificate.stopped_by.kind}"
    return named, about["kind"], done or "nothing changes", certificate.evidence, fate


def _signed(change: int | tuple[int, ...]) -> str:
    return f"{change:+}" if isinstance(change, int) else f"{', '.join(f'{each:+}' for each in change)}, …"


def _said(certificate: Certificate, key: str) -> str:
    return render(next(line.said for line in certificate.lines if line.key == key), "en")


def page(rows: Iterable[tuple[str, ...]], gaps: Iterable[Example]) -> str:
    """Return the whole page."""
    lines = [
        "# Famous loops of Magic",
        "",
        "Each is a file of [examples/magic](../examples/magic/README.md) with what an iteration should do, written from the card texts before",
        f"anything was run. All are asked for 10^100 iterations and certified with a budget of {BUDGET_SECONDS:.0f}; what “goes on” does so as often as its player",
        "says. `python -m tests.magic.loops_page` makes this page, [the guide](magic.md#certify-a-loop) explains “evidence”.",
        "",
        _line(HEADS),
        "|" + "---|" * len(HEADS),
        *map(_line, rows),
        "",
        "## What the engine cannot do yet",
        "",
        "By the rules these are loops; the engine does something else. A test plays each, and fails as soon as the engine has learnt it.",
        "",
        "| loop | kind | what the engine does |",
        "|---|---|---|",
        *(
            _line((f"[{case.given['about']['title']}](../examples/magic/gaps/{case.name}.json)", *_why(case)))
            for case in gaps
        ),
        "",
    ]
    return "\n".join(lines)


def _why(case: Example) -> tuple[str, str]:
    return case.given["about"]["kind"], case.given["about"]["gap"]


def _line(row: tuple[str, ...]) -> str:
    return f"| {' | '.join(row)} |"


def question_of(given: dict[str, Any]) -> dict[str, Any]:
    """Return what is asked of the worker that certifies a loop: the case without what is for readers, and how many times."""
    case = {name: value for name, value in given.items() if name not in {"about", "expected", "times"}}
    return {"case": case, "times": digits(read_number(given.get("times", "10^100"), "times"))}


def certified_of(case: Example, library: CardLibrary, known: KnownCombination) -> tuple[tuple[str, ...], Famous]:
    """Certify a loop and return its row, and what is kept of it; `known` is what was kept before."""
    asked = read_loop_case(case.given)
    found = certify(asked, library, budget=BUDGET_SECONDS)
    sure = found.verdict not in ("undecided", "refused")
    row = (*cells(case, found), _count(found.checked_to) if sure else "")
    answer = Found(loop_of(asked, found, library), doubts=tuple(doubtful_cards(asked.position, library)))
    famous = Famous(
        id=case.name,
        cards=known.cards,
        state=STATES[STATES.index(row[3])],
        gives=known.gives,
        title=case.given["about"]["title"],
        kind=case.given["about"]["kind"],
        version=__version__,
        question=question_of(case.given),
        answer=msgspec.to_builtins(answer),
    )
    return row, famous


def _count(number: int) -> str:
    return f"{number:,}" if number < MOST_DIGITS else short(number)


def main() -> None:
    """Write the page, and what is kept."""
    known = {each.id: each for each in (msgspec.json.decode(line, type=KnownCombination) for line in famous_lines())}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cards.sqlite3"
        import_cards(into=file)
        library = CardLibrary.open(file)
        made = [certified_of(case, library, known[case.name]) for case in examples()]
        library.close()
    PAGE.write_text(page([row for row, _ in made], examples("gaps")), "utf-8")
    lines = b"".join(msgspec.json.encode(famous) + b"\n" for _, famous in made)
    KEPT.write_bytes(gzip.compress(lines, 9, mtime=0))
    sys.stdout.write(f"{PAGE.name} and {FAMOUS} are written\n")


if __name__ == "__main__":
    main()
