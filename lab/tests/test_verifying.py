"""Many combinations: each once, resumable, what does not hold any more again, and the same on a cluster of which a worker dies."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from lab.tests.own_collection import combination
from lab.tests.own_rows import MISBEHAVING, row

from floorjudge import __version__
from floorjudge.magic.engine.engine import engine_version
from floorjudge_lab.combinations import Combination
from floorjudge_lab.errors import NoCluster, NoDistributed, NoWorkers, UnableMachine
from floorjudge_lab.processes import Limits
from floorjudge_lab.rows import NAME, Details, Row, read_rows
from floorjudge_lab.verifying import RunOptions, still_to_do, verify
from tests.support.own_cards import STONE, card_file

pytest.importorskip("phase")
pytest.importorskip("joblib")

LIMITS = Limits(seconds=0.5, memory=512, grace=2.0, patience=100.0)
COMMAND = (sys.executable, str(MISBEHAVING))


@pytest.fixture
def options(tmp_path: Path) -> RunOptions:
    return RunOptions(LIMITS, jobs=2, cards=card_file(tmp_path), command=COMMAND)


def some(*identities: str) -> list[Combination]:
    return [combination(identity) for identity in identities]


def holding(**fields: Any) -> dict[str, Row]:
    """Return a row that holds now, but for some fields."""
    usual = {"engine": engine_version(), "floorjudge": __version__, "limit_seconds": 0.5, "limit_memory": 512}
    return {"a": row("a", **(usual | fields))}


def test_every_combination_gets_a_row_whatever_happens_to_its_neighbours(tmp_path: Path, options: RunOptions) -> None:
    every = some("b", "raises", "a", "breaks", "c")
    told: list[tuple[int, int]] = []
    rows = verify(every, tmp_path / "out", options, lambda *done: told.append(done))
    assert [(each.id, each.verdict) for each in rows] == [
        ("b", "certified"),
        ("raises", "failed"),
        ("a", "certified"),
        ("breaks", "failed"),
        ("c", "certified"),
    ]
    assert read_rows(tmp_path / "out" / NAME, Row) == rows
    assert told == [(done, 5) for done in range(1, 6)]


def test_a_second_call_does_nothing_and_more_combinations_are_added(tmp_path: Path, options: RunOptions) -> None:
    every = some("a", "b", "c")
    first = verify(every[1:2], tmp_path / "out", options)
    assert [each.id for each in first] == ["b"]
    nothing_runs = msgspec.structs.replace(options, command=("nothing of this name",))
    assert verify(every[1:2], tmp_path / "out", nothing_runs) == first
    before = (tmp_path / "out" / NAME).read_bytes()
    assert verify(every, tmp_path / "out", options)[1] == first[0]
    assert before in (tmp_path / "out" / NAME).read_bytes()
    assert [each.id for each in read_rows(tmp_path / "out" / NAME, Row)] == ["a", "b", "c"]


def test_who_stops_in_the_middle_loses_only_what_is_being_done(tmp_path: Path, options: RunOptions) -> None:
    every = some("a", "b", f"waits {tmp_path / 'begun'}", "c")

    def stop(done: int, _total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(every, tmp_path / "out", options, stop)
    assert {each.id for each in read_rows(tmp_path / "out" / NAME, Row)} == {"a", "b", "c"}
    told: list[int] = []
    longer = some("a", "b", "c", "d")
    verify(longer, tmp_path / "out", options, lambda done, _: told.append(done))
    assert told == [4]


def test_a_machine_that_can_verify_nothing_ends_it_with_its_name(tmp_path: Path, options: RunOptions) -> None:
    every = some("a", "cannot")
    with pytest.raises(UnableMachine, match="far away can verify nothing: There is no engine"):
        verify(every, tmp_path / "out", msgspec.structs.replace(options, jobs=1))
    assert [each.id for each in read_rows(tmp_path / "out" / NAME, Row)] == ["a"]


def test_a_row_that_does_not_hold_is_done_again(subtests: pytest.Subtests) -> None:
    cases: list[dict[str, object]] = [
        {"engine": "0.1"},
        {"floorjudge": "0.0.1"},
        {"combination": combination("a", STONE).digest},
        {"verdict": "not_set_up", "reason": "unknown_card"},
        {"verdict": "not_found", "reason": "time", "limit_seconds": 0.4},
        {"verdict": "undecided", "reason": "time", "limit_seconds": 0.4, "case": {}},
        {"verdict": "failed", "reason": "hang", "limit_seconds": 0.4},
        {"verdict": "failed", "reason": "memory", "limit_memory": 511},
        {"verdict": "failed", "reason": "crash", "details": Details(signal="SIGKILL")},
        # The reason that is named is not the only one: with more time it might be found after all.
        {
            "verdict": "not_found",
            "reason": "engine_gap",
            "limit_seconds": 0.4,
            "details": Details(gaps=(STONE,), ended="time"),
        },
    ]
    for fields in cases:
        with subtests.test(fields=fields):
            assert still_to_do(some("a"), holding(**fields), RunOptions(LIMITS)) == some("a")


def test_a_row_that_holds_is_not_done_again_unless_asked_for(subtests: pytest.Subtests) -> None:
    cases: list[dict[str, object]] = [
        {},
        {"limit_seconds": 0.1, "limit_memory": 1},
        {"verdict": "not_found", "reason": "time"},
        {"verdict": "not_found", "reason": "time", "limit_seconds": 9.0},
        {"verdict": "not_found", "reason": "exhausted", "limit_seconds": 0.1, "details": Details(ended="exhausted")},
        {"verdict": "failed", "reason": "crash", "details": Details(signal="SIGSEGV")},
        {"verdict": "found_without_a_card", "reason": "card_not_needed", "limit_seconds": 0.1, "case": {}},
    ]
    for fields in cases:
        with subtests.test(fields=fields):
            assert still_to_do(some("a", "b"), holding(**fields), RunOptions(LIMITS)) == some("b")
            assert still_to_do(some("a"), holding(**fields), RunOptions(LIMITS, again=True)) == some("a")


@pytest.mark.server
def test_more_seconds_replace_what_had_too_few(tmp_path: Path, options: RunOptions) -> None:
    begun = tmp_path / "begun"
    every = some("a", f"waits {begun}")
    short = msgspec.structs.replace(options, limits=Limits(seconds=0.1, grace=0.1, patience=1.0, memory=512))
    assert [each.reason for each in verify(every, tmp_path / "out", short)][1] == "hang"
    begun.with_suffix(".go").touch()
    assert [each.verdict for each in verify(every, tmp_path / "out", options)] == ["certified", "certified"]
    assert len(read_rows(tmp_path / "out" / NAME, Row)) == (tmp_path / "out" / NAME).read_bytes().count(b"\n") == 2


@pytest.mark.cluster
def test_a_cluster_of_three_does_the_same_though_a_worker_dies(tmp_path: Path, options: RunOptions) -> None:
    distributed = pytest.importorskip("distributed")
    every = some(*(f"lingers 0.{number}" for number in range(1, 10)), "breaks")
    killed: list[int] = []

    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as cluster:

        def kill_one(done: int, _total: int) -> None:
            if done == 2:
                busy = [worker for worker in cluster.scheduler.workers.values() if worker.processing]
                victim = next(each for each in cluster.workers.values() if each.worker_address == busy[0].address)
                os.kill(victim.pid, signal.SIGKILL)
                killed.append(victim.pid)

        on_cluster = msgspec.structs.replace(options, scheduler=cluster.scheduler_address)
        rows = verify(every, tmp_path / "out", on_cluster, kill_one)
    assert len(killed) == 1
    assert [each.verdict for each in rows] == ["certified"] * 9 + ["failed"]
    here = verify(every, tmp_path / "here", options)
    assert [_without_times(each) for each in rows] == [_without_times(each) for each in here]


def _without_times(of: Row) -> Row:
    return msgspec.structs.replace(of, seconds=0.0)


def test_a_cluster_that_is_not_there_is_refused(
    tmp_path: Path, options: RunOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("floorjudge_lab.verifying._CONNECTING", 0.5)
    with pytest.raises(NoCluster):
        verify(some("a"), tmp_path / "out", msgspec.structs.replace(options, scheduler="tcp://127.0.0.1:1"))


@pytest.mark.filterwarnings("ignore:Creating scratch directories")  # Dask's remark on a busy machine
def test_a_cluster_without_workers_is_refused(
    tmp_path: Path, options: RunOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("floorjudge_lab.verifying._WORKERS_COMING", 0.5)
    cluster = distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50)
    on_cluster = msgspec.structs.replace(options, scheduler=cluster.scheduler_address)
    with cluster, pytest.raises(NoWorkers):
        verify(some("a"), tmp_path / "out", on_cluster)


def test_a_cluster_that_is_not_installed_is_named(
    tmp_path: Path, options: RunOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoDistributed, match=r"pip install floorjudge-lab\[cluster\]"):
        verify(some("a"), tmp_path / "out", msgspec.structs.replace(options, scheduler="tcp://127.0.0.1:1"))
