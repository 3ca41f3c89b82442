"""An evening in the hall: an organiser, a projector, two judges and eight phones from the empty event to the podium.

With FLOORJUDGE_PHOTOGRAPHS every page is photographed at every stage into that folder, in the language in which it has most
words, at four widths and in both themes. With FLOORJUDGE_PICTURES the pictures of README and guides are kept there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from floorjudge.formats.on_the_edge.rules.event import vacancies
from tests.e2e.hall import (
    PHONE,
    Hall,
    fill_report,
    go_home,
    keep_picture,
    line_for,
    mark,
    send,
    type_result,
    was_not_loaded_again,
)
from tests.support.web_server import desk_of

NAMES = tuple(
    f"{first} {last}"
    for last in ("Almeida", "Castro Núñez", "Dubois-Lefèvre", "Schönhals")
    for first in ("Ana", "Björn", "Chloé", "Diego", "Elif", "Fatou")
)
WIDTHS = {360: 740, 768: 1_024, 1_366: 768, 1_920: 1_080}
THEMES: tuple[Any, ...] = ("light", "dark")
LANGUAGES = os.environ.get("FLOORJUDGE_PHOTOGRAPHS_LANG", "en es fr pt").split()
ELSEWHERE = (
    "/ /help /loop /loops /loops/famous /loops/famous/presence-of-gond-intruder-alarm /loops/deck /nowhere".split()
)
ANYBODY = ("", "/screen", "/log", "/draw", "/decks", "/player/1")
PLAYER = ("/me", "/me/deck", "/me/leave")
JUDGE = ("/judge", "/judge/calls/1", "/judge/calls/2", "/calls/1/loop", "/calls/2/loop")
DESK = (
    "",
    "/results",
    "/results/1/1",
    "/players",
    "/players/1",
    "/event",
    "/staff",
    "/print",
    "/start",
    "/next",
    "/undo",
    "/table/1",
)


class Camera:
    """Photographs the pages of an event as each of its people sees them; without a folder it does nothing."""

    def __init__(self, hall: Hall, folder: str | None) -> None:
        self._hall = hall
        self._address = f"http://127.0.0.1:{hall.server.port}"
        self._folder = None if folder is None else Path(folder)
        self._pages: dict[str, Page] = {}

    def shoot(self, stage: str, event: str, people: dict[str, Page], *more: str) -> None:
        """Photograph all pages of a stage; `people` are windows whose links are used, `more` are addresses for everybody."""
        if self._folder is None:
            return
        listed = [("anybody", f"/e/{event}{tail}") for tail in ANYBODY] + [("anybody", address) for address in more]
        tails = {"player": PLAYER, "judge": JUDGE, "desk": [f"/desk{tail}" for tail in DESK]}
        listed += [(who, f"/e/{event}{tail}") for who in people for tail in tails[who]]
        for who, address in listed:
            if who not in self._pages:
                state = people[who].context.storage_state() if who in people else None
                self._pages[who] = self._hall.window(storage_state=state, reduced_motion="reduce")
            self._shoot(
                self._pages[who], f"{stage}-{who}{address.replace(f'/e/{event}', '').replace('/', '_')}", address
            )

    def _shoot(self, page: Page, name: str, address: str) -> None:
        assert self._folder is not None
        self._folder.mkdir(parents=True, exist_ok=True)
        language = max(LANGUAGES, key=lambda each: self._words(page, address, each))
        self._speak(page, language)
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            answer = page.goto(address)
            if answer is not None and answer.status == 404 and address != "/nowhere":
                return
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                path = self._folder / f"{name}-{language}-{width}-{theme}.jpg"
                page.screenshot(path=path, type="jpeg", quality=70, full_page=True, animations="disabled")

    def _words(self, page: Page, address: str, language: str) -> int:
        self._speak(page, language)
        page.goto(address)
        return len(page.locator("body").inner_text())

    def _speak(self, page: Page, language: str) -> None:
        page.context.add_cookies([{"name": "lang", "value": language, "url": self._address}])


def test_an_evening_from_the_empty_event_to_the_podium(hall: Hall, tmp_path: Path) -> None:
    camera = Camera(hall, os.environ.get("FLOORJUDGE_PHOTOGRAPHS"))
    organiser = owner_of(hall)
    event = open_event(organiser, "On the Edge")
    camera.shoot("0-empty", event, {"desk": organiser}, *ELSEWHERE)
    add_players(organiser, event, NAMES)
    screen = screen_of(hall, event)
    describe(organiser, event)
    bo = judge_at(hall, organiser, event, "Bo the judge", "judge")
    mia = judge_at(hall, organiser, event, "Mia the head judge", "head_judge")
    camera.shoot("1-registration", event, {"desk": organiser, "judge": bo}, f"/join/{event}")
    start(organiser, event)
    expect(screen.locator("body")).to_contain_text(NAMES[0])

    phones = seat_eight(hall, organiser, event)
    one = hall.tables(event)[1]
    ana, ben, cy = (phones[name] for name in one)
    camera.shoot("2-first", event, {"desk": organiser, "judge": bo, "player": ana})
    about_to_report(phones[hall.tables(event)[2][1]], tmp_path)
    mark(bo)
    the_players_do_not_agree(ana, ben, cy)
    is_called(bo)
    second_call(hall, phones, event)
    camera.shoot("3-calls", event, {"desk": organiser, "judge": bo, "player": ben})
    the_judge_rules(bo, ana, cy, event, one)
    is_ruled(hall, (ana, ben, cy), event, one[1])
    bo.goto(f"/e/{event}/calls/1/loop")
    keep_picture(bo, tmp_path, "loop-desk", 390, 780)
    mia.goto(f"/e/{event}/judge/calls/2")
    rule_with_penalty(mia)
    leaver = list(phones)[-1]
    leave(phones[leaver], event)
    expect(organiser_players(organiser, event, leaver)).to_contain_text("left")
    assert was_not_loaded_again(ben)
    half_played(hall, organiser, phones, event, tmp_path)
    go_home(mia, *(page for page in phones.values() if page not in {ana, ben}))

    people = {"desk": organiser, "judge": bo, "player": ana}
    play_on(hall, organiser, event, camera, people)
    camera.shoot("6-finished", event, people, f"/e/{event}/places")
    publish(organiser, event, screen, ben)
    keep_picture(organiser, tmp_path, "places", 1_100, 720)
    camera.shoot("7-published", event, people, f"/e/{event}/places", "/")
    with desk_of(hall.place, event) as desk:
        assert len(desk.state.places()) == len(NAMES) - 1
    the_log_tells_all(hall, ana, event, one[0])


def play_on(hall: Hall, organiser: Page, event: str, camera: Camera, people: dict[str, Page]) -> None:
    """Type what is open and go on, until the event is finished."""
    shot: set[str] = set()
    while True:
        with desk_of(hall.place, event) as desk:
            stage = desk.state.stage
        if stage == "finished":
            return
        type_the_rest(hall, organiser, event, on_the_way=stage not in shot, camera=camera, people=people)
        shot.add(stage)
        go_on(organiser, event)


def go_on(organiser: Page, event: str) -> None:
    """Go on to what comes next."""
    organiser.goto(f"/e/{event}/desk/next")
    organiser.get_by_role("button", name=re.compile("Use these tables|Finish the event")).first.click()
    organiser.wait_for_url("**/desk?*")


def is_called(judge: Page) -> None:
    """See that a judge hears of the dispute on the page that is open."""
    expect(judge.locator(".call")).to_contain_text("The players do not agree on the result.")
    assert was_not_loaded_again(judge)


def is_ruled(hall: Hall, phones: Sequence[Page], event: str, winner: str) -> None:
    """See that the ruling is the result, on every phone of the table."""
    for phone in phones:
        expect(phone.locator("#report.done")).to_be_visible()
    assert was_not_loaded_again(phones[1])
    with desk_of(hall.place, event) as desk:
        assert getattr(desk.state.results[1], "winner", None) == winner
        assert desk.state.venue.calls[1].state.value == "ruled"


def the_log_tells_all(hall: Hall, phone: Page, event: str, player: str) -> None:
    """Take the proof of the draws home; every command was kept once, and with its author."""
    phone.goto(f"/e/{event}/draw")
    with phone.expect_download() as proof:
        phone.locator("a[href$='draw.json']").first.click()
    assert proof.value.suggested_filename == f"{event}-draw.json"
    records = hall.records(event)
    ids = [record.command_id for record in records if record.command_id]
    assert len(ids) == len(set(ids))
    assert {"judge Bo the judge", f"player {player}"} <= {record.by for record in records if record.by}


def owner_of(hall: Hall) -> Page:
    """Return the owner's window at the desk."""
    organiser = hall.window(viewport={"width": 1_366, "height": 768})
    organiser.goto(hall.server.link())
    organiser.get_by_role("button", name="Use it on this device").click()
    return organiser


