"""Loops at the tables of events of Magic: by which edition, what is settled in the game that is played, which games are drawn."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.floor.table_loops import (
    draw_to_report,
    drawn_before,
    drawn_games,
    edition_at,
    how_it_goes_on,
    is_drawn,
    settled_before,
    turn_order,
)
from floorjudge.events.service import EventService
from floorjudge.events.venue import Call
from floorjudge.formats import all_formats
from floorjudge.formats.display import Number
from floorjudge.loops import Case, Ruling, answer_value, case_value, rule
from floorjudge.loops.desk import editions
from floorjudge.store import open_log
from floorjudge.texts import render
from tests.events.floor.small_event import NAMES, SEED, check_replay, take


def event_of(format_id: str, **options: Any) -> EventService:
    """Return the service of an event of a format in its first round."""
    service = EventService(open_log())
    service.take({"do": "open", "name": "Friday", "seed": SEED, "format": format_id, "options": options}, "en")
    for name in NAMES:
        take(service, "register", player=name)
    take(service, "start", public="three words, said")
    return service


def call_at(service: EventService, table: int = 1) -> Call:
    """Call a judge to a table, and return the call."""
    take(service, "call", about="a loop", table=table)
    return newest(service)


def newest(service: EventService) -> Call:
    """Return the newest call as it is now."""
    calls = service.state.venue.calls
    return calls[len(calls)]


def loop_case(service: EventService) -> Case:
    """Return what the newest call asks about."""
    case = newest(service).loop_case
    assert case is not None
    return case


def rule_on(service: EventService) -> Ruling:
    """Record at the newest call what the rules make of its loop."""
    case = loop_case(service)
    ruling = rule(case)
    assert isinstance(ruling, Ruling)
    kept: dict[str, Any] = {"case": case_value(case), "answer": answer_value(ruling, "en")}
    number = newest(service).number
    take(service, "ruling", call=number, text="so it is", clauses=list(ruling.clauses), loop=kept)
    return ruling


def ask(service: EventService, *, active: int = 0, keeps: bool = False) -> None:
    """Ask about a loop at the newest call: one that nobody keeps going, or one that the first player keeps going."""
    call = newest(service)
    players = service.state.table(call.table or 0).players
    order = (*players[active:], *players[:active])
    edition = edition_at(service.state, call) or "mtr"
    case = {"turn_order": list(order), "maintained_by": list(players[:1]) if keeps else [], "edition": edition}
    take(service, "loop", call=call.number, case=case)


def settle(service: EventService, *, keeps: bool = False, active: int = 0) -> Ruling:
    """Ask about a loop at the newest call, answer and rule: a draw, or 3 iterations of what a player keeps going."""
    ask(service, active=active, keeps=keeps)
    number, case = newest(service).number, loop_case(service)
    for player in case.maintained_by:
        take(service, "declare", call=number, player=player, says=3)
    for player in case.turn_order:
        if player not in case.maintained_by:
            take(service, "declare", call=number, player=player, says="agree" if keeps else "none")
    return rule_on(service)


def numbers(calls: list[Call]) -> list[int]:
    """Return the numbers of calls."""
    return [call.number for call in calls]


def test_every_format_names_an_edition_that_there_is_or_none(subtests: pytest.Subtests) -> None:
    named = {}
    for format_id in all_formats():
        with subtests.test(format_id):
            service = event_of(format_id)
            edition = named[format_id] = edition_at(service.state, call_at(service))
            assert edition is None or edition in editions()
            drawn = service.state.rules.loop_draw(service.state, service.state.tables[0], 1)
            assert drawn is None or edition is not None
    assert named["ote-1.2"] is None
    assert named["mtr-swiss"] == "mtr"
    assert named["mstr-pods"] == "mstr"


def test_a_call_about_no_table_has_no_edition() -> None:
    service = event_of("mtr-swiss")
    take(service, "call", about="a loop")
    assert edition_at(service.state, newest(service)) is None
    assert drawn_before(service.state, newest(service)) == []


@pytest.mark.clauses("MTR 4.4.9")
def test_what_was_settled_in_a_game_is_named_in_its_next_call_and_at_no_other_table() -> None:
    service = event_of("mtr-swiss")
    call_at(service)
    settle(service, keeps=True, active=1)
    first, second = service.state.tables[0].players
    call_at(service, 2)
    assert settled_before(service.state, newest(service)) == []
    assert turn_order(service.state, newest(service)) is None
    again = call_at(service)
    assert numbers(settled_before(service.state, again)) == [1]
    assert turn_order(service.state, again) == (second, first)
    check_replay(service)


@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.9")
def test_after_a_drawn_game_a_loop_may_start_again_and_the_match_counts_the_draw() -> None:
    service = event_of("mtr-swiss")
    call_at(service)
    settle(service, keeps=True)
    call_at(service)
    assert settle(service).outcome == "draw"
    state = service.state
    assert numbers(drawn_games(state.venue, 1, 1)) == [2]
    # The match goes on: nothing is reported yet.
    assert draw_to_report(state, state.venue.calls[2]) is None
    said = how_it_goes_on(state, state.venue.calls[2])
    assert said is not None
    assert "1 drawn game" in render(said, "en")
    # To a call of the drawn game what was settled in it is still named.
    assert numbers(settled_before(state, state.venue.calls[2])) == [1]
    after = call_at(service)
    assert settled_before(service.state, after) == []
    assert turn_order(service.state, after) is None
    assert numbers(drawn_before(service.state, after)) == [2]
    settle(service, keeps=True)
    assert numbers(settled_before(service.state, call_at(service))) == [3]
    check_replay(service)


@pytest.mark.parametrize("rounds", [0, 3])
def test_the_form_of_a_match_has_the_drawn_games_filled_in(rounds: int) -> None:
    service = event_of("mtr-swiss", rounds=rounds)
    state, table = service.state, service.state.tables[0]
    for drawn in (0, 1, 2):
        form = state.rules.result_form_after(state, table, drawn)
        field = next(field for field in form.fields if field.name == "drawn")
        assert isinstance(field, Number)
        assert field.start == drawn
        reported = [state.rules.from_form(state, table, quick.values) for quick in form.quick]
        assert {each["drawn"] for each in reported if "games" in each} == {drawn}
        # In a playoff nobody may agree on a draw.
        assert ({"intentional_draw": True} in reported) == (rounds > 0)
    assert state.rules.result_form(state, table) == state.rules.result_form_after(state, table, 0)


@pytest.mark.clauses("MSTR 2.1A")
def test_a_pod_that_a_ruling_has_drawn_is_reported_so_and_nothing_is_left_to_report() -> None:
    service = event_of("mstr-pods")
    players = service.state.tables[0].players
    assert len(players) > 2
    call_at(service)
    assert settle(service).clauses == ("MTR 4.4.2",)
    claim = draw_to_report(service.state, newest(service))
    assert claim is not None
    take(service, "appeal", call=1, text="I would act")
    assert draw_to_report(service.state, newest(service)) is None
    take(service, "rule_appeal", call=1, text="It is a draw.", loop=newest(service).history[-2].loop)
    assert draw_to_report(service.state, newest(service)) == claim
    take(service, "leave", player=players[0])
    take(service, **claim.as_report(), table=1)
    assert draw_to_report(service.state, newest(service)) is None
    result = service.state.results[1]
    assert (type(result), result.lost) == (type(claim), (players[0],))
    check_replay(service)


def test_another_ruling_in_its_place_draws_nothing_any_more() -> None:
    service = event_of("mtr-swiss")
    call_at(service)
    settle(service)
    assert is_drawn(newest(service))
    take(service, "ruling", call=1, text="It was no loop at all.")
    assert not is_drawn(newest(service))
    assert drawn_games(service.state.venue, 1, 1) == []


def test_in_a_format_without_an_edition_all_calls_of_a_table_are_about_one_game() -> None:
    service = event_of("ote-1.2")
    call_at(service)
    assert settle(service).outcome == "draw"
    assert draw_to_report(service.state, newest(service)) is None
    again = call_at(service)
    assert drawn_before(service.state, again) == []
    assert numbers(settled_before(service.state, again)) == [1]


@given(st.lists(st.tuples(st.integers(1, 2), st.sampled_from(["draw", "settled", "called"])), max_size=6))
def test_settled_is_what_was_since_the_last_draw_at_that_table(calls: list[tuple[int, str]]) -> None:
    service = event_of("mtr-swiss")
    expected: dict[int, list[int]] = {1: [], 2: []}
    drawn: dict[int, list[int]] = {1: [], 2: []}
    for number, (table, kind) in enumerate(calls, 1):
        call_at(service, table)
        if kind != "called":
            settle(service, keeps=kind == "settled")
        if kind == "settled":
            expected[table].append(number)
        elif kind == "draw":
            expected[table] = []
            drawn[table].append(number)
    for table in (1, 2):
        call = call_at(service, table)
        assert numbers(settled_before(service.state, call)) == expected[table]
        assert numbers(drawn_before(service.state, call)) == drawn[table]
