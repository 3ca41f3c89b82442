"""Every route by every role: who is let in, as written down in routes_by_role.json. A new route must be written down there.

`python -m tests.web.test_every_route` writes the file anew; read the change before you keep it.
"""

from __future__ import annotations

import json
import re
from asyncio import gather
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import pytest
from anyio import to_thread
from fastapi import APIRouter, File
from fastapi.routing import APIRoute

from floorjudge.events.service.access.roles import Role
from floorjudge.web.app import ROUTERS
from floorjudge.web.asking import Asking, Here
from floorjudge.web.errors import TooOften
from floorjudge.web.jobs.kept import Jobs
from floorjudge.web.jobs.pool import Pool
from floorjudge.web.print.job import compile_sheet
from floorjudge.web.security import COSTLY, LARGEST_FORM, POSTS, STEPS, Limit, Rates, api_calls
from floorjudge.web.sessions import Session
from tests.events.floor.small_event import finished, started
from tests.web.costly_work import counted, uncounted
from tests.web.desk_of_tests import Browser, Floor, serving

WRITTEN = Path(__file__).with_name("routes_by_role.json")
STAFF = (Role.SCOREKEEPER, Role.JUDGE, Role.HEAD_JUDGE, Role.ORGANISER, Role.OWNER)
ROLES = ("anybody", "player", *(role.value for role in STAFF))
GAPS = {
    "number": "1",
    "table": "1",
    "round": "1",
    "form": "announce",
    "call": "1",
    "what": "slips",
    "step": "close",
    "act": "report",
}
REFUSED = {401, 403}


