"""The judges' pages: calls as they come, everything done about one, and finding it again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from floorjudge.events.service.access.roles import Role
from floorjudge.events.venue import Call, CallState
from floorjudge.formats.on_the_edge.tables import Result
from floorjudge.rulebook import clauses
from floorjudge.texts import LANGUAGES
from tests.events.floor.small_event import report_of
from tests.web.desk_of_tests import Browser, Floor, form_fields, serving_friday, shown
from tests.web.pages_read import findings

EVENT = "friday"
JUDGE = f"/e/{EVENT}/judge"
CALL = f"{JUDGE}/calls/1"
XSS = '</textarea><script>alert(1)</script>"'


@pytest.fixture
def floor() -> Iterator[Floor]:
    with serving_friday(players=("Ana", "Bo", "Cy", "Dee", "Eve", "Fay")) as running:
        yield running


@pytest.fixture
def judge(floor: Floor) -> Browser:
    return floor.staff(Role.JUDGE, "Jo", EVENT)


def call(floor: Floor, number: int = 1) -> Call:
    """Return a call as the server has it."""
    return floor.seen(EVENT).venue.calls[number]


def dispute(floor: Floor) -> tuple[str, ...]:
    """Have two players of table 1 report different winners; return its players."""
    players: tuple[str, ...] = floor.state(EVENT).tables[0].players
    for player in players[:2]:
        influence = {name: 16 if name == player else 3 for name in players}
        floor.take(EVENT, do="propose", table=1, player=player, winner=player, influence=influence)
    return players


def test_a_call_from_the_raised_hand_to_its_end(floor: Floor, judge: Browser) -> None:
    player = floor.state(EVENT).tables[0].players[0]
    floor.take(EVENT, do="call", table=1, player=player, about="a loop?")
    page = judge.get(JUDGE)
    assert f"Table 1, {player}" in shown(page)
    assert "waiting" in shown(page)
    judge.fill(JUDGE, f"{CALL}/take")
    assert (call(floor).state, call(floor).taken_by) == (CallState.TAKEN, "judge Jo")
    judge.fill(CALL, f"{CALL}/note", text="both talk at once")
    judge.fill(CALL, f"{CALL}/extend", minutes="5")
    page = judge.fill(CALL, f"{CALL}/ruling", text="It is a loop.", clauses="mtr4.4.3; OTE 2.3")
    ruling = call(floor).history[-1]
    assert (ruling.text, ruling.clauses, ruling.by) == ("It is a loop.", ("MTR 4.4.3", "OTE 2.3"), "judge Jo")
    assert "5 minutes" in shown(page)
    assert f'data-since="{ruling.at}"' in page
    judge.fill(CALL, f"{CALL}/appeal", text="I do not think so", player=player)
    assert "The head judge rules on this appeal." in shown(judge.get(CALL))
    assert all("I am going there" not in shown(judge.get(page)) for page in (JUDGE, CALL))
    head = floor.staff(Role.HEAD_JUDGE, "Hana", EVENT)
    assert all("I am going there" in shown(head.get(page)) for page in (JUDGE, CALL))
    assert "You have taken this call." in shown(head.fill(CALL, f"{CALL}/take"))
    assert "I am going there" not in shown(head.get(JUDGE))
    head.fill(CALL, f"{CALL}/rule_appeal", text="It is.", clauses="")
    assert call(floor).final
    judge.fill(CALL, f"{CALL}/close_call")
    assert call(floor).state is CallState.CLOSED
    assert "No player is waiting for a judge." in shown(judge.get(JUDGE))
    assert "both talk at once" in shown(judge.get(CALL))


def test_a_call_leaves_the_list_with_the_result_that_answers_it(floor: Floor, judge: Browser) -> None:
    table = floor.state(EVENT).tables[0]
    dispute(floor)
    judge.fill(JUDGE, f"{CALL}/take")
    floor.take(EVENT, do="call", table=1, about="too slow")
    assert shown(judge.get(JUDGE)).count("The table has its result.") == 0
    floor.take(EVENT, **report_of(table))
    page = judge.get(JUDGE)
    waiting, closed = page.split('id="history"')
    assert (f'href="{CALL}"' in waiting, f'href="{CALL}"' in closed) == (False, True)
    assert "answered by the result" in shown(closed)
    assert "The table has its result." in shown(waiting)
    other = CALL.replace("/1", "/2")
    judge.fill(JUDGE, f"{other}/close_call")
    assert "No player is waiting for a judge." in shown(judge.get(JUDGE))


def test_clauses_are_ticked_in_the_rulebook(floor: Floor, judge: Browser) -> None:
    floor.take(EVENT, do="call", about="x")
    page = judge.get(CALL)
    assert all(f'value="{name}"' in page for name in clauses())
    fields = form_fields(page, f"{CALL}/ruling") | {"text": "So be it.", "clauses": "MTR 4.4.1"}
    judge.client.post(f"{CALL}/ruling", data={**fields, "clause": ["MTR 4.4.3", "CR shortcuts.4"]})
    assert call(floor).history[-1].clauses == ("MTR 4.4.3", "CR shortcuts.4", "MTR 4.4.1")
    page = shown(judge.get(CALL))
    assert "MTR 4.4.3, CR 732.4, MTR 4.4.1" in page
    assert "CR shortcuts" not in page


def test_one_version_of_a_dispute_becomes_the_result_in_one_click(floor: Floor, judge: Browser) -> None:
    players = dispute(floor)
    page = judge.get(JUDGE)
    assert page.count("Make this the result") == 2
    found = form_fields(page, f"{CALL}/accept")
    judge.send(f"{CALL}/accept", **found)
    result = floor.state(EVENT).results[1]
    assert isinstance(result, Result)
    assert result.winner == players[0]
    assert floor.seen(EVENT).records()[-1].by == "judge Jo"
    assert "have changed since" in shown(judge.send(f"{CALL}/accept", 409, **found))


def test_a_judge_sets_aside_what_the_players_of_a_dispute_reported(floor: Floor, judge: Browser) -> None:
    dispute(floor)
    fields = form_fields(judge.get(CALL), f"{CALL}/set_aside")
    assert 'role="alert"' in judge.send(f"{CALL}/set_aside", 400, **fields, reason=" ")
    html = judge.send(f"{CALL}/set_aside", **fields, reason="they play on")
    assert "What the players reported was set aside: they play on" in shown(html)
    assert "Make this the result" not in html
    assert findings(html) == []
    assert not floor.seen(EVENT).venue.proposals
    assert call(floor).state is CallState.OPEN


def test_nothing_is_set_aside_for_a_call_of_a_round_that_is_over(floor: Floor, judge: Browser) -> None:
    dispute(floor)
    floor.take(EVENT, do="take", call=1)
    for table in floor.state(EVENT).tables:
        floor.take(EVENT, **report_of(table))
    floor.take(EVENT, do="next")
    player = floor.state(EVENT).tables[0].players[0]
    floor.take(EVENT, do="propose", table=1, player=player, drawn=True)
    judge.send(f"{CALL}/set_aside", 409, reason="an old page")
    assert floor.seen(EVENT).venue.proposals


def test_staff_call_for_a_judge_too(floor: Floor, judge: Browser) -> None:
    judge.fill(JUDGE, f"{JUDGE}/call", table="2", about="bring the rulebook")
    assert (call(floor).table, call(floor).about) == (2, "bring the rulebook")
    page = judge.fill(JUDGE, f"{JUDGE}/call", 400, table="two", about=XSS)
    assert "<script>alert" not in page
    assert 'value="&lt;/textarea&gt;' in page
    judge.fill(JUDGE, f"{JUDGE}/call", about="no table")
    assert call(floor, 2).table is None


def test_what_is_refused_is_explained_and_kept(floor: Floor, judge: Browser) -> None:
    floor.take(EVENT, do="call", about="x")
    page = judge.fill(CALL, f"{CALL}/ruling", 400, text=XSS, clauses="MTR 99")
    assert "<script>alert" not in page
    assert 'role="alert"' in page
    assert "&lt;/textarea&gt;&lt;script&gt;" in page
    assert findings(page) == []
    judge.fill(CALL, f"{CALL}/note", 400, text=" ")
    assert [entry.kind.value for entry in call(floor).history] == ["opened"]


def test_a_penalty_is_written_down_with_a_call_or_without_and_withdrawn(floor: Floor, judge: Browser) -> None:
    player = floor.state(EVENT).tables[0].players[0]
    judge.fill(JUDGE, f"{JUDGE}/call", about="slow", table="1")
    html = judge.fill(CALL, f"{CALL}/penalty", player=player, kind="slow_play", text="three minutes a turn")
    assert "Warning for slow play" in shown(html)
    own = floor.player(EVENT, floor.state(EVENT).players[player].number)
    assert "three minutes a turn" in shown(own.get(f"/e/{EVENT}/me"))
    assert "three minutes a turn" not in shown(floor.stranger().get(f"/e/{EVENT}/log"))
    refused = judge.fill(JUDGE, f"{JUDGE}/penalty", 400, player="Zz", kind="warning", text="kept words")
    assert "kept words" in refused
    judge.fill(JUDGE, f"{JUDGE}/penalty", player="Bo", kind="warning", text="late")
    html = judge.fill(JUDGE, f"{JUDGE}/penalties/1", reason="mistaken")
    assert "Withdrawn: mistaken" in shown(html)
    assert "three minutes a turn" not in shown(own.get(f"/e/{EVENT}/me"))
    assert findings(html) == findings(judge.get(CALL)) == []


def test_a_loop_that_was_settled_at_this_table_is_pointed_out(floor: Floor, judge: Browser) -> None:
    players = list(floor.state(EVENT).tables[0].players)
    case = {"turn_order": players, "maintained_by": players[:1], "body": ["tap", "untap"]}
    answer = {"outcome": "advance", "text": "x"}
    floor.take(EVENT, do="call", about="loop", table=1)
    floor.take(EVENT, do="loop", call=1, case=case)
    floor.take(EVENT, do="ruling", call=1, text="Nine times.", loop={"case": case, "answer": answer})
    floor.take(EVENT, do="call", about="again", table=1)
    floor.take(EVENT, do="call", about="elsewhere", table=2)
    assert "Nine times." in shown(judge.get(f"{JUDGE}/calls/2"))
    assert "Nine times." not in shown(judge.get(f"{JUDGE}/calls/3"))
    assert "Nine times." in shown(judge.get(f"{JUDGE}?q=nine"))
    assert "settled before:" not in judge.get(f"/e/{EVENT}/calls/3/loop")


def test_a_call_of_an_earlier_round_is_about_who_sat_there(floor: Floor, judge: Browser) -> None:
    seated = floor.state(EVENT).tables[1].players
    floor.take(EVENT, do="call", table=2, player=seated[0], about="a card fell down")
    assert f"{CALL}/extend" in judge.get(CALL)
    for table in floor.state(EVENT).tables:
        floor.take(EVENT, **report_of(table))
    floor.take(EVENT, do="next")
    page = judge.get(CALL)
    assert f"{CALL}/extend" not in page
    named = page.partition('id="penalised"')[2].partition("</select>")[0]
    assert re.findall("<option.*?>(.*?)</option>", named) == list(seated)


def test_calls_are_found_by_their_words(floor: Floor, judge: Browser) -> None:
    assert 'id="history"' not in judge.get(JUDGE)
    for about in ("a slow game", "a missing card", XSS):
        floor.take(EVENT, do="call", about=about, table=1)
    floor.take(EVENT, do="close_call", call=1)
    page = judge.get(JUDGE)
    assert page.index("a missing card") < page.index("a slow game")
    found = judge.get(f"{JUDGE}?q=slow")
    history = found[found.index('id="history"') :]
    assert "a slow game" in history
    assert "a missing card" not in history
    assert "No call has these words." in judge.get(f"{JUDGE}?q=%3Cscript%3E+nothing")


def test_every_page_can_be_read_in_every_language(floor: Floor, judge: Browser) -> None:
    dispute(floor)
    floor.take(EVENT, do="call", about=XSS, table=2)
    floor.take(EVENT, do="note", call=2, text=XSS)
    floor.take(EVENT, do="ruling", call=2, text=XSS, loop={"case": {"x": 1}, "answer": {}})
    for state in ("ruled", "appealed", "closed"):
        for path in (JUDGE, CALL, f"{JUDGE}/calls/2"):
            for language in LANGUAGES:
                page = judge.client.get(path, headers={"accept-language": language})
                assert (page.status_code, findings(page.text)) == (200, [])
                assert "<script>alert" not in page.text
        if state == "ruled":
            floor.take(EVENT, do="appeal", call=2, text=XSS)
        elif state == "appealed":
            floor.take(EVENT, do="rule_appeal", call=2, text="no")
            floor.take(EVENT, do="close_call", call=2)


def test_what_a_judge_may_not_do_or_nobody_knows_is_refused(floor: Floor, judge: Browser) -> None:
    floor.take(EVENT, do="call", about="x")
    judge.get(f"{JUDGE}/calls/99", 404)
    judge.send(f"{CALL}/shout", 404)
    floor.staff(Role.SCOREKEEPER, "Sam", EVENT).get(f"{JUDGE}/calls/99", 403)
    floor.take(EVENT, do="ruling", call=1, text="x")
    floor.take(EVENT, do="appeal", call=1, text="x")
    judge.send(f"{CALL}/rule_appeal", 403, text="mine")
