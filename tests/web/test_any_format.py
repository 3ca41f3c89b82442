"""An event of any format on the pages: opened, played, corrected, printed; also one of the format that docs/formats.md leads to."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from floorjudge.events.service import EventService
from floorjudge.formats import all_formats
from floorjudge.formats.competition import Phase
from floorjudge.texts import LANGUAGES
from floorjudge.web.api import description
from floorjudge.web.common import formats as folders
from floorjudge.web.common import templating
from tests.support.further_formats import further_formats, write_knockout
from tests.web.desk_of_tests import Browser, Floor, serving, shown, start_event

PLAYERS = ("Ana", "Bo", "Cy", "Dee", "Eva", "Fay", "Gus")
_MADE = (
    folders.folders,
    templating._files,
    templating.templates,
    description.command_schemas,
    description.format_schemas,
    description.api_description,
)


@pytest.fixture(scope="module", autouse=True)
def with_knockout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    place = tmp_path_factory.mktemp("formats")
    write_knockout(place)
    with further_formats(place):
        _forget()
        yield
    _forget()


def _forget() -> None:
    for made in _MADE:
        made.cache_clear()


@pytest.fixture
def floor() -> Iterator[Floor]:
    with serving() as running:
        yield running


def opened(floor: Floor, owner: Browser, format_id: str) -> str:
    html = owner.fill("/new", name="Cup", format=format_id)
    found = re.search(r'href="/e/([^/"]+)/desk"', html)
    assert found
    event = found[1]
    assert floor.state(event).format == format_id
    owner.fill(f"/e/{event}/desk/players", f"/e/{event}/desk/players/import", list="\n".join(PLAYERS))
    return event


def seen(owner: Browser, event: str, *pages: str) -> None:
    """Look at pages of an event in every language."""
    for page in (
        "",
        "/screen",
        "/draw",
        "/log",
        "/player/1",
        "/desk",
        "/desk/results",
        "/desk/players",
        "/desk/print",
        *pages,
    ):
        for language in LANGUAGES:
            owner.get(f"/e/{event}{page}?lang={language}")


def test_an_event_is_played_on_its_pages(floor: Floor, subtests: pytest.Subtests) -> None:
    for format_id, rules in all_formats().items():
        with subtests.test(format=format_id):
            owner, chance = floor.owner(), random.Random(format_id)
            event = opened(floor, owner, format_id)
            seen(owner, event)
            start_event(owner, event)
            desk = EventService(floor.app.state.application.store.log, event)
            while desk.state.phase is not Phase.FINISHED:
                seen(owner, event, *(f"/desk/table/{table.table}" for table in desk.state.tables[:1]))
                for table in desk.state.open_tables():
                    claim = rules.by_chance(desk.state, table, chance)
                    desk.take({"do": "report", "table": table.table, **claim}, "en")
                seen(owner, event, "/desk/results/1/1", "/desk/next")
                owner.fill(f"/e/{event}/desk/next")
                desk.catch_up()
            seen(owner, event, "/places")
            for sheet in re.findall(rf'href="(/e/{event}/print/[^"]*[.]pdf)', owner.get(f"/e/{event}/desk/print")):
                assert owner.raw(sheet).content.startswith(b"%PDF"), sheet
            assert shown(owner.get("/api"))


def test_a_result_is_typed_and_filled_in(floor: Floor) -> None:
    owner = floor.owner()
    event = opened(floor, owner, "knockout")
    start_event(owner, event)
    first, second, _ = floor.state(event).tables
    owner.fill(f"/e/{event}/desk", f"/e/{event}/desk/line", line=f"1 {first.players[1].lower()}")
    assert floor.state(event).results[1].winner == first.players[1]
    owner.fill(f"/e/{event}/desk/table/2", None, quick=f"winner={second.players[0]}")
    assert floor.state(event).results[2].winner == second.players[0]
    assert "Say who won" in shown(owner.fill(f"/e/{event}/desk", f"/e/{event}/desk/line", 400, line="3"))
