"""A Swiss evening and a league of pods from the empty event to the podium, in browsers: with phones, a latecomer, a drop, and a loop.

Each has a correction after the next pairing. The tables are typed at the desk but for the first two: phones report at the
first, and at the second a loop is ruled on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from floorjudge.formats.competition import Phase
from tests.e2e.hall import PHONE, Hall, go_home, mark, send, type_result, was_not_loaded_again
from tests.e2e.test_evening import (
    add_players,
    go_on,
    judge_at,
    leave,
    open_event,
    owner_of,
    phone_of,
    publish,
    screen_of,
    start,
)
from tests.e2e.test_every_page import complaints
from tests.support.web_server import desk_of

NAMES = tuple(
    f"{first} {last}"
    for last in ("Almeida", "Dubois-Lefèvre")
    for first in "Ana Björn Chloé Diego Elif Fatou Guðrún Håkon Inês José Kwame Łucja Maëlle".split()
)
LATE = "Zoë van den Berg"


@pytest.mark.clauses("MTR 4.4.2", "MTR 2.10")
def test_a_swiss_evening_from_the_empty_event_to_the_podium(hall: Hall) -> None:
    organiser = owner_of(hall)
    organiser.get_by_role("link", name="Swiss rounds").click()
    expect(organiser.get_by_role("radio", name="Swiss rounds")).to_be_checked()
    assert complaints(organiser) == []
    organiser.goto("/")
    event = open_event(organiser, "Swiss rounds", ("Players in the playoff", "8"))
    add_players(organiser, event, NAMES[8:19])
    screen, judge = screen_of(hall, event), judge_at(hall, organiser, event, "Bo the judge", "judge")
    start(organiser, event)
    one, two, *_ = (players for _, players in sorted(hall.tables(event).items()))
    phones = {name: phone_of(hall, organiser, event, name) for name in (*one, *two)}
    report_by_phones([phones[name] for name in one], winner_says="2–0")
    draw_by_a_loop(judge, event, two, phones)
    judge.goto(f"/e/{event}/judge/calls/1")
    expect(judge.locator("body")).to_contain_text("Its report counts 1 drawn game by rulings on loops")
    report_by_phones([phones[name] for name in two], winner_says="2–0–1")
    with desk_of(hall.place, event) as desk:
        assert desk.state.results[2].games == (2, 0)
        assert desk.state.results[2].drawn == 1
        ruling = desk.state.venue.calls[1].newest_ruling
        assert ruling is not None
        assert ruling.clauses == ("MTR 4.4.2",)
    first_round_ends(hall, organiser, event, phones, two[1], lambda number: f"{number} 2 0")
    # The match of table 3 was typed the wrong way round; nobody's opponent changes by that.
    correct(organiser, event, 3, answer=2)
    go_home(judge, *(phones[name] for name in (*one[1:], *two)))
    play_on(hall, organiser, event, lambda number: f"{number} 2 0")
    ends_well(hall, organiser, screen, event, phones[one[0]], matches=4)


@pytest.mark.clauses("MSTR 4.4A", "MSTR 2.1A", "MSTR 10.4A")
def test_a_league_of_pods_from_the_empty_event_to_the_podium(hall: Hall) -> None:
    organiser = owner_of(hall)
    event = open_event(organiser, "Pods", ("Players in the cut", "4"))
    add_players(organiser, event, NAMES[4:22])
    screen, judge = screen_of(hall, event), judge_at(hall, organiser, event, "Bo the judge", "judge")
    start(organiser, event)
    one, two, *_ = (players for _, players in sorted(hall.tables(event).items()))
    phones = {name: phone_of(hall, organiser, event, name) for name in (*one, *two)}
    report_by_phones([phones[name] for name in one], winner_says=one[0])
    draw_by_a_loop(judge, event, two, phones)
    judge.goto(f"/e/{event}/judge/calls/1")
    judge.get_by_role("button", name="Make the draw the result").click()
    expect(phones[two[0]].locator("#report.done")).to_be_visible()
    with desk_of(hall.place, event) as desk:
        assert desk.state.rules.result_json(desk.state, desk.state.tables[1], desk.state.results[2]) == {"draw": True}
    first_round_ends(hall, organiser, event, phones, two[1], lambda number: f"{number} 1")
    correct(organiser, event, 3, answer=1)
    go_home(judge, *(phones[name] for name in (*one[1:], *two)))
    play_on(hall, organiser, event, lambda number: f"{number} 1")
    ends_well(hall, organiser, screen, event, phones[one[0]], matches=1)


def report_by_phones(phones: Sequence[Page], winner_says: str) -> None:
    """Have the first player report their own win with two touches, and the others confirm it, each on the page that is open."""
    first, *others = phones
    assert complaints(first) == []
    first.locator(".quick-answer", has_text=winner_says).first.click()
    first.get_by_role("button", name="Report this").click()
    for phone in others:
        expect(phone.locator("#report-head")).to_have_text("Is this right?")
        assert complaints(phone) == []
        phone.get_by_role("button", name="Yes, that is right").click()
    for phone in phones:
        expect(phone.locator("#report.done")).to_be_visible()
        assert was_not_loaded_again(phone)


def draw_by_a_loop(judge: Page, event: str, players: Sequence[str], phones: dict[str, Page]) -> None:
    """Have a player call a judge for a loop that nobody will break, each answer on their own phone, and the judge record it."""
    caller = phones[players[0]]
    caller.locator("#more-call > summary").click()
    caller.locator("#about").fill("We cannot end a loop.")
    caller.get_by_role("button", name="Call a judge now").click()
    expect(caller.locator(".own-call")).to_be_visible()
    send(judge, judge.get_by_role("button", name=re.compile("I am going there.*Table 2")))
    judge.goto(f"/e/{event}/judge")
    judge.get_by_role("link", name="Loop desk").first.click()
    # Nothing is asked that the table says already, and whose turn it is only once.
    for seat, name in enumerate(players, 1):
        expect(judge.locator(f"#player-{seat}")).to_have_value(name)
    judge.get_by_role("radio", name=players[1]).check()
    judge.get_by_role("button", name="Ask the players").last.click()
    for name in (*players[1:], players[0]):
        phones[name].get_by_role("link", name="Your answer about the loop is wanted").click()
        assert complaints(phones[name]) == []
        phones[name].get_by_role("button", name="I will not break it").click()
        expect(phones[name].get_by_role("heading", level=1)).not_to_contain_text("you are asked")
    expect(judge.locator("h1")).to_have_text("The game is a draw")
    send(judge, judge.get_by_role("button", name="Record the ruling"))
    for name in players:
        phones[name].goto(f"/e/{event}/me")
        expect(phones[name].locator(".own-call")).to_contain_text("The judge ruled:")
        mark(phones[name])


def first_round_ends(
    hall: Hall, organiser: Page, event: str, phones: dict[str, Page], leaver: str, line: Callable[[int], str]
) -> None:
    """Have a player drop on their phone, type what is open, pair the second round, and let a latecomer in."""
    leave(phones[leaver], event)
    type_open(hall, organiser, event, line)
    go_on(organiser, event)
    assert leaver not in {name for players in hall.tables(event).values() for name in players}
    organiser.goto(f"/e/{event}/desk/players")
    organiser.get_by_placeholder("Name").fill(LATE)
    organiser.get_by_role("button", name="Let in late").click()
    expect(organiser.locator("body")).to_contain_text(LATE)


def correct(organiser: Page, event: str, table: int, answer: int) -> None:
    """Correct a result of the first round after the second was paired: what it changes is shown, then it is saved."""
    organiser.goto(f"/e/{event}/desk/results?stage=1")
    organiser.get_by_role("link", name=f"Correct table {table}").click()
    organiser.locator("input[name=quick]").nth(answer).check()
    organiser.get_by_label("Why it is corrected").fill("It was typed the wrong way round.")
    organiser.get_by_role("button", name="Show what it would change").click()
    expect(organiser.locator(".findings li").first).to_be_visible()
    assert complaints(organiser) == []
    organiser.get_by_role("button", name="Save correction").click()
    expect(organiser.locator(".notice.done")).to_be_visible()


def type_open(hall: Hall, organiser: Page, event: str, line: Callable[[int], str]) -> None:
    """Type the results of all tables that still play."""
    organiser.goto(f"/e/{event}/desk")
    for number in hall.open_tables(event):
        type_result(organiser, line(number))


def play_on(hall: Hall, organiser: Page, event: str, line: Callable[[int], str]) -> None:
    """Play the rounds that are left and the cut; the latecomer is paired from the next round on."""
    while True:
        type_open(hall, organiser, event, line)
        go_on(organiser, event)
        with desk_of(hall.place, event) as desk:
            if desk.state.phase is Phase.FINISHED:
                return
            if desk.state.round == 3:
                seated = {name for table in desk.state.tables for name in table.players}
                assert LATE in {*seated, *desk.state.sitting_out}


def ends_well(hall: Hall, organiser: Page, screen: Page, event: str, phone: Page, matches: int) -> None:
    """See the podium, the bracket on the live page and everything on paper."""
    publish(organiser, event, screen, phone)
    with desk_of(hall.place, event) as desk:
        assert sorted(desk.state.places().values())[:2] == [1, 2]
        assert len(desk.state.rules.path(desk.state).rounds[0].matches) == matches
    live = hall.window(**PHONE)
    live.goto(f"/e/{event}")
    live.locator("#part-path > summary").click()
    expect(live.locator(".bracket-match").first).to_be_visible()
    assert complaints(live) == []
    for what in ("tables-by-name", "tables-by-number", "slips", "standings", "places", "bracket"):
        answer = organiser.request.get(f"/e/{event}/print/{what}.pdf")
        assert answer.status == 200
        assert answer.body().startswith(b"%PDF")
