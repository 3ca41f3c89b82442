"""The service with commands of both kinds: sent again, at two services at once, and on what somebody saw."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from floorjudge.cli.event.stdio import answers
from floorjudge.events import view
from floorjudge.events.codec import read_object
from floorjudge.events.service import EventLog, EventService
from floorjudge.events.service.service import REMEMBERED, answer_json, answer_of
from floorjudge.store import open_log
from tests.events.floor.small_event import opened, report_all, started
from tests.events.floor.test_two_services import WatchedLog, before_the_first_writing
from tests.events.floor.venue_play import Given, check_replay, happened, outcome, refusal, result_of, take


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


def test_a_command_of_long_ago_is_answered_as_the_first_time() -> None:
    service = started(players=6)
    one = service.state.tables[0].players[0]
    first = service.take(say(service, one, id="p"), "en")
    for number in range(REMEMBERED + 5):
        take(service, "announce", text=f"{number}")
        if number in (REMEMBERED - 2, REMEMBERED - 1, REMEMBERED):
            assert service.take(say(service, one, id="p"), "en") == first
    last = answer_of(list(service.records))
    assert (last.state, last.number) == (service.state, service.number)


@pytest.fixture
def log() -> EventLog:
    return open_log()


def test_two_phones_at_two_desks_at_once(log: EventLog) -> None:
    one = started(log, players=6)
    watched = WatchedLog(log)
    other = EventService(watched, one.event_id)
    ana, bo, cy = one.state.tables[0].players
    before_the_first_writing(watched, lambda: one.take(say(one, ana, id="a"), "en"))
    assert happened(other.take(say(one, bo, id="b"), "en")) == "ResultConfirmed"
    assert happened(one.take(say(one, cy, id="c"), "en")) == "ResultReported"
    assert other.take(say(one, ana, id="a"), "en").number == one.number - 2
    assert (other.state, other.state.venue) == (one.state, one.state.venue)
    check_replay(other)


def test_the_last_two_confirmations_at_once_give_one_result(log: EventLog) -> None:
    one = started(log, players=6)
    watched = WatchedLog(log)
    other = EventService(watched, one.event_id)
    ana, bo, cy = one.state.tables[0].players
    one.take(say(one, ana), "en")
    before_the_first_writing(watched, lambda: one.take({"do": "confirm", "table": 1, "player": bo, "id": "b"}, "en"))
    assert happened(other.take({"do": "confirm", "table": 1, "player": cy, "id": "c"}, "en")) == "ResultReported"
    assert sum("ResultReported" in record.event for record in other.records) == 1


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

    @pytest.mark.parametrize("wrong", ["1", 1.5, True, -1, []])
    def test_what_was_seen_is_the_number_of_a_record(self, wrong: object) -> None:
        assert refusal(opened(), "undo", seen=wrong) == "bad_field"

    def test_nobody_has_seen_what_is_still_to_come(self) -> None:
        assert refusal(opened(), "undo", seen=2) == "bad_seen"


def test_nothing_happens_on_the_floor_of_no_event() -> None:
    service = EventService(open_log())
    assert (service.number, service.catch_up()) == (0, 0)
    assert outcome(service, "pause_clock") == "not_open"
    assert outcome(service, "publish", places=True, decks=True) == "not_open"
    assert outcome(service, "join", player="Ana") == "not_open"
    assert outcome(service, "take", call=1) == "not_open"


def test_the_floor_is_there_line_by_line_too() -> None:
    service = started(players=6)
    table = service.state.tables[0]
    lines = [
        f'{{"do": "propose", "table": 1, "player": "{table.players[0]}", "drawn": true}}'.encode(),
        b'{"do": "close_call", "call": 1}',
        b'{"do": "propose", "table": 1}',
        b'{"do": "confirm", "table": 1, "player": "x", "more": 1}',
        b'{"do": "sing"}',
    ]
    first, *rest = map(json.loads, answers(service, lines, "en"))
    assert (first["ok"], first["events"][0]["event"], first["view"]["round"]) == (True, "ResultProposed", 1)
    codes = [value["error"]["code"] for value in rest]
    assert codes == ["no_such_call", "missing_field", "unknown_field", "unknown_command"]
    assert "rule_appeal" in rest[-1]["error"]["message"]
