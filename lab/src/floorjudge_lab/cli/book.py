"""`floorjudge-lab book`: the book of known loops, made of rows that are certified and of cases of our own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.magic.reading import open_library, progress_bar
from floorjudge.cli.settings import settings
from floorjudge.magic.book.lookup import FILE
from floorjudge.texts import counted, text
from floorjudge_lab.book import PROOFS, REASON_WORDS, Made, make_book
from floorjudge_lab.cli import stopped


def book(
    rows: Annotated[
        list[str],
        argument(text("Folders that “floorjudge-lab verify” has written, and folders of cases of our own.")),
    ],
    out: Annotated[
        Path, option(text("The folder for the book and its proofs; what is proved there is not proved again."), "--out")
    ],
    origin: Annotated[str, option(text("Where the ids of the rows come from; the book says so."), "--origin")] = "",
    again: Annotated[bool, option(text("Prove every loop again."), "--again")] = False,
) -> int:
    """Make the book, and print how many loops are in it and why others are not."""
    with open_library() as library, progress_bar(text("Proving loops")) as advance:
        try:
            made = make_book(list(map(Path, rows)), out, library, origin=origin, again=again, watch=advance)
        except KeyboardInterrupt:
            return stopped(out / PROOFS)
    _print(made, out)
    return 0


def _print(made: Made, out: Path) -> None:
    states = Counter(each.state for each in made.entries)
    reasons = Counter(each.reason for each in made.left_out)
    if settings.as_json:
        left_out: dict[str, list[str]] = {}
        for each in made.left_out:
            left_out.setdefault(each.reason, []).append(each.source)
        output.print_json(
            {
                "entries": len(made.entries),
                "states": dict(states.most_common()),
                "left_out": left_out,
                "bytes": made.size,
                "file": str(out / FILE),
            }
        )
        return
    output.print_text(counted("The book has {count} loop.", "The book has {count} loops.", count=len(made.entries)))
    output.print_table(
        "In it", ("State", "Loops"), [(each, str(count)) for each, count in states.most_common()], right=(1,)
    )
    if reasons:
        rows = [(REASON_WORDS[each], str(count)) for each, count in reasons.most_common()]
        output.print_table("Not in it", ("Why", "Loops"), rows, right=(1,))
    output.print_text(text("{file}: {size} bytes.", file=str(out / FILE), size=made.size))
