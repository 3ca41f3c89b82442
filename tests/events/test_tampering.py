"""A log that was changed is found out, and the event where it shows is named; nothing ever ends in a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.errors import Damaged
from floorjudge.events import codec, commands, verify
from floorjudge.events.events import Event, EventOpened, PlayerRegistered
from floorjudge.formats.on_the_edge.log import (
    EventFinished,
    PlayerLeft,
    PlayerReturned,
    ResultAmended,
    ResultReported,
    RoundGrouped,
)
from tests.clauses.playing import Example
from tests.events.driver import BACK_TO_THE_OPENING, SEED, Script, played, scripts
from tests.support.reports import amend
from tests.support.slow_grouping import faults, wrong_reasons
from tests.support.slow_ote import Tournament

SMALL = scripts(players=20)
WITHOUT_UNDO = scripts(players=20, kinds=("leave", "drawn", "amend past", "order"))
NUMBER = st.integers(0, 1000)
NEVER_TWICE = (EventOpened, PlayerRegistered, RoundGrouped, ResultReported, PlayerLeft, EventFinished)


def named_by_verify(log: Sequence[Event], seed: str | None = None) -> int:
    """Return the number, from 1, of the event that verify finds damaged."""
    with pytest.raises(Damaged) as caught:
        verify(log, seed)
    assert caught.value.code == "wrong_event"
    number = str(caught.value.where).removeprefix("events[").removesuffix("]")
    assert f" {number} " in caught.value.message("en")
    return int(number)


def numbers_of(log: Sequence[Event], kind: type[Any] | tuple[type[Any], ...]) -> list[int]:
    """Return the numbers, from 1, of the events of some kinds."""
    return [number for number, event in enumerate(log, 1) if isinstance(event, kind)]


def chosen(choice: int, numbers: Sequence[int]) -> int:
    return numbers[choice % len(numbers)]


def changed(log: Sequence[Event], number: int, change: Callable[[Any], Event]) -> list[Event]:
    return [change(event) if at == number else event for at, event in enumerate(log, 1)]


def swapped(grouping: RoundGrouped, one: int, other: int) -> RoundGrouped:
    """Return a grouping in which two players have changed seats."""
    seated = [player for table in grouping.tables for player in table.players]
    first, second = seated[one % len(seated)], seated[other % len(seated)]
    assume(first != second)
    swap = {first: second, second: first}
    return replace(
        grouping,
        tables=tuple(
            replace(table, players=tuple(swap.get(player, player) for player in table.players))
            for table in grouping.tables
        ),
    )


@given(SMALL, NUMBER, NUMBER, NUMBER)
@example(BACK_TO_THE_OPENING, 2, 0, 1)
def test_two_players_swapped_are_found_at_their_grouping(script: Script, choice: int, one: int, other: int) -> None:
    log = played(script).log
    number = chosen(choice, numbers_of(log, RoundGrouped))
    assert named_by_verify(changed(log, number, lambda event: swapped(event, one, other))) == number


def is_readmission(event: Event) -> bool:
    return isinstance(event, RoundGrouped) and event.stage == "readmission"


@given(WITHOUT_UNDO, NUMBER)
def test_another_winner_shows_when_the_active_set_plays_again(script: Script, choice: int) -> None:
    log = played(script).log
    first_round, *others_grouped = [log[number - 1] for number in numbers_of(log, (RoundGrouped, EventFinished))]
    assert isinstance(first_round, RoundGrouped)
    next_stage = 1 + log.index(next(event for event in others_grouped if not is_readmission(event)))
    ended = 1 + log.index(others_grouped[0])
    reports = [number for number in numbers_of(log, ResultReported) if number < ended]
    assume(reports)
    number = chosen(choice, reports)
    told = log[number - 1]
    assert isinstance(told, ResultReported)
    seated = next(table.players for table in first_round.tables if table.table == told.table)
    left = {event.player for event in log[: next_stage - 1] if isinstance(event, PlayerLeft)}
    others = [player for player in seated if player != told.winner and player not in left]
    assume(others and told.winner not in left)
    winner = others[choice % len(others)]
    influence = {**told.influence, winner: told.influence[told.winner], told.winner: told.influence[winner]}
    tampered = changed(log, number, lambda event: replace(event, winner=winner, influence=influence))
    assert number < named_by_verify(tampered) <= next_stage


@given(WITHOUT_UNDO, NUMBER)
def test_a_dropped_event_that_others_build_on_is_missed(script: Script, choice: int) -> None:
    log = played(script).log
    kinds = (EventOpened, PlayerRegistered, RoundGrouped, ResultReported)
    number = chosen(choice, numbers_of(log, kinds))
    assert named_by_verify([*log[: number - 1], *log[number:]], SEED) >= number


@given(SMALL, NUMBER)
def test_what_can_happen_only_once_is_not_believed_twice(script: Script, choice: int) -> None:
    log = played(script).log
    number = chosen(choice, numbers_of(log, NEVER_TWICE))
    assert named_by_verify([*log[:number], log[number - 1], *log[number:]]) == number + 1


@given(SMALL)
def test_another_promise_is_found_at_the_first_draw(script: Script) -> None:
    log = played(script).log
    tampered = changed(log, 1, lambda event: replace(event, commitment="0" * 64))
    assert named_by_verify(tampered, SEED) == numbers_of(log, RoundGrouped)[0]
    assert named_by_verify(tampered) == numbers_of(log, EventFinished)[0]


@given(SMALL)
def test_another_seed_is_found_where_it_is_revealed_or_first_used(script: Script) -> None:
    log = played(script).log
    end = numbers_of(log, EventFinished)[0]
    tampered = changed(log[:end], end, lambda event: replace(event, seed="another seed that is long enough"))
    assert named_by_verify(tampered) == end
    assert named_by_verify(log[: end - 1], "another seed") == numbers_of(log, RoundGrouped)[0]


def before_the_end(log: Sequence[Event]) -> Sequence[Event]:
    return log[: numbers_of(log, EventFinished)[0] - 1]


@given(WITHOUT_UNDO, NUMBER)
def test_a_missing_player_is_found_without_the_seed_by_the_roster(script: Script, choice: int) -> None:
    log = before_the_end(played(script).log)
    missed = chosen(choice, numbers_of(log, PlayerRegistered))
    assert named_by_verify([*log[: missed - 1], *log[missed:]]) <= numbers_of(log, RoundGrouped)[0]


@given(WITHOUT_UNDO)
def test_somebody_missing_in_the_final_is_found_without_the_seed(script: Script) -> None:
    log = before_the_end(played(script).log)
    number = numbers_of(log, RoundGrouped)[-1]
    grouping = log[number - 1]
    assert isinstance(grouping, RoundGrouped)
    assume(grouping.stage in {"final", "readmission"})
    fewer = replace(grouping.tables[0], players=grouping.tables[0].players[:-1])
    tampered = changed(log, number, lambda event: replace(event, tables=(fewer, *event.tables[1:])))
    assert named_by_verify(tampered) == number


@pytest.mark.exhaustive
@given(scripts(kinds=("leave", "leave", "amend now")), NUMBER, NUMBER, NUMBER)
@example(Script(26, 82, 20), 0, 0, 1)
@example(Script(22, 0, 20), 0, 0, 6)
def test_a_grouping_that_no_seed_could_give_is_found_without_the_seed(
    script: Script, choice: int, one: int, other: int
) -> None:
    log = before_the_end(played(script).log)
    number = chosen(choice, numbers_of(log, RoundGrouped)[1:] or numbers_of(log, RoundGrouped))
    tampered = changed(log[:number], number, lambda event: swapped(event, one, other))
    *facts, grouping = [json.loads(codec.event_json(event)) for event in tampered]
    before = Tournament(facts)
    if faults(before, grouping) or wrong_reasons(before, grouping):
        assert named_by_verify(tampered) == number
    elif grouping["stage"] == "round":
        assert outcome_of_verify([codec.event_json(event) for event in tampered], None) == "verified"


def outcome_of_verify(lines: Sequence[str], seed: str | None) -> str:
    """Return what verify says of a log; anything but an answer or Damaged would come out here."""
    try:
        verify([codec.read_event(line) for line in lines], seed)
    except Damaged as damaged:
        return damaged.code
    return "verified"


@given(SMALL, st.data())
def test_events_in_a_wrong_order_never_end_in_a_traceback(script: Script, data: st.DataObject) -> None:
    log = [codec.event_json(event) for event in played(script).log]
    numbers = data.draw(st.lists(st.integers(0, len(log) - 1), max_size=60), label="events")
    kept = data.draw(st.integers(0, len(log)), label="kept")
    seed = data.draw(st.sampled_from((None, SEED)), label="seed")
    assert outcome_of_verify([*log[:kept], *(log[number] for number in numbers)], seed) in {"verified", "wrong_event"}


def places_in(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to everything in a JSON value that is no list and no object."""
    if not isinstance(value, dict | list):
        return [path]
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [place for key, item in items for place in places_in(item, (*path, key))]


