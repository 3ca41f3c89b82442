"""A loop told choice by choice, with what each gains and spends."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Answer, Step
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.iterating import moment_of
from floorjudge.magic.playing.naming import fold, player_name
from floorjudge.magic.playing.playing import play_body, play_on
from floorjudge.magic.positions.case_json import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.texts import Text, text


class Station(msgspec.Struct, frozen=True):
    """A choice with the answers that belong to it, in phrases, and what became more or less by it."""

    said: tuple[Text, ...]
    changes: tuple[tuple[Text, int], ...]


def walk(case: LoopCase, library: CardLibrary) -> tuple[Station, ...]:
    """Return the stations of one iteration, the second: in the first, something may still be missing.

    Raises what `play_body` does.
    """
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    play_body(table, case.body)
    stations: list[Station] = []
    before = _amounts(table)
    for group in _groups(case.body):
        play_on(table, group)
        now = _amounts(table)
        stations.append(Station(tuple(step_words(step, table.names) for step in group), _changes(before, now)))
        before = now
    return tuple(stations)


def _groups(body: tuple[Step, ...]) -> list[tuple[Step, ...]]:
    """Return the steps, each with the answers after it."""
    groups: list[list[Step]] = []
    for step in body:
        if step.do == "choose" and groups:
            groups[-1].append(step)
        else:
            groups.append([step])
    return [tuple(group) for group in groups]


def _amounts(table: Table) -> Mapping[str, tuple[Text, int]]:
    moment = moment_of(table)
    return {
        named.key: (named.said, sum(moment.abstraction.counters[counter] for counter in named.counters))
        for named in names_of(moment, table.names)
        if not named.part and not named.quiet
    }


def _changes(
    before: Mapping[str, tuple[Text, int]], now: Mapping[str, tuple[Text, int]]
) -> tuple[tuple[Text, int], ...]:
    found: list[tuple[Text, int]] = []
    for key in dict.fromkeys([*before, *now]):
        said = (now.get(key) or before[key])[0]
        change = now.get(key, (said, 0))[1] - before.get(key, (said, 0))[1]
        if change and not key.startswith("stack."):
            found.append((said, change))
    return tuple(found)


def step_words(step: Step, names: tuple[str, ...]) -> Text:
    """Return a step as a phrase."""
    if step.source is not None:
        return _of_source(step, step.source.words)
    if step.do == "choose":
        return text("choose {answer}", answer=_answers(step.choose, names))
    if step.do == "resolve":
        return text("the top of the stack resolves")
    if step.do == "attack":
        return text("attack with {creatures}", creatures=tuple(each.attacker.words for each in step.attackers))
    if step.do == "pass" and step.by is not None:
        return text("{player} passes", player=_player(step.by, names))
    return text("{step}", step=step.do)


def _of_source(step: Step, source: str) -> Text:
    if step.do == "activate":
        return text("activate {source}", source=source)
    if step.do == "cast":
        return text("cast {source}", source=source)
    return text("play {source}", source=source)


def _answers(choose: tuple[Answer, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_player(each.words, names) for answer in choose for each in answer)


def _player(words: str, names: tuple[str, ...]) -> str:
    """Return the name of a player who is meant by a number; everything else as it is."""
    if fold(words).isdecimal() and int(words) < len(names):
        return player_name(names, int(words))
    return words
