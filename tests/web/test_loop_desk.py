"""The loop desk: for anybody without an event, and in a call, on everybody's own phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.service.access.roles import Role
from floorjudge.loops import Case, Declaration, Ruling, read_case, rule
from floorjudge.loops.desk import Resource, sheet_of
from floorjudge.loops.sheet.codec import read_sheet, sheet_answer
from floorjudge.texts import LANGUAGES
from floorjudge.web import asking
from floorjudge.web.common import loop_rulings
from floorjudge.web.common.languages import big_number
from floorjudge.web.loops.setup import Setup, setup_from
from floorjudge.web.security import Limit
from tests.events.floor.small_event import result_of
from tests.web.desk_of_tests import Browser, Floor, open_event, serving, shown, start_event
from tests.web.pages_read import findings

EVENT = "friday"
LOOP = f"/e/{EVENT}/calls/1/loop"
XSS = "<script>alert(1)</script>"
Fields = dict[str, Any]


@pytest.fixture(scope="module")
def without_events() -> Iterator[Floor]:
    """Return a server whose worker all who come without a link share."""
    with serving() as running:
        yield running


@pytest.fixture
def anybody(without_events: Floor) -> Browser:
    return without_events.stranger()


def post(browser: Browser, address: str, status: int = 200, **fields: Any) -> str:
    """Send a form in which a name can come more than once."""
    answer = browser.client.post(address, data=fields)
    assert answer.status_code == status, shown(answer.text)
    assert findings(answer.text) == []
    return answer.text


def begin(browser: Browser, *players: str, status: int = 200, **more: Any) -> str:
    """Describe a loop at the desk without an event."""
    return post(browser, "/loop", status, do="ask", player=list(players), **more)


def carried(page: str) -> Fields:
    """Return the hidden fields with which the case travels."""
    found = dict(re.findall(r'<input type="hidden" name="(case|sheet)" value="([^"]*)"', page))
    return {name: unescape(value) for name, value in found.items()}


def answer(browser: Browser, page: str, status: int = 200, **said: str) -> str:
    """Answer as the player who is asked."""
    by = unescape(re.findall(r'name="by" value="([^"]*)"', page)[0])
    return post(browser, "/loop", status, do="answer", by=by, **carried(page), **said)


def asked(page: str) -> str:
    """Return the name at the top of the question."""
    return unescape(re.findall(r'<h1 class="asked-name">([^<]*)</h1>', page)[0])


@pytest.mark.server
@pytest.mark.clauses("MTR 4.4.3", "MTR 4.4.6")
def test_one_phone_is_passed_round(anybody: Browser) -> None:
    assert findings(anybody.get("/loop")) == []
    page = begin(anybody, "Ana", "Bo", "Cy", keeps=["0"], steps="Ana: tap\nuntap")
    assert asked(page) == "Ana"
    assert "Agree" not in shown(page)
    page = answer(anybody, page, says="10^100")
    assert asked(page) == "Bo"
    page = answer(anybody, page, says="40", part="1")
    assert "Bo 40 iterations, the last one up to step 1" in shown(page)
    page = answer(anybody, page, word="agree")
    assert "Bo stops the loop after the first step of iteration 40." in shown(page)
    assert "MTR 4.4.6" in shown(page)
    page = post(anybody, "/loop", do="back", **carried(page))
    assert asked(page) == "Cy"


@pytest.mark.clauses("MSTR 4.2A", "MSTR 4.4A")
def test_for_more_than_two_players_all_are_asked_until_they_agree(anybody: Browser) -> None:
    assert 'name="edition" value="mtr" checked' in anybody.get("/loop")
    page = begin(anybody, "Ana", "Bo", "Cy", keeps=["0"], steps="Ana: tap\nuntap", edition="mstr")
    for says in ("9", "4", "4"):
        page = answer(anybody, page, says=says)
    assert asked(page) == "Ana"
    assert "Ana is asked again and says “agree”" in shown(page)
    assert 'name="part"' not in page
    assert page.index(">Agree<") < page.index("Send this number")
    page = answer(anybody, page, word="agree")
    assert (asked(page), 'name="part"' in page) == ("Cy", True)
    page = answer(anybody, page, says="1", part="1")
    assert (asked(page), 'name="says"' in page) == ("Ana", False)
    refused = answer(anybody, page, 400, says="1")
    assert "can only say “agree”: there is no earlier point to name." in shown(refused)
    page = answer(anybody, page, word="agree")
    assert (asked(page), 'name="says"' in page, 'name="part"' in page) == ("Bo", True, False)
    page = answer(anybody, page, word="agree")
    for words in ("Cy stops the loop after the first step", "priority goes back to Ana", "MSTR 4.2A", "MSTR 4.4A"):
        assert words in shown(page)
    assert asked(post(anybody, "/loop", do="back", **carried(page))) == "Bo"


def test_the_edition_goes_along_where_something_else_is_asked_first_and_is_offered_again(anybody: Browser) -> None:
    fields: Fields = {"player": ["Ana", "Bo"], "keeps": ["0", "1"], "sustained": "mixed", "edition": "mstr"}
    marks = post(anybody, "/loop", do="ask", **fields)
    assert '<input type="hidden" name="edition" value="mstr">' in marks
    moved = post(anybody, "/loop", do="up-1", **fields)
    assert 'value="mstr" checked' in moved
    assert 'value="mtr" checked' in begin(anybody, "Ana", "Ana", status=400, edition="mtr-1993")
    case = read_case({"edition": "mstr", "turn_order": ["Ana"], "maintained_by": []})
    assert setup_from(case).case() == case


@pytest.mark.clauses("MTR 4.4.5", "MTR 4.4.8")
def test_the_steps_that_sustain_it_are_asked_for_where_they_matter(anybody: Browser) -> None:
    fields: Fields = {
        "player": ["Ana", "Bo"],
        "keeps": ["0", "1"],
        "span": "turns",
        "steps": "draws\nputs back\ndraws\nputs back",
    }
    page = post(anybody, "/loop", do="ask", **fields)
    assert "<h1>Which steps?</h1>" in page
    page = post(anybody, "/loop", do="marks", marked="yes", mark=["keeps-0:1", "keeps-1:3"], **fields)
    page = answer(anybody, page, word="indefinitely")
    page = answer(anybody, page, says="2")
    assert "Bo stops the loop after the first 3 steps of iteration 3." in shown(page)


@pytest.mark.clauses("MTR 4.4.4", "MTR 4.4.8")
def test_who_chooses_is_asked_where_others_act(anybody: Browser) -> None:
    fields: Fields = {"player": ["Ana", "Bo"], "keeps": ["0", "1"], "sustained": "mixed"}
    page = post(anybody, "/loop", do="ask", **fields)
    assert "<h1>Which ones?</h1>" in page
    assert "Who keeps it going by a choice?" in shown(page)
    assert "Name at least one." in shown(post(anybody, "/loop", do="marks", marked="yes", **fields))
    page = post(anybody, "/loop", do="marks", marked="yes", mark=["choosers:1"], **fields)
    page = answer(anybody, answer(anybody, page, says="9"), says="4")
    assert "Bo now makes a different choice." in shown(page)


def test_where_some_act_and_others_choose_their_steps_are_asked_for_too(anybody: Browser) -> None:
    fields: Fields = {"player": ["Ana", "Bo"], "keeps": ["0", "1"], "sustained": "mixed", "steps": "acts\nchooses"}
    page = post(anybody, "/loop", do="ask", **fields)
    assert page.count("With which of these steps") == 2
    assert begin(anybody, "Ana", "Bo", sustained="mixed", status=400)
    page = post(anybody, "/loop", do="marks", marked="yes", mark=["choosers:1", "keeps-0:0", "keeps-1:1"], **fields)
    page = answer(anybody, answer(anybody, page, says="9"), says="4")
    assert "Bo stops the loop after the first step of iteration 5." in shown(page)
    case = read_case({"turn_order": ["Ana", "Bo"], "maintained_by": ["Ana", "Bo"], "sustained_by": {"Bo": "choices"}})
    assert setup_from(case).sustained == "mixed"


@pytest.mark.clauses("MTR 4.4.1", "MTR 4.4.9")
def test_a_refused_loop_can_be_overruled_by_a_judge(anybody: Browser) -> None:
    fields: Fields = {"player": ["Ana"], "keeps": ["0"], "steps": "tap\nif it rains, untap", "fact": ["conditional"]}
    page = post(anybody, "/loop", do="ask", **fields)
    page = post(anybody, "/loop", do="marks", marked="yes", **fields)
    assert "Name at least one." in shown(page)
    page = post(anybody, "/loop", do="marks", marked="yes", mark=["conditional:1"], **fields)
    assert "<h1>No shortcut</h1>" in page
    assert "2 (if it rains, untap)" in shown(page)
    page = post(anybody, "/loop", do="overrule", reason="It never rains here.", **carried(page))
    assert asked(page) == "Ana"
    page = answer(anybody, page, says="3")
    assert "A judge ruled that this is a loop" in shown(page)


@pytest.mark.clauses("MTR 4.4.9")
def test_of_a_loop_that_was_settled_before_a_judge_may_find_that_something_has_changed(anybody: Browser) -> None:
    page = post(anybody, "/loop", do="ask", player=["Ana", "Bo"], keeps=["0"], fact=["settled"])
    assert "it may not start again" in shown(page)
    assert 'value="overrule"' not in page
    assert "Something that matters has changed since" in shown(page)
    assert asked(post(anybody, "/loop", do="changed", **carried(page))) == "Ana"


def test_what_may_not_be_said_is_refused_and_the_question_stays(anybody: Browser) -> None:
    page = begin(anybody, "Ana", "Bo", keeps=["0"])
    for wrong in ({"says": "0"}, {"says": "many"}, {"word": "agree"}, {"word": "perhaps"}, {"says": XSS}):
        again = answer(anybody, page, 400, **wrong)
        assert asked(again) == "Ana"
        assert 'role="alert"' in again
        assert XSS not in again


def test_what_is_filled_in_wrong_is_explained_and_kept(anybody: Browser) -> None:
    assert 'role="alert"' in begin(anybody, status=400)
    page = begin(anybody, "Ana", "Ana", status=400)
    assert page.count('value="Ana"') == 2
    page = begin(anybody, XSS, sustained="choices", status=400)
    assert XSS not in page
    sheet: Fields = {"r-name": ["tokens"], "r-start": ["1"], "r-change": ["nonsense + 1"], "r-ends": [""]}
    assert 'value="nonsense + 1"' in begin(anybody, "Ana", keeps=["0"], status=400, **sheet)


def test_the_order_of_the_players_can_be_changed_without_a_script(anybody: Browser) -> None:
    page = post(anybody, "/loop", do="up-2", player=["Ana", "Bo", "Cy"], keeps=["2"])
    players = re.findall(r'name="player" value="(\w+)"', page)
    assert players == ["Ana", "Cy", "Bo"]
    assert re.findall(r'name="keeps" value="(\d)" checked', page) == ["1"]
    assert post(anybody, "/loop", do="up-99", player=["Ana"])


@given(st.permutations(["Ana", "Bo", "Cy", "Dee"]), st.sets(st.integers(0, 3)), st.integers(-2, 6))
def test_moving_a_player_moves_their_tick_with_them(players: list[str], keeps: set[int], index: int) -> None:
    before = Setup(tuple(players), frozenset(keeps))
    after = before.moved_up(index)
    assert sorted(after.players) == sorted(players)
    assert {after.players[kept] for kept in after.keeps} == {players[kept] for kept in keeps}
    if 0 < index < 4:
        assert after.players.index(players[index]) == index - 1
    rest = [name for name in players if not 0 <= index < 4 or name != players[index]]
    assert [name for name in after.players if name in rest] == rest


def test_the_sheet_says_where_the_loop_ends_or_why_that_is_not_known(anybody: Browser) -> None:
    ends: Fields = {"r-name": ["life"], "r-start": ["20"], "r-change": ["-1"], "r-ends": ["<= 0"]}
    # It grows while turning: whether it ever is exactly 7 is beyond the proofs.
    turns: Fields = {
        "r-name": ["x", "y"],
        "r-start": ["1", "0"],
        "r-change": ["x - 2 * y", "2 * x + y"],
        "r-ends": ["== 7", ""],
    }
    for sheet, said in (
        (ends, "ends by itself after 20 whole iterations: then life <= 0"),
        (turns, "nothing stops it in the first 1,000 iterations"),
    ):
        page = shown(answer(anybody, begin(anybody, "Ana", keeps=["0"], **sheet), says="10^50"))
        assert said in page.partition("What there is then")[2]


@given(st.integers(-(10**70), 10**70), st.sampled_from(LANGUAGES))
def test_a_number_is_shown_with_all_its_digits(value: int, language: Any) -> None:
    shown_number = big_number(value, language)
    full = shown_number.full or shown_number.short
    assert int("".join(char for char in full.replace("−", "-") if char.isdigit() or char == "-")) == value
    assert shown_number.digits == len(str(abs(value)))
    assert len(shown_number.short) < 40


def test_a_number_beside_a_power_of_ten_is_said_so(subtests: pytest.Subtests) -> None:
    for value, said in [
        (2 * 10**50 + 1_234, "2 × 10^50 + 1,234"),
        (-2 * 10**50 - 1_234, "−2 × 10^50 − 1,234"),
        (4 - 10**50, "−10^50 + 4"),
        (10**50 + 10**9, "10^50 + 1,000,000,000"),
        (10**60 - 10**30 + 3, "10^60 − 10^30 + 3"),
        (7**60, f"{7**60:,}"[:11] + "…" + f"{7**60:,}"[-11:]),
    ]:
        with subtests.test(value=value, said=said):
            assert big_number(value, "en").short == said


def test_a_sheet_names_each_resource_once() -> None:
    assert sheet_of([Resource("", "")], ["Ana"]) is None
    sheet = sheet_of([Resource("a b", "3", "+ 2", "> 9"), Resource("c", "", "`a b` - 1")], ["Ana"])
    assert sheet is not None
    assert sheet["body"] == [{"change": {"a b": "`a b` + 2", "c": "`a b` - 1"}}]
    assert sheet["resources"] == {"a b": "3", "c": "0"}


@given(st.text(min_size=1).filter(str.strip))
def test_a_resource_may_have_any_name(name: str) -> None:
    sheet = sheet_of([Resource(name, "3", "+ 2", "> 9")], ["Ana"])
    assert sheet is not None
    assert sheet_answer(read_sheet(sheet), "en")["resources"] == {name.strip(): "11"}


def test_a_case_that_somebody_has_made_up_is_refused(anybody: Browser) -> None:
    for case in ("", "[]", "{", '{"turn_order": 3}', "[" * 5_000, "x" * 40_000):
        post(anybody, "/loop", 400, case=case, sheet="", do="back")


# In a call of an event


@pytest.fixture
def event(floor: Floor) -> tuple[str, ...]:
    """Open and start an event with a call to table 1; return the players of that table."""
    owner = floor.owner()
    open_event(owner, players=("Ana", "Bo", "Cy", "Dee", "Eve", "Fay"))
    start_event(owner, EVENT)
    players: tuple[str, ...] = floor.state(EVENT).tables[0].players
    owner.fill(f"/e/{EVENT}/judge", f"/e/{EVENT}/judge/call", about="a loop", table="1")
    return players


def phone(floor: Floor, name: str) -> Browser:
    """Return a player's phone."""
    return floor.player(EVENT, floor.state(EVENT).players[name].number)


