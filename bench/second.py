"""A second opinion of many loops: which of them two engines play the same, and where they differ.

python3 dev.py bench second COMMAND [FILE...] [--budget 2] [--markdown]

COMMAND is the second engine, such as "lab/contrib/xmage/run FOLDER". Each FILE is a case, or the rows that `floorjudge-lab verify` has
written, of which the certified ones are asked about; without any, the famous loops of examples/magic are. lab/docs/second-opinion.md
explains what comes of it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.magic.cases import FOLDER

from bench.support.report import Findings, machine, show
from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary, certify, read_loop_case
from floorjudge.texts import render
from floorjudge_lab.rows import Row, read_rows
from floorjudge_lab.second_opinion.asking import second_opinion
from floorjudge_lab.second_opinion.opinions import Opinion, Status, sentences
from floorjudge_lab.second_opinion.program import SecondEngine

STATUSES: tuple[Status, ...] = ("agree", "disagree", "not_understood", "no_answer")


class Asked(NamedTuple):
    """What came of a case: how it is certified, and what the second engine says; None where the first cannot play it."""

    name: str
    evidence: str
    opinion: Opinion | None
    said: str


def cases(files: Sequence[Path]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the cases in files, each with its name."""
    for file in files or sorted(FOLDER.glob("*.json")):
        if file.suffix == ".json":
            yield file.stem, json.loads(file.read_text("utf-8"))
        else:
            yield from ((row.id, row.case) for row in read_rows(file, Row) if row.verdict == "certified" and row.case)


def asked_about(name: str, given: dict[str, Any], library: CardLibrary, second: SecondEngine, budget: float) -> Asked:
    """Certify a case and ask the second engine about it."""
    try:
        case = read_loop_case(given)
        certificate = certify(case, library, budget=budget)
        opinion = second_opinion(certificate, library, second)
    except FloorjudgeError as error:
        return Asked(name, "not played", None, error.message("en"))
    said = (
        ""
        if opinion.status == "agree"
        else " ".join(render(each, "en") for each in sentences(opinion, certificate.players))
    )
    return Asked(name, certificate.evidence, opinion, said)


def tables(every: Sequence[Asked]) -> Iterator[Findings]:
    """Yield how many agree, and each that does not."""
    counts = Counter((each.evidence, each.opinion.status) for each in every if each.opinion is not None)
    kinds = [
        each for each in ("certified", "extended", "observed", "undecided") if any(kind == each for kind, _ in counts)
    ]
    rows = [(kind, *(str(counts[kind, status]) for status in STATUSES)) for kind in kinds]
    yield Findings(f"What a second engine says of {len(every)} loops", ("evidence", *STATUSES), rows)
    others = [each for each in every if each.opinion is None or each.opinion.status != "agree"]
    rows = [(each.name, each.evidence, each.opinion.case if each.opinion else "", each.said) for each in others]
    yield Findings("Where they did not agree", ("loop", "evidence", "case", "what was said"), rows, 4)


def main() -> None:
    """Ask about every case, and print what came of it."""
    wanted = argparse.ArgumentParser(description="Ask a second engine about many loops.")
    wanted.add_argument("command", help="the second engine")
    wanted.add_argument("files", nargs="*", type=Path, help="cases, or rows of floorjudge-lab verify")
    wanted.add_argument("--budget", type=float, default=2.0, help="the work for each certificate")
    wanted.add_argument("--markdown", action="store_true", help="tables for a page")
    given = wanted.parse_args()
    print(f"{machine()}\n")
    with closing(CardLibrary.open()) as library, SecondEngine(given.command) as second:
        every = []
        for name, case in cases(given.files):
            every.append(asked_about(name, case, library, second, given.budget))
            status = every[-1].opinion.status if every[-1].opinion else "not played"
            print(f"{name}: {every[-1].evidence}, {status}", file=sys.stderr)
        show(tables(every), markdown=given.markdown)


if __name__ == "__main__":
    main()
