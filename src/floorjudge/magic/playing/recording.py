"""Recording: what can be done now as steps with names, so that what was chosen can be played again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.answers import NOTHING, look, pool_of, subjects
from floorjudge.magic.playing.bodies import Answer, Attack, Block, Body, Reference, Step
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_on
from floorjudge.magic.playing.prompts import ACTIVATIONS, PASS, Act, Prompt, prompt_of, with_mana
from floorjudge.magic.playing.steps import source_of
from floorjudge.magic.playing.words import option
from floorjudge.texts import Text


class Option(msgspec.Struct, frozen=True):
    """Something that can be done now: the engine's action, the step that means it, and a phrase for people."""

    act: Act
    step: Step
    said: Text


def options(table: Table) -> tuple[Option, ...]:
    """Return what the player who is asked can do, each thing once however many objects it could be done with alike.

    Mana abilities are among them; whether a cost other than tapping can be paid shows when it is tried. Where the engine
    leaves combinations out (see `Prompt`), so does this.
    """
    prompt, names = with_mana(table, prompt_of(table)), Names(table)
    found: dict[tuple[object, ...], Option] = {}
    for act in prompt.acts:
        step = step_of(prompt, act, names)
        key = (act.kind, act.about.get("ability_index"), look(prompt, act, names))
        if key not in found or _counts(found[key].step) > _counts(step):
            found[key] = Option(act, step, option(prompt, act, names))
    return tuple(found.values())


class Choices(msgspec.Struct, frozen=True):
    """A body as single choices: each step is one choice of one player, and who that is (a seat).

    `asked` are all questions on the way, by kind and seat, those too that answered themselves.
    """

    steps: tuple[Step, ...]
    players: tuple[int, ...]
    asked: frozenset[tuple[str, int]] = frozenset()


def single_choices(table: Table, body: Body, where: str = "body") -> Choices:
    """Play a body and return every choice in it, passing included; what happens by itself is no choice.

    The steps, played in order from the same position, do the same. Raises what `play` does; the table is then spoilt.
    """
    steps: list[Step] = []
    players: list[int] = []
    asked: set[tuple[str, int]] = set()

    def note(prompt: Prompt, decision: Decision, names: Names) -> None:
        asked.add((prompt.kind, prompt.seat))
        if decision.how != "only":
            activates = decision.chosen.kind in ACTIVATIONS
            steps.append(step_of(with_mana(table, prompt) if activates else prompt, decision.chosen, names))
            players.append(decision.player)

    play_on(table, body, where, note)
    return Choices(tuple(steps), tuple(players), frozenset(asked))


def step_of(prompt: Prompt, act: Act, names: Names) -> Step:
    """Return the step that means an action: by names where these are enough, in the position it was taken in."""
    by = str(prompt.seat)
    if prompt.kind == "Priority" or (act.kind == PASS and prompt.kind != "ManaPayment"):
        return _at_priority(prompt, act, names, by)
    if act.kind == "DeclareAttackers":
        return attack_step(prompt, act.about["attacks"], names)
    if act.kind == "DeclareBlockers":
        return block_step(prompt, act.about["assignments"], names)
    return Step(do="choose", by=by, choose=(_answer(prompt, act, names),))


def attack_step(prompt: Prompt, attacks: Sequence[Sequence[object]], names: Names) -> Step:
    """Return the step that declares attackers, from pairs of the engine: an object, and whom it attacks."""
    valid = [int(number) for number in prompt.about["valid_attacker_ids"]]
    several = len(prompt.about["valid_attack_targets"]) > 1
    left, said = list(valid), []
    for number, target in attacks:
        whom = _target_reference(target, names) if several else None
        said.append(Attack(names.refer(int(str(number)), left), whom))
        left.remove(int(str(number)))
    return Step(do="attack", by=str(prompt.seat), attackers=tuple(said))


