"""Every page as people with other eyes and smaller phones meet it: axe finds nothing, and nothing sticks out at 320 pixels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import PlayerLinks, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.formats.competition import Phase
from floorjudge.store import open_venue_store
from tests.e2e.hall import use_link
from tests.events.floor.small_event import report_all, report_of
from tests.support.web_server import WebServer
from tests.web.stages import STAGES
from tests.web.test_every_route import GAPS, routes

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
# A row made as one above it, with other words, is the same to axe; it is told of the first.
MARK_ROWS = """() => {
    const made = (each) => [each.localName, each.className, each.style.cssText,
        ...[...each.attributes].map(({ name }) => name), ...[...each.children].map(made)].join(" ");
    document.querySelectorAll("main :is(tbody, ol, ul, dl)").forEach((list) => {
        const seen = new Set();
        [...list.children].forEach((row) => {
            const kind = made(row);
            if (seen.has(kind)) row.setAttribute("data-as-above", "");
            seen.add(kind);
        });
    });
    const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
    return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}"""
# Words of a kind, by the elements around them, have the same colours on every page: they are looked at where they come first.
MARK_WORDS = """(seen) => {
    const kinds = new Set(seen);
    const named = ({ name, value }) => name === "class" || name === "style" || name.startsWith("aria-") ? `${name}=${value}` : name;
    const kind = (each) => each ? `${kind(each.parentElement)} ${each.localName} ${[...each.attributes].map(named).join(" ")}` : "";
    document.querySelectorAll("[data-first]").forEach((each) => each.removeAttribute("data-first"));
    const hasWords = (each) => each.matches("input, select, textarea")
        || [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    document.querySelectorAll("body, body *").forEach((each) => {
        if (each.closest("[data-as-above]") || !hasWords(each)) return;
        const found = kind(each);
        if (!kinds.has(found)) each.setAttribute("data-first", "");
        kinds.add(found);
    });
    return [...kinds].slice(seen.length);
}"""
COLOURS = ["color-contrast", "link-in-text-block"]
RUN_AXE = """async ([where, rules]) => {
    const found = await axe.run(where, {resultTypes: ["violations"], ...rules});
    return found.violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}"""
STICKS_OUT = """() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const found = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > width + 1);
    return found.length ? found.slice(-3).map((each) => each.outerHTML.slice(0, 200)) : ["something"];
}"""
# What a page asks for first: one thing, which may stand at several places of it, such as beside each call that waits.
PRIMARY = """() => {
    const words = (button) => {
        const copy = button.cloneNode(true);
        copy.querySelectorAll(".hidden").forEach((each) => each.remove());
        return copy.textContent.trim();
    };
    const all = [...document.querySelectorAll("main .button:not(.quiet, .danger)")];
    return [...new Set(all.filter((each) => each.checkVisibility() && !each.matches(".hidden")).map(words))];
}"""
# Words from the right that stand among words from the left without being set apart, which turns both round.
RUNS_TOGETHER = r"""() => {
    const isolated = (words) => words.replace(/\u2068[^\u2069]*\u2069/g, "");
    const setsApart = (each) => {
        const { unicodeBidi, display } = getComputedStyle(each);
        return each.localName === "bdi" || /isolate|plaintext/.test(unicodeBidi) || !/^inline($| )/.test(display);
    };
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        let around = texts.currentNode.parentElement;
        if (!/[\u0590-\u07ff\ufb1d-\ufdfd]/.test(isolated(texts.currentNode.data)) || !around.getClientRects().length) continue;
        while (!setsApart(around)) around = around.parentElement;
        const words = isolated(around.textContent).trim();
        if (/\p{Script=Latin}|\d/u.test(words)) found.push(`${around.localName}: ${words.slice(0, 100)}`);
    }
    return found;
}"""
# Up to where the event of such names is played.
HOSTILE_STAGES = {"hostile": "now", "hostile_list": "listed", "hostile_next": "next", "hostile_over": "over"}
LONG_NAME = "Maximiliana von und zu Hohenbruckner-Wassermühle"
# A word that nothing may be wider for, a name written from the right, what stands in many cells at once.
HOSTILE = ("W" * 100, "אברהם בן־עזרא", "ﷺ" * 20, "Ｗ" * 50, "🂡" * 40, "i" * 100, "Ana", "Bo")
FILES = tuple(
    ".json .pdf .csv .png .svg /export /backup /health /ready /metrics /certificate /cards /cards/typed".split()
)


class Open:
    """A server with an event in each stage, and how its people open a page."""

    def __init__(self, browser: Browser, server: WebServer, events: dict[str, str], links: dict[str, str]) -> None:
        self.server = server
        self.events = events
        self.links = links
        self._browser = browser
        self._pages: dict[str, Page] = {}

    def as_(self, who: str) -> Page:
        """Return the window of somebody: `anybody`, or whose link is known under this name."""
        if who not in self._pages:
            # Our pages let no foreign script in, and axe is one; the page itself is what everybody gets.
            address = f"http://127.0.0.1:{self.server.port}"
            context = self._browser.new_context(
                base_url=address, bypass_csp=True, reduced_motion="reduce", viewport={"width": 1_200, "height": 800}
            )
            page = self._pages[who] = context.new_page()
            if who != "anybody":
                (use_link if self.links[who].startswith("/in/") else Page.goto)(page, self.links[who])
        return self._pages[who]

    def close(self) -> None:
        """Close all windows."""
        for page in self._pages.values():
            page.context.close()


@pytest.fixture(scope="module")
def opened(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    folder = tmp_path_factory.mktemp("pages")
    place = str(folder / "events.db")
    events: dict[str, str] = {}
    with closing(open_venue_store(place)) as store:
        for name, make in STAGES.items():
            desk = make(store.log)
            events[name] = str(desk.event_id)
        events["calls"] = _with_calls(EventService(store.log))
        for name, until in HOSTILE_STAGES.items():
            events[name] = _with_hostile_names(EventService(store.log), until)
        now = datetime.now(UTC)
        links = {"owner": f"/in/{make_staff_token(store.grants, Role.OWNER, 'Olga', now)[0]}"}
        links["unopened"] = f"/in/{make_staff_token(store.grants, Role.JUDGE, 'Bo', now, event=events['lively'])[0]}"
        signed = PlayerLinks(store.grants)
        for name, number in (
            ("lively", 1),
            ("lively", 2),
            ("lively", 3),
            ("lively", 4),
            ("lively", 5),
            ("calls", 1),
            *((name, 1) for name in HOSTILE_STAGES),
        ):
            links[f"{name} {number}"] = f"/p/{signed.make(events[name], number)}"
        for name in ("registration", "paused", "readmission", "final", "published"):
            links[f"{name} 1"] = f"/p/{signed.make(events[name], 1)}"
    with WebServer(place, folder) as server:
        everything = Open(browser, server, events, links)
        yield everything
        everything.close()
    assert "Traceback" not in server.output


def _with_calls(desk: EventService) -> str:
    """Play an event with long names in which everything that judges do has been done."""

    def take(do: str, **fields: Any) -> None:
        desk.take({"do": do, **fields}, "en", by="judge Bo")

    take("open", name="An evening with a rather long name in the small hall", seed="the seed of the tests, long enough")
    for name in (LONG_NAME, "Bo", "Cy", "Dee", "Eve", "Fay"):
        take("register", player=name)
    take("start", public="three words, said")
    one, two = desk.state.tables
    take(
        "call",
        about="They say that it is a loop, and nobody can say how long it goes on.",
        table=1,
        player=one.players[0],
    )
    take("take", call=1)
    take("note", call=1, text="It is the druid again.")
    take("ruling", call=1, text="Go on with ten iterations, then pass.", clauses=["MTR 4.4.3"], loop=None)
    take("appeal", call=1, text="That cannot be.", player=one.players[1])
    take("call", about="A card fell down.", table=2, player=two.players[0])
    case = {"turn_order": list(two.players), "maintained_by": [two.players[0]]}
    take("loop", call=2, case=case, sheet=None)
    take("call", about="Nobody knows whose turn it is.", table=2, player=two.players[1])
    take("ruling", call=3, text="It is yours.", clauses=[], loop=None)
    take("extend", table=2, minutes=5, call=3)
    for number in (1, 2):
        take("penalty", player=one.players[0], kind="slow_play", text="Three minutes without an action.", call=number)
    take("withdraw_penalty", penalty=2, reason="It was the neighbour.")
    take(**{**report_of(one), "do": "propose", "player": one.players[0]})
    return str(desk.event_id)


def _with_hostile_names(desk: EventService, until: str = "now") -> str:
    """Play an event in which every word that somebody types is as long as it may be, or written from the right."""

    def take(do: str, **fields: Any) -> None:
        desk.take({"do": do, **fields}, "en", by=f"judge {HOSTILE[0]}")

    take("open", name=HOSTILE[0], seed="the seed of the tests, long enough")
    for name in HOSTILE:
        take("register", player=name, alike=True)
    take("deck", player=HOSTILE[0], list="x" * 90)
    take("describe", place="W" * 200, about="W" * 300, time_over="W" * 300)
    if until == "listed":
        take("self_registration", open=True)
        return str(desk.event_id)
    take("start", public="W" * 200, reason="W" * 300)
    take("announce", text="W" * 300)
    take("penalty", player=HOSTILE[0], kind="warning", text="W" * 300)
    take("publish", places=False, decks=True)
    # The table of the first goes on: theirs is the player's page that is looked at.
    for table in desk.state.tables:
        take("call", about="W" * 300, table=table.table, player=table.players[0])
        is_theirs = HOSTILE[0] in table.players
        take(**(report_of(table) | ({"do": "propose", "player": table.players[-1]} if is_theirs else {})))
    take("note", call=1, text="W" * 300)
    take("ruling", call=1, text="W" * 300, clauses=["MTR 4.4.3"], loop=None)
    one = desk.state.tables[0].players
    take("loop", call=1, case={"turn_order": list(one), "maintained_by": [one[0]]}, sheet=None)
    while until != "now" and desk.state.phase is not Phase.FINISHED:
        report_all(desk)
        if until == "next":
            break
        take("next")
    if until == "over":
        take("publish", places=True, decks=True)
    return str(desk.event_id)


def _pages_of_all_routes() -> list[tuple[str, str]]:
    """Return every page there is, for the event in which everything is long; a new route cannot be forgotten.

    What leads to something that is not there is one page for all.
    """
    paths = [path for path, method in routes() if method == "GET" and not path.endswith(FILES) and "/api/" not in path]
    filled = [
        re.sub(
            r"\{(\w+)(?::\w+)?\}",
            lambda gap: (GAPS | {"stage": "1"}).get(gap[1], "none"),
            path.replace("{event}", "\0"),
        )
        for path in paths
    ]
    there = [path for path in filled if "none" not in path or path in {"/in/none", "/p/none"}]
    return [("hostile 1" if "/me" in path else "owner", path.replace("\0", "{hostile}")) for path in there]


PAGES: list[tuple[str, str]] = [
    *_pages_of_all_routes(),
    *(("owner", f"/e/{{hostile_list}}/desk{page}") for page in ("", "/players", "/players/1", "/start")),
    *(("anybody", page) for page in ("/join/{hostile_list}", "/e/{hostile_list}", "/e/{hostile_list}/screen")),
    *(("hostile_list 1", f"/e/{{hostile_list}}/me{page}") for page in ("", "/deck")),
    *(("owner", f"/e/{{hostile_next}}/desk{page}") for page in ("", "/next", "/results", "/results/1/1")),
    *(("anybody", f"/e/{{hostile_over}}{page}") for page in ("", "/places", "/screen", "/screen?sheet=1", "/player/1")),
    *(("owner", page) for page in ("/e/{hostile_over}/desk", "/e/{hostile_over}/judge")),
    ("hostile_over 1", "/e/{hostile_over}/me"),
    *(("anybody", page) for page in ("/", "/nowhere", "/e/nowhere")),
    *(("anybody", f"/e/{{{stage}}}") for stage in (*STAGES, "calls")),
    *(("anybody", f"/e/{{lively}}/{page}") for page in ("log", "draw", "player/1", "me", "screen", "find?name=e")),
    *(("anybody", f"/e/{{lively}}/{page}") for page in ("screen?sheet=1", "desk")),
    *(("anybody", page) for page in ("/e/{empty}/screen", "/e/{published}/screen?sheet=1", "/e/{calls}/player/1")),
    *(
        ("anybody", page)
        for page in (
            "/e/{published}/places",
            "/e/{finished}/places",
            "/join/{registration}",
            "/join/{lively}",
            "/e/{published}/draw",
        )
    ),
    *((f"lively {number}", "/e/{lively}/me") for number in range(1, 6)),
    *(
        (f"{stage} 1", f"/e/{{{stage}}}/me")
        for stage in ("registration", "paused", "readmission", "final", "published")
    ),
    ("calls 1", "/e/{calls}/me"),
    *(
        (f"{stage} 1", f"/e/{{{stage}}}/me/{page}")
        for stage in ("registration", "paused")
        for page in ("deck", "leave")
    ),
    *(("owner", f"/e/{{{stage}}}/desk") for stage in (*STAGES, "calls")),
    *(
        ("owner", f"/e/{{lively}}/desk/{page}")
        for page in ("results", "results/1/1", "players", "players/1", "players/1/forget", "staff")
    ),
    *(("owner", f"/e/{{lively}}/desk/{page}") for page in ("event", "print", "table/1", "undo", "next")),
    *(("owner", f"/e/{{archived}}/desk/{page}") for page in ("event", "undo", "next")),
    *(("owner", f"/e/{{final}}/desk/{page}") for page in ("results", "table/1")),
    *(("owner", f"/e/{{{stage}}}/desk/next") for stage in ("final", "readmission")),
    *(("owner", f"/e/{{registration}}/desk/{page}") for page in ("players", "players/1", "start", "event")),
    ("owner", "/e/{readmission}/desk/table/1"),
    *(("owner", f"/e/{{calls}}/judge{page}") for page in ("", "/calls/1", "/calls/2", "/calls/3")),
    *(("owner", f"/e/{{{event}}}/judge") for event in ("lively", "published")),
    *(("owner", f"/e/{{calls}}/calls/{number}/loop") for number in (1, 2)),
]


# The kinds of words whose colours were looked at.
_words: dict[str, None] = {}


def complaints(page: Page) -> list[str]:
    """Return what axe finds in both themes, and what sticks out on the smallest phones."""
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    page.evaluate(AXE)
    found = [f"runs together: {each}" for each in page.evaluate(RUNS_TOGETHER)]
    found += [f"twice: {each}" for each in page.evaluate(MARK_ROWS)]
    words = page.evaluate(MARK_WORDS, list(_words))
    _words.update(dict.fromkeys(words))
    uncoloured = {"rules": {rule: {"enabled": False} for rule in COLOURS}}
    found += page.evaluate(RUN_AXE, [{"exclude": [["[data-as-above]"]]}, uncoloured])
    for theme in ("light", "dark") if words else ():
        page.emulate_media(color_scheme=theme)
        found += [
            f"{theme}: {each}"
            for each in page.evaluate(RUN_AXE, [{"include": [["[data-first]"]]}, {"runOnly": COLOURS}])
        ]
    page.emulate_media(color_scheme="light")
    size = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    found += [f"320 px: {each}" for each in page.evaluate(STICKS_OUT)]
    assert size is not None
    page.set_viewport_size(size)
    return found


@pytest.mark.parametrize(("who", "address"), PAGES, ids=[f"{who} {address}" for who, address in PAGES])
def test_a_page_is_for_everybody(opened: Open, who: str, address: str) -> None:
    page = opened.as_(who)
    page.goto(address.format(**opened.events))
    assert len(page.evaluate(PRIMARY)) <= 1
    assert complaints(page) == []


def test_what_nobody_can_read_is_found_where_it_comes_first(opened: Open) -> None:
    page = opened.as_("anybody")
    pale = (
        "<ul><li style='color: #eee; background: #fff'>One</li><li style='color: #eee; background: #fff'>Two</li></ul>"
    )
    for found in (["light: color-contrast: ", "dark: color-contrast: "], []):
        page.goto("/help")
        page.evaluate("(pale) => document.querySelector('main').insertAdjacentHTML('beforeend', pale)", pale)
        said = complaints(page)
        assert [each.partition("<")[0] for each in said] == found
        assert "Two" not in "".join(said)
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', \"<img id='main'><p id='main'>\")")
    assert {each.partition(":")[0] for each in complaints(page)} == {"image-alt", "twice"}


def test_the_door_is_for_everybody(opened: Open) -> None:
    page = opened.as_("anybody")
    page.goto(opened.links["unopened"])
    assert complaints(page) == []


Steps = Callable[[Page], None]


def _ask(page: Page) -> None:
    for number, name in enumerate(("Ana", LONG_NAME), 1):
        page.locator(f"#player-{number}").fill(name)
    page.locator("input[name=keeps]").first.check()
    page.get_by_role("button", name="Ask the players").last.click()
    page.locator(".asked-name").wait_for()


def _settle(page: Page) -> None:
    _ask(page)
    page.get_by_label("A number of iterations").fill("10^100")
    page.get_by_role("button", name="Send this number").click()
    page.get_by_role("button", name="Agree").click()
    page.locator(".callout.ruling").wait_for()


@pytest.mark.parametrize("steps", [_ask, _settle])
def test_each_step_of_the_loop_desk_is_for_everybody(opened: Open, steps: Steps) -> None:
    page = opened.as_("anybody")
    page.goto("/loop")
    steps(page)
    assert complaints(page) == []


def test_refused_forms_are_for_everybody(opened: Open) -> None:
    desk = opened.as_("owner")
    desk.goto(f"/e/{opened.events['lively']}/desk")
    desk.locator("#line").fill("nothing that can be read")
    desk.keyboard.press("Enter")
    desk.locator("#problem-line").wait_for()
    assert complaints(desk) == []
    desk.goto(f"/e/{opened.events['lively']}/desk/staff")
    desk.get_by_label("For whom").fill(LONG_NAME)
    desk.get_by_role("button", name="Make the link").click()
    desk.locator(".fresh-link").wait_for()
    assert complaints(desk) == []


def test_what_it_changes_that_several_leave_is_for_everybody(opened: Open) -> None:
    desk = opened.as_("owner")
    desk.goto(f"/e/{opened.events['lively']}/desk/players")
    for box in desk.locator("table.roster input").all()[:3]:
        box.check()
    desk.get_by_role("button", name="Drop those who are ticked").click()
    desk.locator("blockquote").nth(2).wait_for()
    assert complaints(desk) == []


def test_a_long_name_fits_into_the_loop_desk_on_a_phone(opened: Open) -> None:
    page = opened.as_("owner")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/e/{opened.events['calls']}/calls/1/loop")
    field = page.locator("#player-1")
    field.fill("Lucía Fernández de la Vega")
    assert field.evaluate("(each) => each.scrollWidth - each.clientWidth") <= 0
    page.set_viewport_size({"width": 1_200, "height": 800})


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt"])
def test_the_tabs_of_the_staff_stay_in_one_line_on_a_tablet(opened: Open, browser: Browser, language: str) -> None:
    context = browser.new_context(
        base_url=opened.server.address, locale=language, viewport={"width": 768, "height": 1_024}
    )
    page = context.new_page()
    use_link(page, opened.links["owner"])
    # The places stand among the tabs, and so does how many calls wait.
    for name in ("event", "print", "results", "staff"):
        page.goto(f"/e/{opened.events['hostile_over']}/desk/{name}")
        assert page.locator(".tabs [aria-current]").count() == 1
        assert page.locator(".tabs .badge").count() == 1
        assert page.evaluate("document.querySelector('.tabs').clientHeight") < 60, name
    context.close()


@pytest.mark.parametrize("width", [360, 768])
def test_a_page_with_few_words_begins_where_the_others_do(opened: Open, width: int) -> None:
    page = opened.as_("owner")
    page.set_viewport_size({"width": width, "height": 740})
    begins = set()
    for stage in ("registration", "lively"):
        page.goto(f"/e/{opened.events[stage]}/desk/start")
        begins.add(page.locator("h1").evaluate("(each) => each.getBoundingClientRect().left"))
    assert len(begins) == 1
    page.set_viewport_size({"width": 1_200, "height": 800})
