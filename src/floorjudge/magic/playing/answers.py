"""Answers by name: which of the engine's actions somebody means, and what each action is about in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.playing import refusals
from floorjudge.magic.playing.bodies import Answer, Reference
from floorjudge.magic.playing.given import words_of
from floorjudge.magic.playing.naming import Names, fold
from floorjudge.magic.playing.prompts import PASS, Act, Prompt
from floorjudge.magic.positions.mana import MANA_TYPES, colour_of

YES, NO, NOTHING = "yes", "no", "none"
_POOLS = ("choices", "cards", "selectable_cards", "options")
_NUMBERS = {"ChooseX": "value", "SubmitPayAmount": "amount"}


class Subject(msgspec.Struct, frozen=True):
    """One thing that an action is about: an object, a player, or words of the game; `number` is its place in a list."""

    thing: int | None = None
    seat: int | None = None
    words: str = ""
    number: int | None = None


def subjects(prompt: Prompt, act: Act) -> tuple[Subject, ...]:
    """Return what an action is about, in the action's order; nothing for one that chooses nothing."""
    if act.kind == PASS:
        return (Subject(words="pass"),)
    return _READERS.get(act.kind, _anything)(prompt, act.about)


def in_words(prompt: Prompt, act: Act, names: Names) -> str:
    """Return what an action is about as somebody could type it."""
    return ", ".join(_said(subject, names) for subject in subjects(prompt, act)) or NOTHING


def possible(prompt: Prompt, names: Names) -> tuple[str, ...]:
    """Return what can be chosen now as somebody could type it; where several things are, each of them once."""
    kinds = {act.kind for act in prompt.acts}
    if kinds == {"SelectCards"}:
        return tuple(names.called(number) for number in pool_of(prompt))
    if kinds == {"OrderTriggers"}:
        return tuple(_said(subject, names) for subject in subjects(prompt, prompt.acts[0]))
    return tuple(in_words(prompt, act, names) for act in prompt.acts)


def only_act(prompt: Prompt, names: Names) -> Act | None:
    """Return the action that is taken without asking: the only one, or any of several that are alike; None to ask."""
    if not prompt.acts or prompt.acts[0].kind in ("ActivateAbility", "CastSpell"):
        return prompt.acts[0] if len(prompt.acts) == 1 else None
    looks = {(act.kind, look(prompt, act, names)) for act in prompt.acts}
    return prompt.acts[0] if len(looks) == 1 else None


def look(prompt: Prompt, act: Act, names: Names) -> tuple[object, ...]:
    """Return what an action is about, as a value: actions with equal ones differ in nothing that anybody could see."""
    return tuple(
        subject if subject.thing is None else (names.look(subject.thing), subject.words)
        for subject in subjects(prompt, act)
    )


def act_meant(prompt: Prompt, answer: Answer, names: Names, where: str) -> Act:
    """Return the action that an answer means.

    `answer` names what is chosen, in the order in which it is, or is empty for nothing. Raises BadInput, at `where`, when
    nothing possible is meant, or more than one thing.
    """
    if len(answer) == 1 and fold(answer[0].words) == NOTHING:
        answer = ()
    asked = {subject.words for act in prompt.acts for subject in subjects(prompt, act)}
    if asked and asked <= set(MANA_TYPES.values()):
        answer = tuple(msgspec.structs.replace(each, words=colour_of(each.words)) for each in answer)
    build = next((_BUILDERS[act.kind] for act in prompt.acts if act.kind in _BUILDERS), None)
    if build is not None:
        return build(prompt, answer, names, where)
    if prompt.kind == "DistributeAmong":
        return _division(prompt, answer, names, where)
    return _listed(prompt, answer, names, where)


def pool_of(prompt: Prompt) -> list[int]:
    """Return the objects among which several are chosen."""
    listed = {card for act in prompt.acts for card in act.about.get("cards", ())}
    pool: list[Any] = next((prompt.about[name] for name in _POOLS if isinstance(prompt.about.get(name), list)), [])
    return [*dict.fromkeys([*(each for each in pool if isinstance(each, int)), *sorted(listed)])]