def screen_of(hall: Hall, event: str) -> Page:
    """Return the big screen of an event."""
    screen = hall.window(viewport={"width": 1_920, "height": 1_080}, color_scheme="dark")
    screen.goto(f"/e/{event}/screen")
    mark(screen)
    return screen


def open_event(organiser: Page, played: str, *chosen: tuple[str, str]) -> str:
    """Open an event, by what the pages say, and return its id; `chosen` are options of its format by their labels."""
    organiser.get_by_role("link", name="New event").click()
    organiser.get_by_role("radio", name=re.compile(f"^{played}")).check()
    for label, value in chosen:
        organiser.get_by_label(label, exact=True).select_option(value)
    organiser.get_by_label("Name", exact=True).fill("Friday in the hall")
    organiser.get_by_role("button", name="Open the event").click()
    expect(organiser.get_by_role("heading", level=1)).to_have_text("Friday in the hall")
    found = re.search(r"/e/([^/]+)/desk", organiser.url)
    assert found is not None
    return found[1]


def add_players(organiser: Page, event: str, names: Sequence[str]) -> None:
    """Add many players at once, on the page to which the desk leads."""
    organiser.goto(f"/e/{event}/desk")
    organiser.get_by_role("link", name="All players, import, self-registration, decks").click()
    organiser.get_by_text("Many at once, from a file or a list").click()
    organiser.get_by_label("Or one name on each line").fill("\n".join(names))
    organiser.get_by_role("button", name="Add players").click()
    expect(organiser.locator(".notice.done")).to_contain_text(f"{len(names)} players were added.")


