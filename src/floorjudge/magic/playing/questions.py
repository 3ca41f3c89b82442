"""Puts the engine's questions and possible answers into words, and finds the action that an answer means."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.colours import LETTERS, MANA
from floorjudge.magic.engine.actions import NO, YES, Action, Event, Subject
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.engine.prompts import TARGETS, Prompt
from floorjudge.magic.playing.bodies import Answer, Reference, Step
from floorjudge.magic.playing.errors import NotPossible, WhichOne
from floorjudge.magic.playing.naming import Names, fold
from floorjudge.magic.playing.steps import ability_words
from floorjudge.texts import Text, Value, text

NOTHING = "none"
_COLOURS = (text("white"), text("blue"), text("black"), text("red"), text("green"), text("colorless"))
_PHRASES = {fold(word): phrase for word, phrase in zip(MANA.values(), _COLOURS, strict=True)} | {
    YES: text("yes"),
    NO: text("no"),
    NOTHING: text("nothing"),
    "keep": text("leave the targets as they are"),
    "artifact": text("artifact"),
    "battle": text("battle"),
    "creature": text("creature"),
    "enchantment": text("enchantment"),
    "instant": text("instant"),
    "land": text("land"),
    "planeswalker": text("planeswalker"),
    "sorcery": text("sorcery"),
    "heads": text("heads"),
    "tails": text("tails"),
    "even": text("even"),
    "odd": text("odd"),
    "tap": text("tap"),
    "untap": text("untap"),
}


def choice_name(word: str) -> Text | str:
    """Return the usual word for the engine's word for a choice, such as Blue or no; any other word unchanged."""
    return _PHRASES.get(fold(word), word)


def question(prompt: Prompt, names: Names) -> Text:
    """Return the engine's question as a sentence."""
    gaps = {"player": names.player(prompt.seat)}
    if prompt.source is not None:
        gaps["source"] = names.called(prompt.source)
    pattern = _QUESTIONS.get(prompt.kind, text("{player} makes a choice for {source}."))
    description = prompt.description
    if prompt.kind in _YES_OR_NO and description:
        gaps["words"] = description if description.endswith(".") else f"{description}."
        pattern = text("{player} says yes or no to {source}: {words}")
        unnamed = text("{player} says yes or no: {words}")
    else:
        unnamed = text("{player} makes a choice.")
    missing = "source" not in gaps and "{source}" in pattern.message
    return Text((unnamed if missing else pattern).message, {**gaps})


def option(prompt: Prompt, act: Action, names: Names) -> Text:
    """Return an action as a phrase for a list."""
    if act.is_pass:
        return text("pass") if prompt.kind == "Priority" else text("pay")
    if act.kind == "DeclareAttackers":
        creatures = tuple(names.called(attacker) for attacker, _ in act.attacks)
        return text("attack with {creatures}", creatures=creatures) if creatures else text("attack with nothing")
    if act.kind == "DeclareBlockers":
        pairs = tuple(f"{names.called(one)} > {names.called(other)}" for one, other in act.blocks)
        return text("block: {pairs}", pairs=pairs) if pairs else text("block with nothing")
    subjects = tuple(_shown(subject, names) for subject in prompt.subjects(act))
    gaps: dict[str, Value] = {"choice": subjects or choice_name(NOTHING)}
    if act.kind == "ActivateAbility":
        words = ability_words(act, names)
        # An ability without text is named by its number.
        gaps["ability"] = words.partition(": ")[2].replace(ITSELF, names.called(act.source)) or words
    return Text(_OPTIONS.get(act.kind, text("{choice}")).message, {**gaps})