def _listed(prompt: Prompt, answer: Answer, names: Names, where: str) -> Act:
    """Return the listed action whose subjects are the ones that are named."""
    about = [(act, subjects(prompt, act)) for act in prompt.acts]
    fitting = [(act, said) for act, said in about if _same(answer, said, names)]
    if fitting and all(len(said) == 1 and said[0].thing is not None for _, said in fitting):
        by_thing = {said[0].thing: act for act, said in fitting if said[0].thing is not None}
        meant = names.meant(answer[0], by_thing, where)
        if not meant:
            raise _not_possible(prompt, answer, names, where)
        return by_thing[meant[0]]
    if len(fitting) > 1:
        raise refusals.which_one(where, words_of(answer), tuple(in_words(prompt, act, names) for act, _ in fitting))
    if not fitting:
        raise _not_possible(prompt, answer, names, where)
    return fitting[0][0]


def _cards(prompt: Prompt, answer: Answer, names: Names, where: str) -> Act:
    """Return the choice of several cards or permanents; the engine does not list every combination."""
    left = pool_of(prompt)
    chosen: list[int] = []
    for index, reference in enumerate(answer):
        meant = names.meant(reference, left, where)
        if not meant:
            raise _not_possible(prompt, answer[index : index + 1], names, where)
        chosen.append(meant[0])
        left.remove(meant[0])
    return Act("SelectCards", {"cards": chosen})


def _modes(prompt: Prompt, answer: Answer, names: Names, where: str) -> Act:
    texts = prompt.about["modal"]["mode_descriptions"]
    every = [Subject(words=said, number=index) for index, said in enumerate(texts)]
    return Act("SelectModes", {"indices": [_place(reference, every, names, prompt, where) for reference in answer]})


def _order(prompt: Prompt, answer: Answer, names: Names, where: str) -> Act:
    every = [
        Subject(trigger["source_id"], words=trigger["description"], number=index)
        for index, trigger in enumerate(prompt.about["triggers"])
    ]
    chosen: list[int] = []
    left = list(every)
    for reference in answer:
        chosen.append(_place(reference, left, names, prompt, where))
        left = [subject for subject in left if subject.number != chosen[-1]]
    if left:
        raise _not_possible(prompt, answer, names, where)
    return Act("OrderTriggers", {"order": chosen})


def _place(reference: Reference, among: list[Subject], names: Names, prompt: Prompt, where: str) -> int:
    for subject in among:
        if subject.number is not None and _means(reference, subject, names):
            return subject.number
    raise _not_possible(prompt, (reference,), names, where)


def _number(prompt: Prompt, answer: Answer, names: Names, where: str) -> Act:
    kind = next(act.kind for act in prompt.acts if act.kind in _NUMBERS)
    if len(answer) != 1 or not (answer[0].words.isascii() and answer[0].words.isdecimal()):
        raise _not_possible(prompt, answer, names, where)
    return Act(kind, {_NUMBERS[kind]: int(answer[0].words)})


def _division(prompt: Prompt, answer: Answer, names: Names, where: str) -> Act:
    """Return how an amount is divided; each reference says how much of it is meant."""
    parts: list[list[object]] = []
    for reference in answer:
        target = next((each for each in prompt.about["targets"] if _means(reference, _target(each)[0], names)), None)
        if target is None or reference.amount is None:
            raise _not_possible(prompt, answer, names, where)
        parts.append([target, reference.amount])
    return Act("DistributeAmong", {"distribution": parts})


def _not_possible(prompt: Prompt, answer: Answer, names: Names, where: str) -> BadInput:
    return refusals.not_possible(where, words_of(answer), names.player(prompt.seat), possible(prompt, names))


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


def _target(target: Mapping[str, Any] | None) -> tuple[Subject, ...]:
    if target is None:
        return ()
    if "Player" in target:
        return (Subject(seat=int(target["Player"])),)
    return (Subject(int(target["Object"])),)


def _decided(name: str) -> Callable[[Prompt, Mapping[str, Any]], tuple[Subject, ...]]:
    return lambda _, about: (Subject(words=YES if about.get(name) else NO),)


