"""Finding loops: how many of the famous ones, in what time, what a position costs the search, and a whole collection.

python3 dev.py bench find [--famous] [--seconds 60] [--jobs 1] [--only WORD] [--collection ROWS.jsonl] [--scaling [COLLECTION.jsonl]]
    [--sizes] [--quick] [--markdown]

The famous loops are the files of examples/magic. Only the names of the cards in each are used: those in its title are asked for, the
others help. `--collection` reads the rows that `floorjudge-lab verify` has written, and lets the engine's own loop detection look at
each loop that was found. `--scaling` verifies a sample of a collection with one worker and with more; without a file it is made of the
names of the famous loops. `--sizes` puts bystanders beside a loop. Without these three, what a position costs is measured.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from time import perf_counter

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.magic.cases import BESIDE, Example, begun, example, examples

from bench.support.offers import Asked, driven, table_of
from bench.support.report import Findings, machine, seconds, show
from bench.support.scaling import chosen, scaled
from bench.support.sizes import grown
from floorjudge.magic import CardLibrary
from floorjudge.magic.cards.sides import folded
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.recording import options
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.search import Limits, Outcome, find, layouts
from floorjudge.magic.search.fingerprint import fingerprint_of
from floorjudge.magic.search.moves import saved_position
from floorjudge_lab.combinations import Combination, Use, read_collection
from floorjudge_lab.processes import Limits as RowLimits
from floorjudge_lab.rows import Row, read_rows

COSTS = ("presence-of-gond-intruder-alarm", "triskelion-mikaeus", "ghostly-flicker-peregrine-drake-eternal-witness")
TIMES = 100
LONGER = ("devoted-druid-vizier-of-remedies", "pili-pala-grand-architect")
SIZES, WORKERS, SAMPLE = (0, 2, 4, 8), (1, 2, 4), 24
ROW_SECONDS = 3.0
QUICK = (LONGER[:1], (0, 2), (2,), 1, 5.0, 5, 0.5)


def names_of(case: Example) -> tuple[list[str], list[str]]:
    """Return the cards of an example by name: those that its title speaks of, and the others."""
    position = read_position(case.given, beside=BESIDE)
    many: Counter[str] = Counter()
    for thing in position.battlefield[0]:
        if thing.text is None:
            many[thing.card] += thing.copies
    for zone in (position.hand, position.graveyard, position.exile):
        for card in zone[0]:
            many[card.card] += card.copies
    title = folded(case.given["about"]["title"])
    written = {name: name if count == 1 else f"{count} {name}" for name, count in many.items()}
    named = [name for name in many if folded(name).split(",")[0].split("'")[0] in title]
    return [written[name] for name in named], [written[name] for name in many if name not in named]


def searched(name: str, patience: float) -> Outcome:
    """Search for the loop of an example, in this process."""
    with closing(CardLibrary.open()) as library:
        names, helpers = names_of(example(name))
        return find(layouts(names, helpers, library), names, library, Limits(patience))


def famous(only: str, patience: float, jobs: int) -> Iterator[Findings]:
    """Yield the table of the famous loops."""
    cases = [case for case in examples() if only in case.name]
    rows: list[tuple[str, ...]] = []
    search = partial(searched, patience=patience)
    with ProcessPoolExecutor(jobs) as pool:
        for case, outcome in zip(cases, pool.map(search, [case.name for case in cases]), strict=True):
            rows.append(_row(case, outcome))
            print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    found = sum(row[1] not in ("time", "depth", "exhausted") for row in rows)
    heads = ("loop", "found", "CPU time", "reached", "known", "worse", "engine loads", "each time round")
    yield Findings(f"{found} of {len(rows)} found from names, at most {patience:.0f} s each", heads, rows, 2)


def _row(case: Example, outcome: Outcome) -> tuple[str, ...]:
    tally = outcome.tally
    changes = (
        {}
        if outcome.loop is None
        else {e.key: e.change[0] for e in outcome.loop.certificate.lines if e.change and not e.part}
    )
    return (
        case.given["about"]["title"],
        tally.ended if outcome.loop is None else outcome.loop.certificate.evidence,
        seconds(outcome.seconds),
        f"{tally.reached:,}",
        f"{tally.known:,}",
        f"{tally.worse:,}",
        f"{tally.loads:,}",
        ", ".join(f"{change:+} {key}" for key, change in changes.items() if not key.startswith(("power", "toughness"))),
    )


def costs(library: CardLibrary, times: int) -> Iterator[Findings]:
    """Yield what the parts of looking at one position cost, each measured so many times."""
    rows = []
    for name in COSTS:
        table = begun(example(name), library)
        state = table.game.state()
        compacted = saved_position(table, reads_history=False)
        whole: dict[str, Callable[[], object]] = {
            "load dict": lambda state=state, table=table: table.engine.load_game(state),  # type: ignore[misc]
            "load text": compacted.table,
            "list": lambda table=table: options(table),  # type: ignore[misc]
            "export": table.game.state,
            "fingerprint": lambda table=table: fingerprint_of(table.snapshot(), 0),  # type: ignore[misc]
            "abstraction": lambda state=state: Snapshot(state).abstraction,  # type: ignore[misc]
        }
        rows.append(
            (name, f"{len(compacted.saved) / 1024:.0f} KiB", *(seconds(_each(part, times)) for part in whole.values()))
        )
    heads = (
        "position",
        "export",
        "load dict",
        "load text, compacted",
        "list choices",
        "export",
        "fingerprint",
        "abstraction",
    )
    yield Findings("What looking at one position costs", heads, rows)


def _each(part: Callable[[], object], times: int) -> float:
    took = []
    for _ in range(times):
        begin = perf_counter()
        part()
        took.append(perf_counter() - begin)
    return sorted(took)[times // 2]


def collection(file: Path, jobs: int) -> Iterator[Findings]:
    """Yield what the engine's own detection makes of the loops in a file of rows."""
    rows = [row for row in read_rows(file, Row) if row.verdict == "certified" and row.case is not None]
    with ThreadPoolExecutor(jobs) as pool:
        # Threads only wait here: each loop is driven in a process of its own.
        found = pool.map(driven, [Asked(row.case or {}) for row in rows])
        groups = [(len(row.cards), frozenset(made.kind for made in row.produces)) for row in rows]
        yield from table_of(list(zip(groups, found, strict=True)))