def all_routes() -> list[APIRoute]:
    """Return every route that is served, but for files."""
    return [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def routes() -> list[tuple[str, str]]:
    """Return every way of asking for every address, but for streams, which never end."""
    asked = {(method, route.path) for route in all_routes() for method in (route.methods or set()) - {"HEAD"}}
    return sorted((path, method) for method, path in asked if not path.endswith("/live"))


def address_of(path: str, event: str) -> str:
    """Return the address of a route with its gaps filled."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda gap: GAPS.get(gap[1], "0" * 16), path.replace("{event}", event))


def browser_of(floor: Floor, role: str, event: str) -> Browser:
    if role == "anybody":
        return floor.stranger()
    if role == "player":
        return floor.player(event, 1)
    staff = Role(role)
    return floor.staff(staff, "Sam", None if staff is Role.OWNER else event)


def let_in() -> dict[str, list[str]]:
    """Return who is not refused for who they are, by route."""
    found: dict[str, list[str]] = {}
    with serving() as floor:
        event = str(started(floor.app.state.application.store.log).event_id)
        for path, method in routes():
            address = address_of(path, event)
            allowed = []
            for role in ROLES:
                browser = browser_of(floor, role, event)
                answer = browser.client.request(method, address, follow_redirects=False)
                assert answer.status_code < 500 or answer.status_code == 501, (method, address, role, answer.text[:200])
                if answer.status_code not in REFUSED:
                    allowed.append(role)
            found[f"{method} {path}"] = allowed
    return found


@pytest.mark.server
def test_every_route_lets_in_whom_it_should_and_nobody_else() -> None:
    assert let_in() == json.loads(WRITTEN.read_text("utf-8"))


@pytest.mark.server
def test_who_belongs_to_another_event_gets_no_further_than_anybody() -> None:
    written = json.loads(WRITTEN.read_text("utf-8"))
    closed = [route.split() for route, roles in written.items() if "{event}" in route and "anybody" not in roles]
    with serving() as floor:
        log = floor.app.state.application.store.log
        event, another = (str(started(log).event_id) for _ in range(2))
        before = floor.seen(event).number
        for role in ("player", *(role.value for role in STAFF if role is not Role.OWNER)):
            browser = browser_of(floor, role, another)
            for method, path in closed:
                answer = browser.client.request(method, address_of(path, event), follow_redirects=False)
                assert answer.status_code in REFUSED, (role, method, path)
            command = browser.client.post(f"/api/v1/events/{event}/commands", json={"do": "announce", "text": "x"})
            assert command.status_code in REFUSED
        assert floor.seen(event).number == before


def test_no_route_is_forgotten() -> None:
    assert [f"{method} {path}" for path, method in routes()] == list(json.loads(WRITTEN.read_text("utf-8")))


def test_every_post_counts_towards_what_one_sender_may_send_in_a_minute() -> None:
    """But for those that open a link, as a good one is never refused for what was sent before, or only set a cookie."""
    with serving() as floor:
        limits = (POSTS, COSTLY, api_calls(floor.app.state.application.settings.calls))
        posts = {path for path, method in routes() if method == "POST"}
        assert posts - refused_after(floor, *limits) == {"/in/{token}", "/p/{signed}", "/language", "/theme"}


def test_everything_costly_is_counted_whoever_asks_for_it() -> None:
    assert uncounted(all_routes()) == set()
    # The walk finds what is costly: these and many more.
    assert set(
        (
            "POST /loops/deck, POST /loops, GET /loops/cards, GET /e/{event}/print/{what}.pdf, "
            "GET /e/{event}/places.{kind}, GET /e/{event}/draw.json, GET /backup, POST /restore, "
            "POST /e/{event}/desk/delete, POST /e/{event}/desk/players/import, POST /api/v1/verify, "
            "POST /api/v1/loops/rule, POST /api/v1/magic/searches"
        ).split(", ")
    ) <= counted(all_routes())
    assert not {"GET /", "GET /help", "GET /e/{event}"} & counted(all_routes())


def test_a_costly_route_that_is_not_counted_is_found() -> None:
    router = APIRouter()

    @router.get("/directly")
    async def directly(session: Asking) -> None:
        pool = session.application.quick
        await pool.run(pool.enter(session.asker), len, "x")

    @router.post("/job")
    async def job(session: Asking) -> None:
        await gather(*map(_asked, [session]))

    async def _asked(session: Session) -> None:
        await session.application.jobs.ask("search", {}, session.asker)

    @router.get("/paper")
    async def paper(at: Here) -> None:
        await to_thread.run_sync(compile_sheet, "places", {"event": at.event}, datetime.now(UTC), "pdf")

    @router.post("/file")
    async def file(session: Asking) -> None:
        await session.request.body()

    @router.post("/upload")
    async def upload(list_: Annotated[bytes, File()]) -> None:
        del list_

    @router.get("/counted")
    async def well(session: Asking) -> None:
        await session.work_out(compile_sheet, "places", {}, None, "pdf")

    made = [route for route in router.routes if isinstance(route, APIRoute)]
    assert {each.partition(":")[0] for each in uncounted(made)} == {
        "GET /directly",
        "POST /job",
        "GET /paper",
        "POST /file",
        "POST /upload",
    }
    assert counted(made) == {"GET /counted"}


def test_nothing_costly_is_begun_for_whoever_has_asked_for_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    with serving() as floor:
        application = floor.app.state.application
        event = str(finished(application.store.log).event_id)
        owner = floor.owner()
        application.rates = Rates(lambda: 0.0)
        sender = f"grant {application.store.grants.of_event(None)[-1].id}"
        large = {"file": ("list.csv", b"x" * (LARGEST_FORM + 1))}
        assert owner.client.post(f"/e/{event}/desk/players/import", files=large).status_code != 429
        for limit in (COSTLY, STEPS):
            for _ in range(limit.most):
                with suppress(TooOften):
                    application.rates.count(limit, sender)
        monkeypatch.setattr(Pool, "enter", lambda *_: begun.append("pool"))
        monkeypatch.setattr(Jobs, "ask", lambda *_, **__: begun.append("job"))
        for path, fields in (
            ("/loops/deck", {"deck": "1 Forest"}),
            ("/loop", {"do": "begin", "players": "Ana", "by-0": "yes"}),
        ):
            owner.client.post(path, data=fields)
        assert owner.client.post("/loops/deck", data={"deck": "1 Forest"}).status_code == 429
        for address in (f"/e/{event}/print/cards.pdf", f"/e/{event}/places.png", f"/e/{event}/draw.json", "/backup"):
            assert owner.raw(address).status_code in {429, 403}, address
        assert owner.client.post("/api/v1/verify", content=b"x").status_code == 429
        assert owner.client.post(f"/e/{event}/desk/players/import", files=large).status_code == 429
    assert begun == []


def refused_after(floor: Floor, *limits: Limit) -> set[str]:
    """Return the addresses that refuse a post of an owner who has reached some limits."""
    application = floor.app.state.application
    event = str(started(application.store.log).event_id)
    owner = floor.owner()
    application.rates = Rates(lambda: 0.0)
    sender = f"grant {application.store.grants.of_event(None)[-1].id}"
    for limit in limits:
        for _ in range(limit.most):
            application.rates.count(limit, sender)
    posts = [path for path, method in routes() if method == "POST"]
    answers = {path: owner.client.post(address_of(path, event), follow_redirects=False) for path in posts}
    return {path for path, answer in answers.items() if answer.status_code == 429}


if __name__ == "__main__":
    lines = ",\n".join(f"  {json.dumps(route)}: {json.dumps(roles)}" for route, roles in let_in().items())
    WRITTEN.write_text(f"{{\n{lines}\n}}\n", "utf-8")
