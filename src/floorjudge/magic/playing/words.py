"""What the engine asks, and what could be done, in sentences for people."""

from __future__ import annotations

from floorjudge.magic.phase.actions import Action
from floorjudge.magic.phase.prompts import TARGETS, Prompt
from floorjudge.magic.playing.answers import in_words
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.steps import ability_words
from floorjudge.texts import Text, text


def question(prompt: Prompt, names: Names) -> Text:
    """Return what the engine asks, as a sentence."""
    source = "?" if prompt.source is None else names.called(prompt.source)
    gaps = {"player": names.player(prompt.seat), "source": source, "kind": prompt.kind}
    said = prompt.description
    if prompt.kind in _YES_OR_NO and said:
        pattern = text("{player} says yes or no to {source}: {said}")
        return Text(pattern.message, {**gaps, "said": said if said.endswith(".") else f"{said}."})
    return Text(_QUESTIONS.get(prompt.kind, text("{player} has to choose ({kind}).")).message, {**gaps})


def option(prompt: Prompt, act: Action, names: Names) -> Text:
    """Return what somebody would do who takes an action, as a phrase for a list."""
    if act.is_pass:
        return text("pass") if prompt.kind == "Priority" else text("pay")
    if act.kind == "DeclareAttackers":
        creatures = tuple(names.called(attacker) for attacker, _ in act.attacks)
        return text("attack with {creatures}", creatures=creatures) if creatures else text("attack with nothing")
    if act.kind == "DeclareBlockers":
        pairs = tuple(f"{names.called(one)} > {names.called(other)}" for one, other in act.blocks)
        return text("block: {pairs}", pairs=pairs) if pairs else text("block with nothing")
    gaps = {"choice": in_words(prompt, act, names)}
    if act.kind == "ActivateAbility":
        gaps["ability"] = ability_words(act, names)
    return Text(_OPTIONS.get(act.kind, text("{choice}")).message, {**gaps})


_YES_OR_NO = frozenset({"OptionalEffectChoice", "OptionalCostChoice", "UnlessPayment", "OpponentMayChoice"})
_QUESTIONS = {
    "Priority": text("{player} has priority."),
    **dict.fromkeys(TARGETS, text("{player} chooses a target for {source}.")),
    **dict.fromkeys(_YES_OR_NO, text("{player} says yes or no to {source}.")),
    "ModeChoice": text("{player} chooses what {source} does."),
    "ChooseXValue": text("{player} chooses the value of X for {source}."),
    "OrderTriggers": text(
        "{player} puts triggered abilities on the stack; the first one named goes first and resolves last."
    ),
    "ScryChoice": text("{player} names the cards that stay on top, in order; the others go to the bottom."),
    "DeclareAttackers": text("{player} declares attackers."),
    "DeclareBlockers": text("{player} declares blockers."),
}
_OPTIONS = {
    "CastSpell": text("cast {choice}"),
    "PlayLand": text("play {choice}"),
    "ActivateAbility": text("activate {choice} ({ability})"),
}
