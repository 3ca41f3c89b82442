"""What the engine is known to read otherwise than a card says: a table, each with how it is recognised.

A part that it says it could not read is in it too. A misreading `matters` as soon as its card is in play, or only when
what it is about is used (a spell cast, an ability activated or triggered), when anything has a target, when its card is moved, or when it lies in a graveyard. docs/upstream holds a position for each, and
tests/magic/doubt/test_known_mistakes.py fails when the engine has learnt better.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from floorjudge.magic.doubt.zones import FROM_ANYWHERE, names_no_zone
from floorjudge.magic.phase.faces import ABILITIES, Face
from floorjudge.magic.phase.fields import ITSELF
from floorjudge.magic.phase.gaps import gaps, without_jargon
from floorjudge.magic.phase.objects import needs_target

Matters: TypeAlias = Literal["in play", "when used", "with targets", "when moved", "in a graveyard"]
Part: TypeAlias = Mapping[str, Any]


class Misreading(NamedTuple):
    """Words of a card that the engine reads otherwise than they say: which kind of mistake, and when it matters."""

    code: str
    words: str
    matters: Matters = "in play"

    def has_mattered(self, used: Collection[str], *, targets: bool, buried: bool = False) -> bool:
        """Say whether it has mattered where its card was in play: `used` are the words of what was, `targets` whether anything had some.

        Where its card was not in play, it was `buried` in a graveyard. What matters when a card is moved is seen by watching where it goes.
        """
        if buried:
            return self.matters == "in a graveyard"
        return self.matters == "in play" or self.words in used or (targets and self.matters == "with targets")


_WHILE_BURIED = re.compile(r"^As long as ~ is in your graveyard\b", re.IGNORECASE)
_BACK_AT_ONCE = "UntilHostLeavesPlay"
_THE_EVENTS_OWN = "EventContextAmount"
# Protection from more than a word names, which the engine takes for the name of a card type.
_NOT_A_TYPE = re.compile(r"'CardType': '[^']* [^']*'")
_FLOOR = "LifeFloor"
_LEAVES_ONE = re.compile(r"less than 1", re.IGNORECASE)
# What the engine's form of a replacement says that happens instead, and whose damage it is about.
_INSTEAD = ("execute", "damage_modification", "shield_kind", "redirect_target", "runtime_execute")
_WHOSE_DAMAGE = ("damage_target_filter", "valid_card")
_DAMAGE = ("DamageDone", "DealtDamage")
_DAMAGE_TO_YOU = re.compile(r"\b(dealt|damage) to you\b", re.IGNORECASE)
_AS_MUCH = re.compile(r"\b(that (many|much)|for each 1 damage|damage prevented this way)\b", re.IGNORECASE)
_ITSELF = {"type": "SelfRef"}
_MOVED_THIS_WAY = "ZoneChangedThisWay"
_TRIGGERS_THIS_WAY = re.compile(r"\bwhen [^.,]* this way,", re.IGNORECASE)
_ANOTHER = {"type": "Another"}
_WHAT_TRIGGERED = "TriggeringSource"
# Whether a target is something, and who controls one.
_ABOUT_A_TARGET = re.compile(r"'(?:HasObjectTarget|ParentObjectTargetController)'")
_SAYS_UNTIL = re.compile(r"\buntil\b|\bas long as\b", re.IGNORECASE)
_FOR_HAVING_NO_LIFE = re.compile(r"for having 0 or less life", re.IGNORECASE)
_OF_THE_HOST = re.compile(r"\bas long as (equipped|enchanted|fortified) \w+ is\b", re.IGNORECASE)
_MAY_TARGET = re.compile(r"\btarget", re.IGNORECASE)
# Objects and players that the engine asks nobody to choose.
_UNASKED = frozenset({"ParentTarget", "SelfRef", "None", "Controller", "TrackedSet"})
_POINTS_BACK = re.compile(r"\b(that|those|it|its|itself|them|their|they|this|he|him|his|she|her)\b", re.IGNORECASE)
_SIZE_OF_IT = re.compile(r"'(Power|Toughness)'")
_LIMITS = re.compile(r"\bonly once (each|per|a) |\bfor the (first|second|third) time\b", re.IGNORECASE)
_LIMIT_FORMS = re.compile(r"ondition|constraint|limit|Limit|Nth|First|Once|Exerted")
# Words that set a condition, without those that name what is replaced, ask what came of a choice or a coin, or tell how long something lasts.
_SETS_NO_CONDITION = re.compile(
    r'"[^"]*"|\([^)]*\)|\bif\b(?=[^.]*\bwould\b)|\bif able\b|\bfor as long as\b|\bif [^,.]*(?:exerted|results?\b|this way\b|more votes)'
    r"|\bif (?:you|they|it|both|no one|(?:the|that|a|any|no) player)(?: coins| (?:do|does|did|don|didn|doesn|can|cannot|wins?|loses?|won|lost)\b)",
    re.IGNORECASE,
)
_CONDITION_OF_TRIGGER = re.compile(
    r"\b(?:if|unless|during (?:your|an opponent's|each opponent's) turn)\b", re.IGNORECASE
)
_CONDITION_OF_REPLACEMENT = re.compile(r"\b(?:if|as long as|while|unless|during your turn)\b", re.IGNORECASE)
_CONDITION_FORMS = re.compile(
    r"ondition|onstraint|estriction|nless|lse_|_else|decline|MayCost|[Kk]ick|PtComparison|Cmc|Vote|Branch"
)
_RULE_OF_KEYWORD = "CR "
# What is no type and is taken for one: several words (but for Time Lord), a color or the like, the name of a card type.
_NO_SUBTYPE = re.compile(
    r"'Subtype': '(?!Time Lord')(?:[^'A-Z][^']*|[^']* [^']*|White|Blue|Black|Red|Green|Colorless|Multicolored|Attacking|Blocking"
    r"|Commander|Artifact|Creature|Enchantment|Instant|Land|Planeswalker|Sorcery)'"
)
_OR_ACTIVATES = re.compile(r"^When[^,]*\bor (?:you|a player|an opponent) activates?\b", re.IGNORECASE)
_FORBIDS = frozenset({"CantBeTargeted", "CantBlock", "CantAttack", "CantAttackOrBlock", "CantBeCountered"})
_CANNOT_BE_TARGET = re.compile(r"\bcan't be the targets? of\b", re.IGNORECASE)
_MEANS_ITSELF = re.compile(r"~|\b(?:this|it|its|he|she|his|her|they)\b", re.IGNORECASE)
_LOOKS_AT_SOURCE = "ParentTargetController"
_OF_THE_SOURCE = re.compile(r"\bsource's controller\b", re.IGNORECASE)
_ACTOR = "Actor"
_ON_PLAYERS = re.compile(r"\bcounters on a permanent or player\b", re.IGNORECASE)
_WHAT_ENTERS = re.compile(r"^If (?:an? )?(.+?)(?: you control)? entering\b", re.IGNORECASE)
_YOURS = re.compile(r"\b(?:you|your team) controls?\b", re.IGNORECASE)
_WHOSE = re.compile(r"valid_card|_filter|_scope|valid_player|ontroller")
# How a form says an amount that is counted or chosen, and what asks only what came of the words before it.
_QUANTITY_FORMS = re.compile(r"'Ref'|Multiply|Double|Each|ParentTarget|TrackedSet|PreviousEffect|'Up")
_ASKS_WHAT_CAME = re.compile(r"^(?:\w+ )?\w+ (?:do|does|did|don't|doesn't|didn't|can't|win|wins|lose|loses)\b")
_THIS_CARD = re.compile(
    r"\bthis (?:creature|enchantment|artifact|land|card|permanent|aura|equipment|spell|vehicle|planeswalker|token)\b"
)


def misreadings_of(faces: Mapping[str, Face]) -> tuple[Misreading, ...]:
    """Return what is known to be misread on the faces of a card.

    Nothing is known of most cards; that does not say that all is played as it should be.
    """
    return tuple(dict.fromkeys(found for face in faces.values() for look in _LOOKS for found in look(face.raw)))


def _each(face: Part, kind: str) -> Iterator[tuple[Part, str]]:
    """Yield the abilities of a kind, in the engine's form, with their words."""
    return ((ability, str(ability.get("description") or "")) for ability in face.get(kind) or ())