@pytest.mark.clauses("MTR 4.4.3")
def test_everybody_answers_on_their_own_phone_and_the_judge_records(floor: Floor, event: tuple[str, ...]) -> None:
    judge = floor.staff(Role.JUDGE, "Jo", EVENT)
    page = judge.get(LOOP)
    assert re.findall(r'name="player" value="(\w*)"', page) == list(event)
    assert "The judge has not asked anything yet." in shown(phone(floor, event[0]).get(LOOP))
    sheet: Fields = {"r-name": ["mana"], "r-start": ["1"], "r-change": ["*2"], "r-ends": [""]}
    post(judge, LOOP, do="ask", player=list(event), keeps=["0"], **sheet)
    answers: list[Fields] = [{"says": "10^6"}, {"word": "agree"}, {"says": "12"}]
    for index, (name, said) in enumerate(zip(event, answers, strict=True)):
        own = phone(floor, name)
        assert "Your answer about the loop is wanted" in shown(own.get(f"/e/{EVENT}/me"))
        others = phone(floor, event[(index + 1) % 3]).get(LOOP)
        assert f"{name} is asked now" in shown(others)
        assert 'name="says"' not in others
        own.fill(LOOP, LOOP, **said)
    page = phone(floor, event[1]).get(LOOP)
    assert f"{event[2]} stops the loop after 12 iterations." in shown(page)
    assert "4,096" in page
    assert "Record as ruling" not in page
    spanish = phone(floor, event[1]).client.get(LOOP, headers={"accept-language": "es"}).text
    assert f"{event[2]} stops" not in spanish.partition('id="tongues"')[0]
    assert all(f"<strong>{said}</strong>" in spanish for said in ("1.000.000", "acepto", "12"))
    text = f"{event[2]} stops at 12."
    post(judge, LOOP, do="record", text=text)
    ruling = floor.seen(EVENT).venue.calls[1].history[-1]
    assert (ruling.text, ruling.clauses, ruling.by) == (text, ("MTR 4.4.3",), "judge Jo")
    assert ruling.loop is not None
    assert isinstance(rule(read_case(ruling.loop["case"])), Ruling)
    assert "What the loop desk was told" in judge.get(f"/e/{EVENT}/judge/calls/1")
    mine = f"/e/{EVENT}/me"
    assert text in shown(phone(floor, event[1]).client.get(mine, headers={"accept-language": "es"}).text)
    by_the_desk = (
        f"{event[2]} stops the loop after 12 iterations. {event[2]} has priority. {event[0]} may not start the loop again before "
        "something that matters has changed."
    )
    post(judge, LOOP, do="record", text=by_the_desk)
    told = {
        each: shown(phone(floor, event[1]).client.get(mine, headers={"accept-language": each}).text)
        for each in ["en", "es"]
    }
    assert f"{event[2]} has priority." in told["en"]
    assert f"{event[2]} has priority." not in told["es"]
    history = judge.client.get(f"/e/{EVENT}/judge/calls/1", headers={"accept-language": "es"}).text
    assert f"{event[2]} has priority." not in shown(history)
    assert text in shown(history)


