"""Results that players report themselves: confirmed by everybody at the table, or put before a judge."""

from __future__ import annotations

import json

import pytest

from floorjudge.events.floor.proposals import missing
from floorjudge.events.service import EventService
from floorjudge.events.venue import CallState, EntryKind
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.formats.on_the_edge.tables import Result, Table, TableSet
from tests.events.floor.small_event import (
    Given,
    check_replay,
    happened,
    opened,
    refusal,
    report_all,
    report_of,
    result_of,
    started,
    take,
    tournament_of,
)


def playing() -> tuple[EventService, Table, tuple[str, ...]]:
    """Return the service of an event in its first round, a table of three, and its players."""
    service = started(players=7)
    table = next(table for table in service.state.tables if len(table.players) == 3)
    return service, table, table.players


def test_what_everybody_at_the_table_says_is_the_result() -> None:
    service, table, (one, two, three) = playing()
    said = result_of(table)
    assert happened(take(service, "propose", player=one, **said)) == "ResultProposed"
    assert missing(service.state, service.state.venue.proposals[table.table]) == (two, three)
    assert service.state.results.get(table.table) is None
    assert happened(take(service, "confirm", table=table.table, player=two)) == "ResultConfirmed"
    assert missing(service.state, service.state.venue.proposals[table.table]) == (three,)
    answer = take(service, "confirm", table=table.table, player=three)
    assert happened(answer) == "ResultReported"
    assert service.state.results.get(table.table) == Result(one, tuple(said["influence"].values()))
    assert table.table not in service.state.venue.proposals
    check_replay(service)


def test_a_confirmed_result_is_the_same_as_the_organisers_report() -> None:
    service, table, players = playing()
    other = started(players=7)
    said = {**result_of(table), "note": None}
    for player in players:
        take(service, "propose", player=player, **said)
    take(other, "report", **said)
    assert tournament_of(service.state) == tournament_of(other.state)
    assert service.records[-1].event == other.records[-1].event


def test_saying_the_same_is_confirming_whatever_the_order_of_names_and_the_note() -> None:
    service, table, (one, two, three) = playing()
    said = result_of(table)
    take(service, "propose", player=one, note="conceded", **{**said, "influence": {**said["influence"], one: 9}})
    turned = dict(reversed(list(said["influence"].items()))) | {one: 9}
    again = {**said, "influence": turned}
    assert happened(take(service, "propose", player=two, note="they gave up", **again)) == "ResultConfirmed"
    take(service, "propose", player=three, note="x", **again)
    result = service.state.results.get(table.table)
    assert result is not None
    assert result.note == "conceded"


def test_a_drawn_game_is_confirmed_and_played_again() -> None:
    service, table, _ = playing()
    for player in table.players[:-1]:
        take(service, "propose", table=table.table, player=player, drawn=True)
    assert happened(take(service, "confirm", table=table.table, player=table.players[-1])) == "GameDrawn"
    assert table.table not in service.state.venue.proposals
    assert service.state.results.get(table.table) is None
    assert refusal(service, "propose", table=table.table, player=table.players[0], drawn=False) == "drawn_is_true"


def test_a_game_of_two_needs_the_other_ones_word() -> None:
    service = started(players=5)
    table = next(table for table in service.state.tables if len(table.players) == 2)
    take(service, "propose", player=table.players[1], **result_of(table, 1))
    assert refusal(service, "confirm", table=table.table, player=table.players[1]) == "said_already"
    assert happened(take(service, "confirm", table=table.table, player=table.players[0])) == "ResultReported"
    check_replay(service)


def test_a_different_report_calls_a_judge_who_sees_both() -> None:
    service, table, (one, two, three) = playing()
    take(service, "propose", player=one, **result_of(table))
    assert happened(take(service, "propose", player=two, **result_of(table, 1))) == "ResultDisputed"
    proposal = service.state.venue.proposals[table.table]
    assert proposal.disputed
    assert [(version.player, players) for version, players in proposal.versions()] == [(one, (one,)), (two, (two,))]
    call = service.state.venue.calls[1]
    assert (proposal.call, call.dispute, call.table, call.state) == (1, True, table.table, CallState.OPEN)
    assert [(entry.player, entry.said) for entry in call.history] == [
        (statement.player, statement.said) for statement in proposal.statements
    ]
    assert refusal(service, "confirm", table=table.table, player=three) == "which_statement"
    wrong = proposal.statements[1].number
    take(service, "confirm", table=table.table, player=three, statement=wrong)
    assert len(service.state.venue.calls) == 1
    assert [entry.kind for entry in service.state.venue.calls[1].history] == [EntryKind.DISPUTED] * 3
    assert service.state.venue.proposals[table.table].versions()[1][1] == (two, three)
    check_replay(service)


