"""A whole event at the desk, form by form, as an organiser runs it."""

from __future__ import annotations

import io
import json
import re
import tempfile
from datetime import datetime, timedelta, tzinfo
from itertools import pairwise
from pathlib import Path
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from floorjudge.events.service import EventService
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.log.draw_history import draw_history
from floorjudge.events.service.log.marks import whole_mark
from floorjudge.formats.competition import Phase
from floorjudge.formats.on_the_edge.rules.event import members
from floorjudge.formats.on_the_edge.tables import Kind, PlayerSet
from floorjudge.web.organiser import desk
from floorjudge.web.organiser.desk import TABLES_A_PAGE
from floorjudge.web.organiser.players import PLAYERS_A_PAGE
from floorjudge.web.organiser.rounds import ranges
from tests.events.floor.small_event import steps_to_the_end
from tests.web.desk_of_tests import (
    NAMES,
    Browser,
    Floor,
    close_roster,
    form_fields,
    line_for,
    open_event,
    shown,
    start_event,
    type_all,
)


@pytest.fixture
def owner(floor: Floor) -> Browser:
    return floor.owner()


@pytest.fixture
def event(owner: Browser) -> str:
    """Open an event with eight players."""
    return open_event(owner)


def test_an_event_that_was_taken_back_whole_starts_with_a_new_seed(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, players=("Ana", "Bo", "Cy"))
    start_event(owner, event)
    desk = EventService(floor.app.state.application.store.log, event)
    for _ in steps_to_the_end(desk):
        pass
    while desk.state.stage != "registration":
        desk.take({"do": "undo"}, "en")
    start = f"/e/{event}/desk/start"
    assert f'action="{start}"' not in owner.get(start)
    owner.fill(start, f"/e/{event}/desk/next/seed")
    if not floor.state(event).closed:
        close_roster(owner, event)
    owner.fill(start, start, public="1 2 3")
    assert floor.state(event).stage == Kind.ROUND


@pytest.mark.server
def test_an_event_from_its_opening_to_its_places(floor: Floor, owner: Browser, event: str) -> None:
    assert event == "friday"
    start_event(owner, event)
    preview = ""
    for _ in range(20):
        if floor.state(event).phase is Phase.FINISHED:
            break
        type_all(floor, owner, event)
        preview = owner.get(f"/e/{event}/desk/next")
        owner.send(f"/e/{event}/desk/next", **form_fields(preview, None))
    state = floor.state(event)
    assert state.phase is Phase.FINISHED
    # The places of the finalists stood there before the event was finished.
    assert all(f"{place} {name}" in shown(preview) for name, place in state.places().items() if place <= 3)
    assert "The winner of the final is first" in shown(owner.get(f"/e/{event}/places"))
    desk = owner.get(f"/e/{event}/desk")
    assert "until you publish them" in shown(desk)
    assert not floor.seen(event).venue.places_published
    # Published at the desk, it goes on at the desk.
    published = shown(owner.fill(f"/e/{event}/desk", f"/e/{event}/desk/event/publish"))
    assert "The places are published." in published
    assert floor.seen(event).venue.places_published
    pdf = owner.raw(f"/e/{event}/print/places.pdf").content
    words = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    winner = next(name for name, place in state.places().items() if place == 1)
    assert winner in words
    assert f'href="/e/{event}/places"' in owner.get(f"/e/{event}/desk").partition("<main")[2]
    start = owner.get(f"/e/{event}/desk/start")
    assert "The event is over." in shown(start)
    assert "<form" not in start.partition("<main")[2]


def test_an_event_with_too_few_players_says_what_comes_first(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, players=("Ana", "Bo"))
    start = f"/e/{event}/desk/start"
    assert "Three are enough to start." in shown(owner.get(start))
    assert f'action="{start}/close"' not in owner.get(start)
    assert f'href="{start}"' not in owner.get(f"/e/{event}/desk")
    assert "Standings" not in shown(owner.get(f"/e/{event}/desk/print"))
    owner.fill(f"/e/{event}/desk/players", player="Cy")
    assert f'action="{start}/close"' in owner.get(start)
    assert f'href="{start}"' in owner.get(f"/e/{event}/desk")


