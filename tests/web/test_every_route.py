"""Every route by every role: who is let in, as written down in routes_by_role.json. A new route must be written down there.

`python -m tests.web.test_every_route` writes the file anew; read the change before you keep it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fastapi.routing import APIRoute

from floorjudge.events.service.roles import Role
from floorjudge.web.app import ROUTERS
from floorjudge.web.security import COSTLY, POSTS, Limit, Rates, api_calls
from tests.events.floor.small_event import started
from tests.web.desk_of_tests import Browser, Floor, serving

WRITTEN = Path(__file__).with_name("routes_by_role.json")
# What is worked out elsewhere, or writes a backup of everything first.
COSTLY_POSTS = {
    "/api/v1/loops/rule",
    "/api/v1/loops/sheet",
    "/api/v1/shortcuts/settle",
    "/api/v1/magic/searches",
    "/api/v1/magic/jobs/{job}/times",
    "/api/v1/verify",
    "/e/{event}/desk/delete",
}
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


def routes() -> list[tuple[str, str]]:
    """Return every way of asking for every address, but for streams, which never end."""
    found = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    asked = {(method, route.path) for route in found for method in (route.methods or set()) - {"HEAD"}}
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


@pytest.mark.slow
def test_every_route_lets_in_whom_it_should_and_nobody_else() -> None:
    assert let_in() == json.loads(WRITTEN.read_text("utf-8"))


@pytest.mark.slow
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


def test_what_costs_much_has_a_limit_of_its_own() -> None:
    with serving() as floor:
        assert refused_after(floor, COSTLY) >= COSTLY_POSTS


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
