"""Who listens hears of every change, whoever wrote it."""

import queue
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import psycopg
import pytest

from floorjudge.store import open_log, open_venue_store
from floorjudge.store.opening import VenueStore
from tests.store.sealed import following, sealed
from tests.support.postgresql import Server
from tests.support.waiting import PATIENCE, at_once

Told: TypeAlias = "queue.Queue[tuple[str, int]]"


@pytest.fixture
def store(place: str | Path | None) -> Iterator[VenueStore]:
    with closing(open_venue_store(place)) as opened:
        opened.log.create("friday", "Friday", sealed(3), None)
        yield opened


def listening(store: VenueStore) -> Told:
    told: Told = queue.Queue()
    store.feed.listen(lambda event, number: told.put((event, number)))
    return told


def until(told: Told, wanted: tuple[str, int]) -> list[tuple[str, int]]:
    """Wait until that is told; return all that was told until then."""
    heard = [told.get(timeout=PATIENCE)]
    while heard[-1] != wanted:
        heard.append(told.get(timeout=PATIENCE))
    return heard


def test_what_is_published_is_told_at_once_and_once(store: VenueStore) -> None:
    one, two = listening(store), listening(store)
    for number in (4, 4, 5, 4, 7, 6):
        store.feed.publish("friday", number)
    store.feed.publish("saturday", 1)
    for told in (one, two):
        assert [told.get_nowait() for _ in range(told.qsize())] == [
            ("friday", 4),
            ("friday", 5),
            ("friday", 7),
            ("saturday", 1),
        ]


def test_who_has_left_hears_nothing_more(store: VenueStore) -> None:
    heard: list[int] = []
    leave = store.feed.listen(lambda _, number: heard.append(number))
    staying = listening(store)
    store.feed.publish("friday", 4)
    leave()
    leave()
    store.feed.publish("friday", 5)
    assert heard == [4]
    assert until(staying, ("friday", 5)) == [("friday", 4), ("friday", 5)]


def test_what_was_there_before_is_not_told(store: VenueStore) -> None:
    told = listening(store)
    store.feed.publish("friday", 3)
    store.feed.publish("friday", 2)
    assert told.empty()


@pytest.mark.server
def test_what_nobody_published_is_told_all_the_same(store: VenueStore, place: str | Path | None) -> None:
    """Such as a command line that writes to the same database."""
    told = listening(store)
    records = sealed(6)
    with closing(open_log(place)) if place is not None else closing(store.log) as other:
        log = store.log if place is None else other
        log.append("friday", records[3])
        assert until(told, ("friday", 4))
        log.create("saturday", "Saturday", sealed(2), None)
        assert until(told, ("saturday", 2))
        log.append("saturday", records[2])
        log.append("friday", records[4])
        assert {told.get(timeout=PATIENCE), told.get(timeout=PATIENCE)} == {("saturday", 3), ("friday", 5)}


def test_numbers_only_grow_whoever_tells_them(store: VenueStore) -> None:
    told = listening(store)

    def publish(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(300):
            store.feed.publish(chance.choice(["friday", "saturday"]), chance.randrange(1, 1000))

    at_once(publish, range(4))
    heard = [told.get_nowait() for _ in range(told.qsize())]
    for event in ("friday", "saturday"):
        numbers = [number for name, number in heard if name == event]
        assert numbers == sorted(set(numbers))


def test_a_line_that_was_cut_is_laid_again_and_what_was_missed_is_told(postgresql: str) -> None:
    with closing(open_venue_store(postgresql)) as store:
        record = sealed(1)[0]
        store.log.create("friday", "Friday", [record], None)
        told = listening(store)
        for _ in range(3):
            with psycopg.connect(postgresql, autocommit=True) as administrator:
                administrator.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'floorjudge' AND pid <> pg_backend_pid()"
                )
            record = following(record)
            store.log.append("friday", record)
            assert until(told, ("friday", record.number)) == [("friday", record.number)]


@pytest.mark.server
def test_a_server_that_was_away_is_listened_to_again(own_server: Server) -> None:
    with closing(open_venue_store(own_server.url(), patience=0.5)) as store:
        store.log.create("friday", "Friday", sealed(1), None)
        told = listening(store)
        own_server.kill()
        own_server.start()
        with closing(open_log(own_server.url())) as other:
            other.append("friday", sealed(2)[1])
        assert until(told, ("friday", 2)) == [("friday", 2)]
