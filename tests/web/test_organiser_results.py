"""Results at the desk: typed, clicked, reported by players, corrected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from floorjudge.events.service.access.roles import Role
from floorjudge.formats.on_the_edge.rules.event import members
from floorjudge.formats.on_the_edge.tables import Kind, PlayerSet, Result, Table, TableSet
from tests.web.desk_of_tests import (
    Browser,
    Floor,
    form_fields,
    line_for,
    open_event,
    serving,
    serving_friday,
    shown,
    start_event,
    type_all,
)

EVENT = "friday"
DESK = f"/e/{EVENT}/desk"


@pytest.fixture
def floor() -> Iterator[Floor]:
    with serving_friday() as running:
        yield running


@pytest.fixture
def desk(floor: Floor) -> Browser:
    return floor.staff(Role.ORGANISER, "Marie", EVENT)


def result_of(floor: Floor, number: int) -> Result:
    result = floor.state(EVENT).results[number]
    assert isinstance(result, Result)
    return result


def influence_fields(table: Table, *numbers: int) -> dict[str, Any]:
    """Return the fields of a form with so much influence in the order of the seats; a table of three leaves out the last."""
    return {f"influence-{seat}": str(number) for seat, number in enumerate(numbers[: len(table.players)], 1)}


def propose(floor: Floor, table: Table, by: str, winner: str) -> None:
    """Have a player report through the server, as their phone does."""
    influence = {name: 16 if name == winner else 3 for name in table.players}
    floor.take(EVENT, do="propose", table=table.table, player=by, winner=winner, influence=influence)


def test_a_line_is_a_result(floor: Floor, desk: Browser) -> None:
    table = floor.state(EVENT).tables[0]
    html = desk.fill(DESK, f"{DESK}/line", line=line_for(table))
    assert f"Table 1: {table.players[0]} won" in shown(html)
    assert result_of(floor, 1).winner == table.players[0]
    assert floor.seen(EVENT).records()[-1].by == "organiser Marie"


def test_a_line_that_is_none_is_kept_and_explained(floor: Floor, desk: Browser) -> None:
    html = desk.fill(DESK, f"{DESK}/line", 400, line='1 16 "<b>7')
    assert 'value="1 16 &#34;&lt;b&gt;7"' in html
    assert 'role="alert"' in html
    assert not floor.state(EVENT).results


def test_a_drawn_game_is_typed_or_clicked(floor: Floor, desk: Browser) -> None:
    for word in ("drawn", "d"):
        assert "played again" in shown(desk.fill(DESK, f"{DESK}/line", line=f"1 {word}"))
    assert "played again" in shown(desk.fill(f"{DESK}/table/2", how="drawn"))
    assert not floor.state(EVENT).results


def test_the_form_of_a_table(floor: Floor, desk: Browser) -> None:
    table = floor.state(EVENT).tables[1]
    numbers = (9, 14, 3, 2)
    html = desk.fill(f"{DESK}/table/2", None, 400, how="result", winner="", **influence_fields(table, *numbers))
    assert 'value="14"' in html
    desk.fill(f"{DESK}/table/2", None, 409, how="result", winner="2", **influence_fields(table, *numbers))
    desk.fill(
        f"{DESK}/table/2", how="result", winner="2", note="the others conceded", **influence_fields(table, *numbers)
    )
    result = result_of(floor, 2)
    assert (result.winner, result.influence, result.note) == (
        table.players[1],
        numbers[: len(table.players)],
        "the others conceded",
    )
    page = desk.get(f"{DESK}/table/2")
    assert "This table has its result." in shown(page)
    assert 'value="drawn"' not in page
    assert 'value="drawn"' in desk.get(f"{DESK}/table/1")


def test_there_is_no_form_for_a_table_that_is_not_there(desk: Browser) -> None:
    desk.get(f"{DESK}/table/99", 404)
    desk.send(f"{DESK}/table/99", 404, how="drawn")
    desk.get(f"{DESK}/results/9/1", 404)
    desk.get(f"{DESK}/players/99", 404)


@pytest.mark.clauses("OTE 2.8.3")
def test_a_readmission_game_by_its_form() -> None:
    with serving() as floor:
        owner = floor.owner()
        open_event(owner, players=tuple(f"P{number}" for number in range(1, 10)))
        start_event(owner, EVENT)
        for table in floor.state(EVENT).tables:
            owner.fill(DESK, f"{DESK}/line", line=f"{table.table} 16 5 5")
        winner = members(floor.state(EVENT), PlayerSet.ACTIVE)[0]
        owner.fill(f"{DESK}/players/{winner.number}", f"{DESK}/players/{winner.number}/leave")
        assert "OTE 2.8.3" in shown(owner.get(f"{DESK}/next"))
        owner.fill(f"{DESK}/next")
        assert floor.state(EVENT).stage == Kind.READMISSION
        (game,) = floor.state(EVENT).tables
        assert game.set is TableSet.READMISSION
        assert "Table, then who reached 8, in order, by seat or by the beginning of the name: 1 6." in shown(
            owner.get(DESK)
        )
        owner.fill(f"{DESK}/table/1", None, 400, how="result")
        fourth: dict[str, Any] = {"how": "result", "place-4": "1"}
        owner.fill(f"{DESK}/table/1", **fourth)
        owner.fill(f"{DESK}/next")
        assert game.players[3] in floor.state(EVENT).tables[0].players


def test_a_players_report_is_accepted_as_it_was_seen(floor: Floor, desk: Browser) -> None:
    table = floor.state(EVENT).tables[0]
    propose(floor, table, table.players[1], table.players[1])
    older = form_fields(desk.get(DESK), f"{DESK}/accept")
    propose(floor, table, table.players[1], table.players[0])
    # To a doubtful one a judge can be sent.
    desk.fill(DESK, f"{DESK}/judge")
    assert [call.table for call in floor.seen(EVENT).venue.unclosed_calls()] == [1]
    desk.send(f"{DESK}/accept", **older)
    assert not floor.state(EVENT).results
    html = desk.get(DESK)
    assert f"{table.players[1]} {table.players[0]} ★ won" in shown(html)
    fields = form_fields(html, f"{DESK}/accept")
    desk.send(f"{DESK}/accept", **fields)
    assert result_of(floor, 1).winner == table.players[0]
    number = floor.seen(EVENT).number
    desk.send(f"{DESK}/accept", **fields)
    assert floor.seen(EVENT).number == number
    assert table.table not in floor.seen(EVENT).venue.proposals


def test_a_dispute_shows_both_versions_and_the_desk_may_choose(floor: Floor, desk: Browser) -> None:
    table = floor.state(EVENT).tables[0]
    propose(floor, table, table.players[0], table.players[0])
    propose(floor, table, table.players[1], table.players[1])
    html = desk.get(DESK)
    assert "They do not agree" in shown(html)
    assert html.count(f'action="{DESK}/accept"') == 2
    desk.fill(f"{DESK}/table/1", how="result", winner="", **influence_fields(table, 16, 3, 3, 3))
    assert result_of(floor, 1).winner == table.players[0]
    assert "They do not agree" not in shown(desk.get(DESK))


def test_a_report_can_be_set_aside_with_a_reason(floor: Floor, desk: Browser) -> None:
    table = floor.state(EVENT).tables[0]
    propose(floor, table, table.players[1], table.players[0])
    fields = form_fields(desk.get(DESK), f"{DESK}/aside")
    assert "reason" in shown(desk.send(f"{DESK}/aside", 400, **fields, reason=" "))
    assert floor.seen(EVENT).venue.proposals
    html = desk.send(f"{DESK}/aside", **fields, reason="they play on")
    assert "Table 1: what the players reported was set aside: “they play on”" in shown(html)
    assert not floor.seen(EVENT).venue.proposals
    assert not floor.state(EVENT).results
    number = floor.seen(EVENT).number
    desk.send(f"{DESK}/aside", **fields, reason="they play on")
    assert floor.seen(EVENT).number == number
    # What everybody reads of it does not say why.
    assert "they play on" not in shown(floor.stranger().get(f"/e/{EVENT}/log"))


def test_a_game_without_a_result_is_not_corrected_but_reported(floor: Floor, desk: Browser) -> None:
    html = desk.get(f"{DESK}/results/1/1")
    assert "Correct" not in shown(html)
    assert "Save the result" in shown(html)
    assert f"<h1>Table {floor.state(EVENT).tables[0].table}</h1>" in html
    type_all(floor, desk, EVENT)
    assert "<h1>Correct table 1</h1>" in desk.get(f"{DESK}/results/1/1")


def test_every_game_of_the_last_stage_is_called_by_its_table_and_its_stage(floor: Floor, desk: Browser) -> None:
    while floor.state(EVENT).stage != Kind.FINAL:
        type_all(floor, desk, EVENT)
        desk.fill(f"{DESK}/next")
    rounds = floor.state(EVENT).round
    for table in floor.state(EVENT).tables:
        html = desk.get(f"{DESK}/table/{table.table}")
        assert f"<title>Table {table.table} · Round {rounds}, the final · Friday</title>" in html
    type_all(floor, desk, EVENT)
    for table in floor.state(EVENT).tables:
        html = desk.get(f"{DESK}/results/{floor.state(EVENT).stage_number}/{table.table}")
        assert f"<title>Correct table {table.table} · Round {rounds}, the final · Friday</title>" in html
        kind = "Final" if table.table == 1 else "Inactive set"
        assert f"Round {rounds}, the final · {kind} · to 16" in shown(html)


def test_a_game_that_nobody_finished_says_why_its_points_are_so_wherever_it_is_shown(
    floor: Floor, desk: Browser
) -> None:
    table = floor.state(EVENT).tables[0]
    numbers = [floor.state(EVENT).players[name].number for name in table.players]
    for number in numbers[1:]:
        desk.fill(f"{DESK}/players/{number}", f"{DESK}/players/{number}/leave")
    why = "Until it is reported, the influence of all players there counts as 0"
    for page in (f"/e/{EVENT}", f"{DESK}/results", *(f"/e/{EVENT}/player/{number}" for number in numbers)):
        assert why in shown(desk.get(page)), page


def test_a_correction_shows_all_that_it_changes_before_it_is_made(floor: Floor, desk: Browser) -> None:
    type_all(floor, desk, EVENT)
    table = floor.state(EVENT).tables[0]
    number = floor.seen(EVENT).number
    page = f"{DESK}/results/1/1"
    assert 'value="16"' in desk.get(page)
    right = influence_fields(table, 3, 16, 0, 1) | {"winner": "2", "reason": "read wrongly"}
    preview = desk.fill(page, step="preview", **right)
    words = shown(preview)
    assert f"{table.players[0]} moves from the active set to the inactive set." in words
    assert f"{table.players[1]} moves from the inactive set to the active set." in words
    assert "The groups made since stand" not in words
    assert floor.seen(EVENT).number == number
    fields = form_fields(preview, None)
    desk.send(page, **fields, step="confirm")
    assert result_of(floor, 1).winner == table.players[1]
    desk.send(page, **fields, step="confirm")
    assert floor.seen(EVENT).number == number + 1
    desk.fill(f"{DESK}/next")
    back = influence_fields(table, 16, 3, 0, 1) | {"winner": "1", "reason": "read well"}
    words = shown(desk.fill(page, step="preview", **back))
    assert "would have been" in words
    assert "The groups made since stand" in words


def test_two_corrections_of_one_result_meet(floor: Floor, desk: Browser) -> None:
    type_all(floor, desk, EVENT)
    other = floor.staff(Role.HEAD_JUDGE, "Jo", EVENT)
    table = floor.state(EVENT).tables[0]
    page = f"{DESK}/results/1/1"

    def confirmed(browser: Browser, second: int) -> dict[str, Any]:
        right = influence_fields(table, *(16, second, 0, 0)[: len(table.players)]) | {"winner": "1", "reason": "again"}
        return form_fields(browser.fill(page, step="preview", **right), None) | {"step": "confirm"}

    mine, theirs = confirmed(desk, 9), confirmed(other, 11)
    other.send(page, **theirs)
    html = desk.send(page, 409, **mine)
    assert 'value="9"' in html
    assert "Another person has changed this event" in shown(html)
    assert result_of(floor, 1).influence[1] == 11


def test_a_correction_needs_a_reason(floor: Floor, desk: Browser) -> None:
    type_all(floor, desk, EVENT)
    table = floor.state(EVENT).tables[0]
    fields = influence_fields(table, 3, 16, 0, 1) | {"winner": "2", "reason": " "}
    assert 'value="3"' in desk.fill(f"{DESK}/results/1/1", None, 400, step="preview", **fields)
    # Numbers that do not tell who won ask who did.
    numbers = influence_fields(table, 14, 12, 0, 1)
    assert "Say who won" in shown(desk.fill(f"{DESK}/results/1/1", None, 400, step="preview", **numbers, reason="x"))


def test_a_winner_whom_the_form_had_chosen_follows_the_numbers_and_one_whom_somebody_chooses_does_not(
    floor: Floor, desk: Browser
) -> None:
    table = floor.state(EVENT).tables[0]
    rest = (0, 1)[: len(table.players) - 2]
    one, two = table.players[:2]
    desk.fill(DESK, f"{DESK}/line", line=" ".join(map(str, (1, "14*", 9, *rest, "conceded"))))
    page = f"{DESK}/results/1/1"
    assert result_of(floor, 1).winner == one
    # As a browser sends the form when only the numbers are typed anew.
    stood = {"winner": "1", "note": "conceded", "reason": "x", "step": "preview"}
    preview = desk.fill(page, **influence_fields(table, 14, 16, *rest) | stood)
    assert f"Winner: {one} → {two}" in shown(preview)
    # Chosen on the page that shows what it changes, the winner is behind by somebody's will, with the note.
    behind = form_fields(preview, None) | {"step": "preview", "winner": "1"}
    again = desk.send(page, **behind)
    assert f"Winner: {one}" not in shown(again)
    html = desk.send(page, 409, **behind | {"note": ""})
    assert "say so in a note" in shown(html)
    desk.send(page, **form_fields(again, None), step="confirm")
    assert result_of(floor, 1).winner == one


def test_a_result_is_taken_away_while_its_round_is_played(floor: Floor, desk: Browser) -> None:
    type_all(floor, desk, EVENT)
    away = f"{DESK}/results/1/1/away"
    assert "/away" not in floor.staff(Role.JUDGE, "Jo", EVENT).get(f"{DESK}/results/1/1")
    assert away in desk.get(f"{DESK}/results/1/1")
    assert "#away" in desk.get(f"{DESK}/table/1")
    assert 'role="alert"' in desk.fill(f"{DESK}/results/1/1", away, 400, reason=" ")
    fields = form_fields(desk.get(f"{DESK}/results/1/1"), away) | {"reason": "table 2 had played"}
    html = desk.send(away, **fields)
    assert "the result was taken away, and the table is open again" in shown(html)
    assert f"{DESK}/table/1" in html
    assert 1 not in floor.state(EVENT).results
    # A phone of the table is back at reporting.
    name = floor.state(EVENT).tables[0].players[0]
    me = floor.player(EVENT, floor.state(EVENT).players[name].number).get(f"/e/{EVENT}/me")
    assert "Report the result" in shown(me)
    type_all(floor, desk, EVENT)
    desk.fill(f"{DESK}/next")
    assert away not in desk.get(f"{DESK}/results/1/1")
    assert "no result that could be taken away" in shown(desk.send(away, 409, **fields | {"id": "another"}))


def test_a_line_for_a_table_with_another_result_leads_to_its_correction(floor: Floor, desk: Browser) -> None:
    table = floor.state(EVENT).tables[0]
    numbers = " ".join(map(str, range(1, len(table.players))))
    line = f"1 16 {numbers}"
    desk.fill(DESK, f"{DESK}/line", line=line)
    page = desk.fill(DESK, f"{DESK}/line", line=f"1 17 {numbers}")
    assert "This is what it changes" in page
    assert "It was mistyped at the desk." in page
    corrected = f"{DESK}/results/1/1"
    hidden = form_fields(page, None)
    page = desk.send(corrected, **hidden, step="confirm")
    result = floor.state(EVENT).results[1]
    assert isinstance(result, Result)
    assert result.influence[0] == 17
    assert 'id="line"' in page


def test_a_line_that_comes_again_after_it_was_taken_back_does_nothing_and_says_so(desk: Browser, floor: Floor) -> None:
    numbers = " ".join(map(str, range(1, len(floor.state(EVENT).tables[0].players))))
    fields = form_fields(desk.get(DESK), f"{DESK}/line") | {"line": f"1 16 {numbers}"}
    assert "taken back since" not in desk.send(f"{DESK}/line", **fields)
    desk.fill(f"{DESK}/undo")
    assert "has been taken back since. Nothing was done now." in desk.send(f"{DESK}/line", **fields)
    assert floor.state(EVENT).results.get(1) is None


def test_the_same_line_again_is_no_correction(desk: Browser, floor: Floor) -> None:
    table = floor.state(EVENT).tables[0]
    line = "1 16 " + " ".join(map(str, range(1, len(table.players))))
    desk.fill(DESK, f"{DESK}/line", line=line)
    assert "problem-line" in desk.fill(DESK, f"{DESK}/line", 409, line=line)


def test_a_round_begins_with_its_clock(floor: Floor, desk: Browser) -> None:
    type_all(floor, desk, EVENT)
    assert "problem-next" in desk.fill(f"{DESK}/next", None, 400, minutes="many")
    assert floor.state(EVENT).round == 1
    desk.fill(f"{DESK}/next", None, minutes="45")
    clock = floor.seen(EVENT).venue.clock
    assert clock is not None
    assert clock.minutes == 45
    type_all(floor, desk, EVENT)
    assert 'name="minutes" inputmode="numeric" autocomplete="off" maxlength="3" value="45"' in desk.get(f"{DESK}/next")