def test_the_roster_has_a_column_of_decks_once_there_is_one(owner: Browser, event: str) -> None:
    players = f"/e/{event}/desk/players"
    assert ">Deck</th>" not in owner.get(players)
    owner.fill(f"{players}/1", f"{players}/1/deck", list="3 Astral Wisdom [28]")
    assert ">Deck</th>" in owner.get(players)


def test_the_day_of_an_event_is_written_as_where_the_reader_is(floor: Floor, owner: Browser, event: str) -> None:
    owner.fill(f"/e/{event}/desk/event", f"/e/{event}/desk/event/describe", name="Friday", date="2026-11-27")
    anybody = floor.stranger().client
    for style, day in (
        ("en-GB", "27 Nov 2026"),
        ("en-US", "Nov 27, 2026"),
        ("es", "27 nov 2026"),
        ("en", "Nov 27, 2026"),
    ):
        for _ in range(2):
            assert day in shown(anybody.get(f"/e/{event}", headers={"accept-language": style}).text), style


def test_an_event_is_deleted_by_the_owner_after_a_backup(floor: Floor, owner: Browser, event: str) -> None:
    about = f"/e/{event}/desk/event"
    organiser = floor.staff(Role.ORGANISER, "Kim", event)
    assert "Delete the event" not in organiser.get(about)
    organiser.send(f"/e/{event}/desk/delete", 403, sure="yes")
    assert "tick that you are sure" in shown(owner.fill(about, f"/e/{event}/desk/delete", 400))
    told = shown(owner.fill(about, f"/e/{event}/desk/delete", sure="yes"))
    assert "The event is deleted." in told
    (backup,) = re.findall(r"floorjudge-\S+-before-deleting-friday\.db", told)
    (Path(tempfile.gettempdir()) / backup).unlink()
    owner.get(f"/e/{event}", 404)
    assert "deleted" not in shown(owner.get(f"/?deleted={backup}"))


def test_organisers_delete_their_rehearsal(floor: Floor) -> None:
    event = open_event(floor.owner())
    organiser = floor.staff(Role.ORGANISER, "Kim", event)
    organiser.fill(f"/e/{event}/desk/event", f"/e/{event}/desk/rehearsal")
    rehearsal = floor.app.state.application.store.log.tournaments()[-1].id
    told = shown(organiser.fill(f"/e/{rehearsal}/desk/event", f"/e/{rehearsal}/desk/delete", sure="yes"))
    (backup,) = re.findall(r"floorjudge-\S+-before-deleting-\S+\.db", told)
    (Path(tempfile.gettempdir()) / backup).unlink()
    organiser.get(f"/e/{rehearsal}", 404)


def test_what_was_done_is_said_once(floor: Floor, owner: Browser, event: str) -> None:
    players = f"/e/{event}/desk/players"
    assert "Zoe was registered" in shown(owner.fill(players, player="Zoe"))
    number = floor.seen(event).number
    for address in (players, f"{players}?done={number}", f"/e/{event}/desk?done={number}"):
        assert "Zoe was registered" not in shown(owner.get(address))


def test_a_seed_cannot_be_typed_on_a_page(floor: Floor) -> None:
    owner = floor.owner()
    owner.fill("/new", name="Random", seed="a seed long enough to be one, surely")
    assert len(floor.app.state.application.store.log.secret("random")) == 64
    assert floor.state("random").typed is False


def test_a_start_that_was_taken_back_is_seen_by_everybody(floor: Floor, owner: Browser, event: str) -> None:
    start_event(owner, event)
    owner.fill(f"/e/{event}/desk/undo")
    page = f"/e/{event}/desk/start"
    assert "started 1 time before" in shown(owner.get(page))
    owner.fill(page, page, public="4 1 6, Six!")
    html = shown(floor.stranger().get(f"/e/{event}/draw"))
    assert "416six" in html
    assert "started 2 times" in html
    assert "appleriverseven" in html
    assert "owner Olga" in html


