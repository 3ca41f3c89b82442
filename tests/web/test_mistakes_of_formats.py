"""Pages of an event whose format makes a mistake, in each of its methods in turn: they name the folder and the method, and others stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from floorjudge.events.service import EventService
from floorjudge.formats import all_formats, folder_of
from tests.cli.test_mistakes_of_formats import broken, methods
from tests.web.desk_of_tests import Floor, open_event, shown, start_event
from tests.web.knockout import knockout_on_pages
from tests.web.test_any_format import PLAYERS

PAGES = (
    "",
    "/screen",
    "/desk",
    "/desk/players",
    "/desk/results/1/1",
    "/desk/table/1",
    "/draw",
    "/player/1",
    "/desk/print",
)
ELSEWHERE = ("/", "/new")


@pytest.fixture(scope="module", autouse=True)
def with_knockout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with knockout_on_pages(tmp_path_factory.mktemp("formats")):
        yield


@pytest.mark.exhaustive
def test_a_mistake_is_named_on_the_page_that_asks_for_it_and_on_no_other(
    floor: Floor, subtests: pytest.Subtests
) -> None:
    owner = floor.owner()
    for format_id, own in methods().items():
        rules = all_formats()[format_id]
        event = open_event(owner, f"Cup {format_id}", PLAYERS, format=format_id)
        start_event(owner, event)
        desk = EventService(floor.app.state.application.store.log, event)
        table = desk.state.tables[0]
        phone = floor.player(event, desk.state.players[table.players[0]].number)
        for method in own:
            with subtests.test(format=format_id, method=method), pytest.MonkeyPatch.context() as patch:
                broken(patch, rules, method)
                named = f"The format in the folder {folder_of(format_id)} made a mistake, in its method {method} (Zero"
                # A change, so that nothing is shown that was made before.
                desk.take({"do": "announce", "text": method}, "en")
                for page in (
                    *(f"/e/{event}{page}" for page in PAGES),
                    f"/e/{event}/me",
                    *ELSEWHERE,
                    f"/api/v1/events/{event}",
                ):
                    answer = (phone if page.endswith("/me") else owner).raw(page)
                    assert answer.status_code in {200, 500}, (page, answer.status_code)
                    assert answer.status_code == 200 or named in shown(answer.text).replace('\\"', '"'), (
                        page,
                        shown(answer.text)[:500],
                    )
                    assert page not in ELSEWHERE or answer.status_code == 200
