"""A mark tells whether a log is still the same; one of few digits says that whoever keeps the log can have forged it."""

from __future__ import annotations

import pytest

from floorjudge.events.service.log.marks import ENOUGH_DIGITS, find_mark, log_mark, spoken_mark, whole_mark
from floorjudge.events.service.log.records import Record
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
    record = started().records[2]
    for digits in range(6, 65):
        with subtests.test(digits=digits):
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
