"""Results that players report themselves: confirmed by everybody at the table, or put before a judge."""

from __future__ import annotations

import json

import pytest

from floorjudge.events.floor import missing, stage_number
from floorjudge.events.floor.state import CallState, EntryKind
from floorjudge.events.service import Desk
from floorjudge.formats.on_the_edge.tables import Result, Table, TableSet
from tests.events.floor.small_event import opened, report_all, report_of, started
from tests.events.floor.venue_play import Given, check_replay, happened, refusal, result_of, take


def first_table(desk: Desk) -> Table:
    return next(table for table in desk.state.tables if len(table.players) == 3)


def test_what_everybody_at_the_table_says_is_the_result() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, three = table.players
    said = result_of(table)
    assert happened(take(desk, "propose", player=one, **said)) == "ResultProposed"
    assert missing(desk.state, desk.venue.proposals[table.table]) == (two, three)
    assert desk.state.result(table) is None
    assert happened(take(desk, "confirm", table=table.table, player=two)) == "ResultConfirmed"
    assert missing(desk.state, desk.venue.proposals[table.table]) == (three,)
    answer = take(desk, "confirm", table=table.table, player=three)
    assert happened(answer) == "ResultReported"
    assert desk.state.result(table) == Result(one, tuple(said["influence"].values()))
    assert table.table not in desk.venue.proposals
    check_replay(desk)


def test_a_confirmed_result_is_the_same_as_the_organisers_report() -> None:
    desk, other = started(players=7), started(players=7)
    table = first_table(desk)
    said = {**result_of(table), "note": None}
    for player in table.players:
        take(desk, "propose", player=player, **said)
    take(other, "report", **said)
    assert desk.state == other.state
    assert desk.records[-1].event == other.records[-1].event


def test_saying_the_same_is_confirming_whatever_the_order_of_names_and_the_note() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, three = table.players
    said = result_of(table)
    take(desk, "propose", player=one, note="conceded", **{**said, "influence": {**said["influence"], one: 9}})
    turned = dict(reversed(list(said["influence"].items()))) | {one: 9}
    again = {**said, "influence": turned}
    assert happened(take(desk, "propose", player=two, note="they gave up", **again)) == "ResultConfirmed"
    take(desk, "propose", player=three, note="x", **again)
    result = desk.state.result(table)
    assert result is not None
    assert result.note == "conceded"


def test_a_drawn_game_is_confirmed_and_played_again() -> None:
    desk = started(players=7)
    table = first_table(desk)
    for player in table.players[:-1]:
        take(desk, "propose", table=table.table, player=player, drawn=True)
    assert happened(take(desk, "confirm", table=table.table, player=table.players[-1])) == "GameDrawn"
    assert table.table not in desk.venue.proposals
    assert desk.state.result(table) is None
    assert refusal(desk, "propose", table=table.table, player=table.players[0], drawn=False) == "drawn_is_true"


def test_a_game_of_two_needs_the_other_ones_word() -> None:
    desk = started(players=5)
    table = next(table for table in desk.state.tables if len(table.players) == 2)
    take(desk, "propose", player=table.players[1], **result_of(table, 1))
    assert refusal(desk, "confirm", table=table.table, player=table.players[1]) == "said_already"
    assert happened(take(desk, "confirm", table=table.table, player=table.players[0])) == "ResultReported"
    check_replay(desk)


def test_a_different_report_calls_a_judge_who_sees_both() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, three = table.players
    take(desk, "propose", player=one, **result_of(table))
    assert happened(take(desk, "propose", player=two, **result_of(table, 1))) == "ResultDisputed"
    proposal = desk.venue.proposals[table.table]
    assert proposal.disputed
    assert [(version.player, players) for version, players in proposal.versions()] == [(one, (one,)), (two, (two,))]
    call = desk.venue.calls[1]
    assert (proposal.call, call.dispute, call.table, call.state) == (1, True, table.table, CallState.OPEN)
    assert [(entry.player, entry.said) for entry in call.history] == [
        (statement.player, statement.said) for statement in proposal.statements
    ]
    assert refusal(desk, "confirm", table=table.table, player=three) == "which_statement"
    wrong = proposal.statements[1].number
    take(desk, "confirm", table=table.table, player=three, statement=wrong)
    assert len(desk.venue.calls) == 1
    assert [entry.kind for entry in desk.venue.calls[1].history] == [EntryKind.DISPUTED] * 3
    assert desk.venue.proposals[table.table].versions()[1][1] == (two, three)
    check_replay(desk)


def test_players_who_agree_after_all_need_no_judge() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, three = table.players
    take(desk, "propose", player=one, **result_of(table))
    take(desk, "propose", player=two, **result_of(table, 1))
    assert happened(take(desk, "propose", player=two, **result_of(table))) == "ResultConfirmed"
    assert not desk.venue.proposals[table.table].disputed
    take(desk, "confirm", table=table.table, player=three)
    assert desk.venue.calls[1].state is CallState.CLOSED
    assert desk.venue.calls[1].history[-1].kind is EntryKind.SETTLED
    assert desk.venue.unclosed == ()
    check_replay(desk)


