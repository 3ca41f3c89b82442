"""What each kind of step asks of the engine: the action it begins with, or when it is over."""

from __future__ import annotations

from collections.abc import Callable

from floorjudge.magic.phase.actions import PASS, Action, Subject
from floorjudge.magic.phase.objects import PHASES
from floorjudge.magic.phase.prompts import Prompt, asked, mana_actions
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Do, Reference, Step
from floorjudge.magic.playing.errors import EmptyStack, NotPossible, StepNotReached, UnknownStepName, WhichAbility
from floorjudge.magic.playing.naming import Names, fold
from floorjudge.texts import Text, text

# Nobody has priority in the untap step.
_STEPS = {name: phase for name, phase in PHASES.items() if name != "untap"}
_SAID = {
    "upkeep": text("upkeep"),
    "draw": text("draw step"),
    "main": text("first main phase"),
    "beginning of combat": text("beginning of combat"),
    "declare attackers": text("declare attackers step"),
    "end of combat": text("end of combat"),
    "second main": text("second main phase"),
    "end step": text("end step"),
}
# A step may be skipped in one turn; whoever waits longer than this waits for a step in which the engine never stops.
MOST_TURNS = 8

Primary = Callable[[Table, Prompt, Step, Names, str], Action]


def reached(table: Table, step: Step, where: str) -> Callable[[Table], bool]:
    """Return when a step that waits is over, as a question to a table on which somebody has priority.

    Raises BadInput when there is nothing to wait for.
    """
    if step.do == "to step":
        return _in_step(table, str(step.step), f"{where}.step")
    stack = table.stack()
    waits = asked(table)[0] != "Priority"
    if step.do == "resolve all":
        if not stack and not waits:
            raise EmptyStack(where=where)
        return lambda now: not now.stack()
    if not stack:
        if waits:
            return lambda _: True
        raise EmptyStack(where=where)
    top = stack[-1].number
    if waits:
        return lambda _: True
    return lambda now: all(entry.number != top for entry in now.stack())


def step_name(phase: str) -> str:
    """Return what a body calls a step of the turn that the engine calls `phase`; the engine's word where it has none."""
    return next((name for name, known in _STEPS.items() if known == phase), phase)


def said_step(name: str) -> Text | str:
    """Return a step of the turn, by its name in a body, as people call it; the name itself where it is none of them."""
    return _SAID.get(fold(name), name)


def _in_step(table: Table, named: str, where: str) -> Callable[[Table], bool]:
    wanted = next((phase for name, phase in _STEPS.items() if fold(named) == name), None)
    if wanted is None:
        raise UnknownStepName(named, tuple(_STEPS), where=where)
    last_turn = table.turn + MOST_TURNS

    def here(now: Table) -> bool:
        if now.turn > last_turn:
            raise StepNotReached(named, where=where)
        return now.phase == wanted and not now.stack()

    return here


