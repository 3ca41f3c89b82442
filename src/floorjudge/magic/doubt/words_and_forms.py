"""The table of words on cards and of the forms that must, or cannot, represent them in the engine's reading of a card.

A row is about the abilities of one kind with certain words. If their form lacks what must represent these words, or has
what cannot, the engine misreads them. A form is written as lines, one for each value that is not empty, with the path
to it: `execute.effect.target.type ParentTarget`; above them stand the types of the card: `on Creature`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from floorjudge.magic.engine.objects import needs_target
from floorjudge.magic.engine.readings.faces import ABILITIES

Matters: TypeAlias = Literal["in play", "when used", "with targets", "in a graveyard", "when stopped"]
Part: TypeAlias = Mapping[str, Any]
_OF_WORDS = re.IGNORECASE | re.DOTALL
# Abilities of others, and reminders.
_NOT_ITS_OWN = r'"[^"]*"|\([^)]*\)'


class Row(NamedTuple):
    """A kind of mistake, the `kinds` of abilities that have it, such as "abilities triggers", and its marks.

    The kind "parts" stands for each part of any ability.

    The words match `words`, after everything that matches `ignoring` is cut out, and do not match `without`. The form
    matches each of `has` and not `lacks`. `matters` is as in `Misreading`; by default when the ability is used, if it is
    ever used, and else in play.
    """

    mistake: str
    kinds: str
    words: str | Callable[[str], bool] = ""
    has: tuple[str, ...] = ()
    lacks: str = ""
    without: str = ""
    ignoring: str = _NOT_ITS_OWN
    matters: Matters | None = None

    def is_about(self, words: str) -> bool:
        """Return whether the row is about abilities with these words."""
        rest = re.sub(self.ignoring, "", words, flags=_OF_WORDS)
        matches = self.words(rest) if callable(self.words) else re.search(self.words, rest, _OF_WORDS) is not None
        return matches and not (self.without and re.search(self.without, words, _OF_WORDS))

    def is_wrong(self, form: str) -> bool:
        """Return whether a form has what cannot represent the words of the row, and lacks what must."""
        present = all(re.search(each, form, re.MULTILINE) for each in self.has)
        return present and not (self.lacks and re.search(self.lacks, form, re.MULTILINE))


def form_of(part: Part) -> str:
    """Return the form of a part as lines, without what is empty and without the card's words."""
    return "\n".join(_lines(part, ""))