def test_players_who_agree_after_all_need_no_judge() -> None:
    service, table, (one, two, three) = playing()
    take(service, "propose", player=one, **result_of(table))
    take(service, "propose", player=two, **result_of(table, 1))
    assert happened(take(service, "propose", player=two, **result_of(table))) == "ResultConfirmed"
    assert not service.state.venue.proposals[table.table].disputed
    take(service, "confirm", table=table.table, player=three)
    assert service.state.venue.calls[1].state is CallState.CLOSED
    assert service.state.venue.calls[1].history[-1].kind is EntryKind.SETTLED
    assert service.state.venue.unclosed == ()
    check_replay(service)


def test_a_judge_who_is_there_closes_the_call() -> None:
    service, table, (one, two, _) = playing()
    take(service, "propose", player=one, **result_of(table))
    take(service, "dispute", table=table.table, player=two, text="I had 9")
    take(service, "take", call=1)
    take(service, "report", **result_of(table, 1))
    assert service.state.venue.calls[1].state is CallState.TAKEN
    assert [entry.kind for entry in service.state.venue.calls[1].history][-2:] == [EntryKind.TAKEN, EntryKind.SETTLED]
    assert happened(take(service, "close_call", call=1)) == "CallClosed"


def test_a_dispute_without_a_version_of_ones_own() -> None:
    service, table, (one, two, three) = playing()
    assert refusal(service, "dispute", table=table.table, player=two, text="no") == "nothing_said"
    take(service, "propose", player=one, **result_of(table))
    take(service, "dispute", table=table.table, player=two, text="no")
    assert service.state.venue.calls[1].history[-1].text == "no"
    assert happened(take(service, "confirm", table=table.table, player=three)) == "ResultDisputed"
    assert happened(take(service, "confirm", table=table.table, player=two)) == "ResultReported"


def test_a_player_corrects_what_they_said_before_anybody_confirms() -> None:
    service, table, (one, two, _) = playing()
    take(service, "propose", player=one, **result_of(table))
    shown = service.state.venue.proposals[table.table].statements[0].number
    assert happened(take(service, "propose", player=one, **result_of(table, second=6))) == "ResultProposed"
    assert refusal(service, "confirm", table=table.table, player=two, statement=shown) == "statement_gone"
    assert refusal(service, "propose", player=one, **result_of(table, second=6)) == "said_already"
    assert service.state.venue.calls.get(1) is None


@pytest.mark.parametrize("command", ["report", "drawn"])
def test_the_organisers_word_settles_it(command: str) -> None:
    service, table, _ = playing()
    take(service, "propose", player=table.players[0], **result_of(table))
    take(service, command, **({"table": table.table} if command == "drawn" else result_of(table, 1)))
    assert table.table not in service.state.venue.proposals
    if command == "report":
        assert refusal(service, "propose", player=table.players[0], **result_of(table)) == "already_reported"
        assert refusal(service, "confirm", table=table.table, player=table.players[1]) == "nothing_said"


def test_what_a_report_cannot_say_a_player_cannot_either() -> None:
    service, table, _ = playing()
    said = result_of(table)
    one, two, _ = table.players
    stranger = next(name for name in service.state.players if name not in table.players)
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
        assert refusal(service, "propose", player=two, **fields) == refusal(service, "report", **fields)
    assert refusal(service, "propose", player=stranger, **said) == "not_at_the_table"
    assert refusal(service, "propose", player="Nobody", **said) == "unknown_player"
    assert refusal(opened(), "propose", player="Ana", **said) == "not_started"


def test_what_was_typed_in_another_round_is_not_counted() -> None:
    service, table, _ = playing()
    stage = service.state.stage_number
    report_all(service)
    take(service, "next")
    now = service.state.tables[0]
    player = now.players[0]
    assert refusal(service, "propose", player=player, stage=stage, **result_of(now)) == "other_stage"
    assert refusal(service, "confirm", player=player, stage=stage, table=table.table) == "other_stage"
    assert refusal(service, "dispute", player=player, stage=stage, table=77, text="x") == "other_stage"
    assert happened(take(service, "propose", player=player, stage=stage + 1, **result_of(now))) == "ResultProposed"


def test_reports_die_with_their_stage() -> None:
    service, table, _ = playing()
    take(service, "propose", player=table.players[0], **result_of(table))
    take(service, "undo")
    assert dict(service.state.venue.proposals) == {}
    check_replay(service)


def test_undoing_something_else_leaves_them() -> None:
    service, table, _ = playing()
    take(service, "random_order", items=["a", "b"], reason="x")
    take(service, "propose", player=table.players[0], **result_of(table))
    take(service, "undo")
    assert list(service.state.venue.proposals) == [table.table]


