"""Calls for a judge, from the raised hand to the head judge's last word, and finding them again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.floor.call_history import is_answered, open_calls, search_calls
from floorjudge.events.service import EventService
from floorjudge.events.venue import CallState, EntryKind
from tests.events.floor.small_event import (
    check_replay,
    happened,
    opened,
    outcome,
    refusal,
    report_all,
    result_of,
    started,
    take,
)

LOOP = {"case": {"turn_order": ["Ana", "Bo"], "maintained_by": ["Ana"]}, "answer": {"outcome": "advance", "text": "go"}}


def called(players: int = 7) -> EventService:
    """Return the service of an event with one call, at table 1."""
    service = started(players=players)
    service.take(
        {"do": "call", "table": 1, "player": service.state.tables[0].players[0], "about": "a loop"}, "en", by="Ana"
    )
    return service


def test_a_call_with_its_whole_history() -> None:
    service = called()
    for by, command in (
        ("judge Bo", {"do": "take", "call": 1}),
        ("judge Bo", {"do": "note", "call": 1, "text": "both talk at once"}),
        ("judge Bo", {"do": "extend", "call": 1, "table": 1, "minutes": 5}),
        ("judge Bo", {"do": "ruling", "call": 1, "text": "it is a loop", "clauses": ["mtr4.4.3"], "loop": LOOP}),
        ("judge Bo", {"do": "appeal", "call": 1, "player": service.state.tables[0].players[1], "text": "no it is not"}),
        ("head judge Cy", {"do": "take", "call": 1}),
        ("head judge Cy", {"do": "rule_appeal", "call": 1, "text": "it is", "clauses": ["MTR 4.4.9"]}),
        ("head judge Cy", {"do": "close_call", "call": 1}),
    ):
        service.take(command, "en", by=by)
    call = service.state.venue.calls[1]
    assert [(entry.kind.value, entry.by) for entry in call.history] == [
        ("opened", "Ana"),
        ("taken", "judge Bo"),
        ("note", "judge Bo"),
        ("extension", "judge Bo"),
        ("ruling", "judge Bo"),
        ("appeal", "judge Bo"),
        ("taken", "head judge Cy"),
        ("appeal_ruling", "head judge Cy"),
        ("closed", "head judge Cy"),
    ]
    ruling = call.history[4]
    assert (ruling.text, ruling.clauses, ruling.loop) == ("it is a loop", ("MTR 4.4.3",), LOOP)
    assert [entry.at for entry in call.history] == [record.at for record in service.records[-9:]]
    assert (call.state, call.final, call.taken_by, call.about) == (CallState.CLOSED, True, "head judge Cy", "a loop")
    assert (call.round, call.stage, call.table, call.opened_at) == (1, 1, 1, call.history[0].at)
    assert service.state.venue.extensions[1] == 5
    assert service.state.venue.unclosed == ()
    check_replay(service)


# What each command gives in each state of a call: the state after it, or the refusal.
COMMANDS: dict[str, dict[str, Any]] = {
    "take": {},
    "note": {"text": "x"},
    "ruling": {"text": "x"},
    "appeal": {"text": "x"},
    "rule_appeal": {"text": "x"},
    "close_call": {},
}
WAYS = {
    "open": [],
    "taken": ["take"],
    "ruled": ["ruling"],
    "appealed": ["ruling", "appeal"],
    "final": ["ruling", "appeal", "rule_appeal"],
    "closed": ["close_call"],
}
LEADS = {
    "open": ["taken", "open", "ruled", "not_ruled", "not_appealed", "closed"],
    "taken": ["taken", "taken", "ruled", "not_ruled", "not_appealed", "closed"],
    "ruled": ["ruled_already", "ruled", "ruled", "appealed", "not_appealed", "closed"],
    "appealed": ["appealed", "appealed", "is_appealed", "is_appealed", "ruled", "is_appealed"],
    "final": ["ruled_already", "ruled", "appeal_decided", "appeal_decided", "not_appealed", "closed"],
    "closed": ["call_closed"] * 6,
}


def test_what_can_be_done_with_a_call(subtests: pytest.Subtests) -> None:
    for state in list(WAYS):
        with subtests.test(state=state):
            for command, leads in zip(COMMANDS, LEADS[state], strict=True):
                service = called()
                for before in WAYS[state]:
                    take(service, before, call=1, **COMMANDS[before])
                given = outcome(service, command, call=1, **COMMANDS[command])
                becomes = service.state.venue.calls[1].state.value
                assert (command, becomes if given[0].isupper() else given) == (command, leads)


@pytest.mark.exhaustive
@given(st.lists(st.tuples(st.sampled_from(list(COMMANDS)), st.integers(1, 3)), max_size=20))
def test_whatever_is_done_with_calls_none_of_it_is_lost(commands: list[tuple[str, int]]) -> None:
    service = called()
    take(service, "call", about="another")
    done = {1: ["opened"], 2: ["opened"], 3: []}
    kinds = {"take": "taken", "close_call": "closed", "rule_appeal": "appeal_ruling"}
    for command, call in commands:
        if outcome(service, command, call=call, **COMMANDS[command])[0].isupper():
            done[call].append(kinds.get(command, command))
    calls = service.state.venue.all_calls()
    assert [[entry.kind.value for entry in call.history] for call in calls] == [done[1], done[2]]
    assert [call.number for call in service.state.venue.unclosed_calls()] == [
        call.number for call in calls if call.history[-1].kind is not EntryKind.CLOSED
    ]
    check_replay(service)


def test_a_call_names_what_is_there() -> None:
    service = started(players=7)
    table = service.state.tables[0]
    stranger = next(name for name in service.state.players if name not in table.players)
    assert refusal(service, "call", about="x", table=99) == "no_such_table"
    assert refusal(service, "call", about="x", player="Nobody") == "unknown_player"
    assert refusal(service, "call", about="x", table=1, player=stranger) == "not_at_the_table"
    assert refusal(service, "take", call=1) == "no_such_call"
    assert happened(take(service, "call", about="x", player=stranger)) == "CallOpened"
    assert happened(take(service, "call", about="x")) == "CallOpened"
    assert happened(take(opened(), "call", about="my deck")) == "CallOpened"
    assert refusal(opened(), "call", about="x", table=1) == "not_started"


def test_words_are_words(subtests: pytest.Subtests) -> None:
    for wrong in ["", " \n", "x" * 2001, "\x1b[31m", "a\x00", "\ud800"]:
        with subtests.test(wrong=wrong):
            service = called()
            take(service, "ruling", call=1, text="yes")
            assert refusal(service, "call", about=wrong) == "bad_words"
            for command in ("note", "ruling", "appeal"):
                assert refusal(service, command, call=1, text=wrong) == "bad_words"
            take(service, "appeal", call=1, text="x" * 2000)
            assert refusal(service, "rule_appeal", call=1, text=wrong) == "bad_words"
            assert refusal(service, "announce", text=wrong) == "bad_words"


def test_a_ruling_cites_clauses_that_there_are() -> None:
    service = called()
    assert refusal(service, "ruling", call=1, text="x", clauses=["MTR 99.9"]) == "unknown_clause"
    assert refusal(service, "ruling", call=1, text="x", clauses=["MTR 4.4.1"] * 21) == "too_many_clauses"
    take(service, "ruling", call=1, text="x", clauses=["MTR 4.4.1", "mtr 4.4.1", "CR 729.2b"])
    assert service.state.venue.calls[1].history[-1].clauses == ("MTR 4.4.1", "CR shortcuts.2b")


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"a": value}
    return value


def test_what_the_loop_desk_said_is_json_of_a_sensible_length(subtests: pytest.Subtests) -> None:
    for case in [
        {"x": "y" * 200_000},
        {"x": "\ud800"},
        {"\ud800": 1},
        {"x": object()},
        {"x": 10**5000},
        nested(100),
        nested(990),
        nested(100_000),
    ]:
        with subtests.test(case=case):
            service = called()
            assert refusal(service, "ruling", call=1, text="x", loop={"case": case, "answer": {}}) == "bad_loop"


def test_what_the_loop_desk_said_comes_back_as_it_was() -> None:
    service = called()
    case = {"x": [2**70, -0.5, None, True, "\u2028 é", {"body": nested(90)}]}
    take(service, "ruling", call=1, text="x", loop={"case": case, "answer": {}})
    assert service.state.venue.calls[1].history[-1].loop == {"case": case, "answer": {}}
    check_replay(service)


def test_the_loop_desk_has_a_case_and_an_answer() -> None:
    service = called()
    assert refusal(service, "ruling", call=1, text="x", loop={"case": {}}) == "missing_field"
    assert refusal(service, "ruling", call=1, text="x", loop=["case"]) == "bad_field"
    assert refusal(service, "ruling", call=1, text="x", loop={"case": {}, "answer": {}, "more": 1}) == "unknown_field"


def test_a_table_gets_more_time_while_it_plays() -> None:
    service = called()
    take(service, "extend", table=1, minutes=3)
    take(service, "extend", table=1, minutes=4, call=1)
    assert service.state.venue.extensions[1] == 7
    for wrong in (0, -5, 241):
        assert refusal(service, "extend", table=1, minutes=wrong) == "bad_minutes"
    assert refusal(service, "extend", table=1, minutes=5, call=9) == "no_such_call"
    take(service, "report", **result_of(service.state.tables[0]))
    assert refusal(service, "extend", table=1, minutes=5) == "game_is_over"


def test_calls_outlive_their_round_and_what_was_undone() -> None:
    service = called()
    report_all(service)
    take(service, "next")
    take(service, "undo")
    assert service.state.venue.calls[1].state is CallState.OPEN
    assert [call.number for call in service.state.venue.unclosed_calls()] == [1]
    take(service, "close_call", call=1)


def open_numbers(service: EventService) -> list[int]:
    return [call.number for call in open_calls(service.state)]


def test_the_result_of_a_table_answers_its_disputes_and_what_was_ruled_on() -> None:
    service = started(players=6)
    one, other = service.state.tables
    for winner, player in enumerate(one.players[:2]):
        take(service, "propose", player=player, **result_of(one, winner))
    for about in ("a loop", "too slow", "an appeal", "no table"):
        take(service, "call", about=about, **({} if about == "no table" else {"table": 1}))
    take(service, "call", about="elsewhere", table=2)
    take(service, "take", call=1)
    for call in (2, 4):
        take(service, "ruling", call=call, text="so be it")
    take(service, "appeal", call=4, text="no")
    take(service, "take", call=3)
    assert open_numbers(service) == [1, 2, 3, 4, 5, 6]
    take(service, "report", **result_of(one))
    # The dispute and the loop are answered; about slowness, the appeal, and what is about other tables, a judge decides.
    assert open_numbers(service) == [3, 4, 5, 6]
    assert [is_answered(service.state, call) for call in service.state.venue.all_calls()] == [True, True, *[False] * 4]
    settled = [call.number for call in service.state.venue.all_calls() if call.history[-1].kind is EntryKind.SETTLED]
    assert settled == [1, 2, 3, 4]
    take(service, "unreport", table=1, reason="the wrong table")
    assert open_numbers(service) == [1, 2, 3, 4, 5, 6]
    take(service, "report", **result_of(one))
    take(service, "note", call=1, text="they shook hands")
    take(service, "report", **result_of(other))
    take(service, "next")
    assert open_numbers(service) == [3, 4, 5, 6]
    for call in (1, 2, 3):
        take(service, "close_call", call=call)
    check_replay(service)


def test_calls_are_found_again() -> None:
    service = called()
    take(service, "call", about="Ätzende Verzögerung", table=2)
    take(service, "call", about="where is table 12?")
    take(service, "ruling", call=1, text="x", clauses=["MTR 4.4.3", "CR shortcuts.4"], loop=LOOP)
    player = service.state.tables[1].players[0]
    take(service, "propose", player=player, **result_of(service.state.tables[1]))
    take(service, "dispute", player=service.state.tables[1].players[1], table=2, text="7 it was")

    def found(words: str) -> list[int]:
        return [call.number for call in search_calls(service.state.venue, words)]

    assert found("") == [4, 3, 2, 1]
    assert found("verzogerung ATZENDE") == [2]
    assert found("table 2") == [4, 2]
    assert found("mesa 2") == [4, 2]
    assert found("table 1") == [1]
    assert found("mtr 4.4.3") == [1]
    assert found("cr 732.4") == found("shortcuts.4") == [1]
    assert found(player + " 16") == [4]
    assert found("go loop") == [1]
    assert found("nothing of the kind") == []
