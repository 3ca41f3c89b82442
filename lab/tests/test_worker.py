"""A combination in a process of its own: what comes back, and what a process that hangs, crashes or takes all memory costs."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from lab.tests.own_collection import combination
from lab.tests.own_rows import MISBEHAVING

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.table import Table
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge_lab.processes import Answer, Job, Limits, answer_to, stop
from floorjudge_lab.rows import Row
from floorjudge_lab.verdict import row_of
from tests.support.own_cards import BRICK, GUN, SPRING, STONE, TEXTS, WAKER, card_file
from tests.support.waiting import PATIENCE, wait_until

pytest.importorskip("phase")

STAND_IN = (sys.executable, str(MISBEHAVING))
# The clock on the wall ends only what hangs: on a busy machine a process takes minutes to read the program.
SHORT = Limits(seconds=0.1, memory=512, grace=1.0, patience=100.0)


def stand_in(identity: str, limits: Limits = SHORT) -> Row:
    answer = answer_to(Job(combination(identity), limits), STAND_IN)
    assert answer.row is not None
    return answer.row


def found(identity: str, cards: Path, *names: str, seconds: float = 6.0) -> Row:
    answer = answer_to(Job(combination(identity, *names), Limits(seconds), str(cards)))
    assert answer.row is not None
    return answer.row


def gone(process: int) -> bool:
    """Say whether a process is no more, or only waits for somebody to hear of its end."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(") ")[2].startswith("Z")
    except FileNotFoundError:
        return True


def test_a_process_that_behaves_gives_its_row_whatever_else_is_printed() -> None:
    assert stand_in("well").verdict == stand_in("mutters").verdict == "certified"


@pytest.mark.server
def test_a_process_that_computes_without_end_is_ended() -> None:
    row = stand_in("spins", msgspec.structs.replace(SHORT, grace=0.1))
    assert (row.verdict, row.reason) == ("failed", "hang")


@pytest.mark.server
def test_a_process_that_sleeps_is_killed_with_all_that_it_has_begun(tmp_path: Path) -> None:
    left = tmp_path / "left"
    row, patience = stand_in(f"sleeps {left}", msgspec.structs.replace(SHORT, patience=1.0)), 10.0
    # On a busy machine it is killed before it has begun anything.
    while not left.exists():
        row, patience = stand_in(f"sleeps {left}", msgspec.structs.replace(SHORT, patience=patience)), 10 * patience
    assert (row.verdict, row.reason, row.details.signal) == ("failed", "hang", None)
    wait_until(lambda: gone(int(left.read_text("utf-8"))))
    assert gone(int(left.read_text("utf-8")))


def test_a_crash_is_a_row_with_its_signal() -> None:
    row = stand_in("breaks")
    assert (row.verdict, row.reason, row.details.signal) == ("failed", "crash", "SIGSEGV")
    assert row.cards == (SPRING, WAKER)


def test_an_error_is_a_row_with_its_last_words() -> None:
    row = stand_in("raises")
    assert (row.reason, row.details.message, row.details.signal) == ("crash", "SystemError: the engine is upset", None)


@pytest.mark.parametrize("word", ["eats", "aborts"])
def test_memory_that_runs_out_is_a_row(word: str) -> None:
    row = stand_in(word, Limits(seconds=10, memory=512))
    assert (row.verdict, row.reason, row.limit_memory) == ("failed", "memory", 512)


@pytest.mark.parametrize("program", ["raise SystemExit(3)", "print('{}]')"], ids=["cannot begin", "no answer"])
def test_a_process_without_an_answer_is_a_row(program: str) -> None:
    answer = answer_to(Job(combination("any"), SHORT), (sys.executable, "-c", program))
    assert answer.row is not None
    assert (answer.row.reason, answer.row.details.message) == ("crash", None)


def test_who_stops_a_run_ends_its_processes_and_no_others(tmp_path: Path) -> None:
    begun, others = tmp_path / "one", tmp_path / "another"
    long = Job(combination(f"waits {begun}"), Limits(seconds=600))
    with ThreadPoolExecutor(2) as threads:
        stopped = threads.submit(answer_to, long, STAND_IN, "one")
        other = threads.submit(answer_to, Job(combination(f"waits {others}"), Limits(seconds=600)), STAND_IN, "another")
        wait_until(lambda: begun.exists() and others.exists())
        stop("one")
        assert stopped.result(timeout=PATIENCE) == Answer()
        others.with_suffix(".go").touch()
        assert other.result(timeout=PATIENCE).row is not None
    assert answer_to(long, STAND_IN, "one") == Answer()
    assert stand_in("well").verdict == "certified"


