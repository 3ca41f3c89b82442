"""Players and staff at the desk: registering in every way, decks, links, and who may do what."""

from __future__ import annotations

import re
from typing import Any

import pytest

from floorjudge.events.service import EventService
from floorjudge.events.service.access.roles import Role
from floorjudge.formats.on_the_edge.decks import Verdict
from floorjudge.formats.on_the_edge.tables import Kind
from tests.events.floor.small_event import report_all
from tests.web.desk_of_tests import (
    NAMES,
    Browser,
    Floor,
    form_fields,
    open_event,
    shown,
    start_event,
    type_all,
)

EVENT = "friday"
DESK = f"/e/{EVENT}/desk"
PLAYERS = f"{DESK}/players"


@pytest.fixture
def desk(floor: Floor) -> Browser:
    open_event(floor.owner(), players=())
    return floor.staff(Role.ORGANISER, "Marie", EVENT)


def names(floor: Floor) -> list[str]:
    return [player.name for player in floor.state(EVENT).all_players()]


def test_players_are_registered_one_by_one(floor: Floor, desk: Browser) -> None:
    fields = form_fields(desk.get(f"{DESK}/players"), None) | {"player": "  Zoë   Lima "}
    desk.send(f"{DESK}/players", **fields)
    desk.send(f"{DESK}/players", **fields)
    assert names(floor) == ["Zoë Lima"]
    html = desk.fill(f"{DESK}/players", status=409, player="Zoë Lima")
    assert 'value="Zoë Lima"' in html
    desk.fill(f"{DESK}/players", status=400, player="\u202eevil")
    assert names(floor) == ["Zoë Lima"]


def test_one_undo_takes_a_whole_import_back(floor: Floor, desk: Browser) -> None:
    desk.fill(f"{DESK}/players", player="Zoe")
    html = desk.fill(f"{DESK}/players", f"{DESK}/players/import", list="Ana\nBo\nCy")
    assert f'href="{DESK}/undo"' in html
    look = desk.get(f"{DESK}/undo")
    assert "3 players who were registered together" in shown(look)
    fields = form_fields(look, None)
    assert "3 commands were taken back." in shown(desk.send(f"{DESK}/undo", **fields))
    desk.send(f"{DESK}/undo", **fields)
    assert names(floor) == ["Zoe"]
    assert "Zoe was registered" in shown(desk.get(f"{DESK}/undo"))


def test_nobody_is_invited_to_a_list_that_is_closed(floor: Floor, desk: Browser) -> None:
    desk.fill(f"{DESK}/players", f"{DESK}/players/import", list="Ana\nBo\nCy")
    desk.send(f"{DESK}/players/1/deck", id="d", list="40 Astral Wisdom [S1]")
    desk.fill(f"{DESK}/players", f"{DESK}/players/self")
    places = (f"/e/{EVENT}", f"/e/{EVENT}/screen", f"/e/{EVENT}/me")
    stranger = floor.stranger()
    assert [stranger.get(place).count(f"/join/{EVENT}") > 0 for place in places] == [True, True, True]
    start = shown(desk.get(f"{DESK}/start"))
    assert "1 deck is illegal: Ana" in start
    assert "themselves" not in start
    desk.fill(f"{DESK}/start", f"{DESK}/start/close")
    refused = shown(desk.fill(f"{DESK}/start", f"{DESK}/start", 409, public="1 2 3"))
    assert "The deck of Ana is illegal. Let them hand in another, or start with a judge's reason. (OTE 1.3)" in refused
    assert [stranger.get(place).count(f"/join/{EVENT}") > 0 for place in places] == [False, False, False]
    desk.fill(f"{DESK}/start", f"{DESK}/start/reopen")
    assert f"/join/{EVENT}" in stranger.get(f"/e/{EVENT}/screen")


