"""Whose turn it is: compared with a slow model that writes the whole round out."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.web.errors import OwnQueueFull, QueueFull
from floorjudge.web.jobs.queue import Asker, Bounds, FairQueue, Rank

ROOMY = Bounds(10_000, 10_000, 10_000)
ASKERS = st.builds(Asker, st.sampled_from("abc"), st.sampled_from("xyz"), st.sampled_from(Rank))


# Seconds of work: of a certificate, of a usual search and one that is a little shorter, of a long search.
WORK = st.sampled_from((5.0, 14.5, 15.0, 90.0))


def length(work: float) -> str:
    """Return how long a job is, in a word."""
    return "short" if work <= 6 else "usual" if work <= 30 else "long"


def round_by_round(waiting: list[tuple[int, Asker, float]]) -> list[int]:
    """Return the order in which things are taken that have come one after the other, with nobody coming later."""
    found: list[int] = []
    for rank, long in product((Rank.STAFF, Rank.PLAYER, Rank.STRANGER), ("short", "usual", "long")):
        left = [each for each in waiting if each[1].rank is rank and length(each[2]) == long]
        addresses = list(dict.fromkeys(asker.address for _, asker, _ in left))
        sessions = {
            address: list(dict.fromkeys(asker.session for _, asker, _ in left if asker.address == address))
            for address in addresses
        }
        while left:
            for address in list(addresses):
                for session in list(sessions[address]):
                    mine = [each for each in left if (each[1].address, each[1].session) == (address, session)]
                    if mine:
                        found.append(mine[0][0])
                        left.remove(mine[0])
                        sessions[address].remove(session)
                        sessions[address].append(session)
                        break
    return found


@given(st.lists(st.tuples(ASKERS, WORK), max_size=25))
def test_addresses_take_turns_and_sessions_within_them(jobs: list[tuple[Asker, float]]) -> None:
    queue: FairQueue[int] = FairQueue(ROOMY)
    for index, (asker, work) in enumerate(jobs):
        queue.add(index, asker, 0, work)
    expected = round_by_round([(index, *job) for index, job in enumerate(jobs)])
    assert list(queue.order()) == expected
    assert [queue.take() for _ in jobs] == expected
    assert len(queue) == 0
    with pytest.raises(IndexError):
        queue.take()


@given(st.lists(st.one_of(st.tuples(ASKERS, WORK), st.none(), st.integers(0, 40)), max_size=40))
def test_only_a_higher_rank_or_a_shorter_job_overtakes_those_who_had_their_turn_coming(
    doings: list[tuple[Asker, float] | int | None],
) -> None:
    """Whatever comes and goes: what is taken is of the highest rank that waits, and of the shortest length in it."""
    queue: FairQueue[int] = FairQueue(ROOMY)
    waiting: dict[int, tuple[Asker, float]] = {}
    lengths = ("short", "usual", "long")
    for index, doing in enumerate(doings):
        if isinstance(doing, tuple):
            queue.add(index, doing[0], 0, doing[1])
            waiting[index] = doing
        elif isinstance(doing, int):
            queue.remove(doing)
            waiting.pop(doing, None)
        elif waiting:
            asker, work = waiting.pop(queue.take())
            for other, other_work in waiting.values():
                assert other.rank <= asker.rank
                if other.rank is asker.rank:
                    assert lengths.index(length(work)) <= lengths.index(length(other_work))
        assert queue.highest() == max((asker.rank for asker, _ in waiting.values()), default=None)


@given(st.lists(st.one_of(ASKERS, st.none(), st.integers(0, 40)), max_size=40))
def test_nobody_waits_longer_than_a_round(doings: list[Asker | int | None]) -> None:
    queue: FairQueue[int] = FairQueue(ROOMY)
    waiting: dict[int, Asker] = {}
    overtaken: dict[tuple[Rank, str], int] = {}
    for index, doing in enumerate(doings):
        if isinstance(doing, Asker):
            queue.add(index, doing, 0)
            waiting[index] = doing
        elif isinstance(doing, int):
            queue.remove(doing)
            waiting.pop(doing, None)
        elif waiting:
            taken = waiting.pop(queue.take())
            assert all(each.rank <= taken.rank for each in waiting.values())
            alike = {(each.rank, each.address) for each in waiting.values() if each.rank is taken.rank}
            overtaken.pop((taken.rank, taken.address), None)
            for address in alike - {(taken.rank, taken.address)}:
                overtaken[address] = overtaken.get(address, 0) + 1
                assert overtaken[address] <= 2
        for address in set(overtaken) - {(each.rank, each.address) for each in waiting.values()}:
            del overtaken[address]
        assert sorted(queue.order()) == sorted(waiting)


def test_a_full_queue_says_so() -> None:
    queue: FairQueue[int] = FairQueue(Bounds(most=5, address=3, session=2))
    for index in range(2):
        queue.add(index, Asker("a", "x"), 0)
    with pytest.raises(OwnQueueFull):
        queue.add(9, Asker("a", "x"), 0)
    queue.add(2, Asker("a", "y"), 0)
    with pytest.raises(QueueFull) as near:
        queue.add(9, Asker("a", "z"), 61)
    assert near.value.minutes == 2
    queue.add(3, Asker("b"), 0)
    queue.add(4, Asker("c"), 0)
    with pytest.raises(QueueFull):
        queue.add(9, Asker("d"), 0)
    # Whoever has a link waits beside as many strangers, also of the same address.
    for index in range(2):
        queue.add(10 + index, Asker("ana", "ana", Rank.PLAYER), 0)
    with pytest.raises(OwnQueueFull):
        queue.add(9, Asker("ana", "ana", Rank.PLAYER), 0)
    queue.add(12, Asker("bo", "bo", Rank.PLAYER), 0)
    for index in range(5):
        queue.add(20 + index, Asker("marie", "marie", Rank.STAFF), 0)
    with pytest.raises(QueueFull):
        queue.add(9, Asker("jo", "jo", Rank.STAFF), 0)
    assert [queue.take() for _ in range(8)] == [20, 21, 22, 23, 24, 10, 12, 11]


@given(st.lists(st.tuples(ASKERS, WORK), min_size=1, max_size=15), st.data())
def test_what_somebody_of_a_higher_rank_wants_too_comes_as_theirs_would(
    jobs: list[tuple[Asker, float]], data: st.DataObject
) -> None:
    raised = data.draw(st.integers(0, len(jobs) - 1))
    wanting = data.draw(ASKERS)
    queue: FairQueue[int] = FairQueue(ROOMY)
    for index, (asker, work) in enumerate(jobs):
        queue.add(index, asker, 0, work)
    before = list(queue.order())
    queue.raise_to(raised, wanting)
    queue.raise_to(-1, wanting)
    ranks = {index: asker.rank for index, (asker, _) in enumerate(jobs)}
    if wanting.rank <= ranks[raised]:
        assert list(queue.order()) == before
    ranks[raised] = max(ranks[raised], wanting.rank)
    now = list(queue.order())
    taken = [queue.take() for _ in jobs]
    assert taken == now
    assert sorted(taken) == sorted(before)
    assert [ranks[index] for index in taken] == sorted(ranks.values(), reverse=True)
    for rank in Rank:
        ordered = [length(jobs[index][1]) for index in taken if ranks[index] is rank]
        assert ordered == sorted(ordered, key=("short", "usual", "long").index)