def test_a_list_that_was_closed_opened_and_changed_is_seen_by_everybody(
    floor: Floor, owner: Browser, event: str
) -> None:
    """Close the list, hear the words, open it again, rename somebody and leave somebody out until the draw suits."""
    desk = f"/e/{event}/desk"
    owner.fill(f"{desk}/start", f"{desk}/start/close")
    owner.fill(f"{desk}/start", f"{desk}/start/reopen")
    owner.fill(f"{desk}/players/2", f"{desk}/players/2/rename", name="Berta")
    owner.fill(f"{desk}/players/3", f"{desk}/players/3/leave")
    owner.fill(f"{desk}/start", f"{desk}/start/close")
    owner.fill(f"{desk}/undo")
    owner.fill(f"{desk}/start", f"{desk}/start/close")
    owner.fill(f"{desk}/start", f"{desk}/start", public="4 1 6")
    html = shown(floor.stranger().get(f"/e/{event}/draw"))
    first, second, third = draw_history(floor.seen(event).records()).lists
    assert all(html.count(each.roster) == times for each, times in ((first, 1), (second, 3), (third, 3)))
    assert html.count("On the first list under another name: Berta.") == 2
    assert html.count("Only on the first list: ") == 2
    assert "It was opened again at" in html
    assert "That was taken back at" in html
    assert "was changed after it had been closed" in html


def test_an_event_that_was_opened_twice_is_seen_by_everybody(floor: Floor) -> None:
    owner = floor.owner()
    first, second = open_event(owner, "Twice"), open_event(owner, "Twice")
    for one, other in ((first, second), (second, first)):
        html = shown(floor.stranger().get(f"/e/{one}/draw"))
        assert "1 other event of this name was opened here" in html
        assert f"({other})" in html


def test_a_mark_on_paper_is_compared_with_the_log(floor: Floor, event: str) -> None:
    record = floor.seen(event).records()[2]
    same = shown(floor.stranger().get(f"/e/{event}/draw?mark={whole_mark(record)}"))
    assert "this log holds record 3" in same
    assert "weak" not in same
    old = shown(floor.stranger().get(f"/e/{event}/draw?mark=3-{record.hash[:10]}"))
    assert "this log holds record 3" in old
    assert "this mark is weak" in old
    assert "Not the same" in shown(floor.stranger().get(f"/e/{event}/draw?mark=3-0000000000"))
    assert "no mark of a log" in shown(floor.stranger().get(f"/e/{event}/draw?mark=hello"))


def test_what_is_previewed_is_what_is_grouped(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, players=tuple(f"Player {number:02}" for number in range(1, 27)))
    start_event(owner, event)
    type_all(floor, owner, event)
    before = floor.seen(event)
    preview = owner.get(f"/e/{event}/desk/next")
    assert floor.seen(event).number == before.number
    words = shown(preview)
    assert "OTE 2.6" in words
    assert "OTE 2.7" in words
    owner.send(f"/e/{event}/desk/next", **form_fields(preview, None))
    state = floor.state(event)
    assert state.round == 2
    for table in state.tables:
        assert f"{table.table} {' '.join(table.players)}" in words


def test_somebody_who_leaves_after_the_preview_makes_it_worthless(floor: Floor, owner: Browser, event: str) -> None:
    start_event(owner, event)
    type_all(floor, owner, event)
    previewed = form_fields(owner.get(f"/e/{event}/desk/next"), None)
    owner.fill(f"/e/{event}/desk/players/3", f"/e/{event}/desk/players/3/leave")
    owner.send(f"/e/{event}/desk/next", 409, **previewed)
    assert not floor.state(event).past


def test_next_says_which_games_are_still_open(floor: Floor, owner: Browser, event: str) -> None:
    start_event(owner, event)
    assert "1" in shown(owner.get(f"/e/{event}/desk/next", 409))
    owner.send(f"/e/{event}/desk/next", 409, id="x", seen=str(floor.seen(event).number))
    owner.send(f"/e/{event}/desk/next", 400, id="x")
    assert not floor.state(event).past