def _every_part(face: Part) -> Iterator[tuple[Part, str]]:
    """Yield each part of the abilities, in the engine's form, with the words around it."""
    for kind in ABILITIES:
        yield from _parts(face.get(kind), "")


def _parts(value: object, words: str) -> Iterator[tuple[Part, str]]:
    """Yield each part of an ability with the words around it."""
    if isinstance(value, list):
        for part in value:
            yield from _parts(part, words)
    elif isinstance(value, dict):
        said = value.get("description")
        words = said if isinstance(said, str) else words
        yield value, words
        for part in value.values():
            yield from _parts(part, words)


def _returned_at_once(face: Part) -> Iterator[Misreading]:
    """Old cards return what they exiled by a second ability; the engine plays them as newer ones that exile "until"."""
    for part, words in _every_part(face):
        exiled = (part.get("effect") or {}).get("destination") == "Exile"
        if part.get("duration") == _BACK_AT_ONCE and exiled and words and _SAYS_UNTIL.search(words) is None:
            yield Misreading("returned_at_once", words)


def _never_loses(face: Part) -> Iterator[Misreading]:
    for static, words in _each(face, "static_abilities"):
        if static["mode"] == "CantLoseTheGame" and _FOR_HAVING_NO_LIFE.search(words):
            yield Misreading("never_loses", words)


