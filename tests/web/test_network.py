"""The network cut between phone and server at each step: a phone that sends again loses nothing and counts once."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from floorjudge.events.codec import read_event
from floorjudge.events.service.log.records import Record
from floorjudge.formats.on_the_edge.log import ResultReported
from floorjudge.formats.on_the_edge.tables import Table
from tests.support.kept_ids import ids_as_sent
from tests.support.phone_line import MOMENTS, Moment, PhoneLine
from tests.support.web_server import Caller, Prepared, Reply, WebServer, desk_of, prepare, records_of

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay")


class Hall:
    """A server, an event in its first round, and a line to the phones that can be cut."""

    def __init__(self, folder: Path) -> None:
        self.place = str(folder / "events.db")
        self.event: Prepared = prepare(self.place, NAMES)
        self.server = WebServer(self.place, folder)
        self.server.start()
        self.line = PhoneLine(self.server.port)
        with desk_of(self.place, self.event.event) as desk:
            self.tables: tuple[Table, ...] = tuple(desk.state.tables)

    def phone(self, player: str) -> Caller:
        """Return a player's phone, whose next requests go over the line."""
        return Caller(self.server.port).open_player_link(self.event.players[player]).at(self.line.port)

    def records(self) -> list[Record]:
        """Return the log as it is kept."""
        return records_of(self.place, self.event.event)

    def close(self) -> None:
        """End everything."""
        self.line.close()
        self.server.stop()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    opened = Hall(tmp_path)
    yield opened
    opened.close()


def until_acknowledged(
    hall: Hall, phone: Caller, step: str, fields: dict[str, str], cuts: tuple[Moment, ...], *, as_json: bool = True
) -> Reply:
    """Send a form again and again as a phone does, over a line that is cut at these moments first."""
    address = f"/e/{hall.event.event}/me/{step}"
    for moment in cuts:
        hall.line.cut(moment)
        with pytest.raises((OSError, http.client.HTTPException)):
            phone.post(address, fields, as_json=as_json)
    return phone.post(address, fields, as_json=as_json)


def report_of(table: Table, command: str, *, won: int = 1) -> dict[str, str]:
    names = {f"name-{seat}": name for seat, name in enumerate(table.players, 1)}
    influence = {f"influence-{seat}": "16" if seat == won else str(seat) for seat in range(1, len(table.players) + 1)}
    return {"id": command, "table": str(table.table), "stage": "1", "winner": str(won), **names, **influence}


@pytest.mark.server
def test_each_step_of_a_report_counts_once_wherever_it_was_cut(hall: Hall) -> None:
    first, second = hall.tables
    for table, cuts in ((first, MOMENTS), (second, tuple(reversed(MOMENTS)) * 2)):
        reporter, *others = (hall.phone(player) for player in table.players)
        until_acknowledged(hall, reporter, "report", report_of(table, f"report-{table.table}"), cuts)
        for seat, other in enumerate(others, 2):
            asked = re.search(r'name="statement" value="(\d+)"', other.get(f"/e/{hall.event.event}/me").text)
            assert asked is not None
            command = f"confirm-{table.table}-{seat}"
            confirmation = {"id": command, "table": str(table.table), "stage": "1", "statement": asked[1]}
            done = until_acknowledged(hall, other, "confirm", confirmation, cuts)
            assert done.status == 200, done
            # Whoever was last is told of the result, also when an earlier attempt had made it.
            assert done.json["event"] == ("ResultReported" if seat == len(table.players) else "ResultConfirmed")
    assert hall.line.cuts == 3 * (len(MOMENTS) + 2 * len(MOMENTS))
    records = hall.records()
    sent = [f"report-{table.table}" for table in hall.tables]
    sent += [f"confirm-{table.table}-{seat}" for table in hall.tables for seat in range(2, len(table.players) + 1)]
    assert sorted(filter(None, ids_as_sent(records, sent))) == sorted(sent)
    results = [event for event in map(read_event, (r.event for r in records)) if isinstance(event, ResultReported)]
    assert [(result.table, result.winner) for result in results] == [(t.table, t.players[0]) for t in hall.tables]
    with desk_of(hall.place, hall.event.event) as desk:
        assert not desk.state.open_tables()
        assert not desk.state.venue.proposals


@pytest.mark.server
def test_two_reports_that_cross_each_other_over_a_bad_line_agree(hall: Hall) -> None:
    table = hall.tables[0]
    for seat, (player, cuts) in enumerate(zip(table.players, product(MOMENTS, repeat=2), strict=False)):
        phone = hall.phone(player)
        reply = until_acknowledged(hall, phone, "report", report_of(table, f"by-{seat}"), cuts)
        again = phone.post(f"/e/{hall.event.event}/me/report", report_of(table, f"by-{seat}"), as_json=True)
        assert (again.done, again.json["event"]) == (reply.done, reply.json["event"])
    with desk_of(hall.place, hall.event.event) as desk:
        assert table.table in desk.state.results


@pytest.mark.server
def test_a_report_that_comes_late_is_not_taken_for_another_round(hall: Hall) -> None:
    table = hall.tables[0]
    phone = hall.phone(table.players[0])
    late = report_of(table, "late")
    hall.line.cut("in the request")
    with pytest.raises((OSError, http.client.HTTPException)):
        phone.post(f"/e/{hall.event.event}/me/report", late, as_json=True)
    organiser = Caller(hall.server.port).open_staff_link(hall.event.organiser)
    desk = f"/e/{hall.event.event}/desk"
    for each in hall.tables:
        typed = " ".join([str(each.table), "16", *map(str, range(1, len(each.players)))])
        assert organiser.post(f"{desk}/line", {"id": f"typed-{each.table}", "line": typed}).done
    assert organiser.post(f"{desk}/next", {"id": "next", "seen": str(len(hall.records()))}).done
    before = len(hall.records())
    reply = phone.post(f"/e/{hall.event.event}/me/report", late, as_json=True)
    assert (reply.status, reply.json["ok"], reply.json["again"]) == (409, False, False)
    assert reply.json["error"]["code"] in {"other_stage", "not_at_table"}
    assert len(hall.records()) == before


@pytest.mark.server
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_form_without_scripts_can_be_sent_again(hall: Hall, moment: Moment) -> None:
    table = hall.tables[0]
    phone = hall.phone(table.players[0])
    reply = until_acknowledged(hall, phone, "report", report_of(table, "plain"), (moment,), as_json=False)
    assert (reply.status, reply.headers["location"]) == (303, f"/e/{hall.event.event}/me#own")
    assert ids_as_sent(hall.records(), ["plain"]).count("plain") == 1