def new_judge_link(organiser: Page, event: str, label: str, role: str) -> str:
    """Make a judge's link and return it; it is shown this once."""
    organiser.goto(f"/e/{event}/desk/staff")
    organiser.get_by_label("For whom").fill(label)
    organiser.locator(f"input[name=role][value={role}]").check()
    organiser.get_by_role("button", name="Make the link").click()
    return organiser.locator(".fresh-link .code").inner_text().strip()


def the_players_do_not_agree(ana: Page, bo: Page, cy: Page) -> None:
    """Have one report, another one say something else, and the third see both."""
    fill_report(ana, [16, 7, -2])
    ana.get_by_role("button", name="Report this").click()
    expect(bo.locator("#report-head")).to_have_text("Is this right?")
    bo.get_by_text("No, it ended differently").click()
    fill_report(bo, [7, 16, -2], winner=2)
    bo.get_by_role("button", name="Report this instead").click()
    for page in (ana, bo, cy):
        expect(page.locator("#report.disputed")).to_be_visible()
        assert was_not_loaded_again(page)


def the_judge_rules(judge: Page, ana: Page, cy: Page, event: str, seated: tuple[str, ...]) -> None:
    """Have the judge go there, settle a loop with the players, and make one version the result."""
    send(judge, judge.get_by_role("button", name=re.compile("I am going there.*Table 1")))
    judge.goto(f"/e/{event}/calls/1/loop")
    # Nothing is asked that the judge knows already: the players of the table stand there.
    for seat, name in enumerate(seated, 1):
        expect(judge.locator(f"#player-{seat}")).to_have_value(name)
    judge.locator("input[name=keeps]").first.check()
    judge.get_by_role("button", name="Ask the players").last.click()
    expect(judge.locator(".asked-name")).to_have_text(seated[0])
    # The first answers on her own phone, the others on the judge's.
    expect(ana.get_by_role("link", name="Your answer about the loop is wanted")).to_be_visible()
    ana.get_by_role("link", name="Your answer about the loop is wanted").click()
    ana.get_by_label("A number of iterations").fill("10^100")
    ana.get_by_role("button", name="Send this number").click()
    for name in seated[1:]:
        expect(judge.locator(".asked-name")).to_have_text(name)
        judge.get_by_role("button", name="Agree").click()
    expect(judge.locator("h1")).to_have_text("The loop is settled")
    ruling = judge.locator(".callout.ruling").inner_text()
    portuguese = judge.locator("#tongues [lang=pt] p").first.text_content()
    assert portuguese is not None
    assert portuguese not in ruling
    # Each reader has it in their own language.
    cy.goto(f"/e/{event}/calls/1/loop")
    assert cy.locator("html").get_attribute("lang") == "pt"
    expect(cy.locator(".callout.ruling")).to_contain_text(portuguese)
    expect(ana.locator(".callout.ruling")).to_have_text(ruling, use_inner_text=True)
    cy.goto(f"/e/{event}/me")
    mark(cy)
    send(judge, judge.get_by_role("button", name="Record the ruling"))
    ana.goto(f"/e/{event}/me")
    judge.goto(f"/e/{event}/judge")
    judge.get_by_role("button", name="Make this the result").nth(1).click()