def _no_effect(face: Part) -> Iterator[Misreading]:
    for static, words in _each(face, "static_abilities"):
        empty = static["mode"] == "Continuous" and not static.get("modifications") and words
        if empty or _NOT_A_TYPE.search(str(static)):
            yield Misreading("no_effect", words)


def _never_used(face: Part) -> Iterator[Misreading]:
    """What the engine takes for the effect of a spell is never used on a permanent."""
    if _is_spell(face):
        return
    abilities = face.get("abilities") or ()
    if any(each.get("kind") == "Spell" and each["effect"]["type"] != "Unimplemented" for each in abilities):
        told = {words for _, words in _every_part(face)}
        lines = str(face.get("oracle_text") or "").splitlines()
        unread = (line for line in lines if line.endswith(".") and not line.startswith(("When", "At ")))
        yield from (Misreading("no_effect", line) for line in unread if line not in told)


def _no_replacement(face: Part) -> Iterator[Misreading]:
    """Instead of a loss or of damage something else happens: of that the engine's form has nothing, or not of whose or how much damage."""
    for replacement, words in _each(face, "replacements"):
        event = replacement["event"]
        empty = not any(replacement.get(name) for name in _INSTEAD)
        anybodys = not any(replacement.get(name) for name in _WHOSE_DAMAGE) and _DAMAGE_TO_YOU.search(words)
        uncounted = _AS_MUCH.search(words) and _THE_EVENTS_OWN not in str(replacement.get("execute") or _THE_EVENTS_OWN)
        if (event in ("GameLoss", *_DAMAGE) and empty) or (event in _DAMAGE and (anybodys or uncounted)):
            yield Misreading("no_effect", words)


def _damage_undone(face: Part) -> Iterator[Misreading]:
    """Damage that leaves a player at 1 life is dealt in full (CR 120.4); the engine deals less."""
    lines = str(face.get("oracle_text") or "").splitlines()
    for replacement, words in _each(face, "replacements"):
        if (replacement.get("damage_modification") or {}).get("type") == _FLOOR:
            yield Misreading("damage_undone", words or next(filter(_LEAVES_ONE.search, lines), ""))


def _looks_at_itself(face: Part) -> Iterator[Misreading]:
    for static, words in _each(face, "static_abilities"):
        if "SourceIs" in str(static.get("condition")) and _OF_THE_HOST.search(words):
            yield Misreading("looks_at_itself", words)


def _attached_to_itself(face: Part) -> Iterator[Misreading]:
    """What attaches nothing named attaches the source; to the source as well: it stays where it is."""
    for part, words in _every_part(face):
        if part.get("type") == "Attach" and part.get("attachment") is None and part.get("target") == _ITSELF:
            yield Misreading("attached_to_itself", words, "when used")


def _other_amount(face: Part) -> Iterator[Misreading]:
    """After a discard, “that many” are the discarded cards; the engine takes the amount that set off the ability."""
    for part, words in _every_part(face):
        effect, then = part.get("effect"), part.get("sub_ability")
        discards = isinstance(effect, dict) and effect.get("type") == "Discard" and "'UpTo'" in str(effect.get("count"))
        if discards and isinstance(then, dict) and _THE_EVENTS_OWN in str(then):
            yield Misreading("other_amount", words, "when used")


