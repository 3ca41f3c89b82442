"""The kinds of steps on the engine: the action with which each begins, or the moment at which it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from floorjudge.errors import BadInput
from floorjudge.magic.engine.actions import PASS, Action, Subject
from floorjudge.magic.engine.objects import PHASES
from floorjudge.magic.engine.prompts import Prompt, open_question, with_mana
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Reference, Step
from floorjudge.magic.playing.errors import EmptyStack, NotPossible, StepNotReached, UnknownStepName, WhichAbility
from floorjudge.magic.playing.naming import Names, fold
from floorjudge.texts import Text, text

# No player has priority in the untap step.
_STEPS = {name: phase for name, phase in PHASES.items() if name != "untap"}
_STEP_PHRASES = {
    "upkeep": text("upkeep"),
    "draw": text("draw step"),
    "main": text("first main phase"),
    "beginning of combat": text("beginning of combat"),
    "declare attackers": text("declare attackers step"),
    "end of combat": text("end of combat"),
    "second main": text("second main phase"),
    "end step": text("end step"),
}
# A step may be skipped in one turn; one that does not come within so many turns never does.
_MOST_TURNS = 8


def reached(table: Table, step: Step, where: str) -> Callable[[Table], bool]:
    """Return the test, on a table on which a player has priority, that a waiting step is over.

    Raises BadInput if there is nothing to wait for.
    """
    if step.do == "to step":
        return _in_step(table, str(step.step), f"{where}.step")
    stack = table.stack()
    waits = open_question(table)[0] != "Priority"
    if not stack and not waits:
        raise EmptyStack(where=where)
    if step.do == "resolve all":
        return lambda now: not now.stack()
    if waits:
        return lambda _: True
    top = stack[-1].number
    return lambda now: all(entry.number != top for entry in now.stack())


def step_name(phase: str) -> str:
    """Return the name in a body of the engine's step `phase` of a turn; the engine's word if there is none."""
    return next((name for name, known in _STEPS.items() if known == phase), phase)


def turn_step_words(name: str) -> Text | str:
    """Return a step of the turn, given by its name in a body, in words for people; any other name unchanged."""
    return _STEP_PHRASES.get(fold(name), name)


def _in_step(table: Table, named: str, where: str) -> Callable[[Table], bool]:
    wanted = next((phase for name, phase in _STEPS.items() if fold(named) == name), None)
    if wanted is None:
        raise UnknownStepName(named, tuple(_STEPS), where=where)
    last_turn = table.turn + _MOST_TURNS

    def here(now: Table) -> bool:
        if now.turn > last_turn:
            raise StepNotReached(named, where=where)
        return now.phase == wanted and not now.stack()

    return here


class FirstAction:
    """The first action of a step, by the player whose turn it is to act; `where` is the place of the step in the body.

    All methods raise BadInput, with the place, for an impossible action, with the possible ones.
    """

    def __init__(self, table: Table, prompt: Prompt, step: Step, names: Names, where: str) -> None:
        self._table, self._prompt, self._step, self._names, self._where = table, prompt, step, names, where

    def action(self) -> Action:
        """Return the action for a step that activates, casts, plays a land, passes, attacks or blocks."""
        kinds: dict[str, Callable[[], Action]] = {
            "activate": self._activate,
            "cast": self._cast,
            "play": lambda: self._card("PlayLand"),
            "pass": self.nothing,
            "attack": self._attack,
            "block": self._block,
        }
        return kinds[self._step.do]()

    def nothing(self) -> Action:
        """Return the action of passing, or of declaring no attackers or blockers."""
        if self._prompt.kind == "DeclareAttackers":
            return self._prompt.attack(())
        if self._prompt.kind == "DeclareBlockers":
            return Action.block(())
        if not any(act.is_pass for act in self._prompt.actions):
            raise self._not_possible("pass", ())
        return Action(PASS)

    def _activate(self) -> Action:
        """Return the ability that the step activates, including mana abilities, which the engine does not list."""
        names, wanted = self._names, self._step.ability
        acts = [act for act in with_mana(self._table, self._prompt).actions if act.is_activation]
        meant = self._sources(acts)
        for number in meant:
            fitting = [act for act in acts if act.source == number and _is_ability(act, wanted, names)]
            if len(fitting) > 1:
                several = tuple(sorted(ability_words(act, names) for act in fitting))
                raise WhichAbility(names.called(number), several, where=f"{self._where}.ability")
            if fitting:
                return fitting[0]
        of_these = tuple(ability_words(act, names) for act in acts if act.source in meant)
        raise self._not_possible(str(wanted), of_these, ".ability")

    def _cast(self) -> Action:
        """Return the spell that the step casts; if it is paid for by hand, the engine waits for that."""
        act = self._card("CastSpell")
        return act if self._step.pay.mana is None else act.paid_by_hand()

    def _card(self, kind: str) -> Action:
        acts = {act.source: act for act in reversed(self._prompt.actions) if act.kind.startswith(kind)}
        return acts[self._sources([*acts.values()])[0]]

    def _sources(self, acts: Sequence[Action]) -> list[int]:
        """Return the objects among the sources of some actions that the step can mean."""
        source = self._step.source or Reference("")
        meant = self._names.meant(source, dict.fromkeys(act.source for act in acts), f"{self._where}.source")
        if not meant:
            raise self._not_possible(source.words, map(self._names.called, (act.source for act in acts)), ".source")
        return meant

    def _attack(self) -> Action:
        if self._prompt.kind != "DeclareAttackers":
            raise self._not_possible("attack", ())
        left = self._prompt.attackers
        attacks: list[tuple[int, Subject]] = []
        for index, each in enumerate(self._step.attackers):
            attacker = self._one(each.attacker, left, f".attackers[{index}]")
            left.remove(attacker)
            attacks.append((attacker, self._attacked(each.whom, f".attackers[{index}]")))
        return self._prompt.attack(attacks)

    def _attacked(self, whom: Reference | None, where: str) -> Subject:
        """Return the player or permanent that a creature attacks; the only possible one if the step names none."""
        names, targets = self._names, self._prompt.attacked
        if whom is None and len(targets) == 1:
            return targets[0]
        target = None if whom is None else names.among(whom, targets, f"{self._where}{where}.whom")
        if target is not None:
            return target
        raise self._not_possible(whom.words if whom else "", map(names.one, targets), f"{where}.whom")

    def _block(self) -> Action:
        if self._prompt.kind != "DeclareBlockers":
            raise self._not_possible("block", ())
        pairs: list[tuple[int, int]] = []
        left = self._prompt.blockers
        for index, each in enumerate(self._step.blocks):
            blocker = self._one(each.blocker, left, f".blocks[{index}].blocker")
            left.remove(blocker)
            attackers = self._prompt.blockable_by(blocker)
            pairs.append((blocker, self._one(each.attacker, attackers, f".blocks[{index}].attacker")))
        return Action.block(pairs)

    def _one(self, reference: Reference, among: list[int], where: str) -> int:
        meant = self._names.meant(reference, among, self._where + where)
        if not meant:
            raise self._not_possible(reference.words, map(self._names.called, among), where)
        return meant[0]

    def _not_possible(self, words: str, possible: Iterable[str], where: str = "") -> BadInput:
        return NotPossible(words, self._names.player(self._prompt.seat), tuple(possible), where=self._where + where)


def ability_words(act: Action, names: Names) -> str:
    """Return an ability as a player could name it: its number, and its text if the object shows one."""
    if act.ability is None:
        return act.kind
    thing = names.thing(act.source)
    ability = None if thing is None else thing.ability(act.ability)
    description = "" if ability is None else ability.description
    return f"{act.ability}: {description.rstrip('.')}" if description else str(act.ability)


def _is_ability(act: Action, wanted: int | str | None, names: Names) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, int):
        return act.ability == wanted
    return fold(wanted) in fold(ability_words(act, names))
