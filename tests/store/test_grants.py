"""Grants, the installation's secrets and the serials of player links, on every kind of database."""

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from floorjudge.events.service.access.links import Grant, GrantBook
from floorjudge.store import open_venue_store
from floorjudge.store.errors import UnknownTournament
from floorjudge.store.opening import VenueStore
from tests.store.sealed import sealed
from tests.support.waiting import at_once

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
numbers = itertools.count()


@pytest.fixture
def store(place: str | Path | None) -> Iterator[VenueStore]:
    with closing(open_venue_store(place)) as opened:
        for event in ("friday", "saturday"):
            opened.log.create(event, event.title(), sealed(1), None)
        yield opened


@pytest.fixture
def book(store: VenueStore) -> GrantBook:
    return store.grants


def grant(name: str, event: str | None = "friday", at: int = 0) -> Grant:
    return Grant(name, event, "judge", f"for {name}", f"2026-03-06T18:00:{at:02}.000+00:00")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([None, "friday", "saturday"]), texts, texts, st.none() | texts, st.none() | texts)
def test_a_grant_is_found_by_the_hash_of_its_token(
    book: GrantBook, event: str | None, role: str, label: str, expires: str | None, revoked: str | None
) -> None:
    number = next(numbers)
    given_one = Grant(f"g{number}", event, role, label, "2026-03-06", expires, revoked, None)
    book.add(given_one, f"hash {number}")
    assert book.find(f"hash {number}") == given_one
    assert book.find(f"g{number}") is None
    assert given_one in book.of_event(event)


def test_grants_are_listed_for_their_event(book: GrantBook) -> None:
    listed = [grant("b", at=1), grant("a", at=2), grant("c", None, 3), grant("d", "saturday", 4), grant("0", at=5)]
    for one in reversed(listed):
        book.add(one, f"hash of {one.id}")
    assert [one.id for one in book.of_event("friday")] == ["b", "a", "0"]
    assert [one.id for one in book.of_event("saturday")] == ["d"]
    assert [one.id for one in book.of_event(None)] == ["c"]


def test_a_grant_is_revoked_once_and_for_all(book: GrantBook) -> None:
    for name in ("a", "b"):
        book.add(grant(name), f"hash of {name}")
    revoked = book.revoke("a", "2026-03-06T19:00:00+00:00")
    assert revoked is not None
    assert revoked.revoked_at == "2026-03-06T19:00:00+00:00"
    assert book.revoke("a", "2026-03-06T20:00:00+00:00") == revoked == book.find("hash of a")
    assert book.find("hash of b") == grant("b")
    assert book.revoke("c", "2026-03-06T19:00:00+00:00") is None


def test_a_use_is_noted_once_a_minute(book: GrantBook) -> None:
    book.add(grant("a"), "hash")
    noted = []
    for second in (0, 30, 59, 60, 61, 100, 119, 121):
        book.used("a", f"2026-03-06T18:{second // 60:02}:{second % 60:02}+00:00")
        found = book.find("hash")
        assert found is not None
        noted.append(found.last_used_at and found.last_used_at[14:19])
    assert noted == ["00:00", "00:00", "00:00", "01:00", "01:00", "01:00", "01:00", "02:01"]
    book.used("nobody", "2026-03-06T18:00:00+00:00")


def test_a_use_that_cannot_be_noted_now_is_noted_the_next_time(file: Path) -> None:
    with closing(open_venue_store(file, patience=0.01)) as store, closing(sqlite3.connect(file)) as other:
        store.grants.add(grant("a", None), "hash")
        other.execute("BEGIN IMMEDIATE")
        store.grants.used("a", "2026-03-06T18:00:00+00:00")
        assert store.grants.find("hash") == grant("a", None)
        other.rollback()
        store.grants.used("a", "2026-03-06T18:00:01+00:00")
        found = store.grants.find("hash")
        assert found is not None
        assert found.last_used_at == "2026-03-06T18:00:01+00:00"


def test_only_events_that_are_here_have_grants(book: GrantBook) -> None:
    calls: list[Callable[[], object]] = [
        lambda: book.add(grant("a", "sunday"), "hash"),
        lambda: book.of_event("sunday"),
        lambda: book.serial("sunday", 1),
        lambda: book.raise_serial("sunday", 1),
    ]
    for call in calls:
        with pytest.raises(UnknownTournament):
            call()
    assert book.find("hash") is None


def test_a_secret_is_made_once_however_many_ask(store: VenueStore, place: str | Path | None) -> None:
    others = [open_venue_store(place) for _ in range(3)] if place is not None else []
    made: list[str] = []

    def make() -> str:
        made.append(f"secret {len(made)}")
        return made[-1]

    asking = [one.grants for one in [store, *others] for _ in range(4)]
    try:
        got = at_once(lambda book: book.setting("key", make), asking)
    finally:
        for other in others:
            other.close()
    assert made == ["secret 0"]
    assert got == ["secret 0"] * len(asking)
    assert store.grants.setting("another", lambda: "other") == "other"
    assert store.grants.setting("key", lambda: "never asked for") == "secret 0"


def test_a_secret_that_cannot_be_made_is_made_the_next_time(book: GrantBook) -> None:
    with pytest.raises(ZeroDivisionError):
        book.setting("key", lambda: str(1 // 0))
    assert book.setting("key", lambda: "made") == "made"


def test_every_raised_serial_is_another_one(book: GrantBook) -> None:
    assert book.serial("friday", 7) == 0
    raised = at_once(lambda _: book.raise_serial("friday", 7), range(12))
    assert sorted(raised) == list(range(1, 13))
    assert book.serial("friday", 7) == 12
    assert (book.serial("friday", 8), book.serial("saturday", 7)) == (0, 0)


def test_all_is_there_when_it_is_opened_again(file: Path, postgresql: str) -> None:
    for place in (file, postgresql):
        with closing(open_venue_store(place)) as store:
            store.log.create("friday", "Friday", sealed(1), None)
            store.grants.add(grant("a"), "hash")
            store.grants.setting("key", lambda: "made")
            store.grants.raise_serial("friday", 3)
        with closing(open_venue_store(place)) as store:
            assert store.grants.find("hash") == grant("a")
            assert store.grants.setting("key", lambda: "another") == "made"
            assert store.grants.serial("friday", 3) == 1
