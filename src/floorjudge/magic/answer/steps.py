"""A loop in steps: its choices one after the other as sentences, and what each of them changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.answer.step_words import (
    and_targets,
    body_words,
    case_words,
    many_of,
    name_of,
    name_of_source,
    thing_on_stack,
)
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.objects import StackObject
from floorjudge.magic.engine.prompts import Prompt
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.counter_names import changes_between, main_amounts
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_body, play_on
from floorjudge.magic.playing.steps import step_name, turn_step_words
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.texts import Text, text

_PUTTING = frozenset({"activate", "cast"})
_RESOLVING = frozenset({"resolve", "resolve all", "pass"})
# The words of what has targets; keywords have them by the rules.
_TARGETS = re.compile(r"\btarget\b|^(Enchant|Equip|Fortify|Reconfigure)\b", re.IGNORECASE | re.MULTILINE)
# At most so many iterations are played before the one that is shown.
_MOST_PLAYED_BEFORE = 12


class LoopStep(msgspec.Struct, frozen=True):
    """A choice with its answers, in sentences, and the amounts that it changed.

    `first` and `last` are the numbers (from 1) of the steps of the body that it consists of, `times` how many equal
    ones follow each other in it.
    """

    first: int
    last: int
    sentences: tuple[Text, ...]
    changes: tuple[tuple[Text, int], ...] = ()
    times: int = 1


def loop_steps(case: LoopCase, library: CardLibrary, warm_up: int = 1) -> tuple[LoopStep, ...]:
    """Return the steps of the iteration after the first `warm_up`, at least the second: in earlier ones, something may still be missing.

    Where that one is too late or cannot be played, it is the second. An ability that is activated and resolves at once is one step,
    and so are equal steps in a row. If the iteration cannot be played a second time, nothing is joined, and no changes are known.
    Raises what `set_up` does.
    """
    table = set_up(case.position, library)
    for earlier in dict.fromkeys((warm_up if 1 < warm_up <= _MOST_PLAYED_BEFORE else 1, 1)):
        with suppress(FloorjudgeError):
            return _steps_after(earlier, case, table.clone())
    words = case_words(case, library)
    return tuple(LoopStep(number, number, (each,)) for number, each in enumerate(words, 1))


def _steps_after(earlier: int, case: LoopCase, table: Table) -> tuple[LoopStep, ...]:
    """Return the steps of the iteration after so many `earlier` ones, from the position on a table. Raises what playing them does."""
    play_body(table, case.before, "before")
    for _ in range(earlier):
        play_body(table, case.body)
    return tuple(_alike_in_one(_resolved_in_one(_played(table, case.body, case.position))))


def steps_before(case: LoopCase, library: CardLibrary) -> tuple[LoopStep, ...]:
    """Return the steps before the loop, joined as those of an iteration, without passing. Raises what playing them does."""
    table = set_up(case.position, library)
    steps = _alike_in_one(_resolved_in_one(_played(table, case.before, case.position)))
    passes = {number for number, step in enumerate(case.before, 1) if step.do == "pass"}
    return tuple(each for each in steps if not passes.issuperset(range(each.first, each.last + 1)))


class _Played(msgspec.Struct, frozen=True):
    """A step as it was played.

    `puts` is the number of the spell or ability that a player puts onto the stack in it, `resolves` of the one that
    resolves, which may be a `spell`.
    """

    step: LoopStep
    puts: int | None = None
    resolves: int | None = None
    spell: bool = False


def _played(table: Table, body: Body, position: Position) -> Iterator[_Played]:
    """Play a body that begins in a position, and yield its choices, each with the answers after it."""
    before, number = main_amounts(table.snapshot(), table.names), 1
    left = iter(body_words(body, position, table.clone))
    for group in _groups(body):
        words, stack = tuple(islice(left, len(group))), table.stack()
        begins, resolving = group[0], _Resolving(table, position)
        play_on(table, group, noted=resolving.note if begins.do in _RESOLVING else None)
        top = resolving.only
        words = resolving.instead_of(words, group)
        now, put = main_amounts(table.snapshot(), table.names), table.stack()[len(stack) :]
        own = put[0] if put and begins.do in _PUTTING and not put[0].is_triggered else None
        if own is not None and len(group) == 1 and not begins.targets:
            words = (_with_targets(words[0], own, Names(table), position),)
        changes = changes_between(before, now).items()
        yield _Played(
            LoopStep(
                number,
                number + len(group) - 1,
                words,
                tuple(each for key, each in changes if not key.startswith("stack.")),
            ),
            # Whatever has triggered by it lies above it, or alone there if a mana ability is activated.
            puts=own.number if own is not None and len(put) == 1 else None,
            resolves=None if top is None else top.number,
            spell=top is not None and top.is_spell,
        )
        before, number = now, number + len(group)


class _Resolving:
    """What resolves in a step on a table: the tops of the stack with which players pass, in their order, with their names."""

    def __init__(self, table: Table, position: Position) -> None:
        self._table, self._position = table, position
        self._began = table.turn, table.phase
        self._passed: dict[int, tuple[StackObject, str | Text]] = {}

    def note(self, prompt: Prompt, decision: Decision, names: Names) -> None:
        """Add the top of the stack with which a player passes."""
        top = next(reversed(self._table.stack()), None) if decision.is_pass and prompt.kind == "Priority" else None
        if top is not None:
            self._passed.setdefault(top.number, (top, name_of_source(top, names, self._position)))

    @property
    def _found(self) -> tuple[tuple[StackObject, str | Text], ...]:
        """Return what has left the stack, with its name."""
        left = {each.number for each in self._table.stack()}
        return tuple(each for number, each in self._passed.items() if number not in left)

    @property
    def only(self) -> StackObject | None:
        """Return the one object that resolves, None where it is not one."""
        found = self._found
        return found[0][0] if len(found) == 1 else None

    def instead_of(self, words: tuple[Text, ...], group: Sequence[Step]) -> tuple[Text, ...]:
        """Return the words of a step and its answers with what resolves in it by name, those of a row of passes as one sentence."""
        if group[0].do not in _RESOLVING:
            return words
        resolves, passes = self._words(), len([step for step in group if step.do == "pass"])
        if resolves is None and passes > 1 and self._began != (self._table.turn, self._table.phase):
            resolves = text(
                "All players pass until the step: {step}.", step=turn_step_words(step_name(self._table.phase))
            )
        return words if resolves is None else (resolves, *words[max(1, passes) :])

    def _words(self) -> Text | None:
        """Return the sentence on what resolves, None where nothing does or something has no name."""
        found = self._found
        if not found or not all(name for _, name in found):
            return None
        if len(found) == 1:
            top, name = found[0]
            return (
                text("{spell} resolves.", spell=name)
                if top.is_spell
                else text("The ability of {card} resolves.", card=name)
            )
        rows = groupby(thing_on_stack(top, name) for top, name in found)
        things = tuple(many_of(thing, len(list(row))) for thing, row in rows)
        return text("These resolve, in this order: {things}.", things=things)


def _with_targets(sentence: Text, own: StackObject, names: Names, position: Position) -> Text:
    """Return a sentence on a spell or an ability with its targets, which no player has to choose as there are no others.

    The engine also has targets where the words have none, such as an enchanted creature.
    """
    if not _TARGETS.search(own.words):
        return sentence
    things = tuple(name_of(names.called(each), position) for each in own.targets)
    return and_targets(sentence, (*things, *(names.player(seat) for seat in own.target_seats)))


def _resolved_in_one(played: Iterable[_Played]) -> Iterator[LoopStep]:
    """Yield the steps; one that lets what the step before it has put onto the stack resolve is joined to that."""
    last: LoopStep | None = None
    puts: int | None = None
    for each in played:
        if last is not None and each.resolves is not None and each.resolves == puts:
            resolves = text("The spell resolves.") if each.spell else text("The ability resolves.")
            changes = _together((*last.changes, *each.step.changes))
            last = LoopStep(last.first, each.step.last, (*last.sentences, resolves, *each.step.sentences[1:]), changes)
        else:
            if last is not None:
                yield last
            last = each.step
        puts = each.puts
    if last is not None:
        yield last


def _alike_in_one(steps: Iterable[LoopStep]) -> Iterator[LoopStep]:
    """Yield the steps, those in a row with equal sentences as one."""
    for _, row in groupby(steps, key=lambda step: [(each.message, str(each.values)) for each in step.sentences]):
        alike = list(row)
        changes = _together(change for step in alike for change in step.changes)
        yield LoopStep(alike[0].first, alike[-1].last, alike[0].sentences, changes, len(alike))


def _together(changes: Iterable[tuple[Text, int]]) -> tuple[tuple[Text, int], ...]:
    totals: dict[str, tuple[Text, int]] = {}
    for label, change in changes:
        key = str(label)
        totals[key] = label, totals.get(key, (label, 0))[1] + change
    return tuple(each for each in totals.values() if each[1])


def _groups(body: Body) -> list[tuple[Step, ...]]:
    """Return the steps, each with the answers after it, and passes in a row together."""
    groups: list[list[Step]] = []
    for step in body:
        if groups and (step.do == "choose" or step.do == groups[-1][-1].do == "pass"):
            groups[-1].append(step)
        else:
            groups.append([step])
    return [tuple(group) for group in groups]