def _measured_before(face: Part) -> Iterator[Misreading]:
    """What enters may enter with counters: “its power” is that of the permanent; the engine takes that of the card (CR 608.2h)."""
    for part, words in _every_part(face):
        effect = part.get("effect")
        enters = isinstance(effect, dict) and effect.get("destination") == "Battlefield"
        if enters and any(_SIZE_OF_IT.search(str(then.get("effect"))) for then in _following(part)):
            yield Misreading("measured_before", words, "when used")


def _following(part: Part) -> Iterator[Part]:
    then = part.get("sub_ability")
    while isinstance(then, dict):
        yield then
        then = then.get("sub_ability")


def _no_target(face: Part) -> Iterator[Misreading]:
    """A trigger's effect on, or condition of, what was chosen before it, where nothing was and no word points back at what has triggered it."""
    for trigger, words in _each(face, "triggers"):
        target = ((trigger.get("execute") or {}).get("effect") or {}).get("target")
        chosen = isinstance(target, dict) and target.get("type") == "ParentTarget"
        asked = _ABOUT_A_TARGET.search(str(trigger.get("execute"))) and _MAY_TARGET.search(words) is None
        if asked or (chosen and "," in words and _POINTS_BACK.search(words.partition(",")[2]) is None):
            yield Misreading("no_target", words, "when used")


def _no_target_asked(face: Part) -> Iterator[Misreading]:
    """An activated ability on what was chosen before, where its words ask for a target and its form for none (CR 602.2b)."""
    for ability, words in _each(face, "abilities"):
        if ability.get("kind") != "Activated" or not needs_target(words):
            continue
        about = [
            value.get("type")
            for part, _ in _parts(ability, "")
            for name, value in part.items()
            if isinstance(value, dict) and ("target" in name or "filter" in name)
        ]
        if "ParentTarget" in about and _UNASKED.issuperset(about):
            yield Misreading("no_target", words, "when used")


def _no_limit(face: Part) -> Iterator[Misreading]:
    """A trigger for the first time only, or with a condition, of which the engine's form has nothing."""
    for trigger, words in _each(face, "triggers"):
        if _LIMITS.search(words) and _LIMIT_FORMS.search(str(_filled(trigger))) is None:
            yield Misreading("no_limit", words, "when used")


def _no_condition(face: Part) -> Iterator[Misreading]:
    """A trigger or a replacement with a condition (CR 603.4, CR 614.1) of which the engine's form has nothing."""
    for trigger, words in _each(face, "triggers"):
        if _lacks_condition(trigger, words, _CONDITION_OF_TRIGGER):
            yield Misreading("no_limit", words, "when used")
    for replacement, words in _each(face, "replacements"):
        if replacement["event"] != "ProduceMana" and _lacks_condition(replacement, words, _CONDITION_OF_REPLACEMENT):
            yield Misreading("no_limit", words)


def _lacks_condition(part: Part, words: str, sets: re.Pattern[str]) -> bool:
    if words.startswith(_RULE_OF_KEYWORD) or sets.search(_SETS_NO_CONDITION.sub("", words)) is None:
        return False
    return _CONDITION_FORMS.search(str(_filled(part))) is None


def _on_itself(face: Part) -> Iterator[Misreading]:
    """What others cannot do, or cannot be done to them, and is applied to the card that says so."""
    for static, words in _each(face, "static_abilities"):
        if not words or static.get("affected") != _ITSELF or _MEANS_ITSELF.search(words):
            continue
        targets = _CANNOT_BE_TARGET.search(words) is not None
        if targets or (isinstance(static["mode"], str) and static["mode"] in _FORBIDS):
            yield Misreading("on_itself", words, "with targets" if targets else "in play")


def _half_read(face: Part) -> Iterator[Misreading]:
    """What triggers on one thing or on an ability that somebody activates, of which the engine has read only the first."""
    for _, words in _each(face, "triggers"):
        modes = [trigger["mode"] for trigger, others in _each(face, "triggers") if others == words]
        if _OR_ACTIVATES.search(words) and "Activate" not in str(modes):
            yield Misreading("half_read", words)


def _anybodys(face: Part) -> Iterator[Misreading]:
    """What is limited to what somebody controls, or to what enters, of which the engine's form has nothing."""
    for replacement, words in _each(face, "replacements"):
        limited = replacement["event"] == "AddCounter" and _YOURS.search(words)
        if limited and _WHOSE.search(str(_filled(replacement))) is None:
            yield Misreading("no_limit", words)
    for static, words in _each(face, "static_abilities"):
        enters = _WHAT_ENTERS.match(words)
        if enters is None or "DoubleTriggers" not in str(static["mode"]):
            continue
        wanted = {word.capitalize() for word in re.split(r" or (?:an? )?|, ", enters[1])} - {"Permanent"}
        if any(f"'{word}'" not in str(static["mode"]) for word in wanted):
            yield Misreading("no_limit", words)


