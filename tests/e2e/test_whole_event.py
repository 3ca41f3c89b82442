"""An event from its creation to its final places, with an organiser, a judge and three players in browsers of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.e2e.hall import Hall, fill_report, line_for, mark, type_result, was_not_loaded_again
from tests.support.web_server import desk_of

NAMES = tuple(f"{name} {sign}" for name in ("Ana", "Bo", "Cy", "Dee") for sign in ("Ø", "Ł", "Þ"))


def test_an_event_from_its_creation_to_its_places(hall: Hall) -> None:
    organiser = hall.window()
    organiser.goto(hall.server.link())
    organiser.get_by_role("button", name="Use it on this device").click()
    event = open_event(organiser)
    judge = hall.window(viewport={"width": 390, "height": 800})
    judge.goto(new_judge_link(organiser, event))
    judge.get_by_role("button", name="Use it on this device").click()
    expect(judge.get_by_text("Nobody is waiting for a judge.")).to_be_visible()
    organiser.goto(f"/e/{event}/desk/start")
    organiser.get_by_role("button", name="Close the list").click()
    organiser.get_by_label("Public words").fill("apple, river, seven")
    organiser.get_by_role("button", name="Start and group the first round").click()
    expect(organiser.locator("#stage")).to_contain_text("Round 1")

    first, second, _ = seated = hall.tables(event)[1]
    ana, bo = (hall.window(viewport={"width": 360, "height": 740}) for _ in range(2))
    cy = hall.window(viewport={"width": 360, "height": 740}, locale="pt-BR")
    for page, name in zip((ana, bo, cy), seated, strict=True):
        page.goto(player_link(organiser, event, name))
        expect(page.locator("h1")).to_have_text(name)
        mark(page)
    mark(judge)
    the_players_do_not_agree(ana, bo, cy)
    expect(judge.locator(".call")).to_contain_text("The players do not agree on the result.")
    assert was_not_loaded_again(judge)
    the_judge_rules(judge, ana, cy, event, seated)
    for page in (ana, bo, cy):
        expect(page.locator("#report.done")).to_be_visible()
    assert was_not_loaded_again(bo)
    with desk_of(hall.place, event) as desk:
        result = desk.state.results[1]
        assert (getattr(result, "winner", None), desk.state.venue.calls[1].state.value) == (second, "ruled")

    onlooker = hall.window()
    onlooker.goto(f"/e/{event}")
    mark(onlooker)
    play_to_the_end(hall, organiser, event)
    organiser.get_by_role("button", name="Publish the places").click()
    expect(organiser.locator(".notice.done")).to_be_visible()
    expect(onlooker.locator("#standing tr")).to_have_count(len(NAMES))
    assert was_not_loaded_again(onlooker)
    onlooker.goto(f"/e/{event}/draw")
    with onlooker.expect_download() as proof:
        onlooker.locator("a[href$='draw.json']").first.click()
    assert proof.value.suggested_filename == f"{event}-draw.json"
    records = hall.records(event)
    ids = [record.command_id for record in records if record.command_id]
    assert len(ids) == len(set(ids))
    assert {"judge Bo the judge", f"player {first}"} <= {record.by for record in records if record.by}


def open_event(
    organiser: Page, names: Sequence[str] = NAMES, while_empty: Callable[[str], None] = lambda _: None
) -> str:
    """Open an event with its players, by what the pages say, and return its id; `while_empty` is called with it before."""
    organiser.get_by_role("link", name="New event").click()
    organiser.get_by_label("Name", exact=True).fill("Friday in the hall")
    organiser.get_by_role("button", name="Open the event").click()
    expect(organiser.get_by_role("heading", level=1)).to_have_text("Friday in the hall")
    found = re.search(r"/e/([^/]+)/desk", organiser.url)
    assert found is not None
    while_empty(found[1])
    organiser.get_by_role("link", name="All players, import, self-registration, decks").click()
    organiser.get_by_text("Many at once, from a file or a list").click()
    organiser.get_by_label("Or one name on each line").fill("\n".join(names))
    organiser.get_by_role("button", name="Add players").click()
    expect(organiser.locator(".notice.done")).to_contain_text(f"{len(names)} players were added.")
    return found[1]


def new_judge_link(organiser: Page, event: str, label: str = "Bo the judge", role: str = "judge") -> str:
    """Make a judge's link and return it; it is shown this once."""
    organiser.goto(f"/e/{event}/desk/staff")
    organiser.get_by_label("For whom").fill(label)
    organiser.locator(f"input[name=role][value={role}]").check()
    organiser.get_by_role("button", name="Make the link").click()
    return organiser.locator(".fresh-link .code").inner_text().strip()


def player_link(organiser: Page, event: str, name: str) -> str:
    """Return what stands on a player's slip as a code."""
    organiser.goto(f"/e/{event}/desk/players")
    organiser.get_by_role("link", name=name).click()
    return organiser.locator(".code-box figcaption a").inner_text()


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
    judge.get_by_role("button", name=re.compile("I am going there.*Table 1")).click()
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
    judge.get_by_role("button", name="Record the ruling").click()
    ana.goto(f"/e/{event}/me")
    judge.goto(f"/e/{event}/judge")
    judge.get_by_role("button", name="Make this the result").nth(1).click()


def play_to_the_end(hall: Hall, organiser: Page, event: str) -> None:
    """Have the organiser type every other result and go on, until nothing comes next."""
    organiser.goto(f"/e/{event}/desk")
    for _ in range(10):
        for number in hall.open_tables(event):
            with desk_of(hall.place, event) as desk:
                table = next(each for each in desk.state.tables if each.table == number)
                seats = desk.state.vacancies()
            readmits = table.set.value == "readmission"
            line = " ".join(map(str, (number, *range(1, seats + 1))))
            type_result(organiser, line if readmits else line_for(number, len(table.players)))
        organiser.get_by_role("link", name=re.compile("Preview the")).click()
        button = organiser.get_by_role("button", name=re.compile("Use these tables|Finish the event"))
        ends = button.inner_text() == "Finish the event"
        button.click()
        if ends:
            expect(organiser.get_by_role("heading", name="The event is over")).to_be_visible()
            return
        organiser.wait_for_url("**/desk?*")
    raise AssertionError("it never ends")
