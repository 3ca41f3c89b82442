"""The loop desk at the tables of events of Magic: what it knows of a table, and what a ruling makes of its game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.service.access.roles import Role
from floorjudge.formats.pods.results import PodDrawn
from floorjudge.web.forms import SentForm
from floorjudge.web.loops.setup import Setup, read_setup
from tests.web.desk_of_tests import Browser, Floor, open_event, shown, start_event
from tests.web.test_loop_desk import post

Fields = dict[str, Any]
NAMES = ("Ana", "Bo", "Cy", "Dee")


def played(floor: Floor, format_id: str, *names: str, **options: Any) -> str:
    """Open and start an event of a format, and return its id."""
    owner = floor.owner()
    chosen = {f"{format_id}.{key}": options[key] for key in options}
    event = open_event(owner, players=names, format=format_id, **chosen)
    start_event(owner, event)
    return event


@pytest.fixture
def swiss(floor: Floor) -> str:
    """Play a Swiss event."""
    return played(floor, "mtr-swiss", *NAMES, rounds="3", cut="0", games_to_win="2", last_round="random")


def judge_at(floor: Floor, event: str) -> Browser:
    """Return the browser of a judge."""
    return floor.staff(Role.JUDGE, "Jo", event)


def call_to(judge: Browser, event: str, table: int = 1) -> None:
    """Call a judge to a table."""
    judge.fill(f"/e/{event}/judge", f"/e/{event}/judge/call", about="a loop", table=str(table))


def phone(floor: Floor, event: str, name: str) -> Browser:
    """Return a player's phone."""
    return floor.player(event, floor.state(event).players[name].number)


def answered(floor: Floor, event: str, loop: str, *answers: tuple[str, str]) -> None:
    """Have players answer on their own phones, each with a word or a number."""
    for name, said in answers:
        own = phone(floor, event, name)
        assert f"{name}, you are asked" in shown(own.get(loop))
        field: Fields = {"says": said} if said.isdecimal() else {"word": said}
        post(own, loop, do="answer", by=name, **field)


@pytest.mark.clauses("MTR 4.4.2")
def test_in_a_swiss_match_the_desk_knows_the_table_and_a_draw_is_counted(floor: Floor, swiss: str) -> None:
    judge, loop, call = judge_at(floor, swiss), f"/e/{swiss}/calls/1/loop", f"/e/{swiss}/judge/calls/1"
    first, second = floor.state(swiss).tables[0].players
    call_to(judge, swiss)
    page = judge.get(loop)
    assert re.findall(r'name="player" value="(\w*)"', page) == [first, second]
    assert re.findall(r'name="active" value="(\w+)" required( checked)?', page) == [(first, ""), (second, "")]
    assert 'value="mtr" checked' in page
    fields: Fields = {"player": [first, second], "asks-turn": "yes", "edition": "mtr"}
    assert "Whose turn is it? Choose the player" in shown(post(judge, loop, 400, do="ask", **fields))
    post(judge, loop, do="ask", active=second, **fields)
    answered(floor, swiss, loop, (second, "none"), (first, "none"))
    judge.fill(loop, loop, do="record", text="The game is a draw.")
    ruling = floor.seen(swiss).venue.calls[1].newest_ruling
    assert ruling is not None
    assert ruling.clauses == ("MTR 4.4.2",)
    assert "Its report counts 1 drawn game by rulings on loops" in shown(judge.get(call))
    assert f"{call}/draw" not in judge.get(call)
    judge.send(f"{call}/draw", 409, id="pressed-anyway")
    own = phone(floor, swiss, first).get(f"/e/{swiss}/me")
    assert re.search(r'name="drawn"[^>]* value="1"', own)
    assert "2–0–1" in shown(own)
    assert "2–0–1" in shown(floor.owner().get(f"/e/{swiss}/desk/table/1"))
    # At another table nothing was drawn.
    assert "2–0–1" not in shown(floor.owner().get(f"/e/{swiss}/desk/table/2"))
    phone(floor, swiss, first).fill(
        f"/e/{swiss}/me",
        f"/e/{swiss}/me/report",
        quick="games-1=2&games-2=0&drawn=1",
    )
    statement = floor.seen(swiss).venue.proposals[1].statements[0].said
    assert statement is not None
    assert statement.as_report()["drawn"] == 1
    # Who confirms it reads of the drawn game, too.
    assert f"{first} 2, {second} 0; drawn: 1." in shown(phone(floor, swiss, second).get(f"/e/{swiss}/me"))


