"""What every event log promises, in memory, in a file and in PostgreSQL."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.errors import BadInput, Conflict, Damaged
from floorjudge.events.service.log.contract import EventLog, StoredEvent
from floorjudge.events.service.log.errors import DamagedRecord
from floorjudge.events.service.log.records import Record, seal
from floorjudge.store.errors import CommandKnown, MovedOn, NoRecords, NotUnicode, UnknownTournament, WrongEnd
from tests.store.sealed import following, sealed
from tests.support.refusals import error_of


def test_records_are_appended_one_by_one_and_several_at_once(log: EventLog) -> None:
    assert log.tournaments() == []
    records = sealed(30)
    log.create("friday", "Friday", records[:1], None)
    for record in records[1:20]:
        log.append("friday", record)
    log.append("friday", *records[20:])
    assert log.read("friday") == records
    assert log.tournaments()[0].records == 30


def test_only_later_records_are_read_and_who_has_read_more_than_is_there_is_told_so(log: EventLog) -> None:
    records = sealed(5)
    log.create("friday", "Friday", records, None)
    assert [log.read("friday", after=after) for after in range(6)] == [records[after:] for after in range(6)]
    raised = error_of(WrongEnd, log.read, "friday", after=6)
    assert raised.where == "records[6]"
    assert "record 6 was written last, and it ends with record 5" in raised.message("en")


# The last two are what PostgreSQL does not take, and what it is told by.
texts = st.text(st.characters(exclude_categories=["Cs"])) | st.text("a\\%_'0\0\x10")
maybe = st.none() | texts


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(texts, maybe, texts, maybe), min_size=1, max_size=4, unique_by=lambda item: item[1]),
)
def test_every_text_is_kept_to_the_letter(
    log: EventLog, contents: list[tuple[str, str | None, str, str | None]]
) -> None:
    records: list[Record] = []
    for event, command, at, by in contents:
        records.append(seal(records[-1] if records else None, at=at, event=event, command_id=command, by=by))
    name = contents[0][0]
    tournament = log.create("friday", name, records, name)
    assert log.read(tournament) == records
    assert log.secret(tournament) == name
    assert log.tournaments()[-1] == StoredEvent(tournament, name, records[0].at, len(records))


def test_a_secret_is_kept_beside_the_log(log: EventLog) -> None:
    log.create("friday", "Friday", sealed(1), "the seed")
    log.create("saturday", "Saturday", sealed(1), None)
    log.create("sunday", "Sunday", sealed(1), "")
    assert [log.secret(tournament) for tournament in ("friday", "saturday", "sunday")] == ["the seed", None, ""]
    assert all("the seed" not in record.event for record in log.read("friday"))


def test_a_taken_id_gets_a_number(log: EventLog) -> None:
    for taken in ("a_b-3", "axb-2", "a_b-", "a_b-x"):
        log.create(taken, "", sealed(1), None)
    given_ids = [log.create("a_b", "", sealed(1), None) for _ in range(4)]
    assert given_ids == ["a_b", "a_b-2", "a_b-4", "a_b-5"]


def test_tournaments_are_listed_as_they_were_opened(log: EventLog) -> None:
    for wanted in ("b", "c", "a"):
        log.create(wanted, wanted.upper(), sealed(2), None)
    assert [(kept.id, kept.name) for kept in log.tournaments()] == [("b", "B"), ("c", "C"), ("a", "A")]


def test_tournaments_do_not_mix(log: EventLog) -> None:
    friday, saturday = sealed(4, "friday"), sealed(4, "saturday")
    log.create("friday", "Friday", friday[:2], None)
    log.create("saturday", "Saturday", saturday[:2], None)
    for pair in zip(friday[2:], saturday[2:], strict=True):
        log.append("friday", pair[0])
        log.append("saturday", pair[1])
    assert (log.read("friday"), log.read("saturday")) == (friday, saturday)


def test_a_record_that_does_not_follow_the_newest_is_refused(log: EventLog) -> None:
    records = sealed(3)
    log.create("friday", "Friday", records, None)
    other = sealed(3, "other")
    misnumbered = replace(following(records[2]), number=5)
    for wrong in (records[2], following(following(records[2])), following(other[2]), records[0], misnumbered):
        raised = error_of(MovedOn, log.append, "friday", wrong)
        assert raised.where == f"records[{wrong.number}]"
        assert "record 3, the newest of friday" in raised.message("en")
    assert log.read("friday") == records


def test_a_command_is_kept_once(log: EventLog) -> None:
    first = seal(None, at="", event="{}", command_id="c1")
    log.create("friday", "Friday", [first], None)
    log.create("saturday", "Saturday", [first], None)
    again = seal(first, at="", event="{}", command_id="c1")
    assert "c1" in error_of(CommandKnown, log.append, "friday", again).message("en")
    assert log.read("friday") == [first]
    assert log.tournaments()[0].records == 1
    log.append("friday", following(first))


def test_a_log_with_a_command_twice_is_not_created(log: EventLog) -> None:
    first = seal(None, at="", event="{}", command_id="c1")
    second = seal(first, at="", event="{}", command_id="c2")
    third = seal(second, at="", event="{}")
    raised = error_of(
        CommandKnown,
        log.create,
        "friday",
        "Friday",
        [first, second, third, seal(third, at="", event="{}", command_id="c2")],
        "seed",
    )
    assert "c2" in raised.message("en")
    assert log.tournaments() == []


def test_a_log_begins_with_a_record_and_a_chain(log: EventLog) -> None:
    for records, wrong in (([], NoRecords), (sealed(3)[1:], DamagedRecord)):
        with pytest.raises(wrong):
            log.create("friday", "Friday", records, None)
    assert log.tournaments() == []


def test_an_unknown_tournament_is_refused(log: EventLog) -> None:
    log.create("friday", "Friday", sealed(1), None)
    for ask in (log.read, log.secret, lambda tournament: log.append(tournament, sealed(1)[0])):
        assert error_of(UnknownTournament, ask, "Friday").message("en") == "There is no tournament Friday."


def test_half_a_character_is_refused(log: EventLog) -> None:
    with pytest.raises(NotUnicode):
        log.read("\udcff")


def test_several_records_are_appended_all_or_none(log: EventLog) -> None:
    records = sealed(3)
    log.create("friday", "Friday", records, None)
    fourth = following(records[2])
    known = seal(fourth, at="", event="{}", command_id=records[1].command_id)
    for wrong, code in (([fourth, known], "command_known"), ([following(fourth)], "log_moved_on")):
        assert error_of(Conflict, log.append, "friday", *wrong).code == code
    with pytest.raises(Damaged):
        log.append("friday", fourth, following(following(fourth)))
    assert error_of(BadInput, log.append, "friday").code == "no_records"
    assert log.read("friday") == records
    log.append("friday", fourth, following(fourth))
    assert log.tournaments()[0].records == 5


def test_a_log_that_is_begun_twice_by_one_command_is_one_log(log: EventLog) -> None:
    first, other = sealed(1)[0], sealed(1, "other")[0]
    assert log.create("friday", "Friday", [first], "seed", once=True) == "friday"
    again = replace(first, event='{"kind":"another time"}')
    again = seal(None, at="later", event=again.event, command_id=first.command_id)
    assert log.create("friday", "Friday", [again], "another seed", once=True) == "friday"
    assert (log.read("friday"), log.secret("friday")) == ([first], "seed")
    assert log.create("friday", "Friday", [other], None, once=True) == "friday-2"
    # A later record with the id begins nothing, and nobody else asks.
    assert log.create("friday", "Friday", [first], None) == "friday-3"
    assert len(log.tournaments()) == 3
