"""The famous loops as the book has them: the page docs/magic-loops.md, and the table below it on the documentation site.

`floorjudge-lab book` makes the book, also of the examples; page and table are made of what it says of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from floorjudge.exact import short
from floorjudge.magic.book.entries import Entry
from floorjudge.magic.book.lookup import installed_book
from floorjudge.magic.proof.certificates import Certificate
from tests.magic.cases import SIZES, Example, examples

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
anything was run. [The book](magic.md#the-book) has them all, asked for 10^100 iterations, with 20 life each where that is enough: of {all},
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
    found = Counter(state_of(case) for case in examples())
    undecided = ((_link(case), case.given["about"]["open"]) for case in examples() if state_of(case) == "undecided")
    gaps = ((_link(case, "gaps/"), case.given["about"]["gap"]) for case in examples("gaps"))
    return PAGE.format(
        all=found.total(),
        **found,
        open=_table(("loop", "why"), undecided),
        gaps=_table(("loop", "what the engine does"), gaps),
    )


def loops_table() -> str:
    """Return the table of all that are certified."""
    return TABLE.format(table=_table(HEADS, (_row(case) for case in examples() if state_of(case) != "undecided")))


def kept_of(case: Example) -> Entry:
    """Return what the book has of an example."""
    return installed_book().by_id[case.name]


def state_of(case: Example) -> str:
    """Return the evidence of an example; of one on which nothing is ruled, that it is undecided."""
    facts = kept_of(case).facts
    return "undecided" if facts["verdict"] == "undecided" else str(facts["evidence"])


def _row(case: Example) -> tuple[str, ...]:
    facts = kept_of(case).facts
    done = ", ".join(_changes(facts["per_iteration"], case))
    checked = int(facts["checked_to"])
    upto = "" if facts["verdict"] == "refused" else f"{checked:,}" if checked < MOST_DIGITS else short(checked)
    return _link(case), case.given["about"]["kind"], done or "nothing changes", facts["evidence"], _fate(facts), upto


def _changes(changed: dict[str, str | list[str]], case: Example) -> Iterator[str]:
    for key, each in changed.items():
        if _wanted(key, case):
            first = [each] if isinstance(each, str) else [*each, "…"]
            yield f"{', '.join(one if one.startswith(('-', '…')) else f'+{one}' for one in first)} {key}"


def _fate(facts: dict[str, Any]) -> str:
    stop, verdict = facts["stopped_by"], facts["verdict"]
    if stop is None or facts["iterations"] is None:
        return VERDICTS[verdict]
    alone = "; played out it ends" if verdict == "refused" else ""
    return f"{VERDICTS[verdict]}{alone} after {int(facts['iterations']):,}: {stop['kind']}"


def _link(case: Example, folder: str = "") -> str:
    return f"[{case.given['about']['title']}](../examples/magic/{folder}{case.name}.json)"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head, *lines = (f"| {' | '.join(row)} |" for row in (heads, *rows))
    return "\n".join((head, "|" + "---|" * len(heads), *lines))
