"""A loop in words: its choices one after the other, and what each of them gains and spends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.engine.prompts import Prompt
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Answer, Body, Reference, Step
from floorjudge.magic.playing.counter_names import main_amounts
from floorjudge.magic.playing.naming import TOKEN, Names, fold
from floorjudge.magic.playing.playing import Decision, play_body, play_each, play_on
from floorjudge.magic.playing.questions import choice_name
from floorjudge.magic.playing.steps import ability_words, turn_step_words
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import Card, Permanent, Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.texts import Text, Value, text


class LoopStep(msgspec.Struct, frozen=True):
    """A choice with its answers, in phrases, and the amounts that it changed."""

    said: tuple[Text, ...]
    changes: tuple[tuple[Text, int], ...]


def loop_steps(case: LoopCase, library: CardLibrary) -> tuple[LoopStep, ...]:
    """Return the steps of one iteration, the second: in the first, something may still be missing.

    Raises what `play_body` does.
    """
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    play_body(table, case.body)
    steps: list[LoopStep] = []
    before = main_amounts(table.snapshot(), table.names)
    left = iter(body_words(case.body, case.position, table.clone))
    for group in _groups(case.body):
        words = tuple(islice(left, len(group)))
        if group[0].do == "resolve":
            words = (_resolving(table) or words[0], *words[1:])
        play_on(table, group)
        now = main_amounts(table.snapshot(), table.names)
        steps.append(LoopStep(words, _changes(before, now)))
        before = now
    return tuple(steps)


def _resolving(table: Table) -> Text | None:
    """Return a phrase for the top of the stack; None where it has no name."""
    top = next(reversed(table.stack()), None)
    source = None if top is None or top.source is None else Names(table).thing(top.source)
    if top is None or source is None or not source.name:
        return None
    return (
        text("{spell} resolves", spell=source.name)
        if top.is_spell
        else text("the ability of {card} resolves", card=source.name)
    )


def _groups(body: Body) -> list[tuple[Step, ...]]:
    """Return the steps, each with the answers after it."""
    groups: list[list[Step]] = []
    for step in body:
        if step.do == "choose" and groups:
            groups[-1].append(step)
        else:
            groups.append([step])
    return [tuple(group) for group in groups]


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


_STEPS: dict[str, Text] = {
    "activate": text("activate {source}"),
    "cast": text("cast {source}"),
    "play": text("play {source}"),
    "choose": text("choose {answer}"),
    "pass": text("{player} passes"),
    "attack": text("attack with {creatures}"),
    "block": text("block with {creatures}"),
    "resolve": text("the top of the stack resolves"),
    "resolve all": text("everybody passes until the stack is empty"),
    "to step": text("everybody passes until the step: {step}"),
}
_ASKS_FOR_X = "ChooseXValue"
_NOBODY = {"attack": text("attack with nothing"), "block": text("block with nothing"), "pass": text("pass")}


class _Told(msgspec.Struct, frozen=True):
    """What playing a step shows: the card and the words of the ability that it activates, and what it answers.

    It answers with the number of a `seat`, unless the question is about something else, with the value of an `x`.
    """

    card: str = ""
    ability: str = ""
    seat: bool = True
    x: bool = False


_PLAIN = _Told()


def case_words(case: LoopCase, library: CardLibrary) -> tuple[Text, ...]:
    """Return the steps of the body of a case as `body_words` does."""

    def begin() -> Table:
        table = set_up(case.position, library)
        play_body(table, case.before, "before")
        return table

    return body_words(case.body, case.position, begin)


def body_words(body: Body, position: Position, begin: Callable[[], Table]) -> tuple[Text, ...]:
    """Return the steps of a body as phrases; where it uses several abilities of one card, each with its words.

    An answer that is a number is a player, or that number: which one the question tells.

    `begin` makes a table on which the body is played, as far as it can be.
    """
    sources = [step.source.words for step in body if step.source is not None and step.do == "activate"]
    numbers = any(_is_number(each) for step in body if step.do == "choose" for each in step.choose[0])
    told = _told(body, begin) if numbers or len(set(sources)) < len(sources) else {}
    several = Counter(card for card, _ in {(each.card, each.ability) for each in told.values() if each.card})
    return tuple(
        step_words(step, position, told.get(index, _PLAIN), tells_ability=several[told.get(index, _PLAIN).card] > 1)
        for index, step in enumerate(body)
    )


def _told(body: Body, begin: Callable[[], Table]) -> dict[int, _Told]:
    """Return what the first choice of each step shows, by the place of the step, up to one that cannot be played."""
    found: dict[int, _Told] = {}

    def note(prompt: Prompt, decision: Decision, names: Names) -> None:
        if decision.how != "said" or at in found:
            return
        thing = names.thing(decision.chosen.source) if decision.chosen.is_activation else None
        if thing is not None:
            said = ability_words(decision.chosen, names).partition(": ")[2]
            found[at] = _Told(thing.name, said.replace(ITSELF, thing.name))
        else:
            seat = any(subject.seat is not None for subject in prompt.subjects(decision.chosen))
            found[at] = _Told(seat=seat, x=prompt.kind == _ASKS_FOR_X)

    at = 0
    with suppress(FloorjudgeError):
        for _ in play_each(begin(), body, noted=note, listing=False):
            at += 1
    return found


def step_words(step: Step, position: Position, told: _Told = _PLAIN, *, tells_ability: bool = False) -> Text:
    """Return a step that begins in a position as a phrase: what has a label there is called by the name of its card.

    It `tells_ability`, what the card says of the one that is activated, where the card alone does not say enough.
    """
    creatures = (*(each.attacker for each in step.attackers), *(each.blocker for each in step.blocks))
    gaps: dict[str, Value] = {
        "source": "" if step.source is None else _name(step.source.words, position),
        "answer": tuple(map(choice_name, _answers(step, position, told))),
        "player": "" if step.by is None else _name(step.by, position),
        "creatures": _names((creatures,), position),
        "step": turn_step_words(step.step or ""),
    }
    missing = step.by is None if step.do == "pass" else not creatures
    pattern = _NOBODY[step.do] if missing and step.do in _NOBODY else _STEPS[step.do]
    said = Text(pattern.message, {gap: value for gap, value in gaps.items() if f"{{{gap}}}" in pattern.message})
    if told.x and step.do == "choose":
        said = text("choose {number} for X", number=gaps["answer"])
    if tells_ability:
        said = text("activate {choice} ({ability})", choice=gaps["source"], ability=told.ability)
    if step.x is not None:
        said = text("{step}, with {number} for X", step=said, number=digits(step.x))
    if not step.targets:
        return said
    return text("{step}, targeting {targets}", step=said, targets=_names((step.targets,), position))


def _names(answers: tuple[Answer, ...], position: Position) -> tuple[str, ...]:
    return tuple(_name(each.words, position) for answer in answers for each in answer)


def _answers(step: Step, position: Position, told: _Told) -> tuple[str, ...]:
    """Return the answers of a step: players and cards by their names, a number unchanged where it means neither."""
    if told.seat:
        return _names(step.choose, position)
    return tuple(
        fold(each.words) if _is_number(each) else _name(each.words, position)
        for answer in step.choose
        for each in answer
    )


def _is_number(reference: Reference) -> bool:
    return fold(reference.words).isdecimal()


def _name(words: str, position: Position) -> str:
    """Return the name of the player with a number, of the card with a label; anything else unchanged."""
    if fold(words).isdecimal() and int(words) < position.players:
        return position.names[int(words)]
    zones: tuple[tuple[Card | Permanent, ...], ...] = (*position.battlefield, *position.hand, *position.graveyard)
    labelled = (each.card for zone in zones for each in zone if each.label == words)
    return next(labelled, words.removeprefix(TOKEN).strip())