@given(SMALL, NUMBER, NUMBER, NUMBER, st.data())
def test_no_changed_value_ends_in_a_traceback(
    script: Script, cut: int, which: int, place: int, data: st.DataObject
) -> None:
    facts = played(script).facts
    facts = json.loads(json.dumps(facts[: 2 + cut % len(facts)]))
    draws_and_players = [fact for fact in facts if fact["event"] in {"RoundGrouped", "PlayerRegistered"}]
    fact = data.draw(st.sampled_from(draws_and_players) | st.just(facts[which % len(facts)]), label="changed")
    path = places_in(fact)[place % len(places_in(fact))]
    inner = fact
    for key in path[:-1]:
        inner = inner[key]
    names = [player for event in facts for player in [event.get("player")] if player]
    inner[path[-1]] = data.draw(st.sampled_from([None, True, 0, -1, 2, 99, "", "x", "final", *names]), label="instead")
    seed = data.draw(st.sampled_from((None, SEED)), label="seed")
    outcome = outcome_of_verify([json.dumps(fact) for fact in facts], seed)
    assert outcome in {"verified", "wrong_event", "damaged_event", "unknown_kind_of_event"}


def test_what_only_older_events_may_leave_out_is_missed_in_one_of_today() -> None:
    event = Example.of(6)
    winner, other, *_ = event.ends(1, (16, 9, 3))
    event.leaves(winner)
    event.do(commands.ComeBack(winner))
    behind = {name: 17 if name == other else 16 for name in event.seated(1)}
    event.do(amend(1, 1, winner, behind, "misread", "conceded"))
    event.all_end()
    while event.now.stage != "finished":
        event.next()
        event.all_end()
    left_out: tuple[tuple[type[Event], str], ...] = (
        (EventOpened, "typed"),
        (PlayerRegistered, "number"),
        (PlayerReturned, "set"),
        (ResultAmended, "note"),
        (EventFinished, "finalists_placed"),
    )
    for kind, field in left_out:
        number = numbers_of(event.log, kind)[0]
        log = [replace(each, **{field: None}) if at == number else each for at, each in enumerate(event.log, 1)]
        assert named_by_verify(log) == number
