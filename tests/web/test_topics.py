"""What pages are told of a change: whoever is not told to fetch theirs has the same one, but for the pieces they are sent."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service import EventService
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase, Player
from floorjudge.store import open_log
from floorjudge.texts import LANGUAGES
from floorjudge.web.common.templating import rendered
from floorjudge.web.live.event_cache import EventSnapshot
from floorjudge.web.live.fragments import own_pieces
from floorjudge.web.live.own import own_view
from floorjudge.web.live.topics import topics
from floorjudge.web.live.views import table_views
from tests.events.floor.small_event import NAMES, SEED, report_all, report_of, started, take

FORMATS = ("ote-1.2", "mtr-swiss", "mstr-pods")
THEN = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
WORDS = ("a loop", "too slow")


def snapshot(desk: EventService) -> EventSnapshot:
    return EventSnapshot("friday", desk.state, desk.number, desk.records)


def own_page(state: State, player: Player) -> Any:
    """Return all that the page of a player shows, by the obvious way: all of it."""
    venue = state.venue
    return own_view(state, player, THEN), venue.penalties_of(player.name), venue.announcement, venue.details


def check_change(before: EventSnapshot, after: EventSnapshot) -> None:
    """Check that whoever is not told of a change, and who is told of pieces, has the page as it is."""
    about = topics(before.state, after.state)
    if "stage" in about:
        return
    for then, now in zip(table_views(before.state), table_views(after.state), strict=True):
        assert f"t-{now.number}" in about or replace(then, badges=()) == replace(now, badges=()), now
    for player in after.state.all_players():
        if about & {"notice", "clock", f"me-{player.number}"} or player.name not in before.state.players:
            continue
        (was, *rest), (now, *other) = (
            own_page(before.state, before.state.players[player.name]),
            own_page(after.state, player),
        )
        assert rest == other
        story = replace(was.story, now=now.story.now)
        assert replace(was, story=story) == now, about
        pieces = own_pieces(before, after, player.name, "en")
        assert ("own-next" in pieces) == (was.story.now.next_steps != now.story.now.next_steps)
        assert ("own-numbers" in pieces) == (
            replace(was.story.now, next_steps=()) != replace(now.story.now, next_steps=())
        )
        for language in LANGUAGES if pieces else ():
            made = own_pieces(before, after, player.name, language)
            assert made.get("own-next", "") in (
                "",
                rendered("live/own_next.html", language, now=now.story.now),
            )


def a_claim(data: st.DataObject, state: State, table: Any) -> dict[str, Any]:
    """Return the fields of some result of a table."""
    if state.format == "ote-1.2":
        return {name: value for name, value in report_of(table, 1).items() if name not in ("do", "table")}
    quick = data.draw(st.sampled_from(state.rules.result_form(state, table).quick))
    return state.rules.from_form(state, table, quick.values)


def some_command(data: st.DataObject, state: State) -> dict[str, Any]:
    """Return a command, which may well be refused."""
    name = data.draw(st.sampled_from([player.name for player in state.all_players()]))
    table = data.draw(st.sampled_from(state.tables or (None,)))
    number = 1 if table is None else table.table
    player = name if table is None else data.draw(st.sampled_from(table.players))
    here = {"table": number, "player": player}
    commands: list[dict[str, Any]] = [
        {"do": "next"},
        {"do": "leave", "player": name},
        {"do": "register", "player": name},
        {"do": "undo"},
        {"do": "rename", "player": name, "name": f"{name}a"},
        {"do": "announce", "text": data.draw(st.sampled_from((*WORDS, None)))},
        {"do": "clock", "minutes": 9},
        {"do": "extend", "table": number, "minutes": 3},
        {"do": "call", "about": WORDS[0], **data.draw(st.sampled_from(({}, here)))},
        {"do": "take", "call": 1},
        {"do": "ruling", "call": 1, "text": "so be it"},
        {"do": "close_call", "call": 1},
        {"do": "loop", "call": 1, "case": {"turn_order": [name], "maintained_by": [name]}},
        {"do": "penalty", "player": name, "kind": "warning", "text": WORDS[1]},
        {"do": "withdraw_penalty", "penalty": 1, "reason": WORDS[0]},
        {"do": "dispute", "text": "no", **here},
        {"do": "confirm", **here},
        {"do": "unreport", "table": number, "reason": WORDS[0]},
        {"do": "set_aside", "table": number, "reason": WORDS[0]},
        {"do": "publish", "places": True, "decks": False},
    ]
    if table is not None:
        claim = a_claim(data, state, table)
        commands += [{"do": "report", "table": number, **claim}] * 12
        commands += [{"do": "propose", **here, **claim}] * 3
        round_number = data.draw(st.integers(1, max(1, state.round)))
        commands.append({"do": "amend", "round": round_number, "table": number, "reason": WORDS[0], **claim})
    return data.draw(st.sampled_from(commands))


@pytest.mark.server
@given(st.data())
def test_whoever_is_not_told_of_a_change_has_the_page_as_it_is(data: st.DataObject) -> None:
    desk = EventService(open_log())
    take(desk, "open", name="Friday", seed=SEED, format=data.draw(st.sampled_from(FORMATS)))
    for name in NAMES[: data.draw(st.integers(6, 8))]:
        take(desk, "register", player=name)
    take(desk, "start", public="three words, said")
    before = snapshot(desk)
    for _ in range(data.draw(st.integers(1, 30))):
        if desk.state.phase is Phase.FINISHED:
            break
        with suppress(FloorjudgeError):
            desk.take(some_command(data, desk.state), "en")
        after = snapshot(desk)
        check_change(before, after)
        before = after


def about(desk: EventService, do: str, **fields: Any) -> set[str]:
    """Return what a command is about."""
    before = desk.state
    take(desk, do, **fields)
    return set(topics(before, desk.state))


def numbered(desk: EventService, *names: str) -> set[str]:
    return {f"me-{desk.state.players[name].number}" for name in names}


def test_everybody_hears_of_what_they_watch_and_of_nothing_else() -> None:
    desk = started(players=6)
    table = desk.state.tables[0]
    first, second, third = table.players
    result = {name: value for name, value in report_of(table).items() if name != "do"}
    all_three = numbered(desk, first, second, third)
    at_the_table = {"t-1", *all_three}
    assert about(desk, "clock", minutes=50) == {"clock"}
    assert about(desk, "propose", player=first, **result) == {"said", "said-1"} | at_the_table
    assert about(desk, "confirm", table=1, player=second) == {"said", "said-1"} | at_the_table
    assert (
        about(desk, "dispute", table=1, player=third, text="no") == {"said", "said-1", "calls", "call-1"} | at_the_table
    )
    assert about(desk, "take", call=1) == {"calls", "call-1"} | at_the_table
    assert about(desk, "call", about="a deck") == {"calls", "call-2"}
    asked = {"turn_order": [first, second], "maintained_by": []}
    assert about(desk, "loop", call=2, case=asked) == {"calls", "call-2"} | numbered(desk, first, second)
    assert about(desk, "declare", call=2, player=first, says="none") == {"calls", "call-2"} | numbered(
        desk, first, second
    )
    assert about(desk, "announce", text="hello") == {"notice"}
    assert about(desk, "penalty", player=second, kind="warning", text="slow") == numbered(desk, second)
    assert about(desk, "report", **result) == {"said", "said-1", "calls", "call-1"} | at_the_table
    assert about(desk, "random_order", items=["a", "b"], reason="who begins") == {"draws"}
    assert topics(desk.state, desk.state) == frozenset()


def test_who_leaves_is_marked_beside_games_that_are_over() -> None:
    desk = started(players=6)
    first = desk.state.tables[0]
    report_all(desk)
    take(desk, "next")
    name = first.players[0]
    assert about(desk, "leave", player=name) >= numbered(desk, *(other for other in first.players if other != name))