def test_a_judge_who_is_there_closes_the_call() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, _ = table.players
    take(desk, "propose", player=one, **result_of(table))
    take(desk, "dispute", table=table.table, player=two, text="I had 9")
    take(desk, "take", call=1)
    take(desk, "report", **result_of(table, 1))
    assert desk.venue.calls[1].state is CallState.TAKEN
    assert [entry.kind for entry in desk.venue.calls[1].history][-2:] == [EntryKind.TAKEN, EntryKind.SETTLED]
    assert happened(take(desk, "close_call", call=1)) == "CallClosed"


def test_a_dispute_without_a_version_of_ones_own() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, three = table.players
    assert refusal(desk, "dispute", table=table.table, player=two, text="no") == "nothing_said"
    take(desk, "propose", player=one, **result_of(table))
    take(desk, "dispute", table=table.table, player=two, text="no")
    assert desk.venue.calls[1].history[-1].text == "no"
    assert happened(take(desk, "confirm", table=table.table, player=three)) == "ResultDisputed"
    assert happened(take(desk, "confirm", table=table.table, player=two)) == "ResultReported"


def test_a_player_corrects_what_they_said_before_anybody_confirms() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, _ = table.players
    take(desk, "propose", player=one, **result_of(table))
    shown = desk.venue.proposals[table.table].statements[0].number
    assert happened(take(desk, "propose", player=one, **result_of(table, second=6))) == "ResultProposed"
    assert refusal(desk, "confirm", table=table.table, player=two, statement=shown) == "statement_gone"
    assert refusal(desk, "propose", player=one, **result_of(table, second=6)) == "said_already"
    assert desk.venue.calls.get(1) is None


@pytest.mark.parametrize("command", ["report", "drawn"])
def test_the_organisers_word_settles_it(command: str) -> None:
    desk = started(players=7)
    table = first_table(desk)
    take(desk, "propose", player=table.players[0], **result_of(table))
    take(desk, command, **({"table": table.table} if command == "drawn" else result_of(table, 1)))
    assert table.table not in desk.venue.proposals
    if command == "report":
        assert refusal(desk, "propose", player=table.players[0], **result_of(table)) == "already_reported"
        assert refusal(desk, "confirm", table=table.table, player=table.players[1]) == "nothing_said"


def test_what_a_report_cannot_say_a_player_cannot_either() -> None:
    desk = started(players=7)
    table = first_table(desk)
    said = result_of(table)
    one, two, _ = table.players
    stranger = next(name for name in desk.state.players if name not in table.players)
    wrong: list[Given] = [
        {"winner": stranger},
        {"influence": {one: 16}},
        {"influence": {**said["influence"], stranger: 1}},
        {"influence": {**said["influence"], one: 15}},
        {"influence": {**said["influence"], one: 10**9}},
        {"note": "\x00"},
        {"table": 99},
        {"qualified": [one]},
    ]
    for change in wrong:
        fields = {**said, **change}
        if "qualified" in change:
            fields = {"table": table.table, **change}
        assert refusal(desk, "propose", player=two, **fields) == refusal(desk, "report", **fields)
    assert refusal(desk, "propose", player=stranger, **said) == "not_at_the_table"
    assert refusal(desk, "propose", player="Nobody", **said) == "unknown_player"
    assert refusal(opened(), "propose", player="Ana", **said) == "not_started"


def test_what_was_typed_in_another_round_is_not_counted() -> None:
    desk = started(players=7)
    table = first_table(desk)
    stage = stage_number(desk.state)
    report_all(desk)
    take(desk, "next")
    now = desk.state.tables[0]
    player = now.players[0]
    assert refusal(desk, "propose", player=player, stage=stage, **result_of(now)) == "other_stage"
    assert refusal(desk, "confirm", player=player, stage=stage, table=table.table) == "other_stage"
    assert refusal(desk, "dispute", player=player, stage=stage, table=77, text="x") == "other_stage"
    assert happened(take(desk, "propose", player=player, stage=stage + 1, **result_of(now))) == "ResultProposed"


def test_reports_die_with_their_stage() -> None:
    desk = started(players=7)
    table = first_table(desk)
    take(desk, "propose", player=table.players[0], **result_of(table))
    take(desk, "undo")
    assert dict(desk.venue.proposals) == {}
    check_replay(desk)


def test_undoing_something_else_leaves_them() -> None:
    desk = started(players=7)
    table = first_table(desk)
    take(desk, "random_order", items=["a", "b"], reason="x")
    take(desk, "propose", player=table.players[0], **result_of(table))
    take(desk, "undo")
    assert list(desk.venue.proposals) == [table.table]


