"""`event stdio`, line by line: the contract that scripts and bots rely on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from floorjudge.cli.event.stdio import answers
from floorjudge.events import view
from floorjudge.events.service import EventService
from tests.cli.talk import (
    ORDER,
    POSSIBLE,
    after_round,
    amendment,
    done,
    error,
    first_open,
    in_readmission,
    in_round,
    in_the_final,
    readmission_amendment,
    registering,
    say,
    unopened,
)
from tests.events.floor.small_event import finished, opened, report_all, report_of, started


@pytest.mark.parametrize("kind", POSSIBLE)
def test_every_kind_of_command_can_be_undone(kind: str) -> None:
    make, command, undone = POSSIBLE[kind]
    service = make()
    before = view(service.state, "en")
    done(service, **command(service))
    answer = done(service, do="undo")
    assert answer["events"] == [{"event": "CommandUndone", "undone": undone}]
    starts = before["draw"]["starts"] + (kind.startswith("start"))
    assert answer["view"] == json.loads(json.dumps({**before, "draw": {**before["draw"], "starts": starts}}))
    assert done(service, **command(service))["events"][0]["event"] == undone


@pytest.mark.parametrize("kind", POSSIBLE)
def test_every_kind_of_command_can_be_sent_again(kind: str) -> None:
    make, command, _ = POSSIBLE[kind]
    service = make()
    given_command = {**command(service), "id": "once"}
    first = done(service, **given_command)
    records = service.records
    done(service, do="undo")
    assert done(service, **given_command) == first
    assert service.records[:-1] == records


def test_undo_goes_back_one_by_one_to_the_opening() -> None:
    service = finished()
    standing = [json.loads(record.event)["event"] for record in service.records]
    while "CommandUndone" in standing:
        at = standing.index("CommandUndone")
        del standing[at - 1 : at + 1]
    for kind in reversed(standing[1:]):
        assert done(service, do="undo")["events"] == [{"event": "CommandUndone", "undone": kind}]
    left, fresh = view(service.state, "en"), view(opened().state, "en")
    assert left == {**fresh, "draw": {**fresh["draw"], "starts": 1}}
    assert error(service, do="undo") == ("nothing_to_undo", None)


def test_a_grouping_that_is_undone_comes_out_the_same_again() -> None:
    service = after_round()
    first = done(service, do="next")
    done(service, do="undo")
    assert done(service, do="next") == first


def test_the_seed_hides_again_when_the_end_is_undone() -> None:
    service = finished()
    assert done(service, do="undo")["view"]["draw"]["seed"] is None


def test_only_amendments_to_what_was_reported_have_a_preview() -> None:
    service = in_the_final()
    for command in (amendment(service), readmission_amendment(service)):
        before = (service.records, service.state)
        answer = done(service, **command, preview=True)
        assert (answer["events"], bool(answer["changes"])) == ([], True)
        assert answer["view"] == json.loads(json.dumps(view(service.state, "en")))
        assert (service.records, service.state) == before
        assert "changes" not in done(service, **command, preview=False)
    assert error(service, do="undo", preview=True) == ("no_preview", "preview")


def test_a_preview_of_no_change_is_an_empty_list() -> None:
    service = in_round()
    table = service.state.tables[0]
    command = report_of(table) | {"do": "amend", "round": 1, "reason": "looked again", "preview": True}
    assert done(service, **command)["changes"] == []


def test_a_second_report_is_refused() -> None:
    service = in_round()
    command = report_of(service.state.tables[0])
    assert error(service, **command) == ("already_reported", "table")
    assert error(service, do="drawn", table=1) == ("already_reported", "table")
    service = in_readmission()
    command = first_open(service)
    done(service, **command)
    assert error(service, **command) == ("already_reported", "table")


@pytest.mark.parametrize("make", [started, in_round, in_readmission, in_the_final])
def test_next_is_refused_while_a_game_is_open(make: Callable[[], EventService]) -> None:
    service = make()
    still_open = [str(table.table) for table in service.state.open_tables()]
    answer = say(service, do="next")
    assert answer["error"]["code"] == "games_open"
    assert ", ".join(still_open) in answer["error"]["message"]


def test_a_readmission_names_as_many_as_there_are_seats() -> None:
    service = in_readmission()
    players = list(service.state.tables[0].players)
    for wrong in ([], players, [players[0], players[0]]):
        assert error(service, do="report", table=1, qualified=wrong) == ("wrong_number_qualified", "qualified")
    assert error(service, do="report", table=1, qualified=["nobody"]) == ("not_at_the_table", "qualified[0]")
    winner = {"winner": players[0], "influence": dict.fromkeys(players, 8)}
    assert error(service, do="report", table=1, **winner)[0] == "is_readmission"


def test_a_random_order_keeps_what_it_was_given() -> None:
    service = in_round()
    items = ["{0}", "%s", "[red]x[/red]", 'a "quote"', "two\nlines", "same", "same", "\N{SNOWMAN}"]
    (event,) = done(service, do="random_order", items=items, reason="OTE 2.8.4")["events"]
    assert set(event) == {"event", "items", "reason", "order"}
    assert (event["items"], sorted(event["order"])) == (items, sorted(items))
    assert any(done(service, **ORDER)["events"][0]["order"] != ORDER["items"] for _ in range(20))
    assert error(registering(), **ORDER) == ("not_started", None)


class TestIds:
    """Commands that are sent again."""

    def test_the_first_answer_comes_again_to_the_byte(self) -> None:
        service = registering()
        line = json.dumps({"do": "register", "player": "Zoe", "id": "z"}).encode()
        (first,) = answers(service, [line], "en")
        done(service, do="start")
        (again,) = answers(service, [line], "en")
        assert again == first
        assert [player.name for player in service.state.players.values()].count("Zoe") == 1

    def test_a_failed_command_can_be_tried_again(self) -> None:
        service = in_round()
        assert error(service, do="next", id=7) == ("games_open", None)
        report_all(service)
        done(service, do="next", id=7)

    def test_an_id_belongs_to_one_command(self) -> None:
        service = registering()
        done(service, do="register", player="Zoe", id="z")
        for other in ({"do": "register", "player": "Yan"}, {"do": "undo"}, {"do": "register", "player": " Zoe"}):
            assert error(service, **other, id="z") == ("id_used_before", "id")

    def test_what_else_is_asked_needs_no_id_and_may_have_one(self) -> None:
        service = registering()
        assert say(service, do="show", id="s") == say(service, do="show")

    @pytest.mark.parametrize("wrong", ["", "x" * 201, 1.0, True, [], {}, 10**300])
    def test_an_id_is_a_short_text_or_a_whole_number(self, wrong: object) -> None:
        assert error(registering(), do="register", player="Zoe", id=wrong) == ("bad_id", "id")

    def test_no_id_is_no_id(self) -> None:
        service = registering()
        done(service, do="register", player="Zoe", id=None)
        assert error(service, do="register", player="Zoe", id=None) == ("name_taken", "player")


def test_lines_in_are_lines_out() -> None:
    service = unopened()
    lines = [b'{"do":"open","name":"F"}\n', b"\n", b"x\n", b'{"do":"show"}\r\n', b'{"do":"show"}']
    assert [json.loads(answer)["ok"] for answer in answers(service, lines, "en")] == [True, False, False, True, True]


def test_each_line_is_answered_before_the_next_is_read() -> None:
    service = unopened()
    read = []

    def lines() -> Iterator[bytes]:
        for name in "abc":
            read.append(name)
            yield json.dumps({"do": "open", "name": name}).encode()

    for count, _ in enumerate(answers(service, lines(), "en"), 1):
        assert len(read) == count


def test_the_view_is_left_out_on_request() -> None:
    service = unopened()
    lines = [
        {"do": "open", "name": "Friday", "view": False},
        {"do": "register", "player": "Ana", "id": 1, "view": False},
    ]
    opened_line, registered = map(json.loads, answers(service, (json.dumps(line).encode() for line in lines), "en"))
    assert set(opened_line) == set(registered) == {"ok", "events"}
    again = say(service, **{**lines[1], "view": True})
    assert again["events"] == registered["events"]
    assert again["view"] == json.loads(json.dumps(view(service.state, "en")))
    assert error(service, do="show", view="no") == ("bad_field", "view")