@pytest.mark.clauses("MTR 4.4.9")
def test_the_next_call_of_a_game_knows_whose_turn_it_was_and_what_was_settled(floor: Floor, swiss: str) -> None:
    judge = judge_at(floor, swiss)
    first, second = floor.state(swiss).tables[0].players
    call_to(judge, swiss)
    loop = f"/e/{swiss}/calls/1/loop"
    asked: Fields = {"active": second, "asks-turn": "yes"}
    post(judge, loop, do="ask", player=[first, second], keeps=["0"], **asked)
    case = floor.seen(swiss).venue.calls[1].loop_case
    assert case is not None
    assert (case.turn_order, case.maintained_by) == ((second, first), (first,))
    answered(floor, swiss, loop, (first, "5"), (second, "agree"))
    judge.fill(loop, loop, do="record", text="Five times.")
    call_to(judge, swiss)
    page = judge.get(f"/e/{swiss}/calls/2/loop")
    assert re.findall(r'name="active" value="(\w+)" required( checked)?', page) == [(second, " checked"), (first, "")]
    assert "A loop of this game was settled before: Call 1 ." in shown(page)
    assert 'value="settled" checked' in page
    post(judge, f"/e/{swiss}/calls/2/loop", do="ask", player=[second, first])
    for name in (second, first):
        post(judge, f"/e/{swiss}/calls/2/loop", do="answer", by=name, word="none")
    judge.fill(f"/e/{swiss}/calls/2/loop", f"/e/{swiss}/calls/2/loop", do="record", text="A draw.")
    call_to(judge, swiss)
    page = judge.get(f"/e/{swiss}/calls/3/loop")
    assert "A loop has drawn an earlier game of this match: Call 2 ." in shown(page)
    assert 'value="settled" checked' not in page
    assert re.findall(r'name="active" value="(\w+)" required( checked)?', page) == [(first, ""), (second, "")]


@pytest.mark.clauses("MSTR 4.4A", "MSTR 2.1A")
def test_a_pod_is_asked_again_on_its_phones_and_its_draw_is_the_result_at_a_touch(floor: Floor) -> None:
    event = played(floor, "mstr-pods", *NAMES, "Eve", "Fay", "Gus", "Hal")
    judge, players = judge_at(floor, event), floor.state(event).tables[0].players
    loop, call = f"/e/{event}/calls/1/loop", f"/e/{event}/judge/calls/1"
    assert len(players) == 4
    call_to(judge, event)
    page = judge.get(loop)
    assert re.findall(r'name="active" value="(\w+)" required( checked)?', page) == [(name, "") for name in players]
    assert 'value="mstr" checked' in page
    order = (*players[2:], *players[:2])
    asked: Fields = {"active": order[0], "asks-turn": "yes", "edition": "mstr"}
    post(judge, loop, do="ask", player=list(players), keeps=["2"], **asked)
    first, second, third, fourth = order
    said = ((first, "9"), (second, "4"), (third, "agree"), (fourth, "agree"), (first, "2"))
    answered(floor, event, loop, *said, *((name, "agree") for name in (second, third, fourth)))
    assert f"{first} stops the loop after 2 iterations." in shown(judge.get(loop))
    post(judge, loop, do="ask", player=list(players), **asked)
    answered(floor, event, loop, *((name, "none") for name in order))
    judge.fill(loop, loop, do="record", text="The game is a draw.")
    assert "The ruling makes this game a draw" in shown(judge.get(call))
    page = judge.fill(call, f"{call}/draw")
    assert "The ruling makes this game a draw" not in shown(page)
    assert floor.state(event).results[1].sentence() == PodDrawn().sentence()
    assert "has no draw to report" in shown(judge.send(f"{call}/draw", 409, id="again", seen="9999"))


def test_on_the_edge_asks_as_before(floor: Floor) -> None:
    event = played(floor, "ote-1.2", "Ana", "Bo", "Cy")
    judge, players = judge_at(floor, event), floor.state(event).tables[0].players
    call_to(judge, event)
    loop = f"/e/{event}/calls/1/loop"
    page = judge.get(loop)
    assert "asks-turn" not in page
    assert "Players in turn order, whose turn it is first" in shown(page)
    post(judge, loop, do="ask", player=list(players))
    for name in players:
        post(judge, loop, do="answer", by=name, word="none")
    judge.fill(loop, loop, do="record", text="A draw.")
    assert 'id="draw"' not in judge.get(f"/e/{event}/judge/calls/1")


@given(st.permutations(["Ana", "Bo", "Cy", "Dee"]), st.sets(st.integers(0, 3)), st.sampled_from(["Ana", "Cy", "Eve"]))
def test_turn_order_begins_with_whose_turn_it_is(players: list[str], keeps: set[int], active: str) -> None:
    before = [(players[index], index in keeps) for index in range(4)]
    fields = [("player", name) for name in players] + [("keeps", str(index)) for index in keeps]
    setup = read_setup(SentForm((*fields, ("asks-turn", "yes"), ("active", active))))
    after = [(name, index in setup.keeps) for index, name in enumerate(setup.players)]
    assert setup.turn_known == (active in players)
    if setup.turn_known:
        while before[0][0] != active:
            before.append(before.pop(0))
    assert after == before
    assert read_setup(SentForm(tuple(fields))) == Setup(tuple(players), frozenset(keeps))