def _no_such_type(face: Part) -> Iterator[Misreading]:
    """Words that are no type are taken for one, so that nothing is meant by them, or everything."""
    for kind in ABILITIES:
        for part, words in _each(face, kind):
            if _NO_SUBTYPE.search(str(_filled(part))):
                used = kind == "triggers" or _has_to_be_used(kind, part, face)
                yield Misreading("no_such_type", words, "when used" if used else "in play")


def _asked_too_early(face: Part) -> Iterator[Misreading]:
    """What happens if nothing could be done instead of something (CR 614.6) is asked before anybody has chosen."""
    for replacement, words in _each(face, "replacements"):
        if _MOVED_THIS_WAY in str(replacement.get("execute")):
            yield Misreading("asked_too_early", words)


def _other_player(face: Part) -> Iterator[Misreading]:
    """The controller of what is dealt damage, for whom the engine takes that of what deals it; and who gives a player counters.

    Whoever controls what gives a player counters puts them there; the engine takes the player for who does.
    """
    for trigger, words in _each(face, "triggers"):
        target = ((trigger.get("execute") or {}).get("effect") or {}).get("target")
        means_source = isinstance(target, dict) and target.get("type") == _LOOKS_AT_SOURCE
        if trigger["mode"] == "DamageReceived" and means_source and _OF_THE_SOURCE.search(words) is None:
            yield Misreading("other_player", words, "when used")
    for replacement, words in _each(face, "replacements"):
        if replacement.get("counter_replacement_subject") == _ACTOR and _ON_PLAYERS.search(words):
            yield Misreading("other_player", words)


def _no_total(face: Part) -> Iterator[Misreading]:
    """A limit on all that is chosen together, which the engine heeds for targets and not for what is chosen on resolution (CR 608.2d)."""
    for part, words in _every_part(face):
        if part.get("target_constraints") and part.get("target_choice_timing") == "Resolution":
            yield Misreading("no_limit", words, "when used")


def _not_mana_ability(face: Part) -> Iterator[Misreading]:
    """An ability that adds mana, without target or loyalty cost, is a mana ability, whatever else it does (CR 605.1a)."""
    for ability, words in _each(face, "abilities"):
        adds = ability.get("kind") == "Activated" and (ability.get("effect") or {}).get("type") == "Mana"
        targets = _MAY_TARGET.search(words) is not None or words.startswith("[")
        if adds and not targets and not ability.get("is_mana_ability"):
            yield Misreading("not_mana_ability", words, "when used")


def _at_once(face: Part) -> Iterator[Misreading]:
    """What triggers on something done "this way" waits on the stack (CR 603.12); the engine goes straight on with it."""
    for part, words in _every_part(face):
        condition = part.get("condition")
        asks = isinstance(condition, dict) and condition.get("type") == _MOVED_THIS_WAY
        if asks and _TRIGGERS_THIS_WAY.search(words):
            yield Misreading("at_once", words, "when used")


def _another(face: Part) -> Iterator[Misreading]:
    """What is "another" than something that has triggered it; the engine takes every "another" for another than the source.

    A creature may well mean another than itself, unless its words compare with what has triggered it.
    """
    is_creature = "Creature" in ((face.get("card_type") or {}).get("core_types") or ())
    for trigger, said in _each(face, "triggers"):
        by = trigger.get("valid_card")
        for part, words in _parts(trigger.get("execute"), said):
            properties = part.get("properties") or ()
            compares = any((each.get("reference") or {}).get("type") == _WHAT_TRIGGERED for each in properties)
            if isinstance(by, dict) and by != _ITSELF and _ANOTHER in properties and (compares or not is_creature):
                yield Misreading("another", words, "when used")