def activate(table: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Action:
    """Return the ability that a step activates; mana abilities are found although the engine does not list them."""
    source = _source(step)
    acts = [act for act in prompt.actions if act.is_activation]
    acts += [act for act in mana_actions(table, prompt.seat) if act not in acts]
    meant = names.meant(source, dict.fromkeys(act.source for act in acts), f"{where}.source")
    for number in meant:
        fitting = [act for act in acts if act.source == number and _is_ability(act, step.ability, names)]
        if len(fitting) > 1:
            several = tuple(sorted(ability_words(act, names) for act in fitting))
            raise WhichAbility(names.called(number), several, where=f"{where}.ability")
        if fitting:
            return fitting[0]
    if meant:
        of_these = tuple(ability_words(act, names) for act in acts if act.source in meant)
        raise NotPossible(str(step.ability), names.player(prompt.seat), of_these, where=f"{where}.ability")
    possible = tuple(names.called(act.source) for act in acts)
    raise NotPossible(source.words, names.player(prompt.seat), possible, where=f"{where}.source")


def cast(_: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Action:
    """Return the spell that a step casts; where it is paid for by hand, the engine waits for that."""
    act = _card(prompt, step, names, where, "CastSpell")
    return act if step.pay.mana is None else act.paid_by_hand()


def land(_: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Action:
    """Return the land that a step plays."""
    return _card(prompt, step, names, where, "PlayLand")


def nothing(_: Table, prompt: Prompt, __: Step, names: Names, where: str) -> Action:
    """Return passing; where attackers or blockers are asked for, nobody."""
    if prompt.kind == "DeclareAttackers":
        return prompt.attack(())
    if prompt.kind == "DeclareBlockers":
        return Action.block(())
    if not any(act.is_pass for act in prompt.actions):
        raise NotPossible("pass", names.player(prompt.seat), (), where=where)
    return Action(PASS)


def attack(_: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Action:
    """Return the attack that a step declares."""
    if prompt.kind != "DeclareAttackers":
        raise NotPossible("attack", names.player(prompt.seat), (), where=where)
    left = prompt.attackers
    whom = prompt.attacked
    attacks: list[tuple[int, Subject]] = []
    for index, each in enumerate(step.attackers):
        here = f"{where}.attackers[{index}]"
        attacker = _one(each.attacker, left, names, here, prompt)
        left.remove(attacker)
        attacks.append((attacker, _attacked(each.whom, whom, names, here, prompt)))
    return prompt.attack(attacks)


def block(_: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Action:
    """Return the blocks that a step declares."""
    if prompt.kind != "DeclareBlockers":
        raise NotPossible("block", names.player(prompt.seat), (), where=where)
    pairs: list[tuple[int, int]] = []
    left = prompt.blockers
    for index, each in enumerate(step.blocks):
        here = f"{where}.blocks[{index}]"
        blocker = _one(each.blocker, left, names, f"{here}.blocker", prompt)
        left.remove(blocker)
        attackers = prompt.blockable_by(blocker)
        pairs.append((blocker, _one(each.attacker, attackers, names, f"{here}.attacker", prompt)))
    return Action.block(pairs)


def ability_words(act: Action, names: Names) -> str:
    """Return an ability as somebody could name it: its number, and its text where the object shows one."""
    if act.ability is None:
        return act.kind
    thing = names.thing(act.source)
    ability = None if thing is None else thing.ability(act.ability)
    said = "" if ability is None else ability.description
    return f"{act.ability}: {said.rstrip('.')}" if said else str(act.ability)


def _is_ability(act: Action, wanted: int | str | None, names: Names) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, int):
        return act.ability == wanted
    return fold(wanted) in fold(ability_words(act, names))


def _source(step: Step) -> Reference:
    return step.source or Reference("")


def _card(prompt: Prompt, step: Step, names: Names, where: str, kind: str) -> Action:
    source = _source(step)
    acts = {act.source: act for act in reversed(prompt.actions) if act.kind.startswith(kind)}
    meant = names.meant(source, acts, f"{where}.source")
    if not meant:
        possible = tuple(names.called(number) for number in acts)
        raise NotPossible(source.words, names.player(prompt.seat), possible, where=f"{where}.source")
    return acts[meant[0]]


def _one(reference: Reference, among: list[int], names: Names, where: str, prompt: Prompt) -> int:
    meant = names.meant(reference, among, where)
    if not meant:
        possible = tuple(names.called(number) for number in among)
        raise NotPossible(reference.words, names.player(prompt.seat), possible, where=where)
    return meant[0]


def _attacked(whom: Reference | None, targets: list[Subject], names: Names, where: str, prompt: Prompt) -> Subject:
    """Return whom a creature attacks; the only one there is where nobody is named."""
    if whom is None and len(targets) == 1:
        return targets[0]
    for target in targets:
        if whom is not None and target.thing is None and names.seat(whom.words) == target.seat:
            return target
        if whom is not None and target.thing is not None and names.meant(whom, [target.thing], where):
            return target
    said = tuple(names.player(each.seat or 0) if each.thing is None else names.called(each.thing) for each in targets)
    raise NotPossible(whom.words if whom else "", names.player(prompt.seat), said, where=f"{where}.whom")


PRIMARY: dict[Do, Primary] = {
    "activate": activate,
    "cast": cast,
    "play": land,
    "pass": nothing,
    "attack": attack,
    "block": block,
}