def test_nobody_is_looked_for_in_an_empty_list_and_settings_come_before_the_clock(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, players=())
    assert "Find a player" not in shown(owner.get(f"/e/{event}/desk/players"))
    quiet = '<button class="button quiet" name="do" value="clock">'
    assert quiet in owner.get(f"/e/{event}/desk/event")
    owner.fill(f"/e/{event}/desk/players", f"/e/{event}/desk/players/import", list="Ana\nBo\nCy")
    assert "Find a player" in shown(owner.get(f"/e/{event}/desk/players"))
    start_event(owner, event)
    assert quiet not in owner.get(f"/e/{event}/desk/event")


def test_undo_after_a_new_name_says_that_the_name_stays_and_gives_the_old_one_back(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, players=("Ana", "Bo", "Cy"))
    desk = f"/e/{event}/desk"
    owner.fill(desk, f"{desk}/players", player="Dee")
    html = owner.fill(f"{desk}/players/4", f"{desk}/players/4/rename", name="Dora")
    assert f'href="{desk}/undo"' in html
    look = owner.get(f"{desk}/undo")
    assert "Dee is called Dora from here on." in shown(look)
    assert "Dora was registered." in shown(look)
    assert "The new name stays." in shown(look)
    owner.fill(look, f"{desk}/players/4/rename")
    assert "Dee" in floor.state(event).players
    # Whoever has their old name again was not renamed.
    look = owner.get(f"{desk}/undo")
    assert "from here on" not in shown(look)
    assert "The new name stays." not in shown(look)
    owner.fill(f"{desk}/players/4", f"{desk}/players/4/rename", name="Dora")
    owner.fill(f"{desk}/undo")
    assert set(floor.state(event).players) == {"Ana", "Bo", "Cy"}
    # Who is gone with the step has no name to give back.
    assert "Give the old name back" not in shown(owner.get(f"{desk}/undo"))


def test_a_round_begins_with_its_clock_in_two_steps_and_says_what_happens_when_time_is_over(
    floor: Floor, owner: Browser, event: str
) -> None:
    about = f"/e/{event}/desk/event"
    owner.fill(
        about, f"{about}/describe", name="Saturday", date="2026-03-07", minutes="35", time_over="Finish the turn."
    )
    assert "Mar 7, 2026" in shown(floor.stranger().get(f"/e/{event}"))
    close_roster(owner, event)
    start = owner.get(f"/e/{event}/desk/start")
    assert 'value="35"' in start
    desk = owner.fill(start, f"/e/{event}/desk/start", minutes="35")
    assert f'href="/e/{event}/print/slips.pdf"' in desk
    assert "Finish the turn." in desk
    assert "Saturday" in shown(desk)


def test_several_leave_at_once_and_one_undo_brings_them_back(floor: Floor, owner: Browser, event: str) -> None:
    page = f"/e/{event}/desk/players"
    assert "Tick the players" in shown(owner.fill(page, f"{page}/leave", 400))
    asked = owner.fill(page, f"{page}/leave", p1="yes", p3="yes", p5="yes")
    for name in (NAMES[0], NAMES[2], NAMES[4]):
        assert f"{name} leaves the event." in shown(asked)
    assert len(floor.state(event).in_event()) == len(NAMES)
    assert "3 players have left" in shown(owner.fill(asked, f"{page}/leave"))
    assert len(floor.state(event).in_event()) == len(NAMES) - 3
    owner.fill(f"/e/{event}/desk/undo")
    assert len(floor.state(event).in_event()) == len(NAMES)