def test_players_register_themselves_while_it_is_open(floor: Floor, desk: Browser) -> None:
    phone = floor.stranger()
    assert "<form" not in phone.get(f"/join/{EVENT}").split('id="content"')[1]
    phone.send(f"/join/{EVENT}", 409, player="Ana")
    desk.fill(f"{DESK}/players", f"{DESK}/players/self")
    assert f"/join/{EVENT}" in desk.get(f"{DESK}/players")
    asked = phone.get(f"/join/{EVENT}")
    # The name of the event stands once, and the event itself is one step away.
    assert shown(asked.split('id="content"')[1]).count("Friday") == 1
    assert f'href="/e/{EVENT}"' in asked
    fields = form_fields(asked, None) | {"player": "Ana"}
    first = phone.client.post(f"/join/{EVENT}", data=fields, follow_redirects=False)
    assert first.headers["location"].startswith("/p/")
    again = floor.stranger().client.post(f"/join/{EVENT}", data=fields, follow_redirects=False)
    assert again.headers["location"] == first.headers["location"]
    assert names(floor) == ["Ana"]
    phone.client.get(first.headers["location"], follow_redirects=False)
    assert "You are registered as Ana." in shown(phone.get(f"/join/{EVENT}"))
    assert floor.seen(EVENT).records()[-1].by == "self-registration"
    other = floor.stranger()
    html = other.fill(f"/join/{EVENT}", status=409, player="Ana")
    assert 'value="Ana"' in html
    desk.fill(f"{DESK}/players", f"{DESK}/players/self")
    other.send(f"/join/{EVENT}", 409, player="Bo")
    assert names(floor) == ["Ana"]


def test_a_name_that_was_imported_is_claimed_by_who_says_that_is_me(floor: Floor, desk: Browser) -> None:
    desk.fill(f"{DESK}/players", f"{DESK}/players/import", list="Ana\nBo")
    desk.fill(f"{DESK}/players", f"{DESK}/players/self")
    phone = floor.stranger()
    asked = phone.fill(f"/join/{EVENT}", status=409, player="Ana")
    assert "That is me" in shown(asked)
    mine = form_fields(asked, None)
    assert "Registered." in shown(phone.send(f"/join/{EVENT}", **mine))
    assert names(floor) == ["Ana", "Bo"]
    other = floor.stranger()
    assert "That is me" not in other.fill(f"/join/{EVENT}", status=409, player="Ana")
    other.send(f"/join/{EVENT}", 409, **{**mine, "id": "another"})


def test_a_name_on_the_list_is_claimed_by_who_types_it_without_its_accents(floor: Floor, desk: Browser) -> None:
    desk.fill(f"{DESK}/players", f"{DESK}/players/import", list="Chloé Núñez\nBo")
    desk.fill(f"{DESK}/players", f"{DESK}/players/self")
    desk.fill(f"{DESK}/event", f"{DESK}/event/describe", name="Friday", capacity="2")
    assert "2 of 2 places taken" in shown(desk.get(f"/e/{EVENT}"))
    assert "All 2 places are taken" in shown(floor.stranger().fill(f"/join/{EVENT}", status=409, player="Dee"))
    asked = floor.stranger().fill(f"/join/{EVENT}", status=409, player="CHLOE NUNEZ")
    assert "Chloé Núñez is on the list of players already. That is me" in shown(asked)
    assert "Registered." in shown(floor.stranger().send(f"/join/{EVENT}", **form_fields(asked, None)))
    assert names(floor) == ["Chloé Núñez", "Bo"]
    late = floor.stranger().fill(f"/join/{EVENT}", status=409, player="chloe nunez")
    assert "That is me" not in shown(late)
    assert "better is a name that tells them apart" in shown(late)


# Who were grouped when the tables were drawn were all of them, and so were those on the list when it was closed.
COUNTED = re.compile(
    r'class="count">([0-9]+)<|(?<!list of )\b([0-9]+) (?:of [0-9]+ )?(?:players?|places taken)\b(?! cannot all)'
)


