"""The owner's devices and programs: let in, listed, signed out; a way back, a backup timer that works, cookies that last."""

from __future__ import annotations

import gzip
import os
import re
import sqlite3
import subprocess
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import httpx
import pytest
from itsdangerous import URLSafeSerializer

from floorjudge.events.service.access.links import PROGRAM, make_device_link, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.web import sessions
from floorjudge.web.asking import read_cookie
from floorjudge.web.security import SESSION_COOKIE
from floorjudge.web.sessions import SALT
from tests.cli.conftest import CommandLine, floorjudge
from tests.events.floor.small_event import started
from tests.support.waiting import PATIENCE
from tests.support.web_server import OURS, ROOT, WebServer
from tests.web.desk_of_tests import Browser, Floor, shown
from tests.web.pages_read import findings

__all__ = ["floorjudge"]
OPERATIONS = ROOT / "docs/operations.md"
UNIT = ROOT / "deploy/floorjudge-backup.service"


def let_in(owner: Browser, kind: str, label: str) -> str:
    """Return what the page shows that makes a device or a program the owner's: a path, or a token."""
    page = owner.fill("/owner", "/owner", kind=kind, label=label)
    assert findings(page) == []
    shows = re.findall(r'<p class="code">([^<]*)</p>', page)
    return f"/in/{shows[0].partition('/in/')[2]}" if kind == "device" else unescape(shows[0])


def opened(floor: Floor, link: str) -> Browser:
    browser = floor.stranger()
    assert browser.client.post(link, data={"id": "a form"}, follow_redirects=False).status_code == 303
    return browser


def test_an_owner_without_a_name_is_welcomed_without_one(floor: Floor) -> None:
    grants, now = floor.app.state.application.store.grants, datetime.now(UTC)
    (nameless, _), (named, _) = make_device_link(grants, "Owner", now), make_device_link(grants, "Laptop", now)
    visitor = floor.stranger()
    assert "<h1>Welcome</h1>" in visitor.get(f"/in/{nameless}")
    assert "Laptop</h1>" in visitor.get(f"/in/{named}")


def first_device(floor: Floor) -> Browser:
    token, _ = make_device_link(floor.app.state.application.store.grants, "Laptop", datetime.now(UTC))
    return opened(floor, f"/in/{token}")


def sign_out(browser: Browser, label: str) -> None:
    listed = re.findall(
        r'name="grant" value="([^"]+)"><button[^>]*>[^<]*<span class="hidden"> \(([^<]*)\)<', browser.get("/owner")
    )
    (grant,) = [grant for grant, name in listed if name == label]
    browser.send("/owner/revoke", grant=grant)


def test_a_device_lets_in_another_which_signs_it_out(floor: Floor) -> None:
    laptop = first_device(floor)
    link = let_in(laptop, "device", "Phone")
    assert "link not opened yet" in shown(laptop.get("/owner"))
    phone = opened(floor, link)
    assert phone.client.post(link, data={"id": "another"}).status_code == 403
    page = shown(phone.get("/owner"))
    assert "Laptop" in page
    assert "Phone this device" in page
    assert "link not opened yet" not in page
    sign_out(phone, "Laptop")
    assert laptop.raw("/owner").status_code == 403
    assert "Signed out and taken back Laptop" in shown(phone.get("/owner"))


def test_a_device_that_forgets_its_links_is_signed_out_with_whatever_cookie(floor: Floor) -> None:
    laptop = first_device(floor)
    cookie = str(laptop.client.cookies[SESSION_COOKIE])
    laptop.send("/leave")
    copied = floor.stranger()
    copied.client.cookies.set(SESSION_COOKIE, cookie, domain="floor.example")
    assert copied.raw("/owner").status_code == 403


def test_a_program_has_a_token_of_its_own_until_it_is_taken_back(floor: Floor) -> None:
    laptop = first_device(floor)
    headers = {"authorization": f"Bearer {let_in(laptop, 'program', 'Backup timer')}"}
    program = floor.stranger().client
    assert "never used" in shown(laptop.get("/owner"))
    assert program.get("/backup", headers=headers).content.startswith(b"\x1f\x8b")
    assert program.get("/api/v1/events", headers=headers).status_code == 200
    assert "Backup timer" in shown(laptop.get("/owner"))
    assert "never used" not in shown(laptop.get("/owner"))
    # It opens no page, and lets in nothing.
    assert program.get("/owner", headers=headers).status_code == 403
    sign_out(laptop, "Backup timer")
    assert program.get("/backup", headers=headers).status_code == 401


def test_what_cannot_be_let_in_is_said(floor: Floor) -> None:
    laptop, grants = first_device(floor), floor.app.state.application.store.grants
    before = len(grants.of_event(None))
    for kind, label in (("device", ""), ("spaceship", "x")):
        page = laptop.send("/owner", 400, kind=kind, label=label)
        assert findings(page) == []
        assert 'role="alert"' in page
    assert len(grants.of_event(None)) == before
    assert 'role="alert"' in laptop.send("/owner/revoke", 400, grant="none")


def test_an_organiser_of_one_event_lets_in_nobody_here(floor: Floor) -> None:
    event = str(started(floor.app.state.application.store.log).event_id)
    organiser = floor.staff(Role.ORGANISER, "Marie", event)
    assert organiser.raw("/owner").status_code == 403
    assert organiser.client.post("/owner", data={"kind": "device", "label": "x"}).status_code == 403
    grant = floor.app.state.application.store.grants.of_event(event)[0]
    # The list of the installation is not where a link to an event is taken back.
    assert floor.owner().client.post("/owner/revoke", data={"grant": grant.id}).status_code == 400


