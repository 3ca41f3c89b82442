"""A mark tells whether a log is still the same; one of few digits says that whoever keeps the log can have forged it."""

from __future__ import annotations

import pytest

from floorjudge.events.codec import event_json
from floorjudge.events.draw import commitment
from floorjudge.events.events import EventOpened
from floorjudge.events.service.log import Record, seal
from floorjudge.events.service.marks import ENOUGH_DIGITS, find_mark, log_mark, spoken_mark, whole_mark
from tests.events.floor.small_event import report_all, started


def test_a_mark_tells_whether_the_log_is_the_same() -> None:
    service = started()
    mark = log_mark(service.records[4])
    report_all(service)
    found = find_mark(service.records, f" {mark.upper()} ")
    assert found is not None
    assert (found.same, found.record, found.weak) == (True, service.records[4], False)
    other = find_mark(started().records, mark)
    assert other is not None
    assert not other.same
    assert find_mark(service.records, "hello") is None
    short = find_mark(service.records, service.records[4].hash[:8])
    assert short is not None
    assert (short.same, short.weak) == (True, True)


def test_a_mark_is_understood_as_phones_and_people_write_it() -> None:
    records = started().records
    number, _, digits = log_mark(records[4]).partition("-")
    spaced = " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))
    written = [f"{number}{sign}{said}" for sign in ("-", "–", "—", "－", "−", " ") for said in (digits, spaced)]
    for typed in (*written, digits, spaced, f"{number} – {digits}"):
        found = find_mark(records, typed)
        assert found is not None, typed
        assert (found.same, found.record) == (True, records[4]), typed
    # Of another log it is a mark, too.
    for typed in written:
        found = find_mark(records[:3], typed)
        assert found is not None, typed
        assert not found.same


def test_a_mark_of_fewer_than_eighty_bits_is_weak(subtests: pytest.Subtests) -> None:
    for digits in range(6, 65):
        with subtests.test(digits=digits):
            record = started().records[2]
            found = find_mark(started_with(record), f"3-{record.hash[:digits]}")
            assert found is not None
            assert found.same
            assert found.weak == (4 * digits < 80)


def started_with(record: Record) -> list[Record]:
    return [record] * record.number


def test_a_mark_that_proves_something_is_what_is_printed() -> None:
    record = started().records[4]
    for mark, weak in ((log_mark(record), False), (whole_mark(record), False), (spoken_mark(record), True)):
        found = find_mark(started_with(record), mark)
        assert found is not None
        assert (found.same, found.weak) == (True, weak)
    assert len(log_mark(record).partition("-")[2]) * 4 >= 128 > 4 * ENOUGH_DIGITS >= 80


def test_two_logs_of_one_owner_with_the_same_short_mark_are_told_apart_by_a_whole_one() -> None:
    """Search, as the owner of two logs can, for endings of both with the same first six digits: some thousand tries."""
    one, other = (opened_with(seed) for seed in ("the seed that was promised", "one that suits somebody"))
    endings = {variant.hash[:6]: variant for variant in variants(one)}
    forged = next(variant for variant in variants(other) if variant.hash[:6] in endings)
    honest = endings[forged.hash[:6]]
    replaced = [other, forged]
    weak = find_mark(replaced, f"{honest.number}-{honest.hash[:6]}")
    assert weak is not None
    assert (weak.same, weak.weak) == (True, True)
    for mark in (log_mark(honest), whole_mark(honest)):
        found = find_mark(replaced, mark)
        assert found is not None
        assert not found.same


def opened_with(seed: str) -> Record:
    event = EventOpened("Friday", "ote-1.2", commitment(seed), short_seed=False, typed=False)
    return seal(None, at="2026-11-20T18:00:00.000+00:00", event=event_json(event))


def variants(newest: Record) -> list[Record]:
    """Return ways in which a log can go on that nobody would notice: announcements that differ in a number."""
    return [
        seal(newest, at=newest.at, event=f'{{"event":"Announced","text":"Table {number} is free."}}')
        for number in range(20_000)
    ]
