"""Exports: the same event on the other side, and no change that goes unnoticed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput, Damaged, FloorjudgeError, Refused
from floorjudge.events import view
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import export_lines, import_event, read_export, verify_records
from floorjudge.events.service.log.records import START_OF_CHAIN, Record, seal
from floorjudge.store import open_log
from tests.events.floor.small_event import SEED, busy, finished, opened, report_all, report_of, started
from tests.support.refusals import error_of


def exported(service: EventService) -> list[bytes]:
    return [line.encode() for line in export_lines(service.state.opened_as, service.records)]


def imported(lines: list[bytes], seed: str | None = None) -> EventService:
    """Import into a log of its own and return the service of the event there."""
    name, records = read_export(lines)
    log = open_log()
    return EventService(log, import_event(log, name, records, seed))


FINISHED = exported(finished())
UNFINISHED = exported(started())
BUSY = busy()


def test_export_and_import_give_the_same_event() -> None:
    named = opened(name='Café \N{SNOWMAN} [red]x[/red] {0} %s "quoted" back\\slash')
    for service in (finished(), started(), named, finished(players=3), BUSY):
        lines = exported(service)
        there = imported(lines)
        assert there.records == service.records
        assert exported(there) == lines
        assert there.state == service.state


def test_ids_of_commands_are_remembered_on_the_other_side() -> None:
    service = opened()
    service.take({"do": "register", "player": "Ana", "id": "a"}, "en")
    there = imported(exported(service))
    assert there.take({"do": "register", "player": "Ana", "id": "a"}, "en").state == service.state
    assert there.records == service.records


def test_a_finished_event_can_be_corrected_on_the_other_side() -> None:
    there = imported(FINISHED)
    there.take({"do": "undo"}, "en")
    there.take({"do": "next"}, "en")
    assert there.state.seed == SEED


def test_an_export_is_json_lines_with_a_head_and_a_last_line() -> None:
    head, *records, last = (json.loads(line) for line in FINISHED)
    assert head == {"floorjudge": "event-log", "version": 2, "name": "Friday"}
    assert [record["number"] for record in records] == list(range(1, len(records) + 1))
    assert last == {"records": len(records), "head": records[-1]["hash"]}
    fields = frozenset({"number", "at", "id", "fingerprint", "event", "hash"})
    assert {frozenset(record) for record in records} == {fields, fields | {"words"}}
    assert [json.loads(line).get("by") for line in exported(BUSY)[1:-1]] == [
        record.as_kept().by for record in BUSY.records
    ]


def test_the_seed_is_exported_only_when_it_is_revealed() -> None:
    assert SEED.encode() not in b"".join(UNFINISHED)
    assert SEED.encode() in b"".join(FINISHED)


def test_an_export_may_have_blank_lines_and_other_line_ends() -> None:
    windows = b"\r\n\r\n".join(FINISHED) + b"\r\n"
    assert imported(windows.splitlines()).records == imported(FINISHED).records


def damage(lines: list[bytes], seed: str | None = None) -> FloorjudgeError:
    """Return what is said about a changed export, which must not get into a log."""
    log = open_log()
    with pytest.raises(FloorjudgeError) as caught:
        import_event(log, *read_export(lines), seed)
    assert log.tournaments() == []
    return caught.value


def changed(line: int, lines: list[bytes] = FINISHED, /, **fields: object) -> list[bytes]:
    """Return an export, that of the finished event if no other is given, with some fields of a line changed."""
    value = json.loads(lines[line]) | fields
    return [*lines[:line], json.dumps(value).encode(), *lines[line + 1 :]]


RECORDS = range(1, len(FINISHED) - 1)


CHANGES: list[dict[str, object]] = [
    {"at": "2020-01-01T00:00:00.000+00:00"},
    {"id": "somebody else's"},
    {"fingerprint": "0" * 64},
    {"event": '{"event":"PlayerRegistered","player":"Mallory"}'},
    {"hash": START_OF_CHAIN},
    {"number": 999},
]


def test_a_changed_record_is_named(subtests: pytest.Subtests) -> None:
    for record in RECORDS:
        for change in CHANGES:
            with subtests.test(record=record, change=change):
                error = damage(changed(record, **change))
                assert isinstance(error, Damaged)
                assert (error.code, error.where) == ("damaged_record", f"records[{record}]")
                assert str(record) in error.message("en")


def test_another_author_is_found_out() -> None:
    lines = exported(BUSY)
    for number, line in enumerate(lines[1:-1], 1):
        for by in {"judge Bo", None, ""} - {json.loads(line).get("by")}:
            assert damage(changed(number, lines, by=by)).where == f"records[{number}]"


def test_what_is_missing_swapped_or_doubled_is_named_by_the_first_record_that_does_not_follow(
    subtests: pytest.Subtests,
) -> None:
    for record in RECORDS:
        before, this, *after = FINISHED[:record], *FINISHED[record:]
        cases = [("doubled", [*before, this, this, *after], record + 1)]
        if record != RECORDS[-1]:
            cases += [
                ("missing", [*before, *after], record),
                ("swapped", [*before, after[0], this, *after[1:]], record),
            ]
        for what, lines, named in cases:
            with subtests.test(what=what, record=record):
                error = damage(lines)
                assert (error.code, error.where) == ("damaged_record", f"records[{named}]")


def test_the_last_line_must_fit() -> None:
    for change in ({"records": 1}, {"head": START_OF_CHAIN}):
        error = damage(changed(len(FINISHED) - 1, **change))
        assert isinstance(error, Damaged)
        assert error.code == "cut_off_export"


def test_a_shortened_log_with_its_own_last_line_is_refused() -> None:
    """Who leaves records out at the end and keeps the last line is found out by their number."""
    error = damage([*FINISHED[:-3], FINISHED[-1]])
    assert (error.code, error.where) == ("cut_off_export", f"records[{len(FINISHED) - 3}]")


def test_a_file_that_was_cut_off_between_lines_is_recognised() -> None:
    errors = {left: damage(FINISHED[:left]) for left in range(len(FINISHED))}
    assert {left: (error.code, error.where) for left, error in errors.items() if left > 1} == {
        left: ("cut_off_export", f"records[{left}]") for left in range(2, len(FINISHED))
    }
    assert {errors[left].code for left in (0, 1)} == {"no_export"}


@given(st.data())
def test_a_file_that_was_cut_off_anywhere_is_no_event(data: st.DataObject) -> None:
    whole = b"\n".join(FINISHED)
    left = data.draw(st.integers(0, len(whole) - 1))
    damage(whole[:left].splitlines())


@given(st.data())
def test_a_changed_byte_is_noticed(data: st.DataObject) -> None:
    whole = bytearray(b"\n".join(FINISHED))
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda new: new != whole[at]))
    whole[at] = byte
    try:
        service = imported(bytes(whole).splitlines())
    except FloorjudgeError:
        return
    # What JSON calls the same is the same: a space more or less, an escape or none.
    assert exported(service) == FINISHED


def test_an_export_of_another_kind_or_version_is_refused(subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"version": 0}, "other_version"),
        ({"version": 3}, "other_version"),
        ({"version": "1"}, "no_export"),
        ({"floorjudge": "something"}, "no_export"),
        ({"name": None}, "no_export"),
        ({"seed": "extra"}, "no_export"),
    ]
    for head, code in cases:
        with subtests.test(head=head):
            error = damage(changed(0, **head))
            assert isinstance(error, BadInput)
            assert (error.code, error.where) == (code, "line 1")


def test_a_line_is_named_by_its_number_in_the_file() -> None:
    blank = [FINISHED[0], b"", b" ", FINISHED[1], b"no record", *FINISHED[3:]]
    assert damage(blank).where == "line 5"


def test_a_record_without_an_event_of_this_version_is_named() -> None:
    _, records = read_export(FINISHED)
    for event, code in (('{"event": "Nonsense"}', "unknown_kind_of_event"), ("null", "damaged_event")):
        rewritten: list[Record] = []
        for record in records[:6]:
            written = event if record.number == 4 else record.event
            rewritten.append(seal(rewritten[-1] if rewritten else None, at=record.at, event=written))
        raised = error_of(Damaged, verify_records, rewritten)
        assert (raised.code, raised.where) == (code, "records[4]")


def test_the_name_in_the_head_is_the_name_of_the_event() -> None:
    assert damage(changed(0, name="Another event")).code in ("no_export", "damaged_record", "wrong_event")


def test_any_other_file_is_no_export(subtests: pytest.Subtests) -> None:
    for content in [
        b"",
        b"\n\n",
        b"{}\n{}\n",
        b"[]\n[]\n[]",
        b"name,club\nAna,X\n",
        b"\xff\xfe\x00\x01\n" * 3,
        b"[" * 100_000 + b"\n" + b"[" * 100_000,
        b'{"floorjudge":"event-log","version":1,"name":"x"}\n' * 3,
    ]:
        with subtests.test(content=content):
            error = damage(content.splitlines())
            assert isinstance(error, BadInput)
            assert error.code == "no_export"


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_and_nothing_else_happens(content: bytes) -> None:
    damage(content.splitlines())
    damage([FINISHED[0], *content.splitlines(), FINISHED[-1]])


class TestWithoutTheSeed:
    """An unfinished event that was imported: the seed stayed where it was opened."""

    def test_everything_works_but_draws(self) -> None:
        there = imported(UNFINISHED)
        first = there.state.tables[0]
        there.take({"do": "drawn", "table": 1}, "en")
        there.take(report_of(first), "en")
        there.take(report_of(first) | {"do": "amend", "round": 1, "reason": "typed wrong"}, "en")
        there.take({"do": "undo"}, "en")
        there.take({"do": "leave", "player": first.players[-1]}, "en")
        report_all(there)
        for command in ({"do": "next"}, {"do": "random_order", "items": ["a", "b"], "reason": "x"}):
            assert error_of(Refused, there.take, command, "en").code == "seed_missing"
        assert there.take({"do": "show"}, "en").state.stage == "round"

    def test_the_start_needs_the_seed(self) -> None:
        service = opened()
        for name in ("Ana", "Bo", "Cy"):
            service.take({"do": "register", "player": name}, "en")
        there = imported(exported(service))
        there.take({"do": "register", "player": "Dee"}, "en")
        there.take({"do": "deck", "player": "Dee", "list": "40 Astral Wisdom"}, "en")
        assert error_of(Refused, there.take, {"do": "start"}, "en").code == "seed_missing"
        assert there.take({"do": "start", "seed": SEED, "reason": "let in"}, "en").state.round == 1

    def test_with_the_seed_it_goes_on(self) -> None:
        here, there = started(), imported(UNFINISHED, SEED)
        for service in (here, there):
            report_all(service)
            service.take({"do": "next"}, "en")
        assert view(there.state, "en") == view(here.state, "en")

    def test_a_seed_given_with_the_command_does_as_well(self) -> None:
        there = imported(UNFINISHED)
        report_all(there)
        there.take({"do": "next", "seed": SEED}, "en")
        assert SEED.encode() not in b"".join(exported(there))

    def test_a_wrong_seed_is_refused_as_such(self) -> None:
        for lines in (UNFINISHED, exported(opened())):
            assert damage(lines, "not the seed").code == "wrong_seed"
            assert error_of(FloorjudgeError, verify_records, read_export(lines)[1], "not the seed").code == "wrong_seed"
