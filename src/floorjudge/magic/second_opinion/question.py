"""The question for a second engine: a case in which each step also says what the first engine did in it by itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.colours import LETTERS
from floorjudge.magic.phase.actions import Event
from floorjudge.magic.phase.prompts import Prompt
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Body, Step, reference_value, step_value
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_each
from floorjudge.magic.playing.recording import step_of
from floorjudge.magic.positions.loop_case import LoopCase, case_value
from floorjudge.magic.positions.setting_up import set_up

JsonObject = dict[str, Any]


def question_of(case: LoopCase, library: CardLibrary, iterations: int) -> JsonObject:
    """Return the JSON value of a case, with `did` in each step in which the engine decides something that the step does not say.

    That is a list of what it did in each of the first `iterations` (1 or more): `targets` and other things that it chose because nothing
    else was possible, the `words` of the ability that is meant by a number, the mana that it `spent` (one letter each), the `sources` of
    what was not in the pool, and how much energy it paid, as `x`.
    """
    value = case_value(case)
    table = set_up(case.position, library)
    done = [_done_in(table, body) for body in (case.before, *[case.body] * iterations)]
    for name, each in (("before", done[:1]), ("body", done[1:])):
        for index, step in enumerate(value.get(name, ())):
            if any(did[index] for did in each):
                step["did"] = [did[index] for did in each]
    return value


def _done_in(table: Table, body: Body) -> list[JsonObject]:
    """Play a body and return what was done in each step that it does not say."""
    found: list[JsonObject] = [{} for _ in body]
    watch, begun = _Watch(table), 0
    playing = play_each(table, body, "body", watch.asked, watch.done)
    try:
        for index, step in enumerate(body):
            if step.do != "choose" or not index:
                # The steps that choose answer what this one asks; costs are paid after that.
                begun = index
                watch.begin(step)
            else:
                watch.is_answered = True
            next(playing)
            found[begun] = watch.did()
    except (FloorjudgeError, StopIteration):
        pass  # the game has ended, or cannot go on: there is nothing more to say
    return found


class _Watch:
    """What is done in a step and the answers to it; it `is_answered` where the steps say what is chosen."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def begin(self, step: Step) -> None:
        """Begin with another step."""
        self._is_number, self._makes_mana = isinstance(step.ability, int), False
        self.is_answered = bool(step.targets)
        self._stack = {entry.number for entry in self._table.stack()}
        self._chosen: list[object] = []
        self._sources: list[str] = []
        self._added: Counter[str] = Counter()
        self._words, self._by, self._source = "", -1, -1

    def asked(self, prompt: Prompt, decision: Decision, names: Names) -> None:
        """Take note of a decision before the engine makes it."""
        if prompt.kind == "Priority" and not decision.is_pass:
            action = decision.chosen
            self._by, self._source = decision.player, action.source
            player = self._table.player(self._by)
            self._mana, self._energy = Counter(player.mana), player.counters["energy"]
            thing = None if action.ability is None else self._table.object(action.source)
            ability = None if thing is None or action.ability is None else thing.ability(action.ability)
            self._words = "" if ability is None else ability.description
            if ability is not None and not ability.makes_mana:
                self._source = -1  # what it gives meanwhile pays for the ability
        elif decision.how == "only" and prompt.kind != "ManaPayment":
            value = step_value(step_of(prompt, decision.chosen, names))
            if "answer" in value:
                self._chosen.append(value["answer"])

    def done(self, _: Decision, events: tuple[Event, ...]) -> None:
        """Take note of the mana abilities in what has happened."""
        for event in events:
            if event.adds_mana_for == self._by:
                self._added[event.added] += 1
            if event.is_mana_ability and event.source == self._source:
                self._makes_mana = True
            elif event.is_mana_ability:
                thing = None if event.source is None or event.source_name else self._table.object(event.source)
                self._sources.append(event.source_name if thing is None else thing.name)

    def did(self) -> JsonObject:
        """Return what was done that the step does not say."""
        found: JsonObject = {"words": self._words if self._is_number else ""}
        found["targets"] = self._chosen or ([] if self.is_answered else self._targets_nobody_asked_for())
        found["made"] = _letters(self._added)
        # What a mana ability costs cannot be told from what it gives.
        if self._by >= 0 and not self._makes_mana:
            player = self._table.player(self._by)
            found["spent"] = _letters(self._mana + self._added - Counter(player.mana))
            found["sources"] = self._sources
            found["x"] = max(0, self._energy - player.counters["energy"])
        return {name: each for name, each in found.items() if each}

    def _targets_nobody_asked_for(self) -> list[object]:
        """Return what the engine has chosen without asking, as “up to one target”, of what the step put onto the stack."""
        names, there = Names(self._table), [thing.number for thing in self._table.battlefield()]
        put = (each for each in self._table.stack() if each.number not in self._stack and each.controller == self._by)
        return [
            reference_value(names.refer(number, there)) for each in put for number in each.targets if number in there
        ]


def _letters(mana: Counter[str]) -> str:
    return "".join(LETTERS[word] for word in mana.elements())