@pytest.mark.parametrize("stage", [None, Kind.ROUND, Kind.FINAL, "finished"])
def test_every_count_of_players_is_of_those_who_are_still_here(floor: Floor, stage: str | None) -> None:
    owner = floor.owner()
    players = tuple(f"Player {letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    event = open_event(owner, "Crowd", players)
    desk = EventService(floor.app.state.application.store.log, event)
    if stage is not None:
        desk.take({"do": "start", "public": "three words, said"}, "en")
    while stage is not None and desk.state.stage not in (stage, Kind.FINAL):
        report_all(desk)
        desk.take({"do": "next"}, "en")
    if stage == "finished":
        report_all(desk)
    for player in ("Player b", "Player q", "Player z"):
        desk.take({"do": "leave", "player": player}, "en")
    if stage == "finished":
        desk.take({"do": "next"}, "en")
    at = f"/e/{event}"
    # The list of events shows how they stood when the server last looked: it comes last.
    addresses = (
        at,
        f"{at}/screen",
        f"{at}/draw",
        f"{at}/desk",
        f"{at}/desk/players",
        f"{at}/desk/start",
        f"{at}/places",
        "/",
    )
    found = {
        address: {int(one or other) for one, other in COUNTED.findall(owner.client.get(address).text)}
        for address in addresses
    }
    assert {address: counts for address, counts in found.items() if 26 in counts} == {}
    assert all(23 in found[address] for address in ("/", at, f"{at}/desk/players"))


def test_a_player_is_renamed_leaves_and_comes_back(floor: Floor, desk: Browser) -> None:
    desk.fill(f"{DESK}/players", f"{DESK}/players/import", list="\n".join(NAMES))
    page = f"{DESK}/players/2"
    assert "Berta" in shown(desk.fill(page, f"{page}/rename", name="Berta"))
    refused = desk.fill(page, f"{page}/rename", 409, name="ANA")
    assert "They are two people" in shown(refused)
    desk.fill(page, f"{page}/rename", name="ANA", alike="yes")
    start_event(desk, EVENT)
    desk.fill(page, f"{page}/leave")
    assert "Let them in again" in shown(desk.get(page))
    assert "They are two people" in shown(desk.fill(page, f"{page}/come_back", 409))
    desk.fill(page, f"{page}/come_back", alike="yes")
    assert not floor.state(EVENT).has_left("ANA")


def test_an_archived_event_is_listed_for_the_owner_alone(floor: Floor, desk: Browser) -> None:
    about = f"{DESK}/event"
    desk.fill(about, f"{about}/archive", archived="yes")
    assert "Friday" not in shown(floor.stranger().get("/"))
    assert "archived" in shown(floor.owner().get("/"))
    assert "Friday" in floor.stranger().get(f"/e/{EVENT}")
    desk.fill(about, f"{about}/archive", archived="no")
    assert "Friday" in shown(floor.stranger().get("/"))


def test_a_phone_of_the_desk_that_is_passed_round_registers_many(floor: Floor, desk: Browser) -> None:
    desk.fill(f"{DESK}/players", f"{DESK}/players/self")
    for name in ("Ana", "Bo"):
        assert "Registered." in shown(desk.fill(f"/join/{EVENT}", player=name))
    assert names(floor) == ["Ana", "Bo"]


def test_a_deck_is_pasted_or_uploaded_and_judged(floor: Floor, desk: Browser) -> None:
    desk.fill(f"{DESK}/players", player="Ana")
    page = f"{DESK}/players/1"
    html = desk.fill(page, f"{page}/deck", list="40 Astral Wisdom\n<b>1</b> x")
    assert "Line 2" in shown(html)
    assert "<b>1</b>" not in html
    desk.fill(page, f"{page}/deck", files={"file": ("deck.txt", "\ufeff40 Astral Wisdom [28]".encode())})
    assert floor.state(EVENT).players["Ana"].deck is Verdict.LEGAL
    assert "40 Astral Wisdom" in desk.get(page)
    desk.fill(page, f"{page}/deck", 400, files={"file": ("deck.txt", b"\0\0\0")})
    assert "Paste the deck list" in desk.fill(page, f"{page}/deck", 400, list=" \n")
    desk.fill(page, f"{page}/deck", 400, list="x" * 150_000)
    assert "legal" in shown(desk.get(f"{DESK}/players"))


def test_a_staff_link_is_shown_once_works_and_is_taken_back(floor: Floor, desk: Browser) -> None:
    right: dict[str, Any] = {"label": "Bo", "role": "judge", "lasts": "day"}
    for wrong in ({"label": ""}, {"label": "\u202e"}, {"role": "owner"}, {"lasts": "never"}):
        desk.fill(f"{DESK}/staff", None, 400, **right | wrong)
    assert len(floor.app.state.application.store.grants.of_event(EVENT)) == 1
    html = desk.fill(f"{DESK}/staff", **right)
    (token,) = re.findall(r"http://floor\.example/in/([\w-]+)", html)
    assert token not in desk.get(f"{DESK}/staff")
    assert "never used" in shown(desk.get(f"{DESK}/staff"))
    phone = floor.stranger()
    phone.client.post(f"/in/{token}", follow_redirects=False)
    phone.get(f"/e/{EVENT}/desk")
    phone.get(f"{DESK}/staff", 403)
    desk.fill(f"{DESK}/staff", f"{DESK}/staff/revoke")
    phone.get(f"/e/{EVENT}/desk", 403)
    assert "taken back" in shown(desk.get(f"{DESK}/staff"))
    assert phone.client.get(f"/in/{token}").status_code != 200


@pytest.mark.server
@pytest.mark.parametrize(
    ("role", "prints"),
    [
        (Role.SCOREKEEPER, {"standings": 200, "slips": 403, "decks": 403}),
        (Role.HEAD_JUDGE, {"slips": 403, "decks": 200}),
    ],
)
def test_staff_print_what_their_role_may_read(floor: Floor, role: Role, prints: dict[str, int]) -> None:
    """The codes on slips are players' links."""
    owner = floor.owner()
    open_event(owner)
    owner.fill(f"{DESK}/players/1", f"{DESK}/players/1/deck", list="40 Astral Wisdom [28]")
    start_event(owner, EVENT)
    staff = floor.staff(role, "Jo", EVENT)
    desk = staff.get(DESK)
    assert (f'href="{DESK}/print"' in desk) == (role is Role.HEAD_JUDGE)
    assert f'href="{DESK}/staff"' not in desk
    menu = staff.get(f"{DESK}/print")
    for what, status in prints.items():
        assert (f"{what}.pdf" in menu) == (status == 200)
        assert staff.raw(f"/e/{EVENT}/print/{what}.pdf").status_code == status


def test_a_latecomer_is_let_in_on_the_page_of_players(floor: Floor) -> None:
    owner = floor.owner()
    open_event(owner)
    desk = floor.staff(Role.ORGANISER, "Marie", EVENT)
    before = form_fields(desk.get(PLAYERS), None) | {"player": "Zoe"}
    start_event(owner, EVENT)
    # A page from before the start is refused, and offers to let the player in late.
    html = desk.send(PLAYERS, 409, **before)
    assert "The organiser can let Zoe in late" in shown(html)
    assert 'name="late" value="yes"' in html
    assert 'value="Zoe"' in html
    html = desk.fill(PLAYERS, PLAYERS, player="Zoe")
    assert "Zoe was let in late: into the inactive set, with no points." in shown(html)
    number = floor.state(EVENT).players["Zoe"].number
    assert "let in late, during round 1" in shown(desk.get(f"{PLAYERS}/{number}"))
    assert "let in late, during round 1" in shown(desk.get(f"/e/{EVENT}/player/{number}"))
    mine = shown(floor.player(EVENT, number).get(f"/e/{EVENT}/me"))
    assert "Let in late: plays in the inactive set from the next tables on." in mine
    assert '<span class="tag">late</span>' in floor.stranger().get(f"/e/{EVENT}")
    assert "let in late" in shown(floor.stranger().get(f"/e/{EVENT}/log"))


def test_who_has_left_is_led_to_their_way_back(floor: Floor) -> None:
    owner = floor.owner()
    open_event(owner)
    start_event(owner, EVENT)
    desk = floor.staff(Role.ORGANISER, "Marie", EVENT)
    desk.fill(f"{PLAYERS}/1", f"{PLAYERS}/1/leave")
    html = desk.fill(PLAYERS, PLAYERS, 409, player="Ana")
    assert f'<a href="{PLAYERS}/1">To the page of Ana</a>' in html
    desk.fill(f"{PLAYERS}/1", f"{PLAYERS}/1/come_back")
    while floor.state(EVENT).stage != Kind.FINAL:
        type_all(floor, desk, EVENT)
        desk.fill(f"/e/{EVENT}/desk/next")
    assert "Let in a latecomer" not in shown(desk.get(PLAYERS))
    assert "No player can enter any more." in shown(desk.get(PLAYERS))