def _replacement(prompt: Prompt, about: Mapping[str, Any]) -> tuple[Subject, ...]:
    index = int(about["index"])
    candidates = prompt.about.get("candidates", ())
    if prompt.about.get("kind", {}).get("type") == "OptionalBranch" and len(candidates) == 2:
        return (Subject(words=(YES, NO)[index]),)
    words = candidates[index]["description"] if index < len(candidates) else str(index)
    return (Subject(words=words, number=index),)


def _trigger(prompt: Prompt, index: int) -> Subject:
    trigger = prompt.about["triggers"][index]
    return Subject(trigger["source_id"], words=trigger["description"], number=None)


def _mode(prompt: Prompt, index: int) -> Subject:
    return Subject(words=prompt.about["modal"]["mode_descriptions"][index], number=index)


def _colours(about: Mapping[str, Any]) -> tuple[Subject, ...]:
    chosen = about["choice"].get("data")
    return tuple(Subject(words=str(each)) for each in (chosen if isinstance(chosen, list) else [chosen]))


def _branch(prompt: Prompt, about: Mapping[str, Any]) -> tuple[Subject, ...]:
    index = int(about["index"])
    said = prompt.about.get("branch_descriptions") or ()
    return (Subject(words=str(said[index]) if index < len(said) else "", number=index),)


def _fighters(name: str) -> Callable[[Prompt, Mapping[str, Any]], tuple[Subject, ...]]:
    """Return who fights whom, from pairs of an object with an object or a target."""
    return lambda _, about: tuple(Subject(number) for pair in about[name] for number in pair if isinstance(number, int))


def _anything(_: Prompt, about: Mapping[str, Any]) -> tuple[Subject, ...]:
    """Return what an action of another kind says: objects where it gives their numbers, else its words."""
    return tuple(subject for name, value in about.items() for subject in _leaves(name, value))


def _leaves(name: str, value: object) -> list[Subject]:
    if isinstance(value, list):
        return [subject for each in value for subject in _leaves(name, each)]
    if isinstance(value, dict):
        if value and set(value) <= {"Object", "Player"}:
            return list(_target(value))
        return [subject for inner, each in value.items() for subject in _leaves(inner, each)]
    if isinstance(value, bool):
        return [Subject(words=YES if value else NO)]
    if isinstance(value, int):
        is_thing = name.endswith(("_id", "_ids")) or name in ("keep", "cards", "creatures")
        return [Subject(value) if is_thing else Subject(words=str(value))]
    return [Subject(words=str(value))] if value is not None else []


_READERS: dict[str, Callable[[Prompt, Mapping[str, Any]], tuple[Subject, ...]]] = {
    "ChooseTarget": lambda _, about: _target(about["target"]),
    "SelectTargets": lambda _, about: tuple(each for target in about["targets"] for each in _target(target)),
    "SelectCards": lambda _, about: tuple(Subject(card) for card in about["cards"]),
    "ChooseX": lambda _, about: (Subject(words=str(about["value"])),),
    "SubmitPayAmount": lambda _, about: (Subject(words=str(about["amount"])),),
    "SelectModes": lambda prompt, about: tuple(_mode(prompt, index) for index in about["indices"]),
    "OrderTriggers": lambda prompt, about: tuple(_trigger(prompt, index) for index in about["order"]),
    "ChooseReplacement": _replacement,
    "ChooseBranch": _branch,
    "KeepAllCopyTargets": lambda *_: (Subject(words="keep"),),
    "DeclareAttackers": _fighters("attacks"),
    "DeclareBlockers": _fighters("assignments"),
    "ChooseManaColor": lambda _, about: _colours(about),
    "DecideOptionalEffect": _decided("accept"),
    "DecideOptionalCost": _decided("pay"),
    "PayUnlessCost": _decided("pay"),
    "PlayLand": lambda _, about: (Subject(about["object_id"]),),
    "CastSpell": lambda _, about: (Subject(about["object_id"]),),
    "ActivateAbility": lambda _, about: (Subject(about["source_id"]),),
}
_BUILDERS: dict[str, Callable[[Prompt, Answer, Names, str], Act]] = {
    "SelectCards": _cards,
    "SelectModes": _modes,
    "OrderTriggers": _order,
    "ChooseX": _number,
    "SubmitPayAmount": _number,
}