_YES_OR_NO = frozenset({"OptionalEffectChoice", "OptionalCostChoice", "UnlessPayment", "OpponentMayChoice"})
_DISCARDS = frozenset({"DiscardChoice", "DiscardToHandSize", "WardDiscardChoice"})
_QUESTIONS = {
    "Priority": text("{player} has priority."),
    **dict.fromkeys(TARGETS, text("{player} chooses a target for {source}.")),
    **dict.fromkeys(_YES_OR_NO, text("{player} says yes or no to {source}.")),
    "ModeChoice": text("{player} chooses what {source} does."),
    "ChooseXValue": text("{player} chooses the value of X for {source}."),
    "OrderTriggers": text(
        "{player} puts triggered abilities on the stack; the first one named goes first and resolves last."
    ),
    "ReplacementChoice": text("{player} chooses which of these effects applies first."),
    "ScryChoice": text("{player} names the cards that stay on top, in order; the others go to the bottom."),
    "DeclareAttackers": text("{player} declares attackers."),
    "DeclareBlockers": text("{player} declares blockers."),
    "ManaPayment": text("{player} pays mana for {source}."),
    "ChooseManaColor": text("{player} chooses a color of mana."),
    **dict.fromkeys(_DISCARDS, text("{player} chooses what to discard.")),
    "SearchChoice": text("{player} searches and chooses what to take."),
}
_OPTIONS = {
    "CastSpell": text("cast {choice}"),
    "PlayLand": text("play {choice}"),
    "ActivateAbility": text("activate {choice} ({ability})"),
}


def in_words(prompt: Prompt, act: Action, names: Names) -> str:
    """Return the subjects of an action as a player could type them."""
    return ", ".join(_typed(subject, names) for subject in prompt.subjects(act)) or NOTHING


def possible(prompt: Prompt, names: Names) -> tuple[str, ...]:
    """Return the possible choices as a player could type them; each thing once if a choice is of several."""
    kinds = {act.kind for act in prompt.actions}
    if kinds == {"SelectCards"}:
        return tuple(names.called(number) for number in prompt.pool)
    if kinds == {"OrderTriggers"}:
        return tuple(_typed(subject, names) for subject in prompt.subjects(prompt.actions[0]))
    return tuple(in_words(prompt, act, names) for act in prompt.actions)


def only_act(prompt: Prompt, names: Names) -> Action | None:
    """Return the action that needs no question: the only one, or any of several that are alike; None to ask."""
    if not prompt.actions or prompt.actions[0].kind in ("ActivateAbility", "CastSpell"):
        return prompt.actions[0] if len(prompt.actions) == 1 else None
    looks = {(act.kind, look(prompt, act, names)) for act in prompt.actions}
    return prompt.actions[0] if len(looks) == 1 else None


def look(prompt: Prompt, act: Action, names: Names) -> tuple[object, ...]:
    """Return the appearance of an action's subjects as a value: a player sees no difference between equal ones."""
    return tuple(
        subject if subject.thing is None else (names.look(subject.thing), subject.words)
        for subject in prompt.subjects(act)
    )


