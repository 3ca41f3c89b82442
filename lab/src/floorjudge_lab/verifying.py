"""Verifies many combinations side by side, each in its own process, on this machine or on a cluster."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeAlias
from uuid import uuid4

import joblib
import msgspec

from floorjudge import __version__
from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.engine import engine_version
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge_lab.combinations import Combination
from floorjudge_lab.errors import NoCluster, NoDistributed, NoWorkers, SilentCluster, UnableMachine
from floorjudge_lab.processes import Job, Limits, answer_to, stop
from floorjudge_lab.rows import Row, RowFile
from floorjudge_lab.second_opinion.asking import second_opinion
from floorjudge_lab.second_opinion.opinions import opinion_value
from floorjudge_lab.second_opinion.program import CannotStart, SecondEngine

Watch: TypeAlias = Callable[[int, int], None]
"""Takes the number of rows done and of all."""
_CONNECTING, _WORKERS_COMING = 10.0, 30.0
_FOUND = ("certified", "found_without_a_card")
# Reasons that may not hold with more time.
_ENDED_BY_TIME = ("time", "hang")
# Signals that come from outside, such as from a system without memory; an engine does not end itself with them.
_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")
# A worker may have other rows in its queue, and a dead one is noticed late.
_SILENCE = 3.0


class RunOptions(msgspec.Struct, frozen=True):
    """The options of a run.

    `jobs` is the number of processes on this machine (0: one for each processor); with a `scheduler`, such as
    tcp://10.0.0.5:8786, the workers of that Dask cluster are used instead. `cards` is a file of card texts that all of
    them can read, None for the user's on each machine. `again`: combinations with a row are verified too. `second` is
    the program, with its arguments, that gives a second opinion of each certified row.
    """

    limits: Limits = Limits()
    jobs: int = 0
    scheduler: str | None = None
    cards: Path | None = None
    again: bool = False
    second: str | None = None
    command: tuple[str, ...] | None = None


def verify(
    collection: Sequence[Combination],
    folder: Path,
    options: RunOptions,
    watch: Watch = lambda _done, _total: None,
) -> tuple[Row, ...]:
    """Verify the combinations of a collection that have no row in a folder yet; return the rows of all.

    The folder has the row of a combination once it is complete. An interruption loses only the rows in progress.
    Raises BadInput if the engine, the cards or the cluster are missing, and if the folder cannot be written.
    """
    with RowFile(folder, Row) as file, closing(CardLibrary.open(options.cards)) as library:
        rows = {row.id: row for row in file.rows()}
        todo = still_to_do(collection, rows, options)
        left = {each.id for each in todo}
        done = [rows[each.id] for each in collection if each.id not in left]
        if todo:
            # The card texts are prepared once, before the processes look for their cards.
            library.find(todo[0].cards[0])
            with closing(_rows_of(todo, options)) as new:
                for row in new:
                    file.add(row)
                    done.append(row)
                    watch(len(done), len(collection))
        if options.second is not None:
            for row in with_second_opinions(done, options.second, library, watch):
                file.add(row)
        file.settle([combination.id for combination in collection])
        rows = {row.id: row for row in file.rows()}
    return tuple(rows[each.id] for each in collection)


def still_to_do(collection: Sequence[Combination], rows: dict[str, Row], options: RunOptions) -> list[Combination]:
    """Return the combinations without a row, or with one that no longer holds.

    A row no longer holds when the combination, floorjudge or the engine has changed, when a card was unknown, when its
    process was ended from outside, or when time or memory ended it and the limit is higher now.
    """
    return [
        each
        for each in collection
        if options.again or each.id not in rows or not _holds(rows[each.id], each, options.limits)
    ]


def _holds(row: Row, combination: Combination, limits: Limits) -> bool:
    made_of = (row.combination, row.engine, row.floorjudge)
    if made_of != (combination.digest, engine_version(), __version__):
        return False
    if row.reason == "unknown_card" or row.details.signal in _FROM_OUTSIDE:
        return False
    if row.verdict not in _FOUND and {row.reason, row.details.ended} & set(_ENDED_BY_TIME):
        return row.limit_seconds >= limits.seconds
    return row.reason != "memory" or row.limit_memory >= limits.memory


def _rows_of(combinations: Sequence[Combination], options: RunOptions) -> Generator[Row, None, None]:
    """Yield the rows of combinations as they are completed; closing the generator ends the processes here.

    Raises BadInput if the cluster is missing, and if a machine can verify nothing.
    """
    cards = None if options.cards is None else str(options.cards.absolute())
    jobs = [Job(each, options.limits, cards, engine_version(), __version__) for each in combinations]
    with _workers(options) as more:
        run = str(uuid4())
        parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1, **more)
        try:
            results = parallel(joblib.delayed(answer_to)(job, options.command, run) for job in jobs)
        except TimeoutError:
            raise NoWorkers(str(options.scheduler)) from None
        try:
            for answer in results:
                if answer.unable is not None:
                    raise UnableMachine(answer.unable.machine, answer.unable.message)
                if answer.row is None:
                    raise KeyboardInterrupt
                yield answer.row
        except TimeoutError:
            raise SilentCluster(str(options.scheduler)) from None
        finally:
            stop(run)
            with warnings.catch_warnings():
                # joblib warns of answers that were not taken; the next run takes them.
                warnings.simplefilter("ignore", UserWarning)
                results.close()


@contextmanager
def _workers(options: RunOptions) -> Iterator[dict[str, object]]:
    """Choose the workers, and yield the arguments that joblib needs for them."""
    if options.scheduler is None:
        with joblib.parallel_config(backend="threading"):
            # Threads only wait here: each answer comes from another process.
            yield {"n_jobs": options.jobs or joblib.cpu_count()}
        return
    try:
        import distributed  # noqa: PLC0415 (only a cluster needs it)
    except ModuleNotFoundError:
        raise NoDistributed from None
    try:
        client = distributed.Client(options.scheduler, timeout=_CONNECTING, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise NoCluster(options.scheduler, str(error)) from None
    with client, joblib.parallel_config(backend="dask", client=client, wait_for_workers_timeout=_WORKERS_COMING):
        # All at once, so that workers that come later have something to do.
        yield {"pre_dispatch": "all", "timeout": _SILENCE * options.limits.waiting}


# A row has been certified already; its extent is found again with less.
_SECONDS = 2.0


def with_second_opinions(rows: Sequence[Row], command: str, library: CardLibrary, watch: Watch) -> Iterator[Row]:
    """Yield the certified rows without a second opinion, with one.

    Rows on which the engines disagreed are included, because a person may have judged them meanwhile. `command` is the
    program with its arguments. Raises CannotStart if it cannot be started.
    """
    waiting = [
        row for row in rows if (row.verdict == "certified" and row.second is None) or row.reason == "engines_disagree"
    ]
    with SecondEngine(command) as second:
        for number, row in enumerate(waiting, 1):
            answered = _asked(row, library, second)
            if answered is not None:
                yield answered
            watch(number, len(waiting))


def _asked(row: Row, library: CardLibrary, second: SecondEngine) -> Row | None:
    try:
        certificate = certify(read_loop_case(row.case), library, budget=_SECONDS)
        opinion = second_opinion(certificate, library, second)
    except CannotStart:
        raise
    except FloorjudgeError:
        return None
    if opinion.status == "no_answer":
        return None
    given = msgspec.structs.replace(row, second=opinion_value(opinion), verdict="certified", reason=None)
    if opinion.leaves_certified:
        return given
    return msgspec.structs.replace(given, verdict="undecided", reason="engines_disagree")
