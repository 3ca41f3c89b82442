"""PostgreSQL when things go wrong: the server away and back, the wire cut, somebody holding on, foreign databases."""

import builtins
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any

import psycopg
import pytest
from psycopg import pq
from sqlalchemy import make_url

from floorjudge.errors import BadInput, Conflict, Damaged, Refused
from floorjudge.events.service.log.records import check_chain
from floorjudge.store import open_log, open_venue_store, schema
from floorjudge.store.errors import AnotherProgram, DatabaseAway, FileBusy, NewerVersion, NoDriver, WrongEncoding
from floorjudge.store.postgres import is_away, open_postgres, translating_errors
from tests.store.sealed import following, sealed
from tests.support.postgresql import Server
from tests.support.refusals import error_of
from tests.support.waiting import at_once, wait_until
from tests.support.wire import Moment, Wire

RECORDS = sealed(6)


@pytest.fixture
def wire(postgresql: str, postgresql_server: Server) -> Iterator[Wire]:  # noqa: ARG001 (the server's database, emptied)
    with closing(Wire(postgresql_server.socket)) as wire:
        yield wire


def ask(address: str, statement: str) -> list[tuple[Any, ...]]:
    """Ask the database without our program, as its administrator would."""
    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute(statement)
        return found.fetchall() if found.description else []


@pytest.mark.server
@pytest.mark.parametrize("how", ["stopped", "crashed"])
def test_a_server_that_was_away_is_used_again(own_server: Server, how: str) -> None:
    with closing(open_log(own_server.url(), patience=0.3)) as log:
        log.create("friday", "Friday", RECORDS[:1], "seed")
        for away in range(1, 4):
            (own_server.stop if how == "stopped" else own_server.kill)()
            for attempt in (
                partial(log.append, "friday", RECORDS[away]),
                partial(log.read, "friday"),
                log.tournaments,
                partial(open_log, own_server.url(), patience=0.3),
            ):
                assert own_server.url().partition("?")[0] in error_of(DatabaseAway, attempt).message("en")
            own_server.start()
            assert log.read("friday") == RECORDS[:away]
            log.append("friday", RECORDS[away])
        assert log.read("friday") == RECORDS[:4]


@pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
def test_a_record_whose_commit_was_cut_off_is_there_or_not(wire: Wire, moment: Moment) -> None:
    """Nobody heard the answer to the commit: the log is looked at, and what is said is true."""
    with closing(open_log(wire.url)) as log:
        log.create("friday", "Friday", RECORDS[:1], None)
        for record in RECORDS[1:]:
            wire.cut(moment)
            if moment == "before the commit":
                with pytest.raises(DatabaseAway):
                    log.append("friday", record)
                assert log.read("friday") == RECORDS[: record.number - 1]
            log.append("friday", record)
        assert log.read("friday") == RECORDS
        assert wire.cuts == len(RECORDS) - 1


@pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
def test_an_event_whose_commit_was_cut_off_is_there_or_not(wire: Wire, moment: Moment) -> None:
    with closing(open_log(wire.url)) as log:
        for attempt in range(3):
            wire.cut(moment)
            if moment == "before the commit":
                with pytest.raises(DatabaseAway):
                    log.create("friday", "Friday", RECORDS, "seed")
            else:
                assert log.create("friday", "Friday", RECORDS, "seed") == ("friday", "friday-2", "friday-3")[attempt]
        assert len(log.tournaments()) == (0 if moment == "before the commit" else 3)
        assert wire.cuts == 3


@pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
def test_a_commit_that_nobody_can_ask_about_is_not_acknowledged(wire: Wire, moment: Moment) -> None:
    """The record may be there or not: who sends it again, as somebody who heard no answer does, is told."""
    with closing(open_log(wire.url, patience=0.3)) as log:
        log.create("friday", "Friday", RECORDS[:1], None)
        wire.cut(moment, for_good=True)
        with pytest.raises(DatabaseAway):
            log.append("friday", RECORDS[1])
        wire.mend()
        if moment == "after the commit":
            with pytest.raises(Conflict):
                log.append("friday", RECORDS[1])
        else:
            log.append("friday", RECORDS[1])
        assert log.read("friday") == RECORDS[:2]


