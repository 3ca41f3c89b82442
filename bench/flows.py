"""The everyday counted in a real browser: actions and page loads of the twelve commonest flows, and how large pages are.

python3 dev.py bench flows [--quick] [--whole] [--markdown]

An action is a press, a field filled in, or a key; a load is a page that the browser fetches as a whole. `--whole` also plays
an event of 128 players in browsers, in three languages, loading the page again after each step, with scripts and without.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, sync_playwright

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.web_server import Prepared, WebServer, desk_of, prepare

from bench.support.report import Findings, machine, seconds, show
from floorjudge.events.service import EventService
from floorjudge.formats.on_the_edge.rules.event import vacancies

CHROMIUM = os.environ.get("FLOORJUDGE_CHROMIUM", "/usr/bin/chromium")
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SIZES, QUICK = (12, 128, 1_000), (12,)
TIMES = 7
PLAYERS = 26


class Counted:
    """A window of somebody, and what they had to do in it."""

    def __init__(
        self,
        browser: Browser,
        server: WebServer,
        link: str,
        **options: Any,  # noqa: ANN401 (handed to the browser as they are)
    ) -> None:
        self.page: Page = browser.new_context(base_url=server.address, locale="en-GB", **options).new_page()
        self.page.set_default_timeout(60_000)
        self.page.goto(link)
        if link.startswith("/in/"):
            self.page.locator("main form button").click()
            self.page.wait_for_url(lambda url: "/in/" not in url)
        self.actions = self.loads = 0
        self.page.on("load", self._loaded)

    def _loaded(self, _: Page) -> None:
        self.loads += 1

    def press(self, what: Locator) -> None:
        """Press a button, a link or what can be unfolded."""
        self.actions += 1
        what.click()

    def fill(self, what: Locator, words: str) -> None:
        """Fill in a field."""
        self.actions += 1
        what.fill(words)

    def check(self, what: Locator) -> None:
        """Tick a box or choose a button."""
        self.actions += 1
        what.check()

    def see(self, what: Locator) -> None:
        """Wait until something is there."""
        what.first.wait_for(state="attached")


Flow = Callable[[Counted, Prepared, int], None]


def _find_oneself(who: Counted, event: Prepared, table: int) -> None:
    who.fill(who.page.locator("[data-find]"), _seated(event, table)[0][:6])
    who.see(who.page.locator("#tables > li:not(.unfit)"))


def _report(who: Counted, event: Prepared, table: int) -> None:
    form = who.page.locator("form.report-form").first
    for seat in range(1, len(_seated(event, table)) + 1):
        who.fill(form.locator(f"[name=influence-{seat}]"), str(16 if seat == 1 else seat))
    who.check(form.locator("[name=winner]").first)
    who.press(form.locator("button.wide"))
    who.see(who.page.locator("#report.waiting"))


def _confirm(who: Counted, _: Prepared, __: int) -> None:
    who.press(who.page.locator("#report form[action$='/confirm'] button").first)
    who.see(who.page.locator("#report.waiting, #report.done"))


def _say_otherwise(who: Counted, _: Prepared, __: int) -> None:
    who.press(who.page.locator("#more-other > summary"))
    form = who.page.locator("#more-other form.report-form")
    who.fill(form.locator("[name=influence-2]"), "3")
    who.press(form.locator("button.wide"))
    who.see(who.page.locator("#report.disputed"))


def _call(who: Counted, _: Prepared, __: int) -> None:
    who.press(who.page.locator("#more-call > summary"))
    who.fill(who.page.locator("#about"), "A card fell down.")
    who.press(who.page.locator("#call-form button"))
    who.see(who.page.locator(".own-call"))


def _go_there(who: Counted, _: Prepared, __: int) -> None:
    who.press(who.page.locator(".call form[action$='/take'] button").first)
    who.see(who.page.locator(".state-tag.taken"))


def _rule(who: Counted, _: Prepared, __: int) -> None:
    who.press(who.page.locator(".call h2 a").last)
    who.fill(who.page.locator("#text-ruling"), "Put it back.")
    who.press(who.page.locator("form[action$='/ruling'] button"))
    who.see(who.page.locator(".history .ruling"))


def _type(who: Counted, event: Prepared, table: int) -> None:
    who.fill(who.page.locator("#line"), f"{table} 16 " + " ".join(map(str, range(1, len(_seated(event, table))))))
    who.actions += 1
    who.page.keyboard.press("Enter")
    who.see(who.page.locator(".notice.done"))


def _accept(who: Counted, _: Prepared, __: int) -> None:
    who.press(who.page.locator("#reports form[action$='/accept'] button").first)
    who.see(who.page.locator(".notice.done"))


def _correct(who: Counted, event: Prepared, table: int) -> None:
    who.fill(who.page.locator("#line"), f"{table} 3 16 " + " ".join(map(str, range(1, len(_seated(event, table)) - 1))))
    who.actions += 1
    who.page.keyboard.press("Enter")
    who.press(who.page.locator("button[value=confirm]"))
    who.see(who.page.locator(".notice.done"))


def _drop(who: Counted, _: Prepared, __: int) -> None:
    who.press(who.page.locator("a[href$='/desk/players']").first)
    who.check(who.page.locator("input[form=leaving]").last)
    who.press(who.page.locator("button[form=leaving]"))
    # What it changes is said before it is done.
    who.press(who.page.locator("main form[action$='/players/leave'] button.danger"))
    who.see(who.page.locator(".notice.done"))


def _next_round(who: Counted, _: Prepared, __: int) -> None:
    who.press(who.page.locator("[data-next]"))
    who.press(who.page.locator("main form[action$='/next'] button, main form button.button").first)
    who.see(who.page.locator("#still-open"))


def _seated(event: Prepared, table: int) -> Sequence[str]:
    with desk_of(event.place, event.event) as desk:
        return next(each.players for each in desk.state.tables if each.table == table)


# Who does it, where they are, at least so many actions and loads, and how it is done.
FLOWS: tuple[tuple[str, str, str, int, int, Flow], ...] = (
    ("find one's table in the hall's list", "anybody", "", 1, 0, _find_oneself),
    ("report a game of three or four", "player 0", "/me", 6, 0, _report),
    ("confirm it", "player 1", "/me", 1, 0, _confirm),
    ("say that it ended otherwise", "player 2", "/me", 3, 0, _say_otherwise),
    ("call a judge", "player 0", "/me", 3, 0, _call),
    ("go to a call", "judge", "/judge", 1, 0, _go_there),
    ("rule on it", "judge", "/judge", 3, 1, _rule),
    ("type a result", "organiser", "/desk", 2, 0, _type),
    ("accept a report", "organiser", "/desk", 1, 0, _accept),
    ("correct a result, its consequences seen first", "organiser", "/desk", 3, 0, _correct),
    ("drop a player", "organiser", "/desk", 4, 3, _drop),
    ("group the next round, with its clock", "organiser", "/desk", 2, 1, _next_round),
)


def flows(browser: Browser, folder: Path) -> Findings:
    """Play each flow once, one after another in one event."""
    names = tuple(f"{first} {last}" for first in "Ana Bo Cy Dee Eve Fay Gus Hal Ida".split() for last in "KLM")[
        :PLAYERS
    ]
    event = prepare(str(folder / "flows.db"), names)
    seated = _seated(event, 1)
    rows = []
    with WebServer(event.place, folder) as server:
        links = {"organiser": f"/in/{event.organiser}", "judge": f"/in/{event.judge}", "anybody": "/"}
        links |= {f"player {seat}": f"/p/{event.players[name]}" for seat, name in enumerate(seated)}
        for title, who, tail, fewest, least, flow in FLOWS:
            options = (
                PHONE
                if who.startswith(("player", "anybody", "judge"))
                else {"viewport": {"width": 1366, "height": 768}}
            )
            window = Counted(browser, server, links[who], **options)
            if flow is _next_round:
                _finish_round(event)
            window.page.goto(f"/e/{event.event}{tail}")
            window.actions = window.loads = 0
            flow(window, event, 3 if flow is _type else 1)
            window.page.wait_for_load_state("load")
            rows.append((title, who.partition(" ")[0], str(window.actions), str(fewest), str(window.loads), str(least)))
            window.page.context.close()
    return Findings(
        f"What the everyday takes, in an event of {len(names)} players",
        ("flow", "who", "actions", "possible", "page loads", "possible"),
        rows,
        words=2,
    )


def _finish_round(event: Prepared) -> None:
    with desk_of(event.place, event.event) as desk:
        _report_all(desk)


def _report_all(desk: EventService) -> None:
    for table in desk.state.open_tables():
        influence = {name: 16 if seat == 0 else seat for seat, name in enumerate(table.players)}
        desk.take({"do": "report", "table": table.table, "winner": table.players[0], "influence": influence}, "en")


def sizes(browser: Browser, folder: Path, counts: Sequence[int]) -> Findings:
    """Measure the pages of an event in its second round."""
    rows = []
    for count in counts:
        event = prepare(str(folder / f"{count}.db"), tuple(f"Player {number:04}" for number in range(1, count + 1)))
        with desk_of(event.place, event.event) as desk:
            _report_all(desk)
            desk.take({"do": "next"}, "en")
        first = next(iter(event.players.values()))
        with WebServer(event.place, folder) as server:
            for title, link, tail in (
                ("live", "/", ""),
                ("a player's own", f"/p/{first}", "/me"),
                ("desk", f"/in/{event.organiser}", "/desk"),
                ("results", f"/in/{event.organiser}", "/desk/results"),
                ("players", f"/in/{event.organiser}", "/desk/players"),
                ("big screen", "/", "/screen"),
            ):
                window = Counted(browser, server, link, **PHONE)
                times, content = [], b""
                for _ in range(TIMES):
                    since = time.perf_counter()
                    # The same page anew, not the one that is kept for a second.
                    answer = window.page.request.get(f"/e/{event.event}{tail}?fresh={since}")
                    times.append(time.perf_counter() - since)
                    content = answer.body()
                window.page.goto(f"/e/{event.event}{tail}")
                height = window.page.evaluate("document.documentElement.scrollHeight")
                packed = len(gzip.compress(content, 4))
                rows.append(
                    (
                        str(count),
                        title,
                        seconds(statistics.median(times)),
                        _kib(content),
                        f"{packed / 1024:,.0f} KiB",
                        f"{height:,} px",
                    )
                )
                window.page.context.close()
    return Findings(
        "Pages of an event in its second round",
        ("players", "page", "answered in (median)", "size", "packed", "height on a phone"),
        rows,
        2,
    )


def _kib(content: bytes) -> str:
    return f"{len(content) / 1024:,.0f} KiB"


def whole(browser: Browser, folder: Path, players: int) -> Findings:
    """Play an event of `players` to its places, with scripts and without: the organiser in French, players in Spanish and Portuguese."""
    heads = ("players", "scripts", "placed", "results typed", "reported on phones", "page loads", "time")
    rows = [_whole(browser, folder, players, scripts=scripts) for scripts in (True, False)]
    return Findings("A whole event in fr, es and pt, each page loaded again after each step", heads, rows, 0)


def _whole(browser: Browser, folder: Path, players: int, *, scripts: bool) -> tuple[str, ...]:
    names = tuple(f"Player {number:03}" for number in range(1, players + 1))
    event = prepare(str(folder / f"whole-{scripts}.db"), names)
    since, typed, reported = time.perf_counter(), 0, 0
    with WebServer(event.place, folder) as server:
        desk = Counted(browser, server, f"/in/{event.organiser}", java_script_enabled=scripts)
        phones = [
            Counted(browser, server, f"/p/{event.players[name]}", java_script_enabled=scripts, **PHONE)
            for name in names[:2]
        ]
        for window, language in zip((desk, *phones), ("fr", "es", "pt"), strict=True):
            window.page.context.add_cookies([{"name": "lang", "value": language, "url": server.address}])
        while _stage(event) != "finished":
            reported += sum(_reports(phone, event) for phone in phones)
            typed += _type_all(desk, event)
            desk.page.goto(f"/e/{event.event}/desk/next")
            desk.page.reload()
            desk.page.locator("main form button.button").first.click()
            desk.page.wait_for_url("**/desk?*")
            desk.page.reload()
        desk.page.goto(f"/e/{event.event}/desk")
        with desk.page.expect_response(lambda answer: answer.request.method == "POST"):
            desk.page.locator("main form[action$='/publish'] button").click()
        for phone in phones:
            phone.page.goto(f"/e/{event.event}/places")
            phone.page.locator(".podium li").first.wait_for()
        loads = desk.loads + sum(phone.loads for phone in phones)
        for window in (desk, *phones):
            window.page.context.close()
    with desk_of(event.place, event.event) as service:
        placed = len(service.state.places())
    counted = (str(players), "yes" if scripts else "no", str(placed), str(typed), str(reported), str(loads))
    return (*counted, seconds(time.perf_counter() - since))


def _reports(phone: Counted, event: Prepared) -> bool:
    """Report on a phone, when its player is at a table of which nothing was said yet; say whether that was so."""
    phone.page.goto(f"/e/{event.event}/me")
    form = phone.page.locator("#report.open form.report-form:has([name=influence-1])")
    there = form.count() > 0
    if there:
        for seat in range(form.locator("[name^=influence]").count()):
            form.locator(f"[name=influence-{seat + 1}]").fill("16" if seat == 0 else str(seat))
        form.locator("[name=winner]").first.check()
        form.locator("button.wide").click()
        phone.see(phone.page.locator("#report.waiting, #report.done"))
    phone.page.reload()
    return there


def _stage(event: Prepared) -> str:
    with desk_of(event.place, event.event) as desk:
        return desk.state.stage


def _type_all(desk: Counted, event: Prepared) -> int:
    with desk_of(event.place, event.event) as service:
        tables, seats = service.state.open_tables(), vacancies(service.state)
    for table in tables:
        readmits = table.set.value == "readmission"
        numbers = range(1, seats + 1) if readmits else (table.target, *range(1, len(table.players)))
        desk.page.goto(f"/e/{event.event}/desk")
        desk.page.locator("#line").fill(" ".join(map(str, (table.table, *numbers))))
        desk.page.keyboard.press("Enter")
        desk.page.locator(".notice.done").wait_for()
        desk.page.reload()
    return len(tables)


def main() -> None:
    """Measure, and print tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="12 players only")
    parser.add_argument("--whole", action="store_true", help="play a whole event, too")
    parser.add_argument("--markdown", action="store_true", help="print the tables of docs/benchmarks.md")
    given = parser.parse_args()

    def measured(browser: Browser, folder: Path) -> Iterator[Findings]:
        yield flows(browser, folder)
        yield sizes(browser, folder, QUICK if given.quick else SIZES)
        if given.whole:
            yield whole(browser, folder, 12 if given.quick else 128)

    print(f"{machine()}\n")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        show(measured(browser, Path(folder)), markdown=given.markdown)
        browser.close()


if __name__ == "__main__":
    main()
