"""What each kind of step asks of the engine: the action it begins with, or when it is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from floorjudge.errors import BadInput
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing import refusals
from floorjudge.magic.playing.bodies import Do, Reference, Step
from floorjudge.magic.playing.naming import Names, fold
from floorjudge.magic.playing.prompts import ACTIVATIONS, PASS, Act, Prompt, mana_acts

_PHASES: dict[str, str] = {
    "upkeep": "Upkeep",
    "draw": "Draw",
    "main": "PreCombatMain",
    "beginning of combat": "BeginCombat",
    "declare attackers": "DeclareAttackers",
    "end of combat": "EndCombat",
    "second main": "PostCombatMain",
    "end step": "End",
}

_LETTERS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C"}
# A step may be skipped in one turn; whoever waits longer than this waits for a step in which the engine never stops.
MOST_TURNS = 8

Primary = Callable[[Table, Prompt, Step, Names, str], Act]


def reached(table: Table, step: Step, where: str) -> Callable[[Table], bool]:
    """Return when a step that waits is over, as a question to a table on which somebody has priority.

    Raises BadInput when there is nothing to wait for.
    """
    if step.do == "to step":
        return _in_step(table, str(step.step), f"{where}.step")
    stack = table.game.stack()
    waits = table.game.waiting_for()["type"] != "Priority"
    if step.do == "resolve all":
        if not stack and not waits:
            raise refusals.empty_stack(where)
        return lambda now: not now.game.stack()
    if not stack:
        if waits:
            return lambda _: True
        raise refusals.empty_stack(where)
    top = stack[-1]["id"]
    if waits:
        return lambda _: True
    return lambda now: all(entry["id"] != top for entry in now.game.stack())


def step_name(phase: str) -> str:
    """Return what a body calls a step of the turn that the engine calls `phase`; the engine's word where it has none."""
    return next((name for name, known in _PHASES.items() if known == phase), phase)


def _in_step(table: Table, named: str, where: str) -> Callable[[Table], bool]:
    wanted = next((phase for name, phase in _PHASES.items() if fold(named) == name), None)
    if wanted is None:
        raise refusals.unknown_step_name(where, named, tuple(_PHASES))
    last_turn = table.game.turn + MOST_TURNS

    def here(now: Table) -> bool:
        if now.game.turn > last_turn:
            raise refusals.step_not_reached(where, named)
        return bool(now.game.phase == wanted) and not now.game.stack()

    return here


