"""The service: commands that come again, two services on one log, the clock, the seed."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput, FloorjudgeError, Refused
from floorjudge.events import view
from floorjudge.events.service import EventService
from floorjudge.events.service.access.roles import Role, allowing
from floorjudge.events.service.log.contract import event_id
from floorjudge.store import open_log
from tests.events.floor.small_event import (
    SEED,
    happened,
    opened,
    outcome,
    refusal,
    report_all,
    report_of,
    started,
    take,
    tournament_of,
)
from tests.support.refusals import error_of


def test_nothing_is_open_at_first() -> None:
    service = EventService(open_log())
    assert service.event_id is None
    assert service.records == ()
    with pytest.raises(Refused) as caught:
        _ = service.state
    assert caught.value.code == "not_open"
    assert (service.number, service.catch_up()) == (0, 0)
    for do in ("show", "start", "next", "undo", "pause_clock"):
        assert outcome(service, do) == "not_open"
    for do, fields in (
        ("register", {"player": "Ana"}),
        ("publish", {"places": True, "decks": True}),
        ("take", {"call": 1}),
    ):
        assert outcome(service, do, **fields) == "not_open"
    assert error_of(Refused, service.take_all, [{"do": "open", "name": "Friday"}]).code == "not_open"


def test_an_event_is_opened_once() -> None:
    service = opened()
    assert refusal(service, "open", name="Saturday") == "already_open"
    assert [kept.name for kept in service._log.tournaments()] == ["Friday"]


def test_every_command_is_one_record_with_the_time_of_the_clock() -> None:
    times = (datetime(2026, 3, 1, 18, 30, tzinfo=UTC) + timedelta(milliseconds=1500 * count) for count in range(100))
    service = EventService(open_log(), clock=lambda: next(times))
    take(service, "open", name="Friday")
    take(service, "register", player="Ana")
    take(service, "show")
    assert [(record.number, record.at) for record in service.records] == [
        (1, "2026-03-01T18:30:00.000+00:00"),
        (2, "2026-03-01T18:30:01.500+00:00"),
    ]


def test_the_clock_is_utc_by_default() -> None:
    stamped = datetime.fromisoformat(opened().records[0].at)
    assert stamped.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - stamped) < timedelta(minutes=5)


def test_a_seed_that_is_left_out_is_32_random_bytes() -> None:
    seeds = []
    for given_seed in ({}, {"seed": None}):
        service = EventService(open_log())
        take(service, "open", name="Friday", **given_seed)
        seeds.append(service._log.secret(str(service.event_id)))
    assert seeds[0] != seeds[1]
    assert [len(bytes.fromhex(str(seed))) for seed in seeds] == [32, 32]


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    state = opened().state
    assert state.commitment == hashlib.sha256(SEED.encode()).hexdigest()
    assert state.seed is None


def test_a_repeated_command_is_answered_as_the_first_time_and_done_once() -> None:
    service = opened()
    first = take(service, "register", player="Ana", id="a-1")
    take(service, "register", player="Bo")
    assert service.take({"id": "a-1", "player": "Ana", "do": "register"}, "en") == first
    assert len(service.records) == 3
    assert list(first.state.players) == ["Ana"]


def test_opening_again_with_the_same_id_opens_nothing() -> None:
    service = EventService(open_log())
    first = take(service, "open", name="Friday", id="o")
    assert take(service, "open", name="Friday", id="o") == first
    assert len(service._log.tournaments()) == 1


def test_another_command_with_a_used_id_is_an_error() -> None:
    service = opened()
    take(service, "register", player="Ana", id="a-1")
    assert refusal(service, "register", player="Bo", id="a-1") == "id_used_before"
    assert refusal(service, "register", player=" Ana", id="a-1") == "id_used_before"
    assert refusal(service, "undo", id="a-1") == "id_used_before"


def test_no_id_is_no_id() -> None:
    service = opened()
    take(service, "register", player="Ana", id=None)
    assert refusal(service, "register", player="Ana", id=None) == "name_taken"


def test_the_id_of_a_refused_command_can_be_used_again() -> None:
    service = started()
    assert refusal(service, "next", id="n") == "games_open"
    report_all(service)
    assert happened(take(service, "next", id="n")) == "RoundGrouped"


def test_an_id_is_a_short_text_or_a_whole_number(subtests: pytest.Subtests) -> None:
    for wrong in ["", "x" * 201, 1.0, 1.5, True, False, [], {}, ["a"], 10**200]:
        with subtests.test(wrong=wrong):
            assert refusal(opened(), "register", player="Ana", id=wrong) == "bad_id"


def test_any_short_id_is_remembered(subtests: pytest.Subtests) -> None:
    for right in ["x", "x" * 200, 0, -5, 10**199, "{0} %s [red]x[/red] \"'", "\N{GRINNING FACE}" * 200]:
        with subtests.test(right=right):
            service = opened()
            first = take(service, "register", player="Ana", id=right)
            assert take(service, "register", player="Ana", id=right) == first


def test_a_preview_changes_nothing() -> None:
    service = started()
    report_all(service)
    wrong = service.state.tables[0]
    command = report_of(wrong) | {"do": "amend", "round": 1, "reason": "typed wrong", "winner": wrong.players[1]}
    command["influence"] = {name: 16 if name == wrong.players[1] else 0 for name in wrong.players}
    before, records = service.state, service.records
    answer = service.take({**command, "preview": True}, "en")
    assert (service.state, service.records, answer.events, answer.state) == (before, records, (), before)
    assert answer.changes
    done = service.take({**command, "preview": False}, "en")
    assert done.changes is None
    assert len(service.records) == len(records) + 1
    was, now = view(before, "en")["players"], view(done.state, "en")["players"]
    told = {(one["what"], one["player"]): (one["from"], one["to"]) for one in answer.changes}
    compared = ("set", "victory_points", "influence", "score", "place")
    assert told == {("winner", None): tuple(wrong.players[:2])} | {
        (what, old["player"]): (old[what], new[what])
        for old, new in zip(was, now, strict=True)
        for what in compared
        if old[what] != new[what]
    }
    assert answer.changes[0]["text"] == f"Winner: {wrong.players[0]} → {wrong.players[1]}"


def test_a_preview_says_what_would_be_refused() -> None:
    service = started()
    table = service.state.tables[0]
    command = report_of(table) | {"do": "amend", "round": 1, "reason": "typed wrong", "preview": True}
    assert refusal(service, **command) == "not_reported"


def test_only_corrections_have_a_preview() -> None:
    service = started()
    for command in (
        report_of(service.state.tables[0]),
        {"do": "next"},
        {"do": "undo"},
        {"do": "leave", "player": "Ana"},
    ):
        assert refusal(service, **command, preview=True) == "no_preview"
    amend = report_of(service.state.tables[0]) | {"do": "amend", "round": 1, "reason": "x"}
    for wrong in (1, 0, "yes", ["yes"]):
        assert refusal(service, **amend, preview=wrong) == "bad_field"


def test_a_desk_without_an_event_cannot_be_at_one_that_is_not_there() -> None:
    with pytest.raises(BadInput):
        EventService(open_log(), "friday")


def test_an_event_gets_an_id_that_can_be_typed(subtests: pytest.Subtests) -> None:
    for name, short in [
        ("Café night", "cafe-night"),
        ("  Friday -- 7 pm!  ", "friday-7-pm"),
        ("Ostasiatische Straße", "ostasiatische-strasse"),
        ("日本", "event"),
        ("-", "event"),
        ("a" * 100, "a" * 40),
    ]:
        with subtests.test(name=name, short=short):
            assert event_id(name) == short


@given(st.text(max_size=100))
def test_every_event_has_an_id_that_can_be_typed(name: str) -> None:
    short = event_id(name)
    assert 0 < len(short) <= 40
    assert all(part.isascii() and part.isalnum() and part == part.lower() for part in short.split("-") if part)
    assert not short.startswith("-")


def names(service: EventService) -> list[str]:
    return [player.name for player in service.state.all_players()]


def registering(*players: str, prefix: str = "") -> list[dict[str, Any]]:
    given: list[dict[str, Any]] = [{"do": "register", "player": player} for player in players]
    return [one | ({"id": f"{prefix}{number}"} if prefix else {}) for number, one in enumerate(given)]


def test_several_commands_are_several_records() -> None:
    one, other = opened(), opened()
    answer = one.take_all(registering("Ana", "Bo", "Cy"), by="organiser Marie")
    last = [other.take(command, "en", by="organiser Marie") for command in registering("Ana", "Bo", "Cy")][-1]
    assert (answer.state, answer.number) == (last.state, last.number)
    assert [record.event for record in one.records] == [record.event for record in other.records]
    assert [record.by for record in one.records[1:]] == ["organiser Marie"] * 3
    assert len(answer.events) == 3
    assert EventService(one._log, one.event_id).state == one.state


@pytest.mark.parametrize(
    ("wrong", "code"),
    [({"do": "register", "player": "Ana"}, "name_taken"), ({"do": "fly"}, "unknown_command"), ({"do": "show"}, "bad_field"),
     ({"do": "undo", "preview": True}, "bad_field"), ({"do": "open", "name": "Saturday"}, "already_open"),
     ({"do": "register", "player": "Zoe", "id": "p0"}, "id_used_before"),
     ({"do": "register", "player": "Zoe", "seen": 99}, "bad_seen")],
)  # fmt: skip
def test_one_that_cannot_be_done_keeps_all_from_being_done(wrong: dict[str, object], code: str) -> None:
    service = opened()
    before = service.records
    caught = error_of(FloorjudgeError, service.take_all, [*registering("Ana", "Bo", prefix="p"), wrong])
    assert (caught.code, caught.where) == (code, "commands[3]")
    assert (service.records, names(service)) == (before, [])
    assert EventService(service._log, service.event_id).records == before


def test_an_error_says_which_of_several_commands_it_is_about() -> None:
    with pytest.raises(FloorjudgeError) as caught:
        opened().take_all(registering("Ana", "Bo", "Ana"), places=["line 2", "line 5", "line 9"])
    assert caught.value.where == "line 9"


def test_several_commands_that_come_again_are_done_once() -> None:
    service = opened()
    sent = registering("Ana", "Bo", prefix="p")
    service.take_all(sent)
    assert service.take_all([*sent, *sent, {"do": "register", "player": "Cy", "id": "c"}]).number == 4
    assert names(service) == ["Ana", "Bo", "Cy"]
    assert service.take_all(sent).events == ()
    assert service.take_all([]).number == 4


def test_several_commands_may_rest_on_one_another() -> None:
    service = opened()
    answer = service.take_all([*registering("Ana", "Bo", "Cy"), {"do": "start"}, {"do": "clock", "minutes": 50}])
    assert [type(event).__name__ for event in answer.events[-2:]] == ["RoundGrouped", "ClockStarted"]
    one_by_one = opened()
    for command in (*registering("Ana", "Bo", "Cy"), {"do": "start"}):
        one_by_one.take(command, "en")
    assert tournament_of(answer.state) == tournament_of(one_by_one.state)


def test_whoever_may_not_do_one_of_several_commands_does_none() -> None:
    service = opened()

    with pytest.raises(Refused):
        service.take_all([*registering("Ana"), {"do": "start"}], allowed=allowing(Role.SCOREKEEPER))
    assert names(service) == []


def test_an_open_that_comes_to_another_desk_opens_no_second_event() -> None:
    log = open_log()
    command = {"do": "open", "name": "Friday", "id": "form"}
    first = EventService(log, once=True)
    answer = first.take(command, "en")
    first.take({"do": "register", "player": "Ana"}, "en")
    second = EventService(log, once=True)
    assert second.take(command, "en") == answer
    assert (second.event_id, second.records) == (first.event_id, first.records)
    assert len(log.tournaments()) == 1
    caught = error_of(FloorjudgeError, EventService(log, once=True).take, {**command, "name": "Saturday"}, "en")
    assert caught.code == "id_used_before"
    # Without an id, or at a service that does not ask, every opening is one.
    EventService(log, once=True).take({"do": "open", "name": "Friday"}, "en")
    EventService(log).take(command, "en")
    assert len(log.tournaments()) == 3
