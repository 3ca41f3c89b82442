"""A name that was removed: nothing of it is left in files, rows and exports, and everything else is as it was."""

from __future__ import annotations

import io
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, reject
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import select

from floorjudge.errors import BadInput, FloorjudgeError, Refused
from floorjudge.events import view
from floorjudge.events.codec import read_event
from floorjudge.events.events import PlayerForgotten
from floorjudge.events.service import EventLog, EventService
from floorjudge.events.service.log.contract import Removal
from floorjudge.events.service.log.export import export_lines, import_event, read_export, verify_records
from floorjudge.events.state import State
from floorjudge.events.tournament import decide
from floorjudge.events.tournament.checks import new_name
from floorjudge.formats.competition import as_kept
from floorjudge.store import open_log, open_venue_store
from floorjudge.store.errors import NotScrubbed
from floorjudge.store.logs import SqlLog
from floorjudge.store.schema import metadata
from tests.events.floor.small_event import opened
from tests.support.named_everywhere import NAME, holds, played, take
from tests.support.refusals import error_of


def stored(place: str | Path | None, log: EventLog) -> bytes:
    """Return all bytes of a database: of its files, or of its rows where a server has the files."""
    if isinstance(place, Path):
        return b"".join(path.read_bytes() for path in sorted(place.parent.iterdir()))
    assert isinstance(log, SqlLog)
    with log._database.reading() as connection:
        rows = [row for table in metadata.sorted_tables for row in connection.execute(select(table)).all()]
    return "\n".join(str(value) for row in rows for value in row).encode()


def with_sign(state: State, name: str, sign: str) -> object:
    """Return what everybody sees of a state, with a sign in the place of a name."""
    return _changed(view(state, "en"), name, sign)


def _changed(value: Any, name: str, sign: str) -> Any:
    if isinstance(value, str):
        return value.replace(name, sign)
    if isinstance(value, list):
        return [_changed(each, name, sign) for each in value]
    if isinstance(value, dict):
        return {_changed(key, name, sign): _changed(each, name, sign) for key, each in value.items()}
    return value


def test_of_a_name_that_was_removed_nothing_is_left(place: str | Path | None, log: EventLog) -> None:
    service = played(log)
    assert holds(stored(place, log))
    before, proved = service.state, verify_records(service.records)
    take(service, {"do": "forget", "player": NAME, "id": "forget once"})
    assert not holds(stored(place, log))
    lines = [line.encode() for line in export_lines(service.state.opened_as, service.records)]
    assert not holds(b"".join(lines))
    assert not any(holds(str(record).encode()) for record in service.records)
    assert with_sign(service.state, NAME, "№ 1") == with_sign(before, NAME, "№ 1")
    verified = verify_records(service.records)
    assert verified.draws_proved == proved.draws_proved - 1
    assert (verified.draws_lost, verified.draws_waiting) == (1, 0)
    assert verified.shortened > 10
    # Whoever reads it anew, here or from an export, finds the same.
    assert EventService(log, service.event_id).state == service.state
    with closing(open_log()) as there:
        name, records = read_export(lines)
        again = EventService(there, import_event(there, name, records, None))
        assert view(again.state, "en") == view(service.state, "en")


def test_what_was_done_before_is_known_again_by_its_id(log: EventLog) -> None:
    service = played(log)
    take(service, {"do": "forget", "player": NAME})
    number = service.number
    for known in (service, EventService(log, service.event_id)):
        take(known, {"do": "register", "player": "Bo", "id": "register Bo"})
        assert known.number == number


def test_another_process_forgets_what_it_had_read(log: EventLog) -> None:
    service = played(log)
    other = EventService(log, service.event_id)
    take(service, {"do": "forget", "player": NAME})
    other.catch_up()
    assert other.lives == 1
    assert other.state == service.state
    assert not any(holds(str(record).encode()) for record in other.records)


def test_only_former_names_can_be_removed(log: EventLog) -> None:
    service = opened(log)
    for command in (
        {"do": "register", "player": NAME},
        {"do": "announce", "text": f"Hello {NAME}"},
        {"do": "rename", "player": NAME, "name": "Ana"},
        {"do": "forget", "player": "Ana", "former": True},
    ):
        # Who has done it is named for the first time in the last record, and there, too.
        service.take(command, "en", by=f"owner {NAME}" if command["do"] == "forget" else None)
    assert list(service.state.players) == ["Ana"]
    assert not any(holds(str(record).encode()) for record in service.records)
    assert verify_records(service.records).state == service.state