def test_a_process_ends_when_the_one_that_asked_is_gone(tmp_path: Path) -> None:
    """The one that asks is killed as hard as can be; what it has begun notices."""
    left = tmp_path / "left"
    asks = (
        "from floorjudge_lab.processes import Job, Limits, answer_to; "
        "from lab.tests.own_collection import combination; import sys; "
        f"answer_to(Job(combination('lingers 600'), Limits(seconds=300)), (sys.executable, '-c', {spied(left)!r}))"
    )
    asking = subprocess.Popen([sys.executable, "-c", asks], cwd=MISBEHAVING.parents[2])
    wait_until(lambda: left.exists() and bool(left.read_text("utf-8")))
    asking.kill()
    asking.wait()
    wait_until(lambda: gone(int(left.read_text("utf-8"))))
    assert gone(int(left.read_text("utf-8")))


def spied(file: Path) -> str:
    """Return a program that writes its number into a file and then misbehaves."""
    return f"import os, runpy; open({str(file)!r}, 'w').write(str(os.getpid())); runpy.run_path({str(MISBEHAVING)!r}, run_name='__main__')"


@pytest.mark.server
def test_a_loop_is_found_and_its_case_certified_again(tmp_path: Path) -> None:
    cards = card_file(tmp_path)
    row = found("both", cards)
    assert (row.verdict, row.reason, row.details.unneeded) == ("certified", None, ())
    assert [each.kind for each in row.produces] == ["mana"]
    assert row.id == "both"
    assert 0 < row.seconds <= 20
    library = CardLibrary.open(cards)
    assert certify(read_loop_case(row.case), library, budget=3.0).evidence == row.evidence
    library.close()


@pytest.mark.server
def test_a_slow_machine_gives_the_same_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(combination("both"), Limits(2.0), str(card_file(tmp_path)))
    quick = row_of(job)
    snapshot = Table.snapshot

    def slow_snapshot(table: Table) -> Any:
        until = time.process_time() + 0.002
        while time.process_time() < until:
            pass
        return snapshot(table)

    monkeypatch.setattr(Table, "snapshot", slow_snapshot)
    assert msgspec.structs.replace(row_of(job), seconds=quick.seconds) == quick


@pytest.mark.server
def test_a_loop_that_does_not_need_a_card_says_which(tmp_path: Path) -> None:
    row = found("three", card_file(tmp_path), SPRING, WAKER, BRICK)
    assert (row.verdict, row.reason, row.details.unneeded) == ("found_without_a_card", "card_not_needed", (BRICK,))


@pytest.mark.server
def test_what_wins_before_there_is_a_law_was_played_out(tmp_path: Path) -> None:
    row = found("gun", card_file(tmp_path), GUN)
    assert (row.verdict, row.reason, row.evidence, row.certificate_verdict) == ("played_out", None, "observed", "ends")
    assert row.details.message is not None
    assert "won" in row.details.message
    assert row.case is not None


def test_no_loop_has_a_reason_and_unknown_cards_are_named(tmp_path: Path) -> None:
    cards = card_file(tmp_path)
    none = found("none", cards, STONE, seconds=1.0)
    assert none.verdict == "not_found"
    assert none.reason in ("time", "depth", "exhausted")
    unknown = found("unknown", cards, STONE, "Own Ghost")
    assert (unknown.verdict, unknown.reason, unknown.details.unknown) == ("not_set_up", "unknown_card", ("Own Ghost",))


def test_a_machine_without_cards_or_of_another_version_says_so(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "magic-cards.sqlite3").write_bytes(b"half of it")
    without = answer_to(Job(combination("both"), Limits(seconds=5)))
    assert without.row is None
    assert without.unable is not None
    assert without.unable.code == "damaged_card_texts"
    with pytest.raises(BadInput, match=r"9\.9"):
        row_of(Job(combination("both"), engine="9.9", cards=str(card_file(tmp_path))))


def test_processes_that_read_the_same_new_cards_do_not_hinder_each_other(tmp_path: Path) -> None:
    cards = card_file(tmp_path)
    with ThreadPoolExecutor(6) as threads:
        rows = list(threads.map(stand_in, [f"reads {cards}"] * 6, [Limits(seconds=10)] * 6))
    assert [(each.verdict, each.details.message) for each in rows] == [("certified", None)] * 6
    with closing(sqlite3.connect(cards)) as store:
        assert store.execute("SELECT count(*) FROM faces").fetchone() == (len(TEXTS),)


@pytest.mark.server
def test_cards_that_somebody_else_is_writing_are_read_all_the_same(tmp_path: Path) -> None:
    cards = card_file(tmp_path)
    with closing(sqlite3.connect(cards, isolation_level=None)) as store:
        store.execute("BEGIN IMMEDIATE")
        assert stand_in(f"reads {cards}", Limits(seconds=10)).verdict == "certified"
        store.execute("ROLLBACK")
        assert store.execute("SELECT count(*) FROM faces").fetchone() == (0,)
