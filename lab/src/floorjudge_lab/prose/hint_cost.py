"""Turns the prose of a loop into costs for the search: hints make choices cheap or dear.

A missing hint excludes nothing, and a hint proves nothing: advice only decides the order of tries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.engine.actions import YES
from floorjudge.magic.playing.bodies import Answer, Step
from floorjudge.magic.playing.naming import TOKEN, fold
from floorjudge.magic.search.choice_costs import ChoiceCost, ChoiceCosts, Guide

Doing: TypeAlias = Literal["cast", "activate", "attack", "play", "resolve", "turn"]

HINTED, FURTHER, FARTHEST = 0.05, 0.3, 4
LOOSELY, NOT_SAID_TO_RESPOND, NOTHING_TO_RESPOND_TO = 0.3, 0.7, 0.3
UNADVISED = 1.0
LIKELY, UNLIKELY = 0.05, 0.4
# A combat that has begun goes on at no more than this cost.
BEGUN = 0.3
MISSING, RESOLVING = 0.02, 0.05


class Hint(msgspec.Struct, frozen=True):
    """One likely action: `attack` goes on to combat, `turn` to the next turn, `resolve` happens by itself.

    `source` is its card, folded as names are (see `naming.fold`), empty if no card is named; `about` are the other
    cards, colours of mana ("Green") and words in the sentence, folded, which its answers likely choose. `responding`:
    something waits on the stack meanwhile; `often`: it is done several times in a row; `settles`: a player lets something
    resolve by name.
    """

    do: Doing
    source: str = ""
    about: frozenset[str] = frozenset()
    responding: bool = False
    often: bool = False
    settles: bool = False


class Advice(msgspec.Struct, frozen=True):
    """Hints in their written order; `repeats_from` is the index at which the loop goes on again."""

    hints: tuple[Hint, ...] = ()
    repeats_from: int = 0


class AdvisedGuide(Guide):
    """Guides a search by some advice."""

    def __init__(self, advice: Advice) -> None:
        self._advice = advice
        self.takes_turns = bool(advice.hints)

    def costs(self, _seat: int, names: Mapping[str, str]) -> ChoiceCosts:
        """Return the costs of choices under the advice."""
        return HintCost(self._advice, names) if self._advice.hints else ChoiceCosts()


class HintCost(ChoiceCosts):
    """The costs of choices and answers under some advice; `names` are those of labels.

    If the advice tells what comes next, objects missing from an earlier position mean little.
    """

    refusing = 0.0

    def __init__(self, advice: Advice, names: Mapping[str, str]) -> None:
        self._names = names
        self._hints: list[Hint] = []
        self._likely: list[frozenset[str]] = [frozenset()]
        before = 0
        for index, hint in enumerate(advice.hints):
            if hint.do != "resolve":
                self._hints.append(hint)
                self._likely.append(hint.about)
            else:
                self._likely[-1] |= hint.about
            before += index < advice.repeats_from and hint.do != "resolve"
        self._again = min(before, max(0, len(self._hints) - 1))
        if self._hints:
            self.missing, self.resolving = MISSING, RESOLVING

    def choice(self, step: Step, at: int, usual: float, *, waits: bool) -> ChoiceCost:
        """Return the cost of acting, `usual` without advice, on a line at a hint; `waits`: something is on the stack."""
        best = ChoiceCost(usual + UNADVISED * bool(self._hints), at)
        for index, hint in enumerate(self._hints):
            loosely = self._fits(hint, step)
            if loosely is None:
                continue
            cost = HINTED + loosely + FURTHER * self._away(index, at)
            if waits != hint.responding:
                cost += NOT_SAID_TO_RESPOND if waits else NOTHING_TO_RESPOND_TO
            if cost < best.cost:
                best = ChoiceCost(cost, index + 1)
        return best

    def going_on(self, at: int, usual: float) -> ChoiceCost:
        """Return the cost of letting the turn go on with an empty stack, `usual` without advice."""
        best = ChoiceCost(usual, at)
        for index, hint in enumerate(self._hints):
            if hint.do in ("attack", "turn"):
                if usual <= BEGUN:
                    return ChoiceCost(HINTED, at)
                cost = HINTED + FURTHER * self._away(index, at)
                if cost < best.cost:
                    best = ChoiceCost(cost, index + 1)
        return best

    def answer(self, step: Step, at: int, usual: float) -> float:
        """Return the cost of an answer, `usual` without advice, on a line that is at a hint."""
        likely = self._likely[at]
        if step.do == "attack" and self._hints:
            return max(LIKELY, UNLIKELY - LIKELY * len(step.attackers))
        if not likely or step.do != "choose":
            return usual
        return LIKELY if any(self._is_likely(answer, likely) for answer in step.choose) else UNLIKELY

    def _away(self, index: int, at: int) -> int:
        """Return the number of hints left out on the way to another one; a repeated hint counts as one left out."""
        if index >= at:
            return min(FARTHEST, index - at)
        if index == at - 1:
            return 0 if self._hints[index].often else 1
        if index < self._again:
            return FARTHEST
        return min(FARTHEST, len(self._hints) - at + index - self._again)

    def _fits(self, hint: Hint, step: Step) -> float | None:
        """Return how much dearer a choice is because it fits a hint only loosely; None if it does not fit."""
        if step.source is None or hint.do not in ("cast", "play", "activate"):
            return None
        name = self._name(step.source.words)
        dearer = LOOSELY * (hint.do != step.do)
        if not hint.source:
            return dearer + LOOSELY
        if hint.source == name:
            return dearer
        return dearer + LOOSELY if hint.source in name.split() else None

    def _is_likely(self, answer: Answer, likely: frozenset[str]) -> bool:
        if len(answer) == 1 and answer[0].words == YES:
            return True
        return any(word in likely for reference in answer for word in self._words(reference.words))

    def _words(self, typed: str) -> Iterator[str]:
        name = self._name(typed)
        yield name
        yield from name.split()

    def _name(self, words: str) -> str:
        known = self._names.get(words)
        return fold(words.removeprefix(TOKEN)) if known is None else known