def test_a_rehearsal_is_a_copy_that_says_so_and_leaves_the_event_alone(floor: Floor) -> None:
    event = open_event(floor.owner())
    desk = floor.staff(Role.ORGANISER, "Marie", event)
    before = floor.seen(event).number
    fields = form_fields(desk.get(f"/e/{event}/desk/event"), f"/e/{event}/desk/rehearsal")
    for _ in range(2):
        html = desk.send(f"/e/{event}/desk/rehearsal", **fields)
        assert "Rehearsal: the results are invented." in shown(html)
    copy = "rehearsal-friday"
    assert {player.name for player in floor.state(copy).all_players()} == set(NAMES)
    assert floor.state(copy).results
    assert floor.state(copy).open_tables()
    for page in (f"/e/{copy}", f"/e/{copy}/screen", f"/e/{copy}/player/1"):
        assert "Rehearsal: the results are invented." in shown(floor.stranger().get(page))
    desk.fill(f"/e/{copy}/desk", f"/e/{copy}/desk/line", line=line_for(floor.state(copy).open_tables()[0]))
    assert "Rehearsal" not in shown(floor.stranger().get("/"))
    assert floor.seen(event).number == before
    assert copy + "-2" not in [kept.id for kept in floor.app.state.application.store.log.tournaments()]


def test_an_empty_event_can_be_rehearsed_with_invented_players(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, players=())
    assert 'role="alert"' in owner.get(f"/e/{event}/desk/undo", 409)
    assert "First the players" in shown(owner.get(f"/e/{event}/desk"))
    owner.fill(f"/e/{event}/desk/event", f"/e/{event}/desk/rehearsal")
    assert floor.state("rehearsal-friday").round == 1


def test_illegal_decks_start_with_a_reason_only(floor: Floor, owner: Browser, event: str) -> None:
    page = f"/e/{event}/desk/players/1"
    html = owner.fill(page, f"{page}/deck", list="3 Astral Wisdom\n1 Sekhem")
    assert "illegal" in shown(html)
    assert "OTE 1.1" in shown(html)
    close_roster(owner, event)
    page = f"/e/{event}/desk/start"
    start = owner.fill(page, page, status=409, public="kept words")
    assert "kept words" in start
    assert floor.state(event).phase is Phase.REGISTRATION
    owner.fill(page, page, reason="a beginner", public="kept words")
    assert floor.state(event).stage == Kind.ROUND
    assert floor.state(event).public == "keptwords"
    assert json.loads(floor.seen(event).records()[-1].event)["deck_reason"] == "a beginner"


def test_long_lists_come_in_pages(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, players=tuple(f"Player {number}" for number in range(1, PLAYERS_A_PAGE + 9)))
    assert owner.get(f"/e/{event}/desk/players").count('scope="row"') == PLAYERS_A_PAGE
    start_event(owner, event)
    first = owner.get(f"/e/{event}/desk")
    assert first.count("/desk/table/") == TABLES_A_PAGE
    following = owner.get(f"/e/{event}/desk?first={TABLES_A_PAGE + 1}")
    assert following.count("/desk/table/") == len(floor.state(event).tables) - TABLES_A_PAGE
    assert len(members(floor.state(event), PlayerSet.ACTIVE)) == PLAYERS_A_PAGE + 8


@given(st.sets(st.integers(1, 60), max_size=40))
def test_numbers_are_said_in_runs(numbers: set[int]) -> None:
    said = ranges(sorted(numbers))
    spelled = [part.split("–") for part in said.split(", ") if part]
    assert {n for run in spelled for n in range(int(run[0]), int(run[-1]) + 1)} == numbers
    assert all(int(left[-1]) + 1 < int(right[0]) for left, right in pairwise(spelled))


def test_the_desk_is_told_that_the_clock_of_its_computer_has_gone_back(
    owner: Browser, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_roster(owner, event)
    owner.fill(owner.get(f"/e/{event}/desk/start"), f"/e/{event}/desk/start", minutes="50")
    assert "has gone back" not in shown(owner.get(f"/e/{event}/desk"))

    class AnHourAgo(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return super().now(tz) - timedelta(hours=1)

    monkeypatch.setattr(desk, "datetime", AnHourAgo)
    told = shown(owner.get(f"/e/{event}/desk"))
    assert "gone back by 59 minutes" in told or "gone back by 60 minutes" in told
    assert "Clock of the round" in told
