"""Records play: the possible actions as steps with names, so that the chosen ones can be played again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from floorjudge.magic.engine.actions import Action, Subject
from floorjudge.magic.engine.prompts import Prompt, prompt_of, with_mana
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Answer, Attack, Block, Body, Reference, Step
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_on
from floorjudge.magic.playing.questions import NOTHING, look, option
from floorjudge.texts import Text


class Option(msgspec.Struct, frozen=True):
    """A possible action: the engine's action, the step that means it, and a phrase for people."""

    act: Action
    step: Step
    label: Text


def options(table: Table) -> tuple[Option, ...]:
    """Return the possible steps of the player whose turn it is to act, each once, however many equal objects could do it.

    Mana abilities are among them; only trying shows whether a cost other than tapping can be paid. Combinations that
    the engine leaves out (see `Prompt`) are missing, as are actions that no step means, such as ninjutsu.
    """
    prompt, names = with_mana(table, prompt_of(table)), Names(table)
    by_look: dict[tuple[object, ...], Option] = {}
    for act in prompt.actions:
        if prompt.kind == "Priority" and act.source < 0 and not act.is_pass:
            continue
        step = step_of(prompt, act, names)
        key = (act.kind, act.ability, look(prompt, act, names))
        if key not in by_look or _counts(by_look[key].step) > _counts(step):
            by_look[key] = Option(act, step, option(prompt, act, names))
    return tuple(by_look.values())


class Choices(msgspec.Struct, frozen=True):
    """A body as single choices: each step is one choice of one player (a seat).

    `questions` are all those on the way, by kind and seat, including those with a single answer.
    """

    steps: tuple[Step, ...]
    players: tuple[int, ...]
    questions: frozenset[tuple[str, int]] = frozenset()


def single_choices(table: Table, body: Body, where: str = "body") -> Choices:
    """Play a body and return every choice in it, passing included; what happens by itself is no choice.

    The steps, played in order from the same position, do the same. Raises the errors of `play`; the table is then of no
    use.
    """
    steps: list[Step] = []
    players: list[int] = []
    questions: set[tuple[str, int]] = set()

    def note(prompt: Prompt, decision: Decision, names: Names) -> None:
        """Record a question, and its answer if it is a choice."""
        questions.add((prompt.kind, prompt.seat))
        if decision.how != "only":
            activates = decision.chosen.is_activation
            steps.append(step_of(with_mana(table, prompt) if activates else prompt, decision.chosen, names))
            players.append(decision.player)

    play_on(table, body, where, note)
    return Choices(tuple(steps), tuple(players), frozenset(questions))


def step_of(prompt: Prompt, act: Action, names: Names) -> Step:
    """Return the step that means an action: by names if these are enough, in the position before it."""
    by = str(prompt.seat)
    if prompt.kind == "Priority" or (act.is_pass and prompt.kind != "ManaPayment"):
        return _at_priority(prompt, act, names, by)
    if act.kind == "DeclareAttackers":
        return attack_step(prompt, act.attacks, names)
    if act.kind == "DeclareBlockers":
        return block_step(prompt, act.blocks, names)
    return Step(do="choose", by=by, choose=(_answer(prompt, act, names),))


def attack_step(prompt: Prompt, attacks: Sequence[tuple[int, Subject]], names: Names) -> Step:
    """Return the step that declares attackers, each with whom it attacks."""
    several = len(prompt.attacked) > 1
    attackers = _each_meant([attacker for attacker, _ in attacks], prompt.attackers, names)
    references = (
        Attack(attacker, names.refer_to(whom, prompt.attacked) if several else None)
        for attacker, (_, whom) in zip(attackers, attacks, strict=True)
    )
    return Step(do="attack", by=str(prompt.seat), attackers=tuple(references))


def block_step(prompt: Prompt, pairs: Sequence[tuple[int, int]], names: Names) -> Step:
    """Return the step that declares blockers, each with the attacker that it blocks."""
    blockers = _each_meant([blocker for blocker, _ in pairs], prompt.blockers, names)
    attackers = (names.refer(attacker, prompt.blockable_by(blocker)) for blocker, attacker in pairs)
    return Step(do="block", by=str(prompt.seat), blocks=tuple(map(Block, blockers, attackers)))


def cards_step(prompt: Prompt, chosen: Sequence[int], names: Names) -> Step:
    """Return the step that chooses several cards or permanents, in order."""
    references = _each_meant(chosen, prompt.pool, names) or (Reference(NOTHING),)
    return Step(do="choose", by=str(prompt.seat), choose=(references,))


def _each_meant(numbers: Sequence[int], among: Sequence[int], names: Names) -> tuple[Reference, ...]:
    """Return references to some objects in order, each among the remaining ones."""
    left, references = list(among), []
    for number in numbers:
        references.append(names.refer(number, left))
        left.remove(number)
    return tuple(references)


def _at_priority(prompt: Prompt, act: Action, names: Names, by: str) -> Step:
    if act.is_pass:
        return Step(do="pass", by=by)
    alike = [
        other.source
        for other in prompt.actions
        if (other.is_activation if act.is_activation else other.kind == act.kind)
    ]
    source = names.refer(act.source, dict.fromkeys(alike))
    if act.is_activation:
        return Step(do="activate", by=by, source=source, ability=None if alike.count(act.source) == 1 else act.ability)
    return Step(do="play" if act.kind == "PlayLand" else "cast", by=by, source=source)


def _answer(prompt: Prompt, act: Action, names: Names) -> Answer:
    if act.kind == "SelectCards":
        return cards_step(prompt, act.cards, names).choose[0]
    if act.kind == "OrderTriggers":
        return _order(prompt, act.order, names)
    if act.kind == "DistributeAmong":
        return tuple(
            msgspec.structs.replace(names.refer_to(target, prompt.shares), amount=amount)
            for target, amount in act.division
        )
    things = [subject.thing for other in prompt.actions for subject in prompt.subjects(other)]
    among = list(dict.fromkeys(thing for thing in things if thing is not None))
    references = []
    for subject in prompt.subjects(act):
        if subject.thing is not None:
            references.append(names.refer(subject.thing, among))
        elif subject.seat is not None:
            references.append(Reference(str(subject.seat)))
        else:
            references.append(Reference(subject.words if subject.number is None else str(subject.number)))
    if prompt.mana_in_combination and len(set(references)) == 1:
        return (references[0],)
    return tuple(references) or (Reference(NOTHING),)


def _order(prompt: Prompt, order: Sequence[int], names: Names) -> Answer:
    """Return an order of triggers by their sources' names, or by number if these are not all different."""
    called = [names.called(each.thing or 0) for each in prompt.triggers]
    if len(set(called)) < len(called):
        return tuple(Reference(str(index)) for index in order)
    return tuple(Reference(called[index]) for index in order)


def _counts(step: Step) -> int:
    """Return the number of references of a step that need a count, because a name is not enough."""
    every = [step.source, *(reference for answer in step.choose for reference in answer)]
    return sum(reference is not None and reference.nth is not None for reference in every)