def _other_zones(face: Part) -> Iterator[Misreading]:
    """What is about going to a graveyard from anywhere or from the battlefield, or works in one, of which the engine's form has nothing (CR 113.6, CR 700.4).

    What a card says about itself is watched when it is moved. The back of a card is nowhere but on the stack and on the battlefield.
    """
    for replacement, words in _each(face, "replacements"):
        own = replacement.get("valid_card") == _ITSELF
        if names_no_zone(replacement) and not (own and face.get("face_index") and FROM_ANYWHERE.search(words)):
            yield Misreading("other_zones", words, "when moved" if own else "in play")
        if _WHILE_BURIED.search(words) and not replacement.get("active_zones"):
            yield Misreading("no_effect", words, "in a graveyard")


def _filled(value: object) -> object:
    """Return a value of the engine without what is empty and what the card says in words."""
    if isinstance(value, list):
        return [_filled(each) for each in value]
    if isinstance(value, dict):
        return {name: _filled(each) for name, each in value.items() if each and name != "description"}
    return value


def _not_read(face: Part) -> Iterator[Misreading]:
    """The engine says itself what it could not read; of its warnings about how it read the rest see `_swallowed`.

    What stands by itself on a permanent is among its abilities then, as what a spell does would be.
    """
    for kind in (*ABILITIES, "keywords"):
        for part in face.get(kind) or ():
            for words in gaps(part):
                used = _has_to_be_used(kind, part, face)
                whole = part.get("description") if isinstance(part, dict) else None
                said = str(whole or without_jargon(words))
                yield Misreading("not_read", said, "when used" if used else "in play")


def _swallowed(face: Part) -> Iterator[Misreading]:
    """The engine warns of a clause that it has dropped: a condition, an amount, or a replacement, of which its form has nothing.

    A warning without a counterpart in the form counts; where no ability has the words, nothing of them was read.
    """
    for warning in face.get("parse_warnings") or ():
        gap = warning.get("gap") if isinstance(warning, dict) else None
        if not isinstance(gap, dict):
            continue
        kind = str(gap.get("kind"))
        clause = _as_itself(next((str(words) for name, words in gap.items() if name != "kind"), ""), face)
        having = [
            (each, part, words)
            for each in ABILITIES
            for part, words in _each(face, each)
            if clause in _as_itself(words, face)
        ]
        for each, part, words in having:
            if not _has_counterpart(kind, clause, each, part):
                used = _has_to_be_used(each, part, face)
                yield Misreading("not_read", words, "when used" if used else "in play")
        if not having and not _ASKS_WHAT_CAME.search(clause):
            yield Misreading("not_read", str(warning.get("description") or clause))


def _has_counterpart(kind: str, clause: str, ability: str, part: Part) -> bool:
    """Say whether the form of an ability may well have what the engine says that it has not read of it."""
    form = str(_filled(part))
    if kind == "unparsed_quantity":
        return _QUANTITY_FORMS.search(form) is not None
    if kind == "unparsed_condition":
        return _ASKS_WHAT_CAME.search(clause) is not None or _CONDITION_FORMS.search(form) is not None
    return ability == "replacements" and any(part.get(name) for name in _INSTEAD)


def _as_itself(words: str, face: Part) -> str:
    """Return words in lower case in which a card means itself in one way."""
    name = str(face.get("name") or "").lower()
    words = words.lower().replace(name, ITSELF) if name else words.lower()
    return _THIS_CARD.sub(ITSELF, words.replace(name.partition(",")[0], ITSELF) if name else words)


def _has_to_be_used(kind: str, part: Part, face: Part) -> bool:
    """Say whether a part of a face does nothing before somebody casts or activates it, or something triggers it."""
    if kind == "triggers":
        return isinstance(part.get("mode"), str)
    return kind == "abilities" and (part.get("kind") == "Activated" or _is_spell(face))


def _is_spell(face: Part) -> bool:
    return not {"Instant", "Sorcery"}.isdisjoint((face.get("card_type") or {}).get("core_types") or ())


_LOOKS: tuple[Callable[[Part], Iterator[Misreading]], ...] = (
    _returned_at_once,
    _never_loses,
    _no_effect,
    _never_used,
    _no_replacement,
    _damage_undone,
    _looks_at_itself,
    _attached_to_itself,
    _no_target,
    _no_target_asked,
    _no_limit,
    _other_amount,
    _measured_before,
    _not_mana_ability,
    _at_once,
    _no_total,
    _no_condition,
    _on_itself,
    _half_read,
    _anybodys,
    _no_such_type,
    _asked_too_early,
    _other_player,
    _another,
    _other_zones,
    _not_read,
    _swallowed,
)