def test_exports_hold_no_name_that_a_player_had_before(log: EventLog) -> None:
    service = opened(log)
    service.take({"do": "register", "player": NAME}, "en")
    service.take({"do": "rename", "player": NAME, "name": "Ana"}, "en")
    lines = [line.encode() for line in export_lines("Friday", service.records)]
    assert not holds(b"".join(lines))
    _, records = read_export(io.BytesIO(b"\n".join(lines)))
    assert list(verify_records(records).state.players) == ["Ana"]


def test_other_spellings_are_removed_from_texts(log: EventLog) -> None:
    service = opened(log)
    service.take({"do": "register", "player": NAME}, "en")
    service.take({"do": "announce", "text": "Zach, please"}, "en")
    service.take({"do": "forget", "player": NAME, "also": ["Zach"]}, "en")
    assert service.state.venue.announcement == "№ 1, please"


def test_names_of_logs_of_the_first_version_stay(log: EventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "VERSION", None)
    service = played(log)
    number = service.number
    assert error_of(Refused, take, service, {"do": "forget", "player": NAME}).code == "names_are_drawn"
    assert service.number == number
    assert all(record.sealed is None for record in service.records)
    assert not any(record.words for record in service.records)
    assert EventService(log, service.event_id).state == service.state


@pytest.mark.parametrize("command", ["register", "rename"])
def test_nobody_is_called_like_somebody_whose_name_was_removed(log: EventLog, command: str) -> None:
    service = opened(log)
    service.take({"do": "register", "player": "Ana"}, "en")
    asked = (
        {"do": "register", "player": "№ 1"}
        if command == "register"
        else {"do": "rename", "player": "Ana", "name": "№ 1"}
    )
    assert error_of(FloorjudgeError, service.take, asked, "en").code == "name_reserved"


def test_a_backup_has_the_name_and_restoring_it_brings_none_back(tmp_path: Path) -> None:
    with closing(open_venue_store(tmp_path / "here" / "events.db")) as store:
        service = played(store.log)
        store.backup(tmp_path / "before.db")
        take(service, {"do": "forget", "player": NAME})
        store.backup(tmp_path / "after.db")
        store.restore(tmp_path / "before.db", links=True)
        assert not holds(stored(tmp_path / "here" / "events.db", store.log))
    assert holds((tmp_path / "before.db").read_bytes())
    assert not holds((tmp_path / "after.db").read_bytes())
    with closing(open_venue_store(tmp_path / "there" / "events.db")) as store:
        store.restore(tmp_path / "before.db", links=True)
        # The rest of the log says that the name was removed.
        store.restore(tmp_path / "after.db", links=True)
        again = EventService(store.log, service.event_id)
        assert again.state == service.state
        assert not holds(stored(tmp_path / "there" / "events.db", store.log))


def test_a_file_that_cannot_be_written_anew_is_said(tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    with closing(open_log(file, patience=0.1)) as log, closing(open_log(file)) as other:
        service = played(log)
        assert isinstance(other, SqlLog)
        with other._database.reading() as connection:
            other.records(connection, str(service.event_id))
            with pytest.raises(NotScrubbed):
                take(service, {"do": "forget", "player": NAME})
        assert isinstance(read_event(service.records[-1].event), PlayerForgotten)
        take(service, {"do": "forget", "player": "№ 1", "by": "owner"})
        assert not holds(stored(file, log))


@cache
def words_of_the_log() -> str:
    """Return what is stored of the event when a name is forgotten: “readmission” stands there, whoever was called so."""
    with closing(open_log()) as log:
        take(played(log), {"do": "forget", "player": NAME})
        return stored(None, log).decode().casefold()


@given(name=st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=9, max_size=20))
@example("Readmissi")
def test_of_any_name_nothing_is_left(name: str) -> None:
    name = as_kept(name)
    assume(name.casefold() not in words_of_the_log())
    with closing(open_log()) as log:
        try:
            new_name("player", name)
        except BadInput:
            reject()
        service = played(log, name)
        take(service, {"do": "forget", "player": name})
        assert name.casefold() not in stored(None, log).decode().casefold()
        assert verify_records(service.records).state == service.state


def test_a_removal_changes_only_what_it_names(log: EventLog) -> None:
    service = played(log)
    before = log.read(str(service.event_id))
    take(service, {"do": "forget", "player": NAME})
    after = log.read(str(service.event_id))
    assert [replace(record, words=()) for record in after[: len(before)]] == [
        replace(record, words=()) for record in before
    ]
    assert Removal((), str).words == ()