def test_the_judge_types_what_players_say_takes_it_back_and_closes_the_call(
    floor: Floor, event: tuple[str, ...]
) -> None:
    judge = floor.staff(Role.JUDGE, "Jo", EVENT)
    post(judge, LOOP, do="ask", player=list(event), keeps=["0"])
    for _ in range(2):
        post(judge, LOOP, do="answer", by=event[0], says="40", id="once")
    case = floor.seen(EVENT).venue.calls[1].loop_case
    assert case is not None
    assert case.declarations == (Declaration(event[0], 40),)
    page = post(judge, LOOP, 400, do="answer", by=event[1], says="41")
    assert 'value="41"' in page
    page = post(judge, LOOP, do="back")
    assert asked(page) == event[0]
    call = floor.seen(EVENT).venue.calls[1]
    assert call.loop_case == Case(tuple(event), (event[0],))
    assert "?new" in page
    post(judge, LOOP, do="ask", player=list(event), keeps=["0"], edition="mstr")
    page = judge.get(f"{LOOP}?new")
    assert ("<h1>Loop desk</h1>" in page, 'value="mstr" checked' in page) == (True, True)
    judge.fill(f"/e/{EVENT}/judge/calls/1", f"/e/{EVENT}/judge/calls/1/close_call")
    assert 'name="says"' not in judge.get(f"{LOOP}?new")
    post(judge, LOOP, 409, do="answer", by=event[0], says="3")