def _lines(value: object, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if inner and name != "description":
                yield from _lines(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for inner in value:
            yield from _lines(inner, path)
    else:
        yield f"{path} {value}"


# Words that set a condition, except those that name a replaced event, the result of a choice or a coin, or a duration.
_NO_CONDITION = (
    rf"{_NOT_ITS_OWN}"
    # What names a time or a way to activate or cast is a restriction, and the rest may have a condition beside it.
    r"|\b(?:activate|cast this spell) only\b[^.]*"
    r"|\bif [^.]*\b(?:opening hand|rather than pay|without paying its mana cost|as though it had flash)\b"
    r"|\bif\b(?=[^.]*\bwould\b)|\bif able\b|\bfor as long as\b|\bif [^,.]*(?:exerted|results?\b|this way\b|more votes)"
    r"|\bif (?:you|they|it|both|no one|(?:the|that|a|any|no) player)(?: coins| (?:do|does|did|don|didn|doesn|can|cannot|wins?|loses?|won|lost)\b)"
)
CONDITION = r"ondition|onstraint|(?<!activation_r)estriction|nless|lse_|_else|decline|MayCost|[Kk]ick|PtComparison|Cmc|Vote|Branch|ClampMin"
# The engine cites the rule of a keyword in place of words.
_RULE_OF_KEYWORD = "^CR "
_LIMIT = r"ondition|constraint|limit|Limit|Nth|First|Once|Exerted"
# Effects in the place of others.
INSTEAD = r"^(execute|damage_modification|shield_kind|redirect_target|runtime_execute)\b"
_DAMAGE = r"^event (DamageDone|DealtDamage)$"
# Words that are taken for a type and are none: several words (but for Time Lord), a color or the like, a card type.
_NO_SUBTYPE = (
    r"\bSubtype (?!Time Lord$)([^A-Z\n]|\S+ |(White|Blue|Black|Red|Green|Colorless|Multicolored|Attacking|Blocking|Commander"
    r"|Artifact|Creature|Enchantment|Instant|Land|Planeswalker|Sorcery)$)|\bsubtype With$"
)
_MEANS_ITSELF = r"~|\b(?:this|it|its|he|she|his|her|they)\b"
_COLOR = "(?:color|white|blue|black|red|green|colorless)"
_CANNOT_BE_TARGET = r"\bcan't be the targets? of\b"
# The subject stands before the verb; a keyword's words have none.
_IS_THE_SUBJECT = rf"^can't\b|^(?:(?!\b(?:can't|cannot|doesn't)\b).)*(?:{_MEANS_ITSELF})"
_THIS_CARD_ALONE = r"^affected\.(?!type )"

ROWS: tuple[Row, ...] = (
    # Words that need a form which is missing or wrong: first a limit, a condition (CR 603.4, CR 614.1).
    Row("no_limit", "triggers", r"\bonly once (each|per|a) |\bfor the (first|second|third) time\b", lacks=_LIMIT),
    Row(
        "no_limit",
        "abilities triggers replacements",
        r"\b(?:if|unless|as long as|would be [^.]*while|during (?:your|an opponent's|each opponent's) turn)\b|^while\b",
        lacks=rf"^event ProduceMana$|{CONDITION}|Unimplemented",
        without=_RULE_OF_KEYWORD,
        ignoring=_NO_CONDITION,
    ),
    # What it cannot attack, or when; a loop that goes on lacks no attack of its player. Whose target it cannot be.
    Row(
        "forbids_more",
        "static_abilities",
        rf"(?:{_MEANS_ITSELF})[^.]*\bcan't attack (?!or\b|and\b)",
        ("^mode CantAttack$",),
        lacks="^attack_defended|ondition",
        matters="when stopped",
    ),
    Row(
        "forbids_more",
        "static_abilities",
        rf"{_CANNOT_BE_TARGET} (?!spells or abilities\b)",
        ("^mode CantBeTargeted$",),
        matters="with targets",
    ),
    # The player whose object it is.
    Row(
        "no_limit",
        "replacements",
        r"\b(?:you|your team) controls?\b",
        ("^event AddCounter$",),
        lacks=r"valid_card|_filter|_scope|valid_player|ontroller",
    ),
    Row(
        "no_effect",
        "replacements",
        r"\b(dealt|damage) to you\b",
        (_DAMAGE,),
        lacks="^(damage_target_filter|valid_card)",
    ),
    # Amounts.
    Row(
        "no_effect",
        "replacements",
        r"\b(that (many|much)|for each 1 damage|damage prevented this way)\b",
        (_DAMAGE,),
        lacks="^(execute.*EventContextAmount|damage_modification|redirect|runtime)",
    ),
    Row(
        "not_read",
        "abilities",
        r"^[^:]*\{X\}[^:]*:.*\bX\b",
        lacks=r"^(?!cost|activation).*(?:Variable|\bX\b)|CostX|Unimplemented",
    ),
    # Colors of tokens and copies, and of what is attached to something; counters on copies.
    Row(
        "not_read",
        "abilities triggers replacements",
        rf"\bcop(?:y|ies)\b[^.]*\bexcept\b[^.]*\b(?:{_COLOR}|enters with)\b"
        rf"|\b{_COLOR}, {_COLOR},? and {_COLOR}\b[^.]*\btoken|\btoken that's {_COLOR}\b",
        (r"effect\.type (BecomeCopy|CopyTokenOf|CopySpell|Token)$",),
        lacks="olor|ounter",
    ),
    Row("not_read", "static_abilities", rf"\band is (?:an? )?{_COLOR}\b", ("^mode Continuous$",), lacks="olor"),
    # Either of two events.
    Row(
        "half_read",
        "triggers",
        r"^When[^,]*\bor (?:you|a player|an opponent) activates?\b|\bcounters on a permanent or player\b",
        lacks="^mode.*Activate",
        matters="in play",
    ),
    # Types of what enters and so doubles triggers.
    Row("no_limit", "static_abilities", r"^If (?-i:[^,]*\b[A-Z]\w+)\b[^,]* entering\b", lacks="ubtype"),
    # What is dealt damage, and tokens that attack as they enter.
    Row(
        "no_limit",
        "triggers",
        r"^[^,]*\bdamage to (?!a (?:permanent|creature) or player\b)",
        (r"^mode DamageDone",),
        lacks="^valid_(target|card)",
    ),
    Row(
        "not_read",
        "triggers",
        r"\btokens?\b[^.]*\battacking\b(?! creature)",
        (r"^execute\.(.*\.)?effect\.type (Token|CopyTokenOf)$",),
        lacks="ttacking",
    ),
    # The zones from which, and in which, it works (CR 113.6).
    Row(
        "no_effect",
        "replacements",
        r"^As long as ~ is in your graveyard\b",
        lacks="^active_zones",
        matters="in a graveyard",
    ),
    # What its source has created, exiled or put there (CR 607.2).
    Row(
        "no_limit",
        "abilities triggers static_abilities",
        r"\b(?:created|exiled|put onto the battlefield) with (?:~|this\b|it\b)",
        lacks="ExiledBySource|ExileCastPermission|PlacedByAbilitySource|Unimplemented",
    ),
    # From where a card goes to a graveyard (CR 700.4). Words of a card about itself are watched where it goes.
    Row(
        "other_zones",
        "replacements",
        r"\b(?:die|dies|put into a graveyard from the battlefield)\b",
        ("^destination_zone Graveyard$",),
        lacks=r"^valid_card\b.*\b(SelfRef|Battlefield)$",
    ),
    # Objects of words that ask for no target.
    Row(
        "no_target",
        "triggers",
        without=r"\btarget",
        has=(r"^execute.*\b(HasObjectTarget|ParentObjectTargetController)\b",),
    ),
    Row(
        "no_target",
        "triggers",
        ",",
        (r"^execute\.effect\.target\.type ParentTarget$",),
        without=r"^[^,]*,.*\b(that|those|it|its|itself|them|their|they|this|he|him|his|she|her)\b",
    ),
    # Words that ask for a target (CR 602.2b).
    Row(
        "no_target",
        "abilities",
        needs_target,
        ("^kind Activated$", r"(target|filter)[^.\n]*\.type ParentTarget$"),
        lacks=r"(target|filter)[^.\n]*\.type (?!(ParentTarget|SelfRef|None|Controller|TrackedSet)$)",
    ),
    # Forms that are wrong, with these words or with any words: first missing parts with an effect.
    Row("no_effect", "static_abilities", ".", ("^mode Continuous$",), lacks="^modifications"),
    # “Those creatures” are all that were affected before; the engine takes them for a target, and there is none.
    Row(
        "no_effect",
        "parts",
        has=(
            r"^effect\.type (GainControlAll|PumpAll)$|^effect\.scope\.type All$",
            r"^effect\.type (GainControlAll|PumpAll|SetTapState)$",
            r"^sub_ability\.effect\.target\.type ParentTarget$",
        ),
        without=r"\bthat player\b",
    ),
    Row("no_effect", "replacements", has=("^event (GameLoss|DamageDone|DealtDamage)$",), lacks=INSTEAD),
    # Protection from more than a word names, which is taken for the name of a card type.
    Row("no_effect", "static_abilities", has=(r"CardType \S+ ",)),
    Row("no_such_type", " ".join(ABILITIES), has=(_NO_SUBTYPE,)),
    # Old cards return the exiled card by a second ability; the engine plays them like newer ones that exile "until".
    Row(
        "returned_at_once",
        "parts",
        ".",
        ("^duration UntilHostLeavesPlay$", r"^effect\.destination Exile$"),
        without=r"\buntil\b|\bas long as\b",
        matters="in play",
    ),
    Row("never_loses", "static_abilities", "for having 0 or less life", ("^mode CantLoseTheGame$",)),
    # Damage that leaves a player at 1 life is dealt in full (CR 120.4).
    Row("damage_undone", "replacements", "less than 1", (r"^damage_modification\.type LifeFloor$",)),
    Row(
        "on_itself",
        "static_abilities",
        r"\bas long as (equipped|enchanted|fortified) \w+ is\b",
        (r"^condition\b.*SourceIs",),
    ),
    # An effect that names nothing to attach attaches the source; if also to the source, nothing moves.
    Row("on_itself", "parts", has=("^type Attach$", r"^target\.type SelfRef$"), lacks=r"^attachment"),
    # After a discard, “that many” are the discarded cards; the engine takes the amount that set off the ability.
    Row(
        "other_amount",
        "parts",
        has=(r"^effect\.type Discard$", r"^effect\.count\b.*\bUpTo\b", r"^sub_ability\b.*\bEventContextAmount$"),
    ),
    # An object may enter with counters: “its power” is that of the permanent (CR 608.2h); the engine takes that of the card.
    Row(
        "other_amount",
        "parts",
        has=(r"^effect\.destination Battlefield$", r"^(sub_ability\.)+effect\b.*\b(Power|Toughness)\b"),
    ),
    # An ability that adds mana, without target or loyalty cost, is a mana ability, whatever else it does (CR 605.1a).
    Row(
        "not_mana_ability",
        "abilities",
        has=("^kind Activated$", r"^effect\.type Mana$"),
        lacks="^is_mana_ability",
        without=r"\btarget|^\[",
    ),
    # An ability that triggers on an action "this way" waits on the stack (CR 603.12); the engine goes straight on with it.
    Row("at_once", "parts", r"\bwhen [^.,]* this way,", (r"^condition\.type ZoneChangedThisWay$",)),
    # A limit on all choices together is heeded for targets, but not for choices on resolution (CR 608.2d).
    Row("no_limit", "parts", has=("^target_constraints", "^target_choice_timing Resolution$")),
    # A spell is on the stack; the engine looks for one on the battlefield.
    Row(
        "no_target",
        "parts",
        has=(r"^effect\.type CopySpell$", r"^effect\.target\b.*type_filters (Instant|Sorcery)$"),
        lacks="StackSpell|InZone",
    ),
    # Counters on the card that has just been moved.
    Row(
        "on_itself",
        "parts",
        r"\bcounters? on it\b",
        (
            r"^effect\.type (ExileTop|Mill|Discard)$",
            r"ability\.effect\.type PutCounter$",
            r"ability\.effect\.target\.type SelfRef$",
        ),
        without=r"\bcounters? on ~",
    ),
    # Restrictions on others that are applied to the card itself.
    Row(
        "on_itself",
        "static_abilities",
        _CANNOT_BE_TARGET,
        (r"^affected\.type SelfRef$",),
        lacks=_THIS_CARD_ALONE,
        without=_MEANS_ITSELF,
        matters="with targets",
    ),
    Row(
        "on_itself",
        "static_abilities",
        ".",
        (
            r"^affected\.type SelfRef$",
            r"^mode (CantBeTargeted|CantBlock|CantAttack|CantAttackOrBlock|CantBeCountered|CantUntap)$",
        ),
        lacks=_THIS_CARD_ALONE,
        without=rf"{_IS_THE_SUBJECT}|{_CANNOT_BE_TARGET}",
    ),
    # Whether nothing could be done instead (CR 614.6) is checked before any player has chosen.
    Row("asked_too_early", "replacements", has=("^execute.*ZoneChangedThisWay",)),
    # The controller of the damaged object; the engine takes that of the damage's source.
    Row(
        "other_player",
        "triggers",
        has=("^mode DamageReceived$", r"^execute\.effect\.target\.type ParentTargetController$"),
        without=r"\bsource's controller\b",
    ),
    # The controller of an effect that gives a player counters puts them there; the engine takes the player for that controller.
    Row(
        "other_player",
        "replacements",
        r"\bcounters on a permanent or player\b",
        ("^counter_replacement_subject Actor$",),
    ),
    # “Another” than the object that triggered it; the engine takes every “another” for another than the source, as a creature may mean it.
    Row(
        "another",
        "triggers",
        has=(r"^valid_card\.", r"^execute.*\.properties\.type Another$"),
        lacks=r"^valid_card\.type SelfRef$|^on Creature$",
    ),
)