def test_links_of_staff_that_are_opened_too_do_not_push_the_owner_out(floor: Floor) -> None:
    laptop = first_device(floor)
    store = floor.app.state.application.store
    event = str(started(store.log).event_id)
    for number in range(30):
        token, _ = make_staff_token(store.grants, Role.JUDGE, f"Judge {number}", datetime.now(UTC), event=event)
        laptop.client.post(f"/in/{token}")
    assert laptop.raw("/owner").status_code == 200
    assert len(laptop.client.cookies[SESSION_COOKIE]) < 4_000


@pytest.mark.parametrize("role", [Role.OWNER, Role.JUDGE, Role.PLAYER])
def test_whoever_comes_back_within_a_year_is_given_the_cookie_anew(
    floor: Floor, role: Role, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = str(started(floor.app.state.application.store.log).event_id)
    browser = (
        first_device(floor)
        if role is Role.OWNER
        else floor.player(event, 1)
        if role is Role.PLAYER
        else floor.staff(role, "Bo", event)
    )
    first = sessions.today()
    for page in ("/", f"/e/{event}", "/static/look.css", "/nothing"):
        assert f"{SESSION_COOKIE}=" not in browser.raw(page).headers.get("set-cookie", "")
    monkeypatch.setattr(sessions, "today", lambda: first + sessions.RENEWED_AFTER_DAYS)
    assert f"{SESSION_COOKIE}=" not in browser.raw("/static/look.css").headers.get("set-cookie", "")
    given = browser.raw(f"/e/{event}").headers["set-cookie"]
    assert given.startswith(f"{SESSION_COOKIE}=")
    assert "HttpOnly" in given
    assert f"Max-Age={365 * 24 * 3600}" in given
    assert "set-cookie" not in browser.raw("/").headers
    assert "set-cookie" not in floor.stranger().raw(f"/e/{event}").headers
    token, _ = make_staff_token(floor.app.state.application.store.grants, Role.OWNER, "x", datetime.now(UTC))
    program = floor.stranger().client.get("/api/v1/events", headers={"authorization": f"Bearer {token}"})
    assert "set-cookie" not in program.headers
    # A form that takes the links away is not answered with them.
    monkeypatch.setattr(sessions, "today", lambda: first + 2 * sessions.RENEWED_AFTER_DAYS)
    browser.send("/leave")
    left = read_cookie(floor.app.state.application.key, browser.client.cookies[SESSION_COOKIE])
    assert (left.staff, left.players) == ((), ())


def test_a_cookie_of_an_earlier_version_counts_and_is_given_anew(floor: Floor) -> None:
    laptop = first_device(floor)
    signer = URLSafeSerializer(floor.app.state.application.key, salt=SALT)
    value = signer.loads(laptop.client.cookies[SESSION_COOKIE])
    del value["day"]
    laptop.client.cookies.set(SESSION_COOKIE, str(signer.dumps(value)), domain="floor.example")
    answer = laptop.raw("/owner")
    assert answer.status_code == 200
    assert f"{SESSION_COOKIE}=" in answer.headers["set-cookie"]


def documented_backup() -> str:
    """Return the line that the documents tell a timer to run."""
    (line,) = re.findall(r"^\$ (curl .*/backup)$", OPERATIONS.read_text("utf-8"), re.MULTILINE)
    return str(line)


def line_of_the_unit() -> str:
    """Return what the unit runs, as the shell is given it."""
    (line,) = re.findall(r"^ExecStart=/bin/sh -c '(.*)'$", UNIT.read_text("utf-8"), re.MULTILINE)
    return str(line).replace("%%", "%")


@pytest.mark.server
def test_the_way_back_and_the_backup_timer_work_as_documented(
    tmp_path: Path, floorjudge: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(tmp_path / "events.db")
    with WebServer(place, tmp_path) as served:
        first = served.link()
        # The link for a device is no token: whoever used it as one would be locked out as soon as it is opened.
        assert (
            httpx.get(f"{served.address}/backup", headers={"authorization": f"Bearer {first[-43:]}"}).status_code == 401
        )
        token = floorjudge("owner", "token", "Backup timer", "--database", place).out.strip()
        monkeypatch.setenv("FLOORJUDGE_DATABASE", place)
        assert floorjudge.json("owner", "token", "Another")["token"] != token
        for number, line in enumerate((documented_backup(), line_of_the_unit())):
            folder = tmp_path / f"backups {number}"
            folder.mkdir()
            here = line.replace("http://127.0.0.1:8000", served.address).replace(
                "/var/backups/floorjudge", f"'{folder}'"
            )
            subprocess.run(
                ["/bin/sh", "-c", here], cwd=folder, env=os.environ | {"OWNER": token}, check=True, timeout=PATIENCE
            )
            (file,) = folder.iterdir()
            assert re.fullmatch(r"backup-\d{4}-\d\d-\d\d\.db\.gz", file.name)
            (folder / "plain.db").write_bytes(gzip.decompress(file.read_bytes()))
            with sqlite3.connect(folder / "plain.db") as backup:
                assert backup.execute("SELECT label FROM grants WHERE id LIKE ?", [f"{PROGRAM}%"]).fetchall()
        # All devices are lost, and the server runs on.
        said = floorjudge("owner", "link", "--address", served.address).out
        (link,) = re.findall(r"http://\S+/in/\S+", said)
        with httpx.Client(headers=OURS, timeout=PATIENCE) as browser:
            assert browser.post(link).status_code == 303
            assert browser.get(f"{served.address}/owner").status_code == 200


def test_no_owner_is_made_where_no_server_was(tmp_path: Path, floorjudge: CommandLine) -> None:
    for words in (["link"], ["token", "x"]):
        assert floorjudge.refused("owner", *words, "--database", str(tmp_path / "none.db"))[0] == "no_server_there"
    assert list(tmp_path.iterdir()) == []