def publish(organiser: Page, event: str, screen: Page, phone: Page) -> None:
    """Publish the places, which the screen and the phones then show, and go there."""
    organiser.goto(f"/e/{event}/desk")
    organiser.get_by_role("button", name="Publish the places").click()
    expect(organiser.locator(".notice.done")).to_be_visible()
    expect(screen.locator(".podium, .podium-sheet").first).to_be_visible()
    assert was_not_loaded_again(screen)
    expect(phone.locator("body")).to_contain_text("Place")
    organiser.goto(f"/e/{event}/places")


def describe(organiser: Page, event: str) -> None:
    """Say where and when it is, and how long a round is."""
    organiser.goto(f"/e/{event}/desk/event")
    organiser.get_by_label("Day", exact=True).fill("2026-11-27")
    organiser.get_by_label("Venue").fill("The old library, first floor")
    organiser.get_by_label("Minutes in a round").fill("50")
    organiser.get_by_label("When time is over").fill(
        "Finish the turn of whoever is playing; then the most influence wins."
    )
    organiser.locator("form[action$='/describe'] button").click()
    expect(organiser.locator(".notice.done")).to_be_visible()


def judge_at(hall: Hall, organiser: Page, event: str, label: str, role: str) -> Page:
    """Give a member of the staff a link of this role and open their window with it."""
    page = hall.window(viewport={"width": 390, "height": 800})
    page.goto(new_judge_link(organiser, event, label, role))
    page.get_by_role("button", name="Use it on this device").click()
    expect(page.get_by_text("No player is waiting for a judge.")).to_be_visible()
    return page


def start(organiser: Page, event: str) -> None:
    """Close the list, say the public words, and group the first round."""
    organiser.goto(f"/e/{event}/desk/start")
    send(organiser, organiser.get_by_role("button", name="Close the list"))
    organiser.get_by_label("Public words").fill("apple, river, seven")
    organiser.get_by_role("button", name="Start and group the first round").click()
    expect(organiser.locator("#stage")).to_contain_text("Round 1")


def seat_eight(hall: Hall, organiser: Page, event: str) -> dict[str, Page]:
    """Open the phones of the players of the first tables, one of them in Portuguese."""
    names = [name for _, players in sorted(hall.tables(event).items()) for name in players][:8]
    languages = {names[2]: "pt-BR"}
    return {name: phone_of(hall, organiser, event, name, locale=languages.get(name, "en-GB")) for name in names}


