"""Two services, or two processes, at one log, with commands of both kinds; what somebody had seen; and a log that cannot be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from floorjudge.errors import Conflict
from floorjudge.events import evolve, view
from floorjudge.events.codec import read_object
from floorjudge.events.events import Event
from floorjudge.events.service import EventLog, EventService
from floorjudge.events.service.answers import answer_json
from floorjudge.events.service.log.records import check_chain
from floorjudge.events.service.service import AT_A_TIME, REMEMBERED
from floorjudge.events.state import State
from floorjudge.events.venue import Moment
from floorjudge.store import open_log
from tests.events.floor.small_event import (
    NAMES,
    Given,
    check_replay,
    happened,
    opened,
    outcome,
    refusal,
    report_all,
    report_of,
    result_of,
    started,
    take,
)
from tests.support.refusals import error_of
from tests.support.watched_log import WatchedLog


def no_room() -> None:
    raise OSError("no room")


@pytest.fixture
def log() -> EventLog:
    return open_log()


def before_the_first_writing(watched: WatchedLog, done: Callable[[], object]) -> None:
    """Have something done once, by somebody who is faster."""

    def once() -> None:
        watched.before_writing = lambda: None
        done()

    watched.before_writing = once


def racing(log: EventLog) -> tuple[EventService, WatchedLog, EventService]:
    """Return two services of one event, and the log of the second."""
    one, watched = opened(log), WatchedLog(log)
    return one, watched, EventService(watched, one.event_id)


def test_the_loser_of_a_race_tries_again_on_what_the_winner_wrote(log: EventLog) -> None:
    one, watched, other = racing(log)
    before_the_first_writing(watched, lambda: take(one, "register", player="Ana"))
    assert list(take(other, "register", player="Bo", id="b").state.players) == ["Ana", "Bo"]
    check_chain(other.records)


def test_who_loses_every_race_is_told(log: EventLog) -> None:
    one, watched, other = racing(log)
    names = (f"Faster {number}" for number in range(100))
    watched.before_writing = lambda: take(one, "register", player=next(names))
    assert error_of(Conflict, other.take, {"do": "register", "player": "Bo", "id": "b"}, "en").code == "log_moved_on"
    assert other.records == one.records


def test_the_same_command_at_both_at_once_is_done_once(log: EventLog) -> None:
    one, watched, other = racing(log)
    command = {"do": "register", "player": "Ana", "id": "a"}
    before_the_first_writing(watched, lambda: one.take(command, "en"))
    assert other.take(command, "en") == one.take(command, "en")
    assert len(log.read(str(one.event_id))) == 2


def test_a_desk_refuses_nothing_for_what_is_no_longer_so(log: EventLog) -> None:
    one = opened(log)
    other = EventService(log, one.event_id)
    for name in NAMES[:3]:
        take(one, "register", player=name)
    take(one, "start")
    command = report_of(one.state.tables[0])
    try:
        answer = other.take(command, "en")
    except Conflict:
        answer = other.take(command, "en")
    assert not answer.state.open_tables()


def test_what_could_not_be_kept_has_not_happened() -> None:
    log = WatchedLog(open_log())
    service = opened(log)
    log.before_writing = no_room
    before = (service.state, service.records)
    with pytest.raises(OSError, match="no room"):
        service.take({"do": "register", "player": "Ana"}, "en")
    assert (service.state, service.records) == before
    log.before_writing = lambda: None
    assert list(take(service, "register", player="Ana").state.players) == ["Ana"]


def test_an_event_that_could_not_be_kept_is_not_open() -> None:
    log = WatchedLog(open_log(), no_room)
    service = EventService(log)
    with pytest.raises(OSError, match="no room"):
        service.take({"do": "open", "name": "Friday"}, "en")
    assert service.event_id is None
    log.before_writing = lambda: None
    service.take({"do": "open", "name": "Friday"}, "en")
    assert service.event_id == "friday"


def say(service: EventService, player: str, **more: object) -> Given:
    """Return a player's report of the game at table 1."""
    return {"do": "propose", "player": player, **result_of(service.state.tables[0]), **more}


def test_one_command_is_one_record_and_the_answer_has_both_states() -> None:
    service = started(players=6)
    number = service.number
    answer = service.take(say(service, service.state.tables[0].players[0], id="p"), "en", by="player Ana")
    assert (service.number, answer.number, service.records[-1].by) == (number + 1, number + 1, "player Ana")
    assert (answer.state, answer.state.venue) == (service.state, service.state.venue)
    value = read_object(answer_json(answer, "en"))
    assert value["view"] == view(service.state, "en")
    assert value["events"][0]["event"] == "ResultProposed"
    shown = take(service, "show")
    assert (shown.events, shown.state, shown.number) == (
        (),
        service.state,
        number + 1,
    )
    assert [record.number for record in service.records_after(number)] == [number + 1]


def test_a_report_that_is_sent_again_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    service = started(open_log(file), players=6)
    one, two, three = service.state.tables[0].players
    sent = [say(service, name, id=f"phone of {name}") for name in (one, two, three)]
    first = []
    for command in sent:
        first.append(service.take(command, "en"))
        assert service.take(command, "en") == first[-1]
    number = service.number
    for reader in (service, EventService(open_log(file), service.event_id)):
        assert [reader.take(command, "en") for command in sent] == first
        assert reader.number == number
    assert refusal(service, "dispute", id=f"phone of {one}", table=1, player=one, text="x") == "id_used_before"
    check_replay(service)