def by_names() -> list[Combination]:
    """Return the famous loops as a collection: nothing but the names of the cards in their titles."""
    return [
        Combination(case.name, tuple(Use(name) for name in names_of(case)[0]))
        for case in examples()
        if names_of(case)[0]
    ]


def main() -> None:
    """Measure and print."""
    given = _given()
    usual = (LONGER, SIZES, WORKERS, given.sample, given.seconds, TIMES, ROW_SECONDS)
    loops, sizes, workers, sample, patience, times, row_seconds = QUICK if given.quick else usual
    print(f"{machine()}\n")
    with closing(CardLibrary.open()) as library:
        library.find("Forest")  # before several processes would prepare the card texts at once
        more = given.collection or given.sizes or given.scaling is not None
        tables = [] if more else [costs(library, times)]
        if given.famous:
            tables.append(famous(given.only, given.seconds, given.jobs))
        if given.collection:
            tables.append(collection(given.collection, given.jobs))
        if given.scaling is not None:
            combinations = list(read_collection(Path(given.scaling))) if given.scaling else by_names()
            wanted = chosen(combinations, sample, given.seed)
            tables.append(scaled(wanted, workers, RowLimits(row_seconds)))
        if given.sizes:
            tables.append(grown(loops, sizes, library, patience))
        for table in tables:
            show(table, markdown=given.markdown)


def _given() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description="Measure finding loops of Magic.")
    asked.add_argument("--famous", action="store_true", help="search for every loop of examples/magic")
    asked.add_argument(
        "--seconds", type=float, default=60.0, help="for each: the work that a usual machine does in them"
    )
    asked.add_argument("--jobs", type=int, default=1, help="processes side by side")
    asked.add_argument("--only", default="", help="those with this word in their file's name")
    asked.add_argument(
        "--collection", type=Path, help="rows of `floorjudge-lab verify`: the engine's own detection on them"
    )
    asked.add_argument(
        "--scaling", nargs="?", const="", metavar="FILE", help="a sample of a collection, by more workers"
    )
    asked.add_argument("--sample", type=int, default=SAMPLE, help="how many combinations that sample has")
    asked.add_argument("--seed", type=int, default=1, help="another number chooses another sample")
    asked.add_argument("--sizes", action="store_true", help="a loop among bystanders, ours and a blind search")
    asked.add_argument("--quick", action="store_true", help="small numbers: to see that they work")
    asked.add_argument("--markdown", action="store_true", help="tables for the documentation")
    return asked.parse_args()


if __name__ == "__main__":
    main()
