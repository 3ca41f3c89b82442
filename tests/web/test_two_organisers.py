"""Two organisers at once: one gets a clear conflict and the new state, and nothing happens twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from floorjudge.events.codec import read_event
from floorjudge.formats.on_the_edge.log import ResultAmended, ResultReported
from tests.support.postgresql import emptied, postgresql_server
from tests.support.waiting import at_once
from tests.support.web_server import Caller, Prepared, Reply, WebServer, desk_of, prepare, records_of

__all__ = ["postgresql_server"]

NAMES = tuple(f"Player {number:02}" for number in range(1, 13))


class Office(NamedTuple):
    """An event in its first round, and two organisers who look at the same page."""

    server: WebServer
    event: Prepared
    both: tuple[Caller, Caller]

    @property
    def desk(self) -> str:
        """The address of the event's desk."""
        return f"/e/{self.event.event}/desk"

    def at_once(self, first: Callable[[Caller], Reply], second: Callable[[Caller], Reply]) -> list[Reply]:
        """Have both do something in the same moment."""
        return at_once(lambda which: (first, second)[which](self.both[which]), range(2))


@pytest.fixture(scope="module", params=["one process", "two workers"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, WebServer]]:
    """Return where the events are kept, and the server of all these tests: each opens an event of its own."""
    folder = tmp_path_factory.mktemp("office")
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "two workers":
            workers, place = ["--workers", "2"], emptied(request.getfixturevalue("postgresql_server"), folder, patch)
        else:
            workers, place = [], str(folder / "events.db")
        with WebServer(place, folder, *workers) as server:
            yield place, server


@pytest.fixture
def office(served: tuple[str, WebServer]) -> Office:
    place, server = served
    event = prepare(place, NAMES)
    both = [Caller(server.port).open_staff_link(event.organiser) for _ in range(2)]
    return Office(server, event, (both[0], both[1]))


def seen_on(page: Reply) -> dict[str, str]:
    """Return the hidden fields of the form that a page sends to itself."""
    form = re.search(r'<form method="post"(?![^>]*action=)[^>]*>(.*?)</form>', page.text, re.DOTALL)
    assert form is not None, page.text
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form[1]))


def typed(office: Office, table: int, first: int) -> str:
    with desk_of(office.event.place, office.event.event) as desk:
        seats = len(next(each for each in desk.state.tables if each.table == table).players)
    return " ".join(map(str, (table, first, *range(1, seats))))


@pytest.mark.server
def test_one_result_from_two_desks_is_one_result(office: Office) -> None:
    for table in range(1, 5):
        lines = [typed(office, table, first) for first in (16, 17)]
        replies = office.at_once(
            lambda caller, line=lines[0]: caller.post(f"{office.desk}/line", {"line": line}),  # type: ignore[misc]
            lambda caller, line=lines[1]: caller.post(f"{office.desk}/line", {"line": line}),  # type: ignore[misc]
        )
        taken = ["done=" in reply.headers.get("location", "") for reply in replies]
        assert sorted(taken) == [False, True]
        assert replies[taken.index(True)].status == 303
        loser = taken.index(False)
        _gets_the_line_back(office, office.both[loser], replies[loser], table, lines[loser])
    events = [read_event(record.event) for record in records_of(office.event.place, office.event.event)]
    assert sorted(event.table for event in events if isinstance(event, ResultReported)) == [1, 2, 3, 4]
    assert not [event for event in events if isinstance(event, ResultAmended)]


def _gets_the_line_back(office: Office, caller: Caller, reply: Reply, table: int, line: str) -> None:
    """Check that who came second sees the event as it is now, and their own line still there, not done."""
    if reply.status == 303:
        # The other's result was there before this line was looked at: it is taken for a correction, which is only shown.
        to = f"{office.desk}/results/1/{table}?{urlencode({'line': line})}"
        assert reply.headers["location"] == to
        page = caller.get(to)
        assert page.status == 200
        assert 'id="head-changes"' in page.text
    else:
        # The other's result came in between: what was typed is still there, and why it was not done stands beside it.
        page = reply
        assert page.status == 409
        assert f'value="{line}"' in page.text, (table, page.text)
        assert 'id="problem-line"' in page.text
    shown = re.search(r'data-number="(\d+)"', page.text)
    assert shown is not None
    assert int(shown[1]) == len(records_of(office.event.place, office.event.event))


@pytest.mark.server
def test_who_takes_back_takes_back_what_they_saw(office: Office) -> None:
    first, second = office.both
    assert first.post(f"{office.desk}/line", {"line": typed(office, 1, 16)}).done
    form = seen_on(first.get(f"{office.desk}/undo"))
    assert second.post(f"{office.desk}/line", {"line": typed(office, 2, 16)}).done
    refused = first.post(f"{office.desk}/undo", form)
    assert refused.status == 409
    assert 'id="problem-undo"' in refused.text
    with desk_of(office.event.place, office.event.event) as desk:
        assert sorted(desk.state.results) == [1, 2]
    # With the page as it is now, the same person can go on.
    assert first.post(f"{office.desk}/undo", seen_on(refused)).done
    with desk_of(office.event.place, office.event.event) as desk:
        assert sorted(desk.state.results) == [1]