def test_a_log_that_somebody_holds_for_too_long_is_left(postgresql: str) -> None:
    with closing(open_log(postgresql, patience=0.05)) as log, psycopg.connect(postgresql) as other:
        log.create("friday", "Friday", RECORDS[:1], None)
        log.create("saturday", "Saturday", RECORDS[:1], None)
        other.execute("SELECT * FROM floorjudge.tournaments WHERE id = 'friday' FOR UPDATE")
        with pytest.raises(FileBusy):
            log.append("friday", RECORDS[1])
        assert log.read("friday") == RECORDS[:1]
        log.append("saturday", RECORDS[1])
        other.rollback()
        log.append("friday", RECORDS[1])


def test_the_database_itself_refuses_to_forget(postgresql: str, subtests: pytest.Subtests) -> None:
    with closing(open_log(postgresql)) as log:
        log.create("friday", "Friday", RECORDS, None)
        for statement in (
            "UPDATE floorjudge.records SET event = '[]'",
            "UPDATE floorjudge.records SET number = number + 100",
            "DELETE FROM floorjudge.records WHERE number = 3",
            "INSERT INTO floorjudge.records SELECT * FROM floorjudge.records ON CONFLICT (tournament, number) DO UPDATE SET at = ''",
            "TRUNCATE floorjudge.records",
            "DELETE FROM floorjudge.tournaments",
            "TRUNCATE floorjudge.tournaments CASCADE",
        ):
            with subtests.test(statement=statement):
                with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="are_never"):
                    ask(postgresql, statement)
                assert log.read("friday") == RECORDS


def test_a_changed_record_is_named(postgresql: str) -> None:
    with closing(open_log(postgresql)) as log:
        log.create("friday", "Friday", RECORDS, None)
        ask(postgresql, "ALTER TABLE floorjudge.records DISABLE TRIGGER ALL")
        ask(postgresql, "UPDATE floorjudge.records SET event = '[]' WHERE number = 4")
        assert error_of(Damaged, check_chain, log.read("friday")).where == "records[4]"
        ask(postgresql, "DELETE FROM floorjudge.records WHERE number = 6")
        assert error_of(Damaged, log.read, "friday").where == "records[4]"


def test_what_is_acknowledged_is_on_the_disk_whatever_the_server_is_told(postgresql: str) -> None:
    ask(postgresql, "ALTER DATABASE postgres SET synchronous_commit = off")
    try:
        with closing(open_venue_store(postgresql)) as store:
            assert store.health().durable
    finally:
        ask(postgresql, "ALTER DATABASE postgres RESET synchronous_commit")


def test_tables_of_others_are_left_alone(postgresql: str) -> None:
    ask(postgresql, "CREATE TABLE public.records (anything text); INSERT INTO public.records VALUES ('theirs')")
    try:
        with closing(open_log(postgresql)) as log:
            log.create("friday", "Friday", RECORDS, None)
        assert ask(postgresql, "SELECT * FROM public.records") == [("theirs",)]
    finally:
        ask(postgresql, "DROP TABLE public.records")


def test_a_database_of_a_newer_version_is_left_alone(postgresql: str) -> None:
    open_log(postgresql).close()
    ask(postgresql, "UPDATE floorjudge.alembic_version SET version_num = 'next'")
    with pytest.raises(NewerVersion):
        open_log(postgresql)


def test_a_schema_of_our_name_with_something_else_in_it_is_left_alone(postgresql: str) -> None:
    ask(postgresql, "CREATE SCHEMA floorjudge; CREATE TABLE floorjudge.something (anything text)")
    with pytest.raises(AnotherProgram):
        open_log(postgresql)
    assert ask(postgresql, "SELECT tablename FROM pg_tables WHERE schemaname = 'floorjudge'") == [("something",)]


def test_who_may_not_make_a_schema_can_be_given_one(postgresql: str) -> None:
    ask(postgresql, "CREATE ROLE venue LOGIN; CREATE SCHEMA floorjudge AUTHORIZATION venue")
    try:
        with closing(open_log(postgresql.replace("postgres@", "venue@"))) as log:
            log.create("friday", "Friday", RECORDS, None)
    finally:
        ask(postgresql, "DROP SCHEMA floorjudge CASCADE; DROP ROLE venue")


def test_a_database_that_cannot_keep_every_letter_is_refused(postgresql: str, postgresql_server: Server) -> None:
    ask(postgresql, "DROP DATABASE IF EXISTS latin")
    ask(postgresql, "CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0")
    assert "LATIN1" in error_of(WrongEncoding, open_log, postgresql_server.url("latin")).message("en")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_addresses_as_people_write_them(postgresql: str, scheme: str) -> None:
    with closing(open_log(postgresql.replace("postgresql", scheme, 1))) as log:
        assert log.tournaments() == []


