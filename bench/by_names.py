"""Which loops are found by the names of their cards alone, and which rows a change has won and lost.

python3 dev.py bench by_names ROWS.jsonl [--seconds 20] [--jobs 1] [--save OUT.jsonl] [--before EARLIER.jsonl] [--only ID,ID] [--markdown]

A line of ROWS has `id` and `cards`, as collections and results do; only the names are used. Found is a certified loop in which all cards take
part. `--save` keeps each result as soon as it is there, and a run goes on where an earlier one with the same file has stopped. The limit is
counted work, so the outcome is the same on every machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support.report import Findings, show
from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.search import Limits, Outcome, find, layouts
from floorjudge.texts import render

Row: TypeAlias = "dict[str, Any]"
FOUND = "found"


def searched(asked: Row, patience: float) -> Row:
    """Search for the loop of some cards, and return what came of it."""
    cards = asked["cards"]
    row = {"id": asked["id"], "cards": cards}
    with closing(CardLibrary.open()) as library:
        try:
            outcome = find(layouts(cards, [], library), cards, library, Limits(patience))
            return row | {"result": _result(outcome)} | _of(outcome)
        except FloorjudgeError as error:
            return row | {"result": "refused", "said": str(error)}


def _result(outcome: Outcome) -> str:
    """Return why a search ended: `found` only for a loop of all its cards."""
    if outcome.loop is None:
        return "undecided" if outcome.undecided else outcome.tally.ended
    return "without a card" if outcome.works_without else FOUND


def _of(outcome: Outcome) -> Row:
    tally, loop = outcome.tally, outcome.loop
    row: Row = {
        "ended": tally.ended,
        "work": outcome.work,
        "seconds": round(outcome.seconds, 1),
        "positions": outcome.layouts,
        "reached": tally.reached,
        "candidates": tally.candidates,
        "doubts": [render(each, "en") for each in outcome.doubts],
        "undecided": [
            " ".join(render(said, "en") for said in each.certificate.sentences) for each in outcome.undecided
        ],
    }
    if loop is None:
        return row
    needs = [render(each, "en") for each in outcome.also_needs]
    changes = {line.key: line.change for line in loop.certificate.lines if line.change and not line.part}
    return row | {"needs": needs, "changes": changes, "case": case_value(loop.case)}


def results(asked: Sequence[Row], patience: float, jobs: int, file: Path | None) -> list[Row]:
    """Return the result of each row, those that a file has already from there; the others are added to it."""
    known = {row["id"]: row for row in read(file)} if file is not None and file.exists() else {}
    left = [row for row in asked if row["id"] not in known]
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
        for row in pool.map(partial(searched, patience=patience), left):
            known[row["id"]] = row
            print(row["result"], *row["cards"], sep=" | ", file=sys.stderr, flush=True)
            if file is not None:
                with file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
    return [known[row["id"]] for row in asked]


def read(file: Path) -> list[Row]:
    """Return the rows of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def tables(rows: Sequence[Row], before: Sequence[Row], patience: float) -> Iterator[Findings]:
    """Yield how many rows were found and why the others were not, and which ones differ from an earlier result."""
    why, found = Counter(row["result"] for row in rows), [row for row in rows if row["result"] == FOUND]
    title = f"{len(found)} of {len(rows)} found by names alone, at most {patience:.0f} s of work each"
    yield Findings(title, ("result", "rows"), [(result, str(many)) for result, many in why.most_common()])
    earlier = {row["id"]: row["result"] for row in before}
    changed = [(earlier[row["id"]], row) for row in rows if earlier.get(row["id"], row["result"]) != row["result"]]
    if before:
        won = sum(row["result"] == FOUND for _, row in changed)
        lost = sum(was == FOUND for was, _ in changed)
        cells = [(" + ".join(row["cards"]), was, row["result"]) for was, row in changed]
        yield Findings(f"{won} won, {lost} lost", ("cards", "before", "now"), cells, 3)


def main() -> None:
    """Search and print."""
    asked = argparse.ArgumentParser(description="Search for loops by the names of their cards.")
    asked.add_argument("rows", type=Path, help="JSON lines with `id` and `cards`")
    asked.add_argument(
        "--seconds", type=float, default=20.0, help="the work that a usual machine does in them, for each"
    )
    asked.add_argument("--jobs", type=int, default=1, help="processes side by side")
    asked.add_argument("--save", type=Path, help="a file for the results; those that it has are not searched again")
    asked.add_argument("--before", type=Path, help="an earlier result: which rows were won and lost since")
    asked.add_argument("--only", default="", help="ids with commas between them")
    asked.add_argument("--markdown", action="store_true", help="tables for the documentation")
    given = asked.parse_args()
    only = set(filter(None, given.only.split(",")))
    wanted = [row for row in read(given.rows) if not only or row["id"] in only]
    found = results(wanted, given.seconds, given.jobs, given.save)
    show(tables(found, read(given.before) if given.before else [], given.seconds), markdown=given.markdown)


if __name__ == "__main__":
    main()
