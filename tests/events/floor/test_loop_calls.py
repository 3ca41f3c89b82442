"""The loop desk of a call: who is asked is decided by the rules of loops, and everything stands in the event's log."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError, Refused
from floorjudge.events.events import LoopAsked
from floorjudge.events.floor.call_history import loop_asked
from floorjudge.events.service import EventService
from floorjudge.events.service.access.roles import Role, allowing
from floorjudge.events.venue import EntryKind, Moment
from floorjudge.events.view import venue_view
from floorjudge.loops import Ruling, Waiting, read_case, rule
from tests.events.floor.small_event import check_replay, happened, refusal, result_of, started, take
from tests.support.refusals import error_of


def asked(**case: Any) -> tuple[EventService, tuple[str, ...]]:
    """Return the service of an event whose call 1 asks the three players of a table, and these players."""
    service = started(players=6)
    players = service.state.tables[0].players
    take(service, "call", about="a loop", table=1)
    given = {"turn_order": list(players), "maintained_by": [players[0]], **case}
    assert happened(take(service, "loop", call=1, case=given)) == "LoopAsked"
    return service, players


def answer(service: EventService) -> Ruling | Waiting:
    """Return what the rules make of the loop so far."""
    case = service.state.venue.calls[1].loop_case
    assert case is not None
    return rule(case)


@pytest.mark.clauses("MTR 4.4.3", "MTR 4.4.6")
def test_a_loop_is_asked_and_settled_in_the_log() -> None:
    service, (ana, bo, cy) = asked(body=["tap", "untap"])
    take(service, "declare", call=1, player=ana, says="10^100")
    take(service, "declare", call=1, player=bo, says=40, steps=1)
    waiting = answer(service)
    assert isinstance(waiting, Waiting)
    assert waiting.player == cy
    take(service, "declare", call=1, player=cy, says="agree")
    ruling = answer(service)
    assert isinstance(ruling, Ruling)
    assert (ruling.player, ruling.clauses) == (bo, ("MTR 4.4.3", "MTR 4.4.6"))
    history = service.state.venue.calls[1].history
    assert [(entry.kind, entry.player, entry.text) for entry in history[1:]] == [
        (EntryKind.LOOP, None, None),
        (EntryKind.DECLARED, ana, "10^100"),
        (EntryKind.DECLARED, bo, "40 iterations, the last one up to step 1"),
        (EntryKind.DECLARED, cy, "agree"),
    ]
    check_replay(service)


@pytest.mark.clauses("MTR 4.4.9")
def test_what_the_rules_refuse_is_refused_in_their_words() -> None:
    service, (ana, bo, _) = asked()
    assert refusal(service, "declare", call=1, player=bo, says="agree") == "not_asked"
    assert refusal(service, "declare", call=1, player=ana, says="agree") == "may_not_say"
    assert refusal(service, "declare", call=1, player=ana, says="perhaps") == "no_declaration"
    assert refusal(service, "declare", call=1, player=ana, says=-1) == "below_zero"
    assert refusal(service, "declare", call=1, player="Nobody", says=3) == "unknown_player"
    take(service, "declare", call=1, player=ana, says=40)
    caught = error_of(FloorjudgeError, take, service, "declare", call=1, player=bo, says=41)
    assert (caught.code, caught.where, caught.clauses) == ("may_not_say", "says", ("MTR 4.4.3",))


def test_nobody_is_asked_before_a_judge_asks_and_after_everybody_has_answered() -> None:
    service, players = asked()
    take(service, "call", about="another")
    assert refusal(service, "declare", call=2, player=players[0], says=3) == "no_loop_asked"
    assert refusal(service, "declare", call=9, player=players[0], says=3) == "no_such_call"
    for player, says in zip(players, (3, "agree", "agree"), strict=True):
        take(service, "declare", call=1, player=player, says=says)
    assert refusal(service, "declare", call=1, player=players[0], says=3) == "loop_has_its_answer"
    take(service, "close_call", call=1)
    assert refusal(service, "loop", call=1, case={"turn_order": list(players), "maintained_by": []}) == "call_closed"


@pytest.mark.clauses("MTR 4.4.1")
def test_a_loop_that_may_not_be_shortcut_asks_nobody() -> None:
    service, players = asked(varies="relevant")
    assert refusal(service, "declare", call=1, player=players[0], says=3) == "loop_has_its_answer"


def test_asking_again_starts_over() -> None:
    service, players = asked()
    take(service, "declare", call=1, player=players[0], says=3)
    take(service, "loop", call=1, case={"turn_order": list(players), "maintained_by": []})
    waiting = answer(service)
    assert isinstance(waiting, Waiting)
    assert waiting.may_say == ("none", "number")
    check_replay(service)


def test_a_case_is_one_before_anybody_is_asked(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, Any, str, str]] = [
        ({"turn_order": [], "maintained_by": []}, None, "no_players", "case.turn_order"),
        ({"turn_order": ["Nobody"], "maintained_by": []}, None, "unknown_player", "case.turn_order[0]"),
        ({"turn_order": [" Ana"], "maintained_by": []}, None, "unknown_player", "case.turn_order[0]"),
        ({"maintained_by": []}, None, "field_left_out", "case.turn_order"),
        ({"turn_order": ["Ana"], "maintained_by": ["Bo"]}, None, "not_a_player", "case.maintained_by[0]"),
        ({"turn_order": ["Ana"], "maintained_by": [], "body": ["\x1b[1m"]}, None, "bad_words", "case.body[0].text"),
        ({"turn_order": ["Ana"], "maintained_by": [], "body": ["x" * 1_900] * 16}, None, "case_too_long", "case"),
        ({"turn_order": ["Ana"], "maintained_by": []}, {"body": []}, "bad_sheet", "sheet.body"),
    ]
    for case, sheet, code, where in cases:
        with subtests.test(code=code, where=where):
            service = started(players=6)
            take(service, "call", about="a loop")
            caught = error_of(FloorjudgeError, take, service, "loop", call=1, case=case, sheet=sheet)
            assert (caught.code, caught.where) == (code, where)
            assert service.state.venue.calls[1].loop_case is None


def test_a_number_that_would_not_fit_into_the_ruling_is_refused() -> None:
    service, players = asked()
    assert refusal(service, "declare", call=1, player=players[0], says="10^50000") == "case_too_long"
    take(service, "declare", call=1, player=players[0], says="10^20000")
    check_replay(service)


def test_a_player_answers_for_themselves_only() -> None:
    service, (ana, bo, _) = asked()
    declare = {"do": "declare", "call": 1, "player": ana, "says": 3}
    for role, name in ((Role.PLAYER, bo), (Role.SCOREKEEPER, None), (Role.ANYBODY, None)):
        assert error_of(Refused, service.take, declare, "en", allowed=allowing(role, name)).code == "not_yours"
    with pytest.raises(Refused):
        service.take({"do": "loop", "call": 1, "case": {}}, "en", allowed=allowing(Role.PLAYER, ana))
    service.take(declare, "en", allowed=allowing(Role.PLAYER, ana))


def test_who_is_asked_sees_the_call_and_nobody_else_does() -> None:
    service = started(players=6)
    ana = service.state.tables[1].players[0]
    take(service, "call", about="a loop")
    assert venue_view(service.state, staff=False, player=ana)["calls"] == []
    take(service, "loop", call=1, case={"turn_order": [ana], "maintained_by": []})
    (call,) = venue_view(service.state, staff=False, player=ana)["calls"]
    assert call["loop_case"]["turn_order"] == [ana]
    other = service.state.tables[0].players[0]
    assert venue_view(service.state, staff=False, player=other)["calls"] == []


@given(
    st.sets(st.integers(0, 2)),
    st.sampled_from(["turn", "turns"]),
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from([0, 1, 7, "10^30", "agree", "none", "indefinitely"]))),
)
def test_the_log_takes_exactly_what_the_rules_take(keeps: set[int], span: str, said: list[tuple[int, Any]]) -> None:
    service = started(players=6)
    players = service.state.tables[0].players
    take(service, "call", about="a loop", table=1)
    value: dict[str, Any] = {
        "turn_order": list(players),
        "maintained_by": [players[index] for index in sorted(keeps)],
        "span": span,
        "declarations": [],
    }
    take(service, "loop", call=1, case=value)
    for index, says in said:
        more = {**value, "declarations": [*value["declarations"], {"player": players[index], "says": says}]}
        try:
            rule(read_case(more))
            by_the_rules = True
        except FloorjudgeError:
            by_the_rules = False
        try:
            take(service, "declare", call=1, player=players[index], says=says)
            by_the_log = True
        except FloorjudgeError:
            by_the_log = False
        assert by_the_log is by_the_rules
        value = more if by_the_rules else value
    assert service.state.venue.calls[1].loop_case == read_case(value)
    check_replay(service)


@pytest.mark.clauses("MTR 4.4.8")
def test_how_each_player_keeps_it_going_stands_in_the_log() -> None:
    service = started(players=6)
    ana, bo, _ = players = service.state.tables[0].players
    take(service, "call", about="a loop", table=1)
    value: dict[str, Any] = {"turn_order": list(players), "maintained_by": [ana, bo], "sustained_by": {bo: "choices"}}
    take(service, "loop", call=1, case=value)
    case = service.state.venue.calls[1].loop_case
    assert case is not None
    assert case.choosers == (bo,)
    check_replay(service)
    body = [{"by": players[2], "sustains": True}]
    assert refusal(service, "loop", call=1, case={**value, "body": body}) == "not_a_maintainer"


def test_a_log_from_before_with_a_step_sustained_by_no_maintainer_is_read_as_it_was_ruled() -> None:
    service, (ana, bo, cy) = asked()
    body = [{"by": bo, "text": "tap", "sustains": True}, "untap"]
    kept = LoopAsked(1, {"turn_order": [ana, bo, cy], "maintained_by": [ana], "body": body}, None)
    case = loop_asked(service.state.venue, kept, Moment("2026-01-01T00:00:00Z"), service.state).calls[1].loop_case
    assert case is not None
    assert rule(case) == Waiting(player=ana, may_say=("number",))


def test_who_has_left_is_asked_and_calls_only_while_their_game_is_open() -> None:
    service, (ana, bo, cy) = asked()
    take(service, "leave", player=ana)
    take(service, "declare", call=1, player=ana, says=40)
    take(service, "call", about="still at the table", player=ana)
    take(service, "ruling", call=2, text="play on")
    take(service, "report", **result_of(service.state.tables[0], 1))
    take(service, "declare", call=1, player=bo, says=30)
    take(service, "leave", player=cy)
    assert refusal(service, "declare", call=1, player=cy, says="agree") == "in_no_game"
    for fields in ({"player": ana}, {"player": ana, "table": 1}):
        assert refusal(service, "call", about="what it was", **fields) == "in_no_game"
    assert refusal(service, "appeal", call=2, text="no", player=ana) == "in_no_game"
    case = {"turn_order": [bo, ana], "maintained_by": [bo]}
    caught = error_of(Refused, take, service, "loop", call=1, case=case)
    assert (caught.code, caught.where) == ("in_no_game", "case.turn_order[1]")
    take(service, "loop", call=1, case={"turn_order": [bo], "maintained_by": [bo]})
    take(service, "come_back", player=cy)
    take(service, "call", about="is here again", player=cy)
    check_replay(service)