def block_step(prompt: Prompt, assignments: Sequence[Sequence[int]], names: Names) -> Step:
    """Return the step that declares blockers, from pairs of the engine: a blocker, and the attacker."""
    left, said = [int(number) for number in prompt.about["valid_blocker_ids"]], []
    for blocker, attacker in assignments:
        attackers = prompt.about["valid_block_targets"][str(blocker)]
        said.append(Block(names.refer(blocker, left), names.refer(attacker, attackers)))
        left.remove(blocker)
    return Step(do="block", by=str(prompt.seat), blocks=tuple(said))


def cards_step(prompt: Prompt, chosen: Sequence[int], names: Names) -> Step:
    """Return the step that chooses several cards or permanents, in order."""
    left, said = pool_of(prompt), []
    for number in chosen:
        said.append(names.refer(number, left))
        left.remove(number)
    return Step(do="choose", by=str(prompt.seat), choose=(tuple(said) or (Reference(NOTHING),),))


def _at_priority(prompt: Prompt, act: Act, names: Names, by: str) -> Step:
    if act.kind == PASS:
        return Step(do="pass", by=by)
    if act.kind in ACTIVATIONS:
        return _activation(prompt, act, names, by)
    alike = [int(other.about["object_id"]) for other in prompt.acts if other.kind == act.kind]
    source = names.refer(int(act.about["object_id"]), dict.fromkeys(alike))
    return Step(do="play" if act.kind == "PlayLand" else "cast", by=by, source=source)


def _activation(prompt: Prompt, act: Act, names: Names, by: str) -> Step:
    activations = [other for other in prompt.acts if other.kind in ACTIVATIONS]
    source = source_of(act)
    reference = names.refer(source, dict.fromkeys(source_of(other) for other in activations))
    index = act.about.get("ability_index")
    only = sum(source_of(other) == source for other in activations) == 1
    return Step(do="activate", by=by, source=reference, ability=index if isinstance(index, int) and not only else None)


def _answer(prompt: Prompt, act: Act, names: Names) -> Answer:
    if act.kind == "SelectCards":
        return cards_step(prompt, act.about["cards"], names).choose[0]
    if act.kind == "OrderTriggers":
        return _order(prompt, act.about["order"], names)
    if act.kind == "DistributeAmong":
        return tuple(
            msgspec.structs.replace(_target_reference(target, names), amount=amount)
            for target, amount in act.about["distribution"]
        )
    things = [subject.thing for other in prompt.acts for subject in subjects(prompt, other)]
    among = list(dict.fromkeys(thing for thing in things if thing is not None))
    said = []
    for subject in subjects(prompt, act):
        if subject.thing is not None:
            said.append(names.refer(subject.thing, among))
        elif subject.seat is not None:
            said.append(Reference(str(subject.seat)))
        else:
            said.append(Reference(subject.words if subject.number is None else str(subject.number)))
    return tuple(said) or (Reference(NOTHING),)


def _order(prompt: Prompt, order: Sequence[int], names: Names) -> Answer:
    """Return an order of triggers by their sources' names; by number where these are not all different."""
    called = [names.called(trigger["source_id"]) for trigger in prompt.about["triggers"]]
    if len(set(called)) < len(called):
        return tuple(Reference(str(index)) for index in order)
    return tuple(Reference(called[index]) for index in order)


def _target_reference(target: object, names: Names) -> Reference:
    """Return whom the engine's target means; it writes targets in two ways."""
    if isinstance(target, dict) and "Object" in target:
        return Reference(names.called(target["Object"]))
    if isinstance(target, dict) and "Player" in target:
        return Reference(str(target["Player"]))
    if isinstance(target, dict) and target.get("type") == "Player":
        return Reference(str(target["data"]))
    return Reference(names.called(target["data"]) if isinstance(target, dict) else str(target))


def _counts(step: Step) -> int:
    """Return in how many places a step has to count, because a name is not enough."""
    every = [step.source, *(reference for answer in step.choose for reference in answer)]
    return sum(reference is not None and reference.nth is not None for reference in every)