def test_who_has_left_is_asked_no_more_and_the_judge_goes_on_without_them(floor: Floor, event: tuple[str, ...]) -> None:
    judge, first = floor.staff(Role.JUDGE, "Jo", EVENT), phone(floor, event[0])
    post(judge, LOOP, do="ask", player=list(event), keeps=["0"])
    floor.take(EVENT, do="leave", player=event[0])
    assert 'name="says"' in first.get(LOOP)
    floor.take(EVENT, do="report", **result_of(floor.state(EVENT).tables[0], 1))
    page = judge.get(LOOP)
    assert 'name="says"' not in page
    assert f"{event[0]} has left the event and is in no open game" in shown(page)
    mine = first.get(f"/e/{EVENT}/me")
    assert ("Your answer about the loop is wanted" in mine, 'id="call-form"' in mine) == (False, False)
    assert 'name="says"' not in first.get(LOOP)
    setup = judge.get(f"{LOOP}?new")
    assert [name for name in event if re.search(f'<input[^>]*name="player"[^>]*value="{name}"', setup)] == [*event[1:]]


def test_nobody_answers_for_others_and_strangers_see_nothing(floor: Floor, event: tuple[str, ...]) -> None:
    judge = floor.staff(Role.JUDGE, "Jo", EVENT)
    post(judge, LOOP, do="ask", player=list(event), keeps=["0"])
    before = floor.seen(EVENT).number
    second = phone(floor, event[1])
    post(second, LOOP, 400, do="answer", by=event[0], says="3")
    for step in ("back", "again", "overrule", "record"):
        second.client.post(LOOP, data={"do": step, "reason": "x", "text": "x"})
    post(second, LOOP, 403, do="ask", player=list(event))
    elsewhere = floor.state(EVENT).tables[1].players[0]
    for browser in (floor.stranger(), phone(floor, elsewhere), floor.staff(Role.SCOREKEEPER, "Sam", EVENT)):
        browser.get(LOOP, 403)
        browser.get(f"/e/{EVENT}/calls/99/loop", 403)
        browser.send(LOOP, 403, do="answer", by=event[0], says="3")
    assert floor.seen(EVENT).number == before
    judge.get(f"/e/{EVENT}/calls/99/loop", 404)


