"""What a step says beforehand to the questions that come up in it, handed out question by question."""

from __future__ import annotations

from collections.abc import Iterable

from floorjudge.magic.phase.actions import Event, Subject
from floorjudge.magic.phase.prompts import Prompt
from floorjudge.magic.playing.bodies import Answer, Reference, Step
from floorjudge.magic.playing.naming import Names


class Given:
    """The answers of a step; each is used once, in order, for the questions that it fits."""

    def __init__(self, step: Step, where: str) -> None:
        self._where = where
        self._named = step.targets
        self._targets = list(enumerate(step.targets))
        self._had_targets = bool(step.targets)
        self._modes = step.modes
        self._x = step.x
        self._using = list(enumerate(step.pay.using))
        self._mana = None if step.pay.mana is None else list(enumerate(step.pay.mana))
        self._extra = step.pay.extra
        self._choose = [] if step.do == "choose" else list(enumerate(step.choose))
        self._answer: Answer | None = step.choose[0] if step.do == "choose" else None

    def answer(self, prompt: Prompt) -> tuple[Answer, str] | None:
        """Return the answer to a question, with its place in the body; None when nothing was said to it."""
        if self._answer is not None:
            return self._first_answer(prompt)
        if prompt.asks_for_targets and self._targets:
            index, reference = self._targets.pop(0)
            return (reference,), f"{self._where}.targets[{index}]"
        if prompt.asks_for_targets and self._had_targets and prompt.may_choose_no_target:
            return (), f"{self._where}.targets"
        return self._by_kind(prompt) or self._next_choice(prompt)

    def place_of(self, prompt: Prompt) -> str:
        """Return the place in the body where the answer to a question would stand."""
        if prompt.asks_for_targets:
            return f"{self._where}.targets[0]"
        if prompt.asks_for_a_number:
            return f"{self._where}.x"
        named = {"ModeChoice": "modes", "PayCost": "pay.with", "OptionalCostChoice": "pay.extra"}
        return f"{self._where}.{named.get(prompt.kind, 'choose[0]')}"

    def take_what_happened(self, events: Iterable[Event], names: Names) -> None:
        """Use up what is left of targets and payments where the engine has done so without asking: nothing else was possible."""
        happened = list(events)
        targets = [event.target for event in happened if event.target is not None]
        while self._targets and any(_is_target(self._targets[0][1], target, names) for target in targets):
            self._targets.pop(0)
        things = [event.thing for event in happened if event.thing is not None]
        while self._using and names.meant(self._using[0][1], things, self._where):
            self._using.pop(0)

    def other_targets(self, events: Iterable[Event], names: Names) -> tuple[str, ...]:
        """Return what was targeted without asking, because nothing else was possible, where the step still names other targets."""
        targets = [event.target for event in events if event.target is not None] if self._targets else []
        others = [each for each in targets if not any(_is_target(named, each, names) for named in self._named)]
        return tuple(
            names.called(each.thing) if each.thing is not None else names.player(each.seat or 0) for each in others
        )

    def left(self) -> tuple[str, str] | None:
        """Return the place of the first answer that was not asked for, and the answer as it was typed."""
        for name, rest in (("targets", self._targets), ("pay.with", self._using), ("pay.mana", self._mana)):
            if rest:
                return f"{self._where}.{name}[{rest[0][0]}]", rest[0][1].words
        if self._modes:
            return f"{self._where}.modes", words_of(self._modes)
        if self._x is not None:
            return f"{self._where}.x", str(self._x)
        if self._extra is not None:
            return f"{self._where}.pay.extra", "true" if self._extra else "false"
        if not self._choose:
            return None
        index, answer = self._choose[0]
        return f"{self._where}.choose[{index}]", words_of(answer)

    def _first_answer(self, prompt: Prompt) -> tuple[Answer, str] | None:
        answer, self._answer = self._answer, None
        where = f"{self._where}.answer"
        if answer is None:
            return None
        if prompt.asks_for_targets and len(answer) > 1:
            self._targets, self._had_targets = list(enumerate(answer))[1:], True
            return answer[:1], where
        return answer, where

    def _by_kind(self, prompt: Prompt) -> tuple[Answer, str] | None:
        if prompt.kind == "ModeChoice" and self._modes:
            modes, self._modes = self._modes, ()
            return modes, f"{self._where}.modes"
        if prompt.asks_for_a_number and self._x is not None:
            number, self._x = self._x, None
            return (Reference(str(number)),), f"{self._where}.x"
        if prompt.kind == "OptionalCostChoice" and self._extra is not None:
            extra, self._extra = self._extra, None
            return (Reference("yes" if extra else "no"),), f"{self._where}.pay.extra"
        if prompt.kind == "ManaPayment" and self._mana is not None:
            return self._next_mana()
        if prompt.kind == "PayCost" and self._using:
            many = prompt.count or len(self._using)
            now, self._using = self._using[:many], self._using[many:]
            return tuple(reference for _, reference in now), f"{self._where}.pay.with[{now[0][0]}]"
        return None

    def _next_mana(self) -> tuple[Answer, str]:
        if not self._mana:
            self._mana = None
            return (Reference("pass"),), f"{self._where}.pay.mana"
        index, reference = self._mana.pop(0)
        return (reference,), f"{self._where}.pay.mana[{index}]"

    def _next_choice(self, prompt: Prompt) -> tuple[Answer, str] | None:
        if not self._choose:
            return None
        index, answer = self._choose.pop(0)
        if prompt.asks_for_targets and len(answer) > 1:
            self._choose.insert(0, (index, answer[1:]))
            answer = answer[:1]
        return answer, f"{self._where}.choose[{index}]"


def words_of(answer: Answer) -> str:
    """Return an answer as it was typed."""
    return ", ".join(reference.words for reference in answer) or "none"


def _is_target(reference: Reference, target: Subject, names: Names) -> bool:
    if target.thing is None:
        return names.seat(reference.words) == target.seat
    return bool(names.meant(reference, [target.thing], ""))