def test_passwords_are_not_repeated() -> None:
    said = error_of(DatabaseAway, open_log, "postgresql://ana:secret@127.0.0.1:1/events", patience=0.1).message("en")
    assert ("ana:***@127.0.0.1:1/events" in said, "secret" in said) == (True, False)


def test_without_the_driver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def without_driver(name: str, *rest: object) -> object:
        if name.partition(".")[0] == "psycopg":
            raise ModuleNotFoundError(name)
        return usual(name, *rest)  # type: ignore[arg-type]

    for module in [name for name in sys.modules if name.startswith("floorjudge.store.postgres")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without_driver)
    raised = error_of(NoDriver, open_log, "postgresql://ana:secret@host/events")
    assert "floorjudge[postgresql]" in raised.message("en")
    assert "secret" not in raised.message("en")


def test_many_threads_make_their_events_at_once(postgresql: str) -> None:
    with closing(open_log(postgresql)) as one, closing(open_log(postgresql)) as two:

        def make(number: int) -> str:
            return (one, two)[number % 2].create("friday", "Friday", RECORDS[:2], str(number))

        made = at_once(make, range(24))
        assert sorted(made) == sorted(["friday", *(f"friday-{number}" for number in range(2, 25))])
        assert [kept.id for kept in one.tournaments()] == ["friday", *(f"friday-{number}" for number in range(2, 25))]


def test_each_kind_has_its_code(subtests: pytest.Subtests) -> None:
    for state, family, code in [
        ("08006", Refused, "database_away"),
        ("57P01", Refused, "database_away"),
        ("53300", Refused, "database_away"),
        ("25P03", Refused, "database_away"),
        ("53100", Refused, "disk_full"),
        ("25006", Refused, "file_read_only"),
        ("55P03", Conflict, "file_busy"),
        ("40001", Conflict, "file_busy"),
        ("57014", Conflict, "file_busy"),
        ("28P01", Refused, "file_not_opened"),
        ("3D000", Refused, "file_not_opened"),
        ("42501", Refused, "file_not_opened"),
        ("58030", Damaged, "disk_failed"),
        ("XX001", Damaged, "damaged_file"),
        ("42P01", Damaged, "damaged_file"),
        ("23514", Damaged, "damaged_file"),
    ]:
        with subtests.test(state=state, family=family, code=code):
            error = psycopg.errors.lookup(state)("what the server says")
            with pytest.raises(family) as raised, translating_errors("events"):
                raise error
            assert raised.value.code == code
            assert "events" in raised.value.message("en")


def test_a_loss_that_the_library_of_postgresql_notices_itself_is_one() -> None:
    """It makes a result without a code out of what it notes beside the connection, such as that nothing can be sent."""
    lost = pq.PGconn.connect(b"host=/nowhere")
    error = psycopg.errors.error_from_result(lost.make_empty_result(pq.ExecStatus.FATAL_ERROR))
    assert error.sqlstate is None
    assert is_away(error)
    with pytest.raises(DatabaseAway), translating_errors("events"):
        raise error


def test_a_transaction_that_was_silent_for_too_long_is_cut_off(postgresql: str) -> None:
    with closing(open_postgres(make_url(postgresql), patience=5)) as database:

        def is_silent() -> None:
            with database.writing() as connection:
                connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 1")
                me = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
                wait_until(lambda: (me,) not in ask(postgresql, "SELECT pid FROM pg_stat_activity"))
                connection.exec_driver_sql("SELECT 1")

        with pytest.raises(DatabaseAway):
            is_silent()
        assert database.is_durable()


def test_a_mistake_of_our_own_stays_one() -> None:
    with pytest.raises(psycopg.ProgrammingError), translating_errors("events"):
        raise psycopg.ProgrammingError("wrong number of bindings")


def test_letters_that_are_none_are_refused() -> None:
    with pytest.raises(BadInput) as raised, translating_errors("events"):
        "\udcff".encode()
    assert raised.value.code == "not_unicode"


def test_the_version_of_the_tables_is_noted(postgresql: str) -> None:
    with closing(open_venue_store(postgresql)) as store:
        store.log.create("friday", "Friday", [following(None)], None)
        assert ask(postgresql, "SELECT version_num FROM floorjudge.alembic_version") == [(schema.REVISION,)]
        assert store.health().revision == schema.REVISION
        assert (store.health().kind, store.health().events) == ("postgresql", 1)