def phone_of(hall: Hall, organiser: Page, event: str, name: str, **options: Any) -> Page:
    """Open a player's phone by the code that the desk shows for them."""
    organiser.goto(f"/e/{event}/desk/players?find={name}")
    organiser.get_by_role("link", name=name).click()
    link = organiser.locator(".code-box figcaption a").inner_text()
    phone = hall.window(**PHONE, **options)
    phone.goto(link)
    expect(phone.locator("h1")).to_have_text(name)
    mark(phone)
    return phone


def second_call(hall: Hall, phones: dict[str, Page], event: str) -> None:
    """Have somebody at the second table call a judge."""
    page = phones[hall.tables(event)[2][0]]
    page.locator("#more-call > summary").click()
    page.locator("#about").fill("Nobody has acted for three minutes.")
    page.locator("#call-form button").click()
    expect(page.locator(".own-call")).to_be_visible()


def rule_with_penalty(judge: Page) -> None:
    """Rule on the call that is open, and warn the first player for slow play."""
    send(judge, judge.locator("form[action$='/take'] button").first)
    judge.locator("#text-ruling").fill("Play on; each turn within two minutes.")
    judge.locator("form[action$='/ruling'] button").click()
    expect(judge.locator(".history .ruling")).to_be_visible()
    form = judge.locator("form[action$='/penalty']")
    if not form.is_visible():
        judge.locator("details:has(form[action$='/penalty']) > summary").click()
    form.locator("[name=kind]").select_option("slow_play")
    form.locator("[name=text]").fill("Three minutes without an action.")
    form.locator("button").click()
    expect(judge.locator("main")).to_contain_text("Warning for slow play")


def leave(phone: Page, event: str) -> None:
    """Leave by one's own phone."""
    phone.goto(f"/e/{event}/me/leave")
    phone.locator("main form button").click()
    expect(phone.locator("main")).to_contain_text(re.compile("left", re.IGNORECASE))


def about_to_report(phone: Page, pictures: Path) -> None:
    """Fill a report in without sending it, and take a picture of it."""
    fill_report(phone, [9, 17, 4], winner=2)
    phone.locator("h1").click()
    phone.evaluate("scrollTo(0, 0)")
    keep_picture(phone, pictures, "phone", 390, 780)


def half_played(hall: Hall, organiser: Page, phones: dict[str, Page], event: str, pictures: Path) -> None:
    """Type the results of the last tables, have one reported, and take pictures of it."""
    organiser.goto(f"/e/{event}/desk")
    for number in hall.open_tables(event)[3:]:
        type_result(organiser, line_for(number, len(hall.tables(event)[number])))
    third = hall.tables(event)[3]
    fill_report(phones[third[0]], [16, 9, 3][: len(third)])
    phones[third[0]].get_by_role("button", name="Report this").click()
    expect(organiser.locator(".report")).to_have_count(1)
    keep_picture(organiser, pictures, "desk", 1_100, 720)
    onlooker = hall.window()
    onlooker.goto(f"/e/{event}")
    keep_picture(onlooker, pictures, "live", 1_280, 800)
    onlooker.context.close()


def organiser_players(organiser: Page, event: str, name: str) -> Any:
    """Return the line of a player on the organiser's list."""
    organiser.goto(f"/e/{event}/desk/players?find={name}")
    return organiser.locator("tr", has_text=name)


def type_the_rest(
    hall: Hall, organiser: Page, event: str, *, on_the_way: bool, camera: Camera, people: dict[str, Page]
) -> None:
    """Type the results of all open tables; with half of them typed, photograph the stage when it is its first."""
    listed = hall.open_tables(event)
    organiser.goto(f"/e/{event}/desk")
    for index, number in enumerate(listed):
        with desk_of(hall.place, event) as desk:
            table = next(each for each in desk.state.tables if each.table == number)
            seats, stage = vacancies(desk.state), desk.state.stage
        if on_the_way and index == len(listed) // 2 and stage != "round":
            camera.shoot("5-final" if stage == "final" else "4-readmission", event, people)
        readmits = table.set.value == "readmission"
        type_result(
            organiser,
            " ".join(map(str, (number, *range(1, seats + 1)))) if readmits else line_for(number, len(table.players)),
        )