def act_meant(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    """Return the action that an answer means.

    `answer` names the choices in their order, or is empty for none. Raises BadInput, at `where`, if it fits no possible
    action, or more than one.
    """
    if len(answer) == 1 and fold(answer[0].words) == NOTHING:
        answer = ()
    choices = {subject.words for act in prompt.actions for subject in prompt.subjects(act)}
    if choices and choices <= LETTERS.keys():
        answer = tuple(msgspec.structs.replace(each, words=MANA.get(each.words.upper(), each.words)) for each in answer)
    if len(answer) == 1 and prompt.mana_in_combination:
        # One color is all of that color: how much that is may change from one iteration to the next.
        answer *= prompt.mana_in_combination
    build = next((_BUILDERS[act.kind] for act in prompt.actions if act.kind in _BUILDERS), None)
    if build is not None:
        return build(prompt, answer, names, where)
    if prompt.kind == "DistributeAmong":
        return _division(prompt, answer, names, where)
    return _listed(prompt, answer, names, where)


def _listed(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    """Return the listed action with the named subjects."""
    about = [(act, prompt.subjects(act)) for act in prompt.actions]
    fitting = [(act, subjects) for act, subjects in about if _same(answer, subjects, names)]
    if fitting and all(len(subjects) == 1 and subjects[0].thing is not None for _, subjects in fitting):
        by_thing = {subjects[0].thing: (act, subjects) for act, subjects in fitting if subjects[0].thing is not None}
        fitting = [by_thing[number] for number in names.meant(answer[0], by_thing, where)[:1]]
    if len(fitting) > 1:
        raise WhichOne(words_of(answer), tuple(in_words(prompt, act, names) for act, _ in fitting), where=where)
    if not fitting:
        raise _not_possible(prompt, answer, names, where)
    return fitting[0][0]


def _cards(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    """Return the choice of several cards or permanents; the engine does not list every combination."""
    left = prompt.pool
    chosen: list[int] = []
    for index, reference in enumerate(answer):
        meant = names.meant(reference, left, where)
        if not meant:
            raise _not_possible(prompt, answer[index : index + 1], names, where)
        chosen.append(meant[0])
        left.remove(meant[0])
    return Action.select_cards(chosen)


def _modes(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    return Action.select_modes([_place(reference, prompt.modes, names, prompt, where) for reference in answer])


def _order(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    chosen: list[int] = []
    left = prompt.triggers
    for reference in answer:
        chosen.append(_place(reference, left, names, prompt, where))
        left = [subject for subject in left if subject.number != chosen[-1]]
    if left:
        raise _not_possible(prompt, answer, names, where)
    return Action.order_triggers(chosen)


def _place(reference: Reference, among: list[Subject], names: Names, prompt: Prompt, where: str) -> int:
    for subject in among:
        if subject.number is not None and _means(reference, subject, names):
            return subject.number
    raise _not_possible(prompt, (reference,), names, where)


def _number(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    if len(answer) != 1 or not (answer[0].words.isascii() and answer[0].words.isdecimal()):
        raise _not_possible(prompt, answer, names, where)
    return prompt.number(int(answer[0].words))


def _division(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    """Return the division of an amount; each reference has its share."""
    parts: list[tuple[Subject, int]] = []
    left = prompt.shares
    for reference in answer:
        target = names.among(reference, left if reference.nth is None else prompt.shares, where)
        if target not in left or reference.amount is None:
            raise _not_possible(prompt, answer, names, where)
        parts.append((target, reference.amount))
        left.remove(target)
    return prompt.divide(parts)


def _not_possible(prompt: Prompt, answer: Answer, names: Names, where: str) -> BadInput:
    return NotPossible(words_of(answer), names.player(prompt.seat), possible(prompt, names), where=where)


def _same(answer: Answer, subjects: tuple[Subject, ...], names: Names) -> bool:
    """Return whether references mean some subjects, all of them, in any order."""
    left = list(subjects)
    for reference in answer:
        meant = next((subject for subject in left if _means(reference, subject, names)), None)
        if meant is None:
            return False
        left.remove(meant)
    return not left


def _means(reference: Reference, subject: Subject, names: Names) -> bool:
    if subject.seat is not None:
        return names.seat(reference.words) == subject.seat
    if subject.thing is not None and names.meant(msgspec.structs.replace(reference, nth=None), [subject.thing], ""):
        return True
    words, own_words = fold(reference.words), fold(subject.words)
    if subject.number is not None and words.isdecimal():
        return words == str(subject.number)
    return bool(own_words) and (words == own_words if words in (YES, NO) else words in own_words)


def _typed(subject: Subject, names: Names) -> str:
    """Return a choice as a player could type it."""
    if subject.seat is not None:
        return names.player(subject.seat)
    if subject.thing is None:
        return subject.words
    return f"{names.called(subject.thing)}: {subject.words}" if subject.words else names.called(subject.thing)


def _shown(subject: Subject, names: Names) -> Text | str:
    """Return a choice in the usual words."""
    return choice_name(subject.words) if subject.thing is None and subject.seat is None else _typed(subject, names)


_BUILDERS: dict[str, Callable[[Prompt, Answer, Names, str], Action]] = {
    "SelectCards": _cards,
    "SelectModes": _modes,
    "OrderTriggers": _order,
    "ChooseX": _number,
    "SubmitPayAmount": _number,
}


# The field of a step that answers a question of a kind; `choose` answers all other questions.
_FIELDS = {
    **dict.fromkeys(TARGETS, "targets"),
    "ModeChoice": "modes",
    "ChooseXValue": "x",
    "PayAmountChoice": "x",
    "PayCost": "pay.with",
    "ManaPayment": "pay.mana",
    "OptionalCostChoice": "pay.extra",
}


class StepAnswers:
    """The answers of a step; each is used once, in order, for the questions that it fits."""

    def __init__(self, step: Step, where: str) -> None:
        self._where = where
        self._named = step.targets
        self._names_targets = bool(step.targets)
        self._pays_by_hand = step.pay.mana is not None
        extra = () if step.pay.extra is None else (Reference("yes" if step.pay.extra else "no"),)
        # The answers that no question has used yet, by the field of the step, with their places.
        self._left: dict[str, list[tuple[Answer, str]]] = {
            "targets": self._each("targets", step.targets),
            "pay.with": self._each("pay.with", step.pay.using),
            "pay.mana": self._each("pay.mana", step.pay.mana or ()),
            "modes": [(step.modes, f"{where}.modes")] if step.modes else [],
            "x": [] if step.x is None else [((Reference(str(step.x)),), f"{where}.x")],
            "pay.extra": [(extra, f"{where}.pay.extra")] if extra else [],
            "choose": [(answer, f"{where}.choose[{index}]") for index, answer in enumerate(step.choose)],
        }
        self._is_choice = step.do == "choose"
        if self._is_choice:
            self._left["choose"] = [(step.choose[0], f"{where}.answer")]

    def _each(self, field: str, given: Iterable[Reference], first: int = 0) -> list[tuple[Answer, str]]:
        return [((each,), f"{self._where}.{field}[{index}]") for index, each in enumerate(given, first)]

    def answer(self, prompt: Prompt) -> tuple[Answer, str] | None:
        """Return the answer to a question, with its place in the body; None if the step has none."""
        field = _FIELDS.get(prompt.kind, "choose")
        left = self._left[field]
        if field == "choose" or not left:
            return self._without_a_field(prompt, field)
        many = prompt.count or len(left) if field == "pay.with" else 1
        now, self._left[field] = left[:many], left[many:]
        return tuple(reference for answer, _ in now for reference in answer), now[0][1]

    def _without_a_field(self, prompt: Prompt, field: str) -> tuple[Answer, str] | None:
        if field == "pay.mana" and self._pays_by_hand:
            self._pays_by_hand = False
            return (Reference("pass"),), f"{self._where}.pay.mana"
        if field == "targets" and self._names_targets and prompt.may_choose_no_target:
            return (), f"{self._where}.targets"
        if not self._left["choose"]:
            return None
        answer, where = self._left["choose"].pop(0)
        if prompt.kind in TARGETS and len(answer) > 1:
            if self._is_choice:
                self._left["targets"], self._names_targets = self._each("targets", answer[1:], 1), True
            else:
                self._left["choose"].insert(0, (answer[1:], where))
            answer = answer[:1]
        return answer, where

    def place_of(self, prompt: Prompt) -> str:
        """Return the place in the body where the answer to a question would stand."""
        field = _FIELDS.get(prompt.kind, "choose")
        return f"{self._where}.{field}[0]" if field in ("targets", "choose") else f"{self._where}.{field}"

    def take_what_happened(self, events: Iterable[Event], names: Names) -> None:
        """Use up remaining targets and payments that the engine has chosen by itself, as the only possible ones."""
        happened = list(events)
        targets, using = self._left["targets"], self._left["pay.with"]
        targeted = [event.target for event in happened if event.target is not None]
        while targets and any(names.means(targets[0][0][0], each) for each in targeted):
            targets.pop(0)
        things = [event.thing for event in happened if event.thing is not None]
        while using and names.meant(using[0][0][0], things, self._where):
            using.pop(0)

    def other_targets(self, events: Iterable[Event], names: Names) -> tuple[str, ...]:
        """Return the targets that the engine chose without a question, if the step names others."""
        targets = [event.target for event in events if event.target is not None] if self._left["targets"] else []
        others = [each for each in targets if not any(names.means(named, each) for named in self._named)]
        return tuple(map(names.one, others))

    def left(self) -> tuple[str, str] | None:
        """Return the place of the first unused answer, and the answer as it was typed."""
        for field, left in self._left.items():
            for answer, where in left:
                words = words_of(answer)
                return where, {"yes": "true", "no": "false"}[words] if field == "pay.extra" else words
        return None


def words_of(answer: Answer) -> str:
    """Return an answer as it was typed."""
    return ", ".join(reference.words for reference in answer) or "none"