class TestLeaving:
    """Somebody leaves between a report and its confirmation."""

    def test_the_word_of_who_has_left_does_not_count(self) -> None:
        desk = started(players=7)
        table = first_table(desk)
        one, two, three = table.players
        take(desk, "propose", player=two, **result_of(table))
        take(desk, "leave", player=two)
        assert table.table not in desk.venue.proposals
        assert refusal(desk, "propose", player=two, **result_of(table)) == "has_left"
        take(desk, "propose", player=one, **result_of(table))
        assert happened(take(desk, "confirm", table=table.table, player=three)) == "ResultReported"
        check_replay(desk)

    def test_a_winner_who_leaves_cannot_be_confirmed(self) -> None:
        desk = started(players=7)
        table = first_table(desk)
        one, two, three = table.players
        take(desk, "propose", player=two, **result_of(table))
        take(desk, "confirm", table=table.table, player=three)
        take(desk, "leave", player=one)
        assert table.table not in desk.venue.proposals

    def test_the_others_need_not_wait_for_who_has_left(self) -> None:
        desk = started(players=7)
        table = first_table(desk)
        one, two, three = table.players
        take(desk, "propose", player=one, **result_of(table))
        take(desk, "confirm", table=table.table, player=two)
        take(desk, "leave", player=three)
        assert missing(desk.state, desk.venue.proposals[table.table]) == ()
        assert happened(take(desk, "confirm", table=table.table, player=one)) == "ResultReported"
        result = desk.state.result(table)
        assert result is not None
        assert result.absent == (three,)
        check_replay(desk)

    def test_a_game_that_is_won_by_leaving_is_the_organisers_to_report(self) -> None:
        desk = started(players=7)
        table = first_table(desk)
        one, two, three = table.players
        take(desk, "propose", player=one, **result_of(table))
        take(desk, "leave", player=two)
        take(desk, "leave", player=three)
        assert table.table not in desk.venue.proposals
        assert refusal(desk, "propose", player=one, **result_of(table)) == "nobody_to_confirm"
        check_replay(desk)

    def test_who_comes_back_is_asked_again(self) -> None:
        desk = started(players=7)
        table = first_table(desk)
        one, two, three = table.players
        take(desk, "propose", player=one, **result_of(table))
        take(desk, "leave", player=three)
        take(desk, "undo")
        assert missing(desk.state, desk.venue.proposals[table.table]) == (two, three)


@pytest.mark.clauses("OTE 2.8.3")
def test_a_readmission_game_is_reported_by_its_players() -> None:
    desk = tied_event()
    (table,) = desk.state.tables
    assert table.set is TableSet.READMISSION
    said = {"table": 1, "qualified": list(table.players[: desk.state.vacancies()])}
    for player in table.players[:-1]:
        take(desk, "propose", player=player, **said)
    assert happened(take(desk, "confirm", table=1, player=table.players[-1])) == "ReadmissionReported"
    check_replay(desk)


def tied_event() -> Desk:
    """Return the desk of an event in a readmission game."""
    desk = started(players=6)
    for table in desk.state.tables:
        influence = {name: 16 if name == table.players[0] else 3 for name in table.players}
        take(desk, "report", table=table.table, winner=table.players[0], influence=influence)
    take(desk, "next")
    return desk


def test_events_of_the_floor_are_json_objects_with_their_name() -> None:
    desk = started(players=7)
    table = first_table(desk)
    take(desk, "propose", player=table.players[0], **result_of(table))
    event = json.loads(desk.records[-1].event)
    assert (event["event"], event["table"], event["said"]["kind"]) == ("ResultProposed", table.table, "won")
    assert report_of(table)["table"] == event["table"]


def test_what_the_staff_set_aside_counts_no_more_and_can_be_said_anew() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, three = table.players
    take(desk, "propose", player=one, **result_of(table))
    stale = desk.venue.proposals[table.table].statements[0].number
    assert happened(take(desk, "set_aside", table=table.table, reason="they play on")) == "ProposalSetAside"
    assert table.table not in desk.venue.proposals
    assert desk.state.result(table) is None
    assert refusal(desk, "set_aside", table=table.table, reason="again") == "nothing_said"
    assert refusal(desk, "confirm", table=table.table, player=two, statement=stale) == "nothing_said"
    take(desk, "propose", player=two, **result_of(table, 1))
    # What was seen before it was set aside is not what is there now.
    assert refusal(desk, "confirm", table=table.table, player=three, statement=stale) == "statement_gone"
    check_replay(desk)


def test_a_dispute_goes_on_when_its_reports_are_set_aside() -> None:
    desk = started(players=7)
    table = first_table(desk)
    one, two, three = table.players
    take(desk, "propose", player=one, **result_of(table))
    take(desk, "propose", player=two, **result_of(table, 1))
    take(desk, "set_aside", table=table.table, reason="the game is not over")
    (call,) = desk.venue.waiting_calls()
    assert (call.state, call.history[-1].kind, call.history[-1].text) == (
        CallState.OPEN,
        EntryKind.SET_ASIDE,
        "the game is not over",
    )
    take(desk, "propose", player=three, **result_of(table))
    take(desk, "propose", player=one, **result_of(table, 2))
    assert [each.number for each in desk.venue.waiting_calls()] == [call.number]
    check_replay(desk)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 2001])
def test_setting_aside_needs_a_reason(reason: str) -> None:
    desk = started(players=7)
    table = first_table(desk)
    take(desk, "propose", player=table.players[0], **result_of(table))
    assert refusal(desk, "set_aside", table=table.table, reason=reason) == "bad_words"
