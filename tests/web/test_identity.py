"""Links open what they are for, once or for one player, and nothing when it is gone; nobody is locked out by others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.service.access.errors import BadLink
from floorjudge.events.service.access.links import (
    PlayerLinks,
    is_good,
    make_device_link,
    make_program_token,
    read_hashed,
    read_staff_link,
    read_staff_token,
    revoke_staff_token,
    take_once,
)
from floorjudge.events.service.access.roles import Role
from floorjudge.store import open_venue_store
from floorjudge.web.common.settings import from_environment
from floorjudge.web.errors import NoSuchPage, TooOften
from floorjudge.web.jobs.pool import Pool
from floorjudge.web.jobs.queue import Asker, Rank
from floorjudge.web.security import COSTLY, POSTS, Limit, Rates
from floorjudge.web.shared import Application
from tests.web.desk_of_tests import Browser, Floor, open_event, serving, shown, start_event

NOW = datetime(2026, 3, 6, 18, tzinfo=UTC)
WEEK = timedelta(days=7)


def made(floor: Floor, event: str, number: int) -> str:
    links: PlayerLinks = floor.app.state.application.player_links
    return f"/p/{links.make(event, number)}"


def test_anothers_code_asks_before_the_device_switches(floor: Floor) -> None:
    event = open_event(floor.owner())
    phone = floor.player(event, 1)
    asked = phone.get(made(floor, event, 2))
    assert "This is the link of Bo" in shown(asked)
    assert "Ana's" in shown(asked)
    assert "<h1>Ana</h1>" in phone.get(f"/e/{event}/me")
    assert "<h1>Bo</h1>" in phone.send(made(floor, event, 2))


def said_by(phone: Browser, floor: Floor, event: str, how: str) -> str:
    """Report a game, or confirm it, as the player the phone is for now."""
    table = next(each for each in floor.state(event).tables if each.table == 1)
    proposal = floor.seen(event).venue.proposals.get(1)
    hidden: dict[str, Any] = {"id": f"{how} {floor.seen(event).number}", "table": "1", "stage": "1"}
    if proposal is not None:
        return phone.send(f"/e/{event}/me/confirm", 409 if how == "refused" else 200, statement="1", **hidden)
    seats: dict[str, Any] = {f"name-{seat}": name for seat, name in enumerate(table.players, 1)}
    influence: dict[str, Any] = {
        f"influence-{seat}": "16" if seat == 1 else "3" for seat in range(1, len(table.players) + 1)
    }
    return phone.send(f"/e/{event}/me/report", winner="1", **hidden, **seats, **influence)


def test_one_phone_does_not_confirm_for_a_whole_table_unless_the_staff_allow_it(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, players=("Ana", "Bo", "Cy"))
    start_event(owner, event)
    phone = floor.player(event, 1)
    said_by(phone, floor, event, "done")
    for number in (2, 3):
        phone.send(made(floor, event, number))
        assert "already reported this game as Ana" in shown(said_by(phone, floor, event, "refused"))
    assert not floor.state(event).results
    owner.fill(f"/e/{event}/desk/event", f"/e/{event}/desk/event/phones", allowed="yes")
    said_by(phone, floor, event, "done")
    phone.send(made(floor, event, 2))
    said_by(phone, floor, event, "done")
    assert floor.state(event).results


def test_the_first_owners_link_opens_one_device() -> None:
    book = open_venue_store().grants
    token, _ = make_device_link(book, "Owner", NOW)
    hashed, own = take_once(book, token, NOW, "a form")
    assert own.role == "owner"
    assert read_hashed(book, hashed, NOW).id == own.id
    # The same form again, for its answer was lost: the same device.
    again, _ = take_once(book, token, NOW, "a form")
    assert read_hashed(book, again, NOW).role == "owner"
    for form in ("another form", ""):
        with pytest.raises(BadLink):
            take_once(book, token, NOW, form)
    unopened, _ = make_device_link(book, "Phone", NOW)
    with pytest.raises(BadLink):
        take_once(book, unopened, NOW + WEEK, "a form")


@given(st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=3660)))
def test_an_owners_device_stays_one_until_it_is_signed_out(later: timedelta) -> None:
    book = open_venue_store().grants
    hashed, own = take_once(book, make_device_link(book, "Owner", NOW)[0], NOW, "a form")
    assert read_hashed(book, hashed, NOW + later) == own
    assert own.expires_at is None
    # Earlier versions wrote down the end of the link.
    book.add(msgspec.structs.replace(own, id="earlier", expires_at=(NOW + WEEK).isoformat()), "hash")
    assert read_hashed(book, "hash", NOW + later).id == "earlier"
    revoke_staff_token(book, None, own.id, NOW)
    with pytest.raises(BadLink):
        read_hashed(book, hashed, NOW + later)


def test_a_token_and_a_link_are_not_taken_for_each_other() -> None:
    book = open_venue_store().grants
    program, grant = make_program_token(book, "Backup timer", NOW)
    assert read_staff_token(book, program, NOW + 100 * WEEK) == grant
    for read in (lambda: read_staff_link(book, program, NOW), lambda: take_once(book, program, NOW, "a form")):
        with pytest.raises(BadLink):
            read()
    link, _ = make_device_link(book, "Phone", NOW)
    with pytest.raises(BadLink):
        read_staff_token(book, link, NOW)
    assert read_staff_link(book, link, NOW).label == "Phone"


def test_the_same_form_makes_one_link() -> None:
    for make in (make_device_link, make_program_token):
        book = open_venue_store().grants
        made = [make(book, "Shop", NOW + timedelta(seconds=number), form="a form")[1].id for number in range(3)]
        made.append(make(book, "Shop", NOW, form="another form")[1].id)
        kept = {grant.id: is_good(grant, NOW) for grant in book.of_event(None)}
        assert [kept[each] for each in made] == [False, False, True, True]


def test_what_strangers_send_never_locks_out_who_has_a_link(floor: Floor) -> None:
    floor.app.state.application.rates = Rates(lambda: 0.0)
    owner = floor.owner()
    event = open_event(owner)
    junk = floor.stranger()
    statuses = {junk.raw(f"/p/none{number}").status_code for number in range(40)}
    assert statuses == {403, 429}
    application = floor.app.state.application
    for _ in range(POSTS.most):
        application.rates.count(POSTS, "testclient")
    assert junk.client.post("/loop", data={"do": "answer", "case": "x"}).status_code == 429
    assert "<h1>Bo</h1>" in floor.player(event, 2).get(f"/e/{event}/me")
    owner.fill(f"/e/{event}/desk/players", player="Zoë")
    assert "Zoë" in floor.state(event).players
    assert "<h1>" in floor.staff(Role.JUDGE, "Sam", event).get(f"/e/{event}/judge")


@pytest.mark.parametrize(
    ("address", "fields"), [("/loops/deck", {"deck": "1 Forest"}), ("/loops", {"cards": "Intruder Alarm"})]
)
def test_what_strangers_have_worked_out_locks_out_nobody_with_a_link_behind_the_same_address(
    address: str, fields: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ready(_: Application) -> None:
        pass

    asked: list[Asker] = []

    def noted(_: Pool, asker: Asker, _seconds: float) -> NoReturn:
        asked.append(asker)
        raise NoSuchPage

    with serving() as floor:
        floor.app.state.application.rates = Rates(lambda: 0.0)
        event = open_event(floor.owner())
        monkeypatch.setattr(Application, "cards_prepared", ready)
        monkeypatch.setattr(Pool, "enter", noted)
        # Each a browser of its own, for all that the server can know.
        statuses = [floor.stranger().client.post(address, data=fields).status_code for _ in range(130)]
        assert (statuses.count(404), statuses.count(429)) == (COSTLY.most, 130 - COSTLY.most)
        known = floor.player(event, 1), floor.player(event, 2), floor.staff(Role.JUDGE, "Sam", event)
        assert [each.client.post(address, data=fields).status_code for each in known] == [404, 404, 404]
        ranks = [asker.rank for asker in asked[COSTLY.most :]]
        assert ranks == [Rank.PLAYER, Rank.PLAYER, Rank.STAFF]
        # They wait by their links: each has turns of their own, and none is a stranger's neighbour.
        assert len({asker.address for asker in asked}) == 4
        again = [known[0].client.post(address, data=fields).status_code for _ in range(COSTLY.most)]
        assert again[-1] == 429
        assert known[1].client.post(address, data=fields).status_code == 404


def test_setting_a_clock_back_makes_nobody_wait_longer() -> None:
    now = 1_000.0
    rates = Rates(lambda: now)
    once = Limit("once", 1)
    rates.count(once, "a")
    with pytest.raises(TooOften):
        rates.count(once, "a")
    rates.count(once, "b")
    now += 60
    rates.count(once, "a")
    now -= 3600
    rates.count(once, "a")


def test_only_the_names_that_were_printed_or_set_are_answered_to() -> None:
    assert "evil.example" not in from_environment({}).hosts
    printed = from_environment({"FLOORJUDGE_PRINTED": "192.168.1.7", "FLOORJUDGE_ADDRESS": "https://a.example"})
    assert {"localhost", "127.0.0.1", "192.168.1.7", "a.example"} <= set(printed.hosts)
    assert from_environment({"FLOORJUDGE_HOSTS": "b.example", "FLOORJUDGE_PRINTED": "192.168.1.7"}).hosts == (
        "b.example",
    )
    assert from_environment({"FLOORJUDGE_HOSTS": "*"}).hosts == ()
