"""Answers by name: which of the engine's actions somebody means, and what each action is about in words."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.colours import LETTERS, mana_word
from floorjudge.magic.phase.actions import NO, YES, Action, Subject
from floorjudge.magic.phase.prompts import Prompt
from floorjudge.magic.playing.bodies import Answer, Reference
from floorjudge.magic.playing.errors import NotPossible, WhichOne
from floorjudge.magic.playing.given import words_of
from floorjudge.magic.playing.naming import Names, fold

NOTHING = "none"


def in_words(prompt: Prompt, act: Action, names: Names) -> str:
    """Return what an action is about as somebody could type it."""
    return ", ".join(_said(subject, names) for subject in prompt.subjects(act)) or NOTHING


def possible(prompt: Prompt, names: Names) -> tuple[str, ...]:
    """Return what can be chosen now as somebody could type it; where several things are, each of them once."""
    kinds = {act.kind for act in prompt.actions}
    if kinds == {"SelectCards"}:
        return tuple(names.called(number) for number in prompt.pool)
    if kinds == {"OrderTriggers"}:
        return tuple(_said(subject, names) for subject in prompt.subjects(prompt.actions[0]))
    return tuple(in_words(prompt, act, names) for act in prompt.actions)


def only_act(prompt: Prompt, names: Names) -> Action | None:
    """Return the action that is taken without asking: the only one, or any of several that are alike; None to ask."""
    if not prompt.actions or prompt.actions[0].kind in ("ActivateAbility", "CastSpell"):
        return prompt.actions[0] if len(prompt.actions) == 1 else None
    looks = {(act.kind, look(prompt, act, names)) for act in prompt.actions}
    return prompt.actions[0] if len(looks) == 1 else None


def look(prompt: Prompt, act: Action, names: Names) -> tuple[object, ...]:
    """Return what an action is about, as a value: actions with equal ones differ in nothing that anybody could see."""
    return tuple(
        subject if subject.thing is None else (names.look(subject.thing), subject.words)
        for subject in prompt.subjects(act)
    )


def act_meant(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    """Return the action that an answer means.

    `answer` names what is chosen, in the order in which it is, or is empty for nothing. Raises BadInput, at `where`, when
    nothing possible is meant, or more than one thing.
    """
    if len(answer) == 1 and fold(answer[0].words) == NOTHING:
        answer = ()
    asked = {subject.words for act in prompt.actions for subject in prompt.subjects(act)}
    if asked and asked <= LETTERS.keys():
        answer = tuple(msgspec.structs.replace(each, words=mana_word(each.words)) for each in answer)
    build = next((_BUILDERS[act.kind] for act in prompt.actions if act.kind in _BUILDERS), None)
    if build is not None:
        return build(prompt, answer, names, where)
    if prompt.kind == "DistributeAmong":
        return _division(prompt, answer, names, where)
    return _listed(prompt, answer, names, where)


def _listed(prompt: Prompt, answer: Answer, names: Names, where: str) -> Action:
    """Return the listed action whose subjects are the ones that are named."""
    about = [(act, prompt.subjects(act)) for act in prompt.actions]
    fitting = [(act, said) for act, said in about if _same(answer, said, names)]
    if fitting and all(len(said) == 1 and said[0].thing is not None for _, said in fitting):
        by_thing = {said[0].thing: act for act, said in fitting if said[0].thing is not None}
        meant = names.meant(answer[0], by_thing, where)
        if not meant:
            raise _not_possible(prompt, answer, names, where)
        return by_thing[meant[0]]
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
    """Return how an amount is divided; each reference says how much of it is meant."""
    parts: list[tuple[Subject, int]] = []
    for reference in answer:
        target = next((each for each in prompt.shares if _means(reference, each, names)), None)
        if target is None or reference.amount is None:
            raise _not_possible(prompt, answer, names, where)
        parts.append((target, reference.amount))
    return prompt.divide(parts)


def _not_possible(prompt: Prompt, answer: Answer, names: Names, where: str) -> BadInput:
    return NotPossible(words_of(answer), names.player(prompt.seat), possible(prompt, names), where=where)


def _same(answer: Answer, said: tuple[Subject, ...], names: Names) -> bool:
    """Say whether references mean some subjects, all of them, in any order."""
    left = list(said)
    for reference in answer:
        found = next((subject for subject in left if _means(reference, subject, names)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _means(reference: Reference, subject: Subject, names: Names) -> bool:
    if subject.seat is not None:
        return names.seat(reference.words) == subject.seat
    if subject.thing is not None and names.meant(msgspec.structs.replace(reference, nth=None), [subject.thing], ""):
        return True
    words, said = fold(reference.words), fold(subject.words)
    if subject.number is not None and words.isdecimal():
        return words == str(subject.number)
    return bool(said) and (words == said if words in (YES, NO) else words in said)


def _said(subject: Subject, names: Names) -> str:
    if subject.seat is not None:
        return names.player(subject.seat)
    if subject.thing is None:
        return subject.words
    return f"{names.called(subject.thing)}: {subject.words}" if subject.words else names.called(subject.thing)


_BUILDERS: dict[str, Callable[[Prompt, Answer, Names, str], Action]] = {
    "SelectCards": _cards,
    "SelectModes": _modes,
    "OrderTriggers": _order,
    "ChooseX": _number,
    "SubmitPayAmount": _number,
}