class TestSeen:
    """Commands that rest on what their sender had on the screen."""

    def test_nobody_undoes_what_they_have_not_seen(self) -> None:
        service = started(players=6)
        seen = service.number
        take(service, "report", **result_of(service.state.tables[0]))
        assert refusal(service, "undo", seen=seen) == "seen_too_old"
        assert happened(take(service, "undo", seen=seen + 1)) == "CommandUndone"

    def test_two_organisers_press_next_at_once(self) -> None:
        service = started(players=6)
        report_all(service)
        seen = service.number
        first = take(service, "next", seen=seen, id="n")
        assert refusal(service, "next", seen=seen) == "seen_too_old"
        assert take(service, "next", seen=seen, id="n") == first
        assert take(service, "next", seen=seen + 1, id="n") == first

    def test_what_happens_on_the_floor_stands_in_nobodys_way(self) -> None:
        service = started(players=6)
        seen = service.number
        take(service, "call", about="x")
        service.take(say(service, service.state.tables[0].players[0]), "en")
        assert happened(take(service, "undo", seen=seen)) == "CommandUndone"

    def test_a_correction_is_in_conflict_with_one_of_the_same_game_only(self) -> None:
        service = started(players=6)
        report_all(service)
        one, two = service.state.tables
        seen = service.number
        amend = {"round": 1, "reason": "typed wrong", "seen": seen}
        assert outcome(service, "amend", **amend | result_of(one, 1)) == "ResultAmended"
        assert outcome(service, "amend", **amend | result_of(two, 1)) == "ResultAmended"
        assert outcome(service, "amend", **amend | result_of(two, 2)) == "seen_too_old"
        preview = service.take(
            {"do": "amend", **amend, **result_of(two, 2), "seen": service.number, "preview": True}, "en"
        )
        assert preview.changes
        take(service, "next")
        assert refusal(service, "amend", **amend | result_of(one, 2) | {"seen": seen + 2}) == "seen_too_old"

    def test_a_correction_is_in_conflict_with_a_report_of_its_game(self) -> None:
        service = started(players=6)
        one, two = service.state.tables
        take(service, "report", **result_of(one))
        seen = service.number
        take(service, "report", **result_of(two))
        amend = {"round": 1, "reason": "typed wrong", "seen": seen}
        assert outcome(service, "amend", **amend | result_of(two, 1)) == "seen_too_old"
        assert outcome(service, "amend", **amend | result_of(one, 1)) == "ResultAmended"

    def test_a_report_is_in_conflict_with_one_of_its_own_table_only(self) -> None:
        service = started(players=6)
        one, two = service.state.tables
        seen = service.number
        take(service, "report", **result_of(one))
        assert outcome(service, "report", seen=seen, **result_of(one)) == "seen_too_old"
        assert outcome(service, "drawn", seen=seen, table=1) == "seen_too_old"
        assert outcome(service, "report", seen=seen, **result_of(two)) == "ResultReported"
        take(service, "next")
        assert outcome(service, "drawn", seen=seen, table=1) == "seen_too_old"
        number = service.number
        take(service, "amend", **result_of(one, 1), round=1, reason="typed wrong")
        assert outcome(service, "drawn", seen=number, table=1) == "GameDrawn"

    def test_what_was_seen_is_the_number_of_a_record(self, subtests: pytest.Subtests) -> None:
        for wrong in ["1", 1.5, True, -1, []]:
            with subtests.test(wrong=wrong):
                assert refusal(opened(), "undo", seen=wrong) == "bad_field"

    def test_nobody_has_seen_what_is_still_to_come(self) -> None:
        assert refusal(opened(), "undo", seen=2) == "bad_seen"


def test_a_command_from_long_ago_is_answered_as_the_first_time_without_doing_all_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = opened()
    names = [f"Player {number}" for number in range(3 * REMEMBERED)]
    first = [desk.take({"do": "register", "player": name, "id": name}, "en") for name in names]
    done: list[Event] = []

    def noted(state: State | None, event: Event, moment: Moment) -> State:
        done.append(event)
        return evolve(state, event, moment)

    monkeypatch.setattr("floorjudge.events.service.answers.evolve", noted)
    # The opening has the first number: these stand at both ends of what is kept whole.
    for at in (0, REMEMBERED - 2, REMEMBERED - 1, 2 * REMEMBERED - 2, 2 * REMEMBERED - 1, 3 * REMEMBERED - 1):
        done.clear()
        again = desk.take({"do": "register", "player": names[at], "id": names[at]}, "en")
        assert again.events == first[at].events
        assert again.state == first[at].state
        assert len(done) <= REMEMBERED


def test_others_have_their_turn_while_many_records_are_read() -> None:
    log = open_log()
    desk = opened(log)
    turns: list[int] = []
    looking = EventService(log, desk.event_id, between=lambda: turns.append(looking.number))
    desk.take_all([{"do": "register", "player": f"Player {number}"} for number in range(5 * AT_A_TIME)])
    looking.catch_up()
    assert looking.state == desk.state
    # Once while the chain is checked, once while the state changes.
    assert turns == [1] * 4 + [1 + AT_A_TIME * step for step in range(1, 5)]