class TestLeaving:
    """Somebody leaves between a report and its confirmation."""

    def test_the_word_of_who_has_left_does_not_count(self) -> None:
        service, table, (one, two, three) = playing()
        take(service, "propose", player=two, **result_of(table))
        take(service, "leave", player=two)
        assert table.table not in service.state.venue.proposals
        assert refusal(service, "propose", player=two, **result_of(table)) == "has_left"
        take(service, "propose", player=one, **result_of(table))
        assert happened(take(service, "confirm", table=table.table, player=three)) == "ResultReported"
        check_replay(service)

    def test_a_winner_who_leaves_cannot_be_confirmed(self) -> None:
        service, table, (one, two, three) = playing()
        take(service, "propose", player=two, **result_of(table))
        take(service, "confirm", table=table.table, player=three)
        take(service, "leave", player=one)
        assert table.table not in service.state.venue.proposals

    def test_the_others_need_not_wait_for_who_has_left(self) -> None:
        service, table, (one, two, three) = playing()
        take(service, "propose", player=one, **result_of(table))
        take(service, "confirm", table=table.table, player=two)
        take(service, "leave", player=three)
        assert missing(service.state, service.state.venue.proposals[table.table]) == ()
        assert happened(take(service, "confirm", table=table.table, player=one)) == "ResultReported"
        result = service.state.results.get(table.table)
        assert result is not None
        assert result.absent == (three,)
        check_replay(service)

    def test_a_game_that_is_won_by_leaving_is_the_organisers_to_report(self) -> None:
        service, table, (one, two, three) = playing()
        take(service, "propose", player=one, **result_of(table))
        take(service, "leave", player=two)
        take(service, "leave", player=three)
        assert table.table not in service.state.venue.proposals
        assert refusal(service, "propose", player=one, **result_of(table)) == "nobody_to_confirm"
        check_replay(service)

    def test_who_comes_back_is_asked_again(self) -> None:
        service, table, (one, two, three) = playing()
        take(service, "propose", player=one, **result_of(table))
        take(service, "leave", player=three)
        take(service, "undo")
        assert missing(service.state, service.state.venue.proposals[table.table]) == (two, three)


@pytest.mark.clauses("OTE 2.8.3")
def test_a_readmission_game_is_reported_by_its_players() -> None:
    service = tied_event()
    (table,) = service.state.tables
    assert table.set is TableSet.READMISSION
    said = {"table": 1, "qualified": list(table.players[: vacancies(service.state)])}
    for player in table.players[:-1]:
        take(service, "propose", player=player, **said)
    assert happened(take(service, "confirm", table=1, player=table.players[-1])) == "ReadmissionReported"
    check_replay(service)


def tied_event() -> EventService:
    """Return the service of an event in a readmission game."""
    service = started(players=6)
    for table in service.state.tables:
        influence = {name: 16 if name == table.players[0] else 3 for name in table.players}
        take(service, "report", table=table.table, winner=table.players[0], influence=influence)
    take(service, "next")
    return service


def test_events_of_the_floor_are_json_objects_with_their_name() -> None:
    service, table, _ = playing()
    take(service, "propose", player=table.players[0], **result_of(table))
    event = json.loads(service.records[-1].event)
    assert (event["event"], event["table"], event["said"]["kind"]) == ("ResultProposed", table.table, "won")
    assert report_of(table)["table"] == event["table"]


def test_what_the_staff_set_aside_counts_no_more_and_can_be_said_anew() -> None:
    service, table, (one, two, three) = playing()
    take(service, "propose", player=one, **result_of(table))
    stale = service.state.venue.proposals[table.table].statements[0].number
    assert happened(take(service, "set_aside", table=table.table, reason="they play on")) == "ProposalSetAside"
    assert table.table not in service.state.venue.proposals
    assert service.state.results.get(table.table) is None
    assert refusal(service, "set_aside", table=table.table, reason="again") == "nothing_said"
    assert refusal(service, "confirm", table=table.table, player=two, statement=stale) == "nothing_said"
    take(service, "propose", player=two, **result_of(table, 1))
    # What was seen before it was set aside is not what is there now.
    assert refusal(service, "confirm", table=table.table, player=three, statement=stale) == "statement_gone"
    check_replay(service)


def test_a_dispute_goes_on_when_its_reports_are_set_aside() -> None:
    service, table, (one, two, three) = playing()
    take(service, "propose", player=one, **result_of(table))
    take(service, "propose", player=two, **result_of(table, 1))
    take(service, "set_aside", table=table.table, reason="the game is not over")
    (call,) = service.state.venue.unclosed_calls()
    assert (call.state, call.history[-1].kind, call.history[-1].text) == (
        CallState.OPEN,
        EntryKind.SET_ASIDE,
        "the game is not over",
    )
    take(service, "propose", player=three, **result_of(table))
    take(service, "propose", player=one, **result_of(table, 2))
    assert [each.number for each in service.state.venue.unclosed_calls()] == [call.number]
    check_replay(service)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 2001])
def test_setting_aside_needs_a_reason(reason: str) -> None:
    service, table, _ = playing()
    take(service, "propose", player=table.players[0], **result_of(table))
    assert refusal(service, "set_aside", table=table.table, reason=reason) == "bad_words"