def test_nothing_that_anybody_sends_is_ruled_on_where_pages_are_served(
    anybody: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def served(*_: object) -> None:
        raise AssertionError("this runs in the process that serves pages")

    for name in ("read_case", "rule", "sheet_of", "sheet_after"):
        monkeypatch.setattr(loop_rulings, name, served)
    sheet: Any = {
        "r-name": ["tokens", "life of Bo"],
        "r-start": ["1", "10^40"],
        "r-change": ["*2", "- 3"],
        "r-ends": ["", ""],
    }
    page = begin(anybody, "Ana", "Bo", keeps=["0"], **sheet)
    page = shown(answer(anybody, answer(anybody, page, says="100"), word="agree"))
    # The sheet says exactly what there is then.
    assert f"{2**100:,}" in page
    assert f"{10**40 - 300:,}" in page


def test_what_nobody_could_read_is_refused(anybody: Browser) -> None:
    case = '{"turn_order": ["Ana", "Bo"], "maintained_by": ["Ana"]}'
    cases: list[tuple[Fields, str]] = [
        ({"do": "ask", "player": ["Ana" * 30_000, "Bo"]}, "must fit into 30,000 characters"),
        ({"do": "ask", "player": ["Ana", "Bo"], "keeps": ["0"], "steps": "tap\n" * 151}, "151"),
        ({"do": "answer", "case": case, "by": "Ana", "says": "10^9999"}, "more than 5,000 digits"),
    ]
    for fields, said in cases:
        assert said in shown(post(anybody, "/loop", 400, **fields))


def test_forms_without_anything_in_them_are_counted_too(anybody: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "POSTS", Limit("posts without anything", 2))
    for status in (200, 200, 429):
        anybody.send("/loop", status)
