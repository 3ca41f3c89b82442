"""The famous loops: certifying them anew, the page docs/magic-loops.md, and the table below it on the documentation site.

`python -m tests.magic.loops_page` certifies all of them, and writes what the gallery shows and decks are compared with; page and table
are made of that, and of the examples.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from floorjudge import __version__
from floorjudge.exact import digits, read_number, short
from floorjudge.magic import CardLibrary
from floorjudge.magic.answer import Answer
from floorjudge.magic.answer.amounts import Amount
from floorjudge.magic.book.entries import STATES, KnownCombination
from floorjudge.magic.book.known import FAMOUS, famous_lines
from floorjudge.magic.cards import import_cards
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import BUDGET_SECONDS, certify
from floorjudge.texts import render
from floorjudge.web.finder.known import Famous, famous_loop
from floorjudge.web.finder.results import Found, loop_of
from tests.magic.cases import SIZES, Example, examples

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "src" / "floorjudge" / "magic" / "book" / FAMOUS
HEADS = ("loop", "kind", "each time round", "evidence", "what becomes of it", "confirmed up to")
MOST_DIGITS = 10**12
VERDICTS = {
    "advance": "goes on",
    "draw": "a draw",
    "ends": "ends by itself",
    "refused": "no shortcut",
}
PAGE = """# Famous loops of Magic

Each is a file of [examples/magic](../examples/magic/README.md) with what an iteration should do, written from the card texts before
anything was run. All are asked for 10^100 iterations and certified with a budget of {budget:.0f}: of {all},
{certified} are *certified*, {extended} *extended* ([what that means](magic.md#certify-a-loop)), {undecided} undecided. What an iteration of
each changes, and what becomes of it, is on `/loops/famous` of any floorjudge server, and below this page on the documentation site,
which `python3 dev.py docs` makes.

## Undecided

{open}

## What the engine cannot do yet

By the rules these are loops; the engine does something else. A test plays each, and fails as soon as the engine has learnt it.

{gaps}
"""
TABLE = """
## What is known of each

{table}
"""


def changes(certificate: Certificate, case: Example) -> dict[str, int | tuple[int, ...]]:
    """Return the changes per iteration by their names; sizes and damage only where the example speaks of them."""
    return {
        line.key: line.change[0] if len(line.change) == 1 else line.change
        for line in certificate.lines
        if line.change and not line.part and _wanted(line.key, case)
    }


def _wanted(key: str, case: Example) -> bool:
    return key.split(".", maxsplit=1)[0] not in SIZES or key in (case.expected["per_iteration"] or {})


def loops_page() -> str:
    """Return the page: how many are certified, and of the others why not."""
    found = Counter[str](kept_of(case).state for case in examples())
    undecided = (
        (_link(case), case.given["about"]["open"]) for case in examples() if kept_of(case).state == "undecided"
    )
    gaps = ((_link(case, "gaps/"), case.given["about"]["gap"]) for case in examples("gaps"))
    return PAGE.format(
        budget=BUDGET_SECONDS,
        all=found.total(),
        **found,
        open=_table(("loop", "why"), undecided),
        gaps=_table(("loop", "what the engine does"), gaps),
    )


def loops_table() -> str:
    """Return the table of all that are certified."""
    return TABLE.format(table=_table(HEADS, (_row(case) for case in examples() if kept_of(case).state != "undecided")))


def kept_of(case: Example) -> Famous:
    """Return what is kept of an example."""
    found = famous_loop(case.name)
    assert found is not None
    return found


def _row(case: Example) -> tuple[str, ...]:
    loop = msgspec.convert(kept_of(case).answer, Found).loop
    assert loop is not None
    answer, certificate = loop.answer, loop.certificate
    done = ", ".join(_changes(answer, case))
    checked = int(certificate["checked_to"])
    upto = "" if answer.outcome == "refused" else f"{checked:,}" if checked < MOST_DIGITS else short(checked)
    fate = _fate(answer, certificate["stopped_by"])
    return _link(case), case.given["about"]["kind"], done or "nothing changes", answer.evidence, fate, upto


def _changes(answer: Answer, case: Example) -> Iterator[str]:
    for line in answer.amounts.lines:
        if line.each and not line.part and _wanted(line.key, case):
            yield f"{_signed(line)} {render(line.said, 'en')}"


def _signed(line: Amount) -> str:
    first = ", ".join(f"{int(each):+}" for each in line.each)
    return first if len(line.each) == 1 else f"{first}, …"


def _fate(answer: Answer, stop: dict[str, Any] | None) -> str:
    if stop is None or answer.iterations is None:
        return VERDICTS[answer.outcome]
    alone = "; played out it ends" if answer.outcome == "refused" else ""
    return f"{VERDICTS[answer.outcome]}{alone} after {int(answer.iterations):,}: {stop['kind']}"


def _link(case: Example, folder: str = "") -> str:
    return f"[{case.given['about']['title']}](../examples/magic/{folder}{case.name}.json)"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head, *lines = (f"| {' | '.join(row)} |" for row in (heads, *rows))
    return "\n".join((head, "|" + "---|" * len(heads), *lines))


def question_of(given: dict[str, Any]) -> dict[str, Any]:
    """Return what is asked of the worker that certifies a loop: the case without what is for readers, and how many times."""
    case = {name: value for name, value in given.items() if name not in {"about", "expected", "times"}}
    return {"case": case, "times": digits(read_number(given.get("times", "10^100"), "times"))}


def certified_of(case: Example, library: CardLibrary, known: KnownCombination) -> Famous:
    """Certify a loop and return what is kept of it; `known` is what was kept before."""
    asked = read_loop_case(case.given)
    found = certify(asked, library, budget=BUDGET_SECONDS)
    answer = Found(loop_of(asked, found, library, known.cards))
    return Famous(
        id=case.name,
        cards=known.cards,
        state=STATES[STATES.index(found.evidence)],
        gives=known.gives,
        kind=case.given["about"]["kind"],
        version=__version__,
        question=question_of(case.given),
        answer=msgspec.to_builtins(answer),
    )


def main() -> None:
    """Write what is kept."""
    known = {each.id: each for each in (msgspec.json.decode(line, type=KnownCombination) for line in famous_lines())}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cards.sqlite3"
        import_cards(into=file)
        library = CardLibrary.open(file)
        made = [certified_of(case, library, known[case.name]) for case in examples()]
        library.close()
    lines = b"".join(msgspec.json.encode(famous) + b"\n" for famous in made)
    KEPT.write_bytes(gzip.compress(lines, 9, mtime=0))
    sys.stdout.write(f"{FAMOUS} is written; python3 dev.py docs makes the page of it\n")


if __name__ == "__main__":
    main()
