"""Links and tokens: random, kept as hashes, revocable; those of players signed, printed again, taken back by serial."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput, Refused
from floorjudge.events.service.access.links import (
    EventLinks,
    GrantBook,
    PlayerLinks,
    hash_of,
    is_good,
    make_staff_token,
    may_give,
    read_hashed,
    read_staff_token,
    revoke_staff_token,
)
from floorjudge.events.service.access.roles import STAFF, Role
from floorjudge.store import open_venue_store
from tests.events.floor.small_event import opened
from tests.support.refusals import error_of

NOW = datetime(2026, 3, 6, 18, 0, tzinfo=UTC)


@pytest.fixture
def book() -> GrantBook:
    """Return the grants of a new store with two events."""
    store = open_venue_store()
    opened(store.log)
    opened(store.log, "Saturday")
    return store.grants


def refused(book: GrantBook, token: str, now: datetime = NOW) -> str:
    caught = error_of(Refused, read_staff_token, book, token, now)
    return str(caught)


@pytest.mark.parametrize("role", STAFF)
def test_a_token_grants_what_was_given(book: GrantBook, role: Role) -> None:
    event = None if role is Role.OWNER else "friday"
    token, made = make_staff_token(book, role, " Bo  at the desk", NOW, event=event)
    found = read_staff_token(book, token, NOW)
    assert (found.id, found.event, found.role, found.label) == (made.id, event, role.value, "Bo at the desk")
    assert [grant.id for grant in book.of_event(event)] == [made.id]
    assert read_hashed(book, hash_of(token), NOW).id == made.id
    assert len(token) >= 43
    assert token not in str(book.of_event(event))


def test_whatever_is_wrong_with_a_token_the_answer_is_the_same(book: GrantBook) -> None:
    revoked, grant = make_staff_token(book, Role.JUDGE, "Bo", NOW, event="friday")
    revoke_staff_token(book, "friday", grant.id, NOW)
    expired, _ = make_staff_token(book, Role.JUDGE, "Bo", NOW, event="friday", lasts=timedelta(hours=1))
    later = NOW + timedelta(hours=1)
    answers = {
        refused(book, token, later) for token in (revoked, expired, "", "x" * 43, "x" * 10**6, "\ud800", "é\x00")
    }
    assert len(answers) == 1
    assert read_staff_token(book, expired, later - timedelta(seconds=1)).role == "judge"


def test_a_token_is_not_the_hash_that_is_kept(book: GrantBook) -> None:
    token, _ = make_staff_token(book, Role.JUDGE, "Bo", NOW, event="friday")
    refused(book, hash_of(token))


def test_one_event_cannot_take_back_the_links_of_another(book: GrantBook) -> None:
    token, grant = make_staff_token(book, Role.JUDGE, "Bo", NOW, event="friday")
    for event, known in (("saturday", grant.id), (None, grant.id), ("friday", "another")):
        assert error_of(BadInput, revoke_staff_token, book, event, known, NOW).code == "no_such_grant"
    read_staff_token(book, token, NOW)
    assert revoke_staff_token(book, "friday", grant.id, NOW).revoked_at is not None
    assert revoke_staff_token(book, "friday", grant.id, NOW + timedelta(1)).revoked_at == NOW.isoformat(
        timespec="milliseconds"
    )


def test_links_are_made_for_staff_of_an_event_and_owners_of_the_whole(book: GrantBook) -> None:
    for role, event in (
        (Role.OWNER, "friday"),
        (Role.ORGANISER, None),
        (Role.PLAYER, "friday"),
        (Role.PLAYER, None),
        (Role.ANYBODY, None),
    ):
        assert error_of(BadInput, make_staff_token, book, role, "Bo", NOW, event=event).code == "no_such_link"
    for lasts in (timedelta(0), timedelta(-1), timedelta(10**5)):
        caught = error_of(BadInput, make_staff_token, book, Role.JUDGE, "Bo", NOW, event="friday", lasts=lasts)
        assert caught.code == "bad_stay"
    for label in ("", "\x1b[1m", "x" * 101):
        assert error_of(BadInput, make_staff_token, book, Role.JUDGE, label, NOW, event="friday").code == "bad_name"
    assert book.of_event("friday") == []


def test_nobody_gives_more_than_they_have() -> None:
    given = {giver: {wanted for wanted in Role if may_give(giver, wanted)} for giver in Role}
    assert given[Role.OWNER] == set(STAFF)
    assert given[Role.ORGANISER] == set(STAFF) - {Role.OWNER}
    assert not any(given[role] for role in Role if role not in (Role.OWNER, Role.ORGANISER))


def test_a_grant_of_a_role_that_is_not_known_is_worth_nothing(book: GrantBook) -> None:
    _, grant = make_staff_token(book, Role.JUDGE, "Bo", NOW, event="friday")
    book.add(type(grant)("g", "friday", "emperor", "Bo", grant.made_at), hash_of("x"))
    refused(book, "x")
    assert is_good(grant, NOW)


class TestPlayers:
    """The links on the slips."""

    def test_a_link_says_whose_it_is_and_is_the_same_every_time(self, book: GrantBook) -> None:
        links = PlayerLinks(book)
        signed = links.make("friday", 7)
        assert PlayerLinks(book).make("friday", 7) == signed
        found = PlayerLinks(book).read(signed)
        assert (found.event, found.player) == ("friday", 7)
        assert len(signed) < 100

    def test_a_player_whose_link_was_taken_back_gets_another(self, book: GrantBook) -> None:
        links = PlayerLinks(book)
        old, other = links.make("friday", 7), links.make("friday", 8)
        seen = links.read(old)
        new = links.revoke("friday", 7)
        assert links.read(new).player == 7
        assert links.read(other).player == 8
        assert not links.is_good(seen)
        assert error_of(Refused, links.read, old).code == "bad_link"

    def test_another_installation_reads_nothing(self, book: GrantBook) -> None:
        elsewhere = open_venue_store()
        opened(elsewhere.log)
        with pytest.raises(Refused):
            PlayerLinks(elsewhere.grants).read(PlayerLinks(book).make("friday", 7))

    def test_a_link_of_an_event_that_is_gone_is_as_bad_as_any(self, book: GrantBook) -> None:
        links = PlayerLinks(book)
        signed = EventLinks(links._key, "sunday", {}).make(1)
        with pytest.raises(Refused):
            links.read(signed)
        with pytest.raises(BadInput):
            links.make("sunday", 1)


STORE = open_venue_store()
opened(STORE.log)
LINKS = PlayerLinks(STORE.grants)
SIGNED = LINKS.make("friday", 7)


@given(st.integers(0, len(SIGNED)), st.text(max_size=3), st.integers(0, 3))
def test_no_link_can_be_made_from_another(at: int, put_in: str, left_out: int) -> None:
    changed = SIGNED[:at] + put_in + SIGNED[at + left_out :]
    try:
        read = LINKS.read(changed)
    except Refused:
        return
    assert read == LINKS.read(SIGNED)


@given(st.text())
def test_nothing_else_is_a_link(written: str) -> None:
    with pytest.raises(Refused):
        LINKS.read(written)


def test_a_form_that_is_sent_again_leaves_one_good_link() -> None:
    store = open_venue_store()
    for name in ("Friday", "Saturday"):
        opened(store.log, name)
    book = store.grants
    made = [
        make_staff_token(book, Role.JUDGE, "Bo", NOW + timedelta(seconds=number), event="friday", form="f")
        for number in range(3)
    ]
    elsewhere, _ = make_staff_token(book, Role.JUDGE, "Bo", NOW, event="saturday", form="f")
    another, _ = make_staff_token(book, Role.JUDGE, "Cy", NOW, event="friday", form="g")
    later = NOW + timedelta(minutes=1)
    assert [grant.revoked_at is None for grant in book.of_event("friday") if grant.label == "Bo"] == [
        False,
        False,
        True,
    ]
    for token in (made[2][0], elsewhere, another):
        assert read_staff_token(book, token, later).role == "judge"
    for token, _ in made[:2]:
        refused(book, token, later)