def activate(table: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Act:
    """Return the ability that a step activates; mana abilities are found although the engine does not list them."""
    source = _source(step)
    acts = [act for act in prompt.acts if act.kind in ACTIVATIONS]
    acts += [act for act in mana_acts(table, prompt.seat) if act not in acts]
    meant = names.meant(source, dict.fromkeys(source_of(act) for act in acts), f"{where}.source")
    for number in meant:
        fitting = [act for act in acts if source_of(act) == number and _is_ability(act, step.ability, names)]
        if len(fitting) > 1:
            several = tuple(sorted(ability_words(act, names) for act in fitting))
            raise refusals.which_ability(f"{where}.ability", names.called(number), several)
        if fitting:
            return fitting[0]
    if meant:
        of_these = tuple(ability_words(act, names) for act in acts if source_of(act) in meant)
        raise refusals.not_possible(f"{where}.ability", str(step.ability), names.player(prompt.seat), of_these)
    possible = tuple(names.called(source_of(act)) for act in acts)
    raise refusals.not_possible(f"{where}.source", source.words, names.player(prompt.seat), possible)


def cast(_: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Act:
    """Return the spell that a step casts; where it is paid for by hand, the engine waits for that."""
    act = _card(prompt, step, names, where, "CastSpell")
    if step.pay.mana is None:
        return act
    return Act(act.kind, act.about | {"payment_mode": {"type": "Manual"}})


def land(_: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Act:
    """Return the land that a step plays."""
    return _card(prompt, step, names, where, "PlayLand")


def nothing(_: Table, prompt: Prompt, __: Step, names: Names, where: str) -> Act:
    """Return passing; where attackers or blockers are asked for, nobody."""
    if prompt.kind == "DeclareAttackers":
        return Act("DeclareAttackers", {"attacks": [], "bands": []})
    if prompt.kind == "DeclareBlockers":
        return Act("DeclareBlockers", {"assignments": []})
    if all(act.kind != PASS for act in prompt.acts):
        raise refusals.not_possible(where, "pass", names.player(prompt.seat), ())
    return Act(PASS)


def attack(_: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Act:
    """Return the attack that a step declares."""
    if prompt.kind != "DeclareAttackers":
        raise refusals.not_possible(where, "attack", names.player(prompt.seat), ())
    left = list(prompt.about["valid_attacker_ids"])
    whom = prompt.about["valid_attack_targets"]
    attacks: list[list[Any]] = []
    for index, each in enumerate(step.attackers):
        here = f"{where}.attackers[{index}]"
        attacker = _one(each.attacker, left, names, here, prompt)
        left.remove(attacker)
        attacks.append([attacker, _attacked(each.whom, whom, names, here, prompt)])
    return Act("DeclareAttackers", {"attacks": attacks, "bands": []})


def block(_: Table, prompt: Prompt, step: Step, names: Names, where: str) -> Act:
    """Return the blocks that a step declares."""
    if prompt.kind != "DeclareBlockers":
        raise refusals.not_possible(where, "block", names.player(prompt.seat), ())
    assignments: list[list[int]] = []
    left = list(prompt.about["valid_blocker_ids"])
    for index, each in enumerate(step.blocks):
        here = f"{where}.blocks[{index}]"
        blocker = _one(each.blocker, left, names, f"{here}.blocker", prompt)
        left.remove(blocker)
        attackers = prompt.about["valid_block_targets"][str(blocker)]
        assignments.append([blocker, _one(each.attacker, attackers, names, f"{here}.attacker", prompt)])
    return Act("DeclareBlockers", {"assignments": assignments})


def ability_words(act: Act, names: Names) -> str:
    """Return an ability as somebody could name it: its number, and its text where the object shows one."""
    index = act.about.get("ability_index")
    if not isinstance(index, int):
        return act.kind
    abilities = names.thing(source_of(act)).get("abilities", ())
    ability = abilities[index] if index < len(abilities) else {}
    said = ability.get("description") or _produced(ability)
    return f"{index}: {said.rstrip('.')}" if said else str(index)


def _produced(ability: Mapping[str, Any]) -> str:
    """Return the mana that an ability makes, for the lands on which nothing is written."""
    produced = (ability.get("effect") or {}).get("produced") or {}
    return "".join(f"{{{_LETTERS.get(colour, colour)}}}" for colour in produced.get("colors", ()))


def source_of(act: Act) -> int:
    """Return the object whose ability an action activates."""
    for name in ("source_id", "equipment_id", "vehicle_id", "mount_id", "spacecraft_id", "object_id"):
        if name in act.about:
            return int(act.about[name])
    return -1


def _is_ability(act: Act, wanted: int | str | None, names: Names) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, int):
        return act.about.get("ability_index") == wanted
    return fold(wanted) in fold(ability_words(act, names))


def _source(step: Step) -> Reference:
    return step.source or Reference("")


def _card(prompt: Prompt, step: Step, names: Names, where: str, kind: str) -> Act:
    source = _source(step)
    acts = {int(act.about["object_id"]): act for act in reversed(prompt.acts) if act.kind.startswith(kind)}
    meant = names.meant(source, acts, f"{where}.source")
    if not meant:
        possible = tuple(names.called(number) for number in acts)
        raise refusals.not_possible(f"{where}.source", source.words, names.player(prompt.seat), possible)
    return acts[meant[0]]


def _one(reference: Reference, among: list[int], names: Names, where: str, prompt: Prompt) -> int:
    meant = names.meant(reference, among, where)
    if not meant:
        raise _not_among(reference, among, names, where, prompt)
    return meant[0]


def _attacked(whom: Reference | None, targets: list[Any], names: Names, where: str, prompt: Prompt) -> Any:  # noqa: ANN401 (the engine's)
    """Return whom a creature attacks; the only one there is where nobody is named."""
    if whom is None and len(targets) == 1:
        return targets[0]
    for target in targets:
        is_player = target["type"] == "Player"
        if whom is not None and is_player and names.seat(whom.words) == target["data"]:
            return target
        if whom is not None and not is_player and names.meant(whom, [target["data"]], where):
            return target
    said = tuple(
        names.player(target["data"]) if target["type"] == "Player" else names.called(target["data"])
        for target in targets
    )
    raise refusals.not_possible(f"{where}.whom", whom.words if whom else "", names.player(prompt.seat), said)


def _not_among(reference: Reference, among: list[int], names: Names, where: str, prompt: Prompt) -> BadInput:
    possible = tuple(names.called(number) for number in among)
    return refusals.not_possible(where, reference.words, names.player(prompt.seat), possible)


PRIMARY: dict[Do, Primary] = {
    "activate": activate,
    "cast": cast,
    "play": land,
    "pass": nothing,
    "attack": attack,
    "block": block,
}
