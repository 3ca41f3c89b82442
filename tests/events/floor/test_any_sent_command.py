"""Whatever is sent, it is done or refused: no other error, and nothing half done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import COMMAND_NAMES, forms_of
from floorjudge.events.floor.call_history import search_calls
from floorjudge.events.service import EventService
from floorjudge.events.service.answers import answer_json
from floorjudge.events.service.log.readings import log_entry
from floorjudge.events.view import venue_view
from floorjudge.formats import format_of
from floorjudge.texts import render
from tests.events.floor.small_event import NAMES, SEED, check_replay, finished, opened, outcome, started, take

FORMS = {name: forms_of(name, format_of("ote-1.2")) for name in COMMAND_NAMES if name != "show"}
FIELDS = sorted({field for forms in FORMS.values() for form in forms for field in form.__struct_fields__})
NUMBERS = st.integers(-1, 5) | st.sampled_from([10**30, -(10**30), 2**63, 1.0, 0.5])
WORDS = st.sampled_from(["", "Ana", "Bo", "MTR 4.4.3", "x" * 2001, "{0} %s", "\x1b[1m", "\ud800", "é\u0301"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)
SENSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "table": st.integers(1, 2),
    "call": st.sampled_from([1, 1, 1, 2, None]),
    "player": st.sampled_from(NAMES[:6]),
    "winner": st.sampled_from(NAMES[:6]),
    "influence": st.dictionaries(st.sampled_from(NAMES[:6]), st.integers(0, 16) | NUMBERS, max_size=3),
    "text": st.sampled_from(["why", "because"]),
    "reason": st.sampled_from(["why", "because"]),
    "about": st.sampled_from(["a loop", "a deck"]),
    "clauses": st.lists(st.sampled_from(["MTR 4.4.1", "OTE 2.3"]), max_size=2),
    "loop": st.none() | st.fixed_dictionaries({"case": st.dictionaries(WORDS, ANYTHING), "answer": st.just({})}),
    "case": st.fixed_dictionaries(
        {
            "turn_order": st.permutations(NAMES[:3]),
            "maintained_by": st.lists(st.sampled_from(NAMES[:3]), max_size=2, unique=True),
            "body": st.lists(st.sampled_from(["tap", "untap"]), max_size=2),
        }
    ),
    "sheet": st.none() | st.just({"resources": {"mana": 1}, "body": [{"change": {"mana": "mana + 1"}}]}),
    "found": st.none() | st.just("0854946d17402a1d"),
    "says": st.sampled_from([3, "10^6", "agree", "none", "indefinitely"]) | NUMBERS,
    "steps": st.none() | st.just(1),
    "minutes": st.integers(1, 50),
    "stage": st.none() | st.integers(0, 2),
    "statement": st.none() | st.integers(0, 5),
    "drawn": st.booleans(),
    "open": st.booleans(),
    "allowed": st.booleans(),
    "places": st.booleans(),
    "decks": st.booleans(),
    "kept": st.booleans(),
    "qualified": st.lists(st.sampled_from(NAMES[:6]), max_size=2),
    "note": st.none() | WORDS,
    "name": st.none() | st.sampled_from(["Friday", "Saturday"]),
    "date": st.none() | st.sampled_from(["2026-03-06", "tomorrow"]),
    "place": st.none() | WORDS,
    "time_over": st.none() | WORDS,
    "capacity": st.none() | NUMBERS,
    "archived": st.booleans(),
    "kind": st.sampled_from(["warning", "slow_play", "penalty"]),
    "penalty": st.integers(1, 3),
    "list": st.sampled_from(["40 Astral Wisdom [28]", "3 Astral Wisdom [28]"]),
    "public": st.none() | st.sampled_from(["4 1 6", "арбуз", "аpple"]),
    "seed": st.none() | st.sampled_from([SEED, "another"]),
    "format": st.sampled_from(["ote-1.2", "chess"]),
    "options": st.none(),
    "alike": st.booleans(),
    "late": st.booleans(),
    "former": st.booleans(),
    "also": st.lists(WORDS, max_size=2),
    "round": st.integers(0, 3),
    "items": st.lists(WORDS, max_size=3),
    "players": st.permutations(NAMES[:3]),
}


@st.composite
def commands(draw: st.DrawFn) -> dict[str, Any]:
    """Return a command with most of its fields, most of them sensible, and now and then one that is not its own."""
    name = draw(st.sampled_from(sorted(FORMS)))
    kind = draw(st.sampled_from(FORMS[name]))
    mostly = st.sampled_from([True] * 60 + [False])
    fields = [field for field in FIELDS if draw(mostly) is (field in kind.__struct_fields__)]
    return {"do": name, **{field: draw(SENSIBLE[field] if draw(mostly) else ANYTHING) for field in fields}}


def test_there_is_something_sensible_for_every_field() -> None:
    assert set(FIELDS) == set(SENSIBLE)


def in_a_round() -> EventService:
    """Return the service of an event with a report that waits and a call."""
    service = started(players=6)
    take(service, "propose", table=1, player=service.state.tables[0].players[0], drawn=True)
    take(service, "call", about="x")
    return service


def before_the_start() -> EventService:
    """Return the service of an event for which some players are registered."""
    service = opened()
    service.take_all([{"do": "register", "player": name} for name in NAMES[:6]])
    return service


@pytest.mark.exhaustive
@given(
    st.sampled_from([in_a_round, in_a_round, before_the_start, finished]),
    st.lists(commands(), min_size=5, max_size=25),
    st.integers(0, 24),
)
def test_whatever_is_sent_is_done_or_refused(
    begin: Callable[[], EventService], sent: list[dict[str, Any]], goes_on: int
) -> None:
    service = begin()
    for number, command in enumerate(sent):
        before = (service.number, service.state, service.state.venue)
        try:
            answer = service.take(command, "en", by="player Ana")
        except FloorjudgeError as error:
            error.as_json("en")
            assert (service.number, service.state, service.state.venue) == before
        else:
            assert service.number == before[0] + 1
            answer_json(answer, "en")
            render(log_entry(service.records[-1]).staff, "en")
            search_calls(service.state.venue, "a 1")
            venue_view(service.state, staff=True)
        if number == goes_on and service.state.tables:
            outcome(service, "leave", player=service.state.tables[0].players[0])
    check_replay(service)
    assert EventService(service._log, service.event_id).state == service.state
