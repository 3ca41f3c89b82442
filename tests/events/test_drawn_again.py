"""Every stage drawn again from the seed: the tables that came, the orders that chance gave, and what was changed is noticed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.events.codec import read_event
from floorjudge.events.draw import Draw
from floorjudge.events.drawn_again import drawn_again
from floorjudge.events.events import Event, PlayerRegistered
from floorjudge.formats.competition import Phase
from floorjudge.formats.log import Left, StageMade
from tests.formats.test_conformance import SEED, Playing

FORMATS = ("mtr-swiss", "mstr-pods", "ote-1.2")


def events_of(playing: Playing) -> list[Event]:
    return [read_event(record.event) for record in playing.service.records]


@given(
    st.sampled_from(FORMATS),
    st.integers(3, 14),
    st.integers(0, 2**32),
    st.lists(st.sampled_from(("leave", "late", "seat", "undo", "rename", "report", "next")), max_size=12),
)
def test_every_stage_of_a_finished_event_is_the_one_that_its_seed_gives(
    format_id: str, players: int, seed: int, kinds: list[str]
) -> None:
    playing = Playing(format_id, players, seed)
    playing.send({"do": "start", "public": "4 1 6"})
    for kind in kinds:
        if playing.state.phase is not Phase.FINISHED:
            playing.step(kind)
    finished = playing.state.phase is Phase.FINISHED
    assert {each.right for each in drawn_again(events_of(playing))} == {True if finished else None}
    playing.to_the_end()
    events = events_of(playing)
    found = list(drawn_again(events))
    assert [each.event for each in found] == [
        place for place, event in enumerate(events) if isinstance(event, StageMade)
    ]
    assert all(each.right for each in found)
    draw = Draw(SEED, "416", playing.state.roster or "")
    for each in found:
        for order in each.orders:
            assert tuple(draw.in_order(order.label, sorted(order.players))) == order.players


@given(st.sampled_from(FORMATS), st.integers(6, 12), st.integers(0, 2**32))
def test_players_who_changed_seats_in_the_log_are_noticed(format_id: str, players: int, seed: int) -> None:
    playing = Playing(format_id, players, seed)
    playing.send({"do": "start"})
    playing.to_the_end()
    events = events_of(playing)
    place = next(place for place, event in enumerate(events) if isinstance(event, StageMade))
    made: Any = events[place]
    table, *others = made.tables
    turned = replace(table, players=table.players[::-1])
    changed = [*events[:place], replace(made, tables=(turned, *others)), *events[place + 1 :]]
    first = next(drawn_again(changed))
    assert (first.event, first.right) == (place, False)


def test_a_log_without_one_of_the_players_or_with_an_early_end_is_told_wrong(subtests: pytest.Subtests) -> None:
    for format_id, left_out, put_in in [("mtr-swiss", 1, 0), ("mstr-pods", 1, 0), ("ote-1.2", 0, 1)]:
        with subtests.test(format_id=format_id, left_out=left_out):
            playing = Playing(format_id, 13, 3)
            playing.send({"do": "start"})
            playing.to_the_end()
            opened, *events = events_of(playing)
            # A log from which a player leaves who never entered is no log at all.
            away = {event.player for event in events if isinstance(event, Left)}
            first = next(
                place
                for place, event in enumerate(events)
                if isinstance(event, PlayerRegistered) and event.player not in away
            )
            found = list(drawn_again([opened, *events[-1:] * put_in, *events[:first], *events[first + left_out :]]))
            assert next(each.right for each in found) is False
            assert len(found) == sum(isinstance(event, StageMade) for event in events)
