"""What the words of cards ask for: things, spells that begin it, and mana, which a loop of theirs may need beside them.

A loop that does not need one of them is pared of it afterwards, so a board may be rich. Nothing here knows any card.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from floorjudge.magic.cards.facts import CardFacts
from floorjudge.magic.cards.helper_cards import (
    BASICS,
    BEAR,
    BLADE,
    CUB,
    LEAF,
    RELIC,
    REST,
    SONG,
    STRENGTH,
    TRINKET,
    WORD,
    host_for,
    source_of,
    spell,
    type_line,
)
from floorjudge.magic.cards.sides import CARD_TYPES, CardText
from floorjudge.magic.colours import MANA
from floorjudge.magic.search.drafts import DraftPosition, Zone

_REMINDER = re.compile(r"\([^()]*\)")
_CONDITION = re.compile(r"(?i)\b(?:whenever|when|if) ([^.,]+(?:, [^.,]+(?=,))?),")
# What has to have happened before in this turn, or is counted of it.
_BEFORE = re.compile(
    r"(?i)\b(?:power among )?(?:creatures?|tokens?)\b[^.\n]* that entered(?: the battlefield)? this turn|\b(?:gained|lost|drawn) [^.\n]*this turn"
    r"|\bcopy of (?:an?|target|another target) [^.\n]*token you control|\bpopulate\b"
)
# What a condition waits for, and the words of a spell that does it once.
_SPARKS = tuple(
    (re.compile(rf"(?i){condition}"), words)
    for condition, words in (
        (r"\byou(?: would)? gain (?:\w+ )?life", "You gain 1 life."),
        (r"\byou(?: would)? draw ", "Draw a card."),
        (r"opponents? loses? (?:\w+ )?life", "Each opponent loses 1 life."),
        (r"opponents? draws? ", "Each opponent draws a card."),
        (r"\byou lose (?:\w+ )?life", "You lose 1 life."),
        (r"\b(?:is|are) dealt (?:\w+ )?damage", "This spell deals 1 damage to target creature."),
        (r"deals? (?:\w+ )?damage to an opponent", "This spell deals 1 damage to each opponent."),
        (r"(?:\+1/\+1 )?counters? (?:is|are|on)\b", "Put a +1/+1 counter on target creature you control."),
        (r"-1/-1 counters?", "Put a -1/-1 counter on target creature."),
        (r"\bdies\b|\bdie\b|put into .*graveyard from the battlefield|leaves? the battlefield", "Destroy target creature you control."),
        (r"\byou(?: would)? discard |discards? ", "Draw a card, then discard a card."),
        (r"becomes the target", "Target creature you control gets +0/+1 until end of turn."),
        (r"becomes? untapped", "Untap target permanent you control."),
        (r"becomes? tapped", "Tap target permanent you control."),
        (r"\b(?:scry|surveil|mill|proliferate|investigate)", "Scry 1, then surveil 1."),
        (r"(?:another|an?|or more)(?: other)?(?: \w+)? (?:tokens?|artifacts?) .*(?:enters?|create)|\bcreate ", "Create a Treasure token."),
        (r"(?:another|an?|or more)(?: other)? (?:\w+ )?creatures? .*enters?", "Create a 1/1 colorless Spirit creature token."),
        (r"\bcopy of .*token|\bpopulate\b", "Create a token that's a copy of target creature you control."),
        (r"(?<!power among )\bcreatures?(?: \w+){0,3} that entered(?: the battlefield)? this turn", "Create a 1/1 colorless Spirit creature token."),
        (r"power among creatures? [^.\n]*that entered", "Create an 8/8 colorless Spirit creature token."),
        (r"\bgained [^.\n]*this turn", "You gain 8 life."),
        (r"\blost [^.\n]*this turn", "Each opponent loses 8 life."),
        (r"\bdrawn [^.\n]*this turn", "Draw five cards."),
    )
)  # fmt: skip
SPARK, _MOST_SPARKS = "Plain Spark", 3
# Of a card that returns one, the engine would take “this card” for that one.
RETURN = CardText(
    f"{SPARK} of Life", "Instant", "{0}", "Return target creature card from your graveyard to the battlefield."
)
# What all creatures get, where conditions wait for something that happens to a creature again and again.
_BLESSINGS = (
    (
        "lifelink",
        re.compile(r"(?i)\byou(?: would)? gain (?:\w+ )?life|\bpay \w+ life"),
        re.compile(r"(?i)deals? [^.]*damage"),
    ),
    (
        "lifelink",
        re.compile(r"(?i)\b(?:is|are) dealt (?:\w+ )?damage"),
        re.compile(r"(?i)deals that much damage to any target"),
    ),
    (
        "indestructible",
        re.compile(r"(?i)\b(?:is|are) dealt (?:\w+ )?damage|damage to this"),
        re.compile(r"(?i)deals? [^.]*damage"),
    ),
    ("deathtouch", re.compile(r"(?i)\bdies\b"), re.compile(r"(?i)deals? [^.]*damage to")),
)
# Damage that is paid for with life.
_FEW_TIMES = 5
_PAYS_LIFE = re.compile(r"(?i)\bpay \w+ life(?=: [^.]*deals? [^.]*damage)")
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10, "twenty": 20}
_KIND = rf"{'|'.join(map(str.lower, CARD_TYPES))}|permanent|[A-Z][a-z]{{2,}}?"
# A kind of thing that a card counts, takes, taps or targets.
_THING = re.compile(
    r"\b(?P<lead>[Ff]or each|[Aa]ffinity for|(?<!any )number of|if you control|as long as you control|another|other|an?|target|up to one|up to two|two|three|four|five|six|untapped|each|all|sacrifice|or)"
    r"(?P<more>(?: (?:other|another|additional|untapped|tapped|target|nontoken|noncreature|nonland|non-[A-Z][a-z]+|basic|legendary|or more))*)"
    rf" (?P<kind>{_KIND})(?:(?<=[hvx])es|(?<![us])s)?\b(?! tokens?| creature tokens?| counters?| spells?| abilit)(?:(?: permanent| creature)?(?P<card> cards?))?(?=(?P<where>[^.,:;]*))"
)
_PLURALS = {
    "Allie": "Ally",
    "Mercenarie": "Mercenary",
    "Harpie": "Harpy",
    "Elv": "Elf",
    "Dwarv": "Dwarf",
    "Wolv": "Wolf",
    "Plain": "Plains",
}
_PLAINEST = {"Permanent": "Artifact", "Planeswalker": "Artifact"}
_NOT_KINDS = frozenset({"Battle", "Instant", "Sorcery", "Kindred", "Aura", "The", "This", "That", "You", "Until"})
_STATES = frozenset({"legendary", "tapped"})
_TARGETED = re.compile(r"(?i) (?:you )?targets?\b| beyond\b")
_THEIRS = re.compile(r"(?i)opponents? controls?|you don't control|defending player controls|that player controls")
_FROM_GRAVEYARD, _IN_HAND = re.compile(r"(?i)\bgraveyards?\b"), re.compile(r"(?i)\bhand\b")
_EXTRA_TURN = re.compile(r"(?i)\bextra turns?\b")
_AT_UPKEEP = re.compile(r"(?i)\bbeginning of your upkeep\b")
# What has to enter for the first time in the loop, maybe from where the legend rule has put it.
_RETURNS_ANOTHER = re.compile(
    r"(?i)\bwhen(?:ever)? [^.\n]*\benters\b[^.\n]*\breturn target [^.\n]*\bcard from your graveyard to the battlefield"
)
_EMPTY_HAND = re.compile(r"(?i)\bno cards in (?:your )?hand\b")
_DISCARDS = re.compile(r"(?i)\bdiscard (?:an?|two|three|your) |cards? (?:from|in) your hand")
_CARDS_IN_GRAVEYARD = re.compile(
    r"(?i)(?:for each|number of|seven or more|types among|\w+ or more)[^.]*\bcards? (?:from|in) (?:your|a|all) graveyards?"
    r"|exile [^.]*\bcards? from your graveyard"
)
_ADDS = re.compile(
    r"\{T\}[^.:]*: (?:Choose [^.]*\. )?Add |\b(?:beginning|attacks?|dies|enters|dealt|sacrificed?)\b[^.\n]*, add "
)
_POWER = re.compile(r"(?i)(?:equal to|where x is|for each)[^.]*\b(?:power|toughness)\b|power (?:is )?\d or greater")
_EXILED_AND_RETURNED = re.compile(r"(?i)\bexile [^.]*\bthen return\b")
_DEVOTION = re.compile(r"devotion to (white|blue|black|red|green|that color)")
_LETTERS = {name.lower(): letter for letter, name in MANA.items()}
_ABILITY = re.compile(
    r" (?:you control )?with (defender|flying|haste|vigilance|trample|lifelink|deathtouch|reach|first strike|menace)\b"
)
_HAS = re.compile(
    rf"(?i)\b(?:remove|has) (?:an?|one|x|any number of|(?P<many>{'|'.join(_NUMBERS)}))(?: or more)? (?P<kind>[\w+/-]+) counters?"
)
_COUNTS_OWN = re.compile(r"(?i)\b(?:for each|number of) ([\w+/-]+) counters? on (?:it|this)\b")
# What the top card of the library has to be.
_ON_TOP = re.compile(r"(?i)top card of your library is an? (creature|land|artifact|enchantment) card")
_THEIR_HAND = re.compile(r"(?i)(?:for each|number of) cards? in (?!your)[^.]*\bhand")
# Creatures whose powers are told apart.
_POWERS_COUNTED, _LEAST_POWER, _POWERS = re.compile(r"(?i)different powers?\b"), 3, 4
_LAND_TYPES_COUNTED = re.compile(r"(?i)basic land types? among lands")
_COLOURS_COUNTED = re.compile(r"(?i)each color among|colors? among")
_UNTAPS = re.compile(
    r"(?i)\buntaps? (?P<what>(?:all|each|any number of|up to|another|target|two|three|four|five|one or|other|those|creatures)\b(?:(?!untap|\bland)[^.])*?\b(?P<kind>creature|permanent|artifact)s?\b)"
)
_COPIES_SPELLS = re.compile(
    r"(?i)copy (?:target|that|it)[^.]*\b(?:instant|sorcery|spell)|whenever you cast|\bmagecraft\b|the next (?:instant|sorcery|spell)"
)
_COPIES_ANY = re.compile(r"(?i)copy target [^.]*\b(?:instant|sorcery) spell")
_CREATURE_TO_HAND = re.compile(
    r"(?i)\b(?:an?|another|target|this) creature\b[^.]*\b(?:dies|graveyard)[^.]*\breturn (?:it|that card) to (?:your|its owner's) hand"
    r"|\breturn (?:an?|another|target|up to one)[^.]* creatures?\b[^.]* to (?:its|their) owner's hand"
)
_CASTS, _TO_HAND = re.compile(r"(?i)\byou cast an? "), re.compile(r"(?i)\breturn [^.]*\bto (?:its|their) owner's hand")
# Tokens of a creature type, and words that count creatures of one type.
_MADE = re.compile(
    r"(?i:\bcreates?\b[^.]*?\d/\d (?:[a-z]+ )*)([A-Z][a-z]+) (?:[A-Z][a-z]+ )*(?:artifact )?creature token"
)
_ALIKE = re.compile(r"(?i)(?:number of|for each)[^.]*\bshares? a creature type")
# What happens once for each creature that attacks.
_ATTACKERS = re.compile(
    r"(?i)whenever a creature you control (?:attacks|deals combat damage)|for each attacking creature"
)
_COUNTING = ("for each", "affinity for", "number of")
_FEW = 2
_COUNTED, _KEPT, _DISCARDED = 8, 4, 4
# One more than a player may keep.
_TOO_MANY_HELD = 8
# The more there is, the slower the search.
_MOST_COUNTED = 12


def provide(
    draft: DraftPosition, cards: Sequence[CardFacts], mana: str, lands: Sequence[CardText], *, much: bool = True
) -> None:
    """Add to a draft position what the words of its cards ask for.

    `mana` is what they cost, in letters, the first of `lands` pays for most. Unless there shall be `much`, there are few of each kind that
    is counted, nothing to discard, and nothing is large.
    """
    words = "\n".join(_words(card) for card in cards)
    waited_for = (
        *(found[1] for found in _CONDITION.finditer(words)),
        *_BEFORE.findall(words),
        *_PAYS_LIFE.findall(words),
    )
    conditions = "\n".join(waited_for)
    _add_mana(draft, words, mana)
    enough = max(_COUNTED, _paid_by_counting(words, cards)) if much else _FEW
    _add_kinds(draft, _kinds_asked_for(words, cards, enough), lands)
    _add_counters(draft, words, much=much)
    _add_cards(draft, words, cards, much=much)
    _add_counted(draft, words, cards, mana)
    _add_beginnings(draft, words)
    _add_life(draft, words)
    for keyword in dict.fromkeys(_keywords(conditions, cards)):
        text = f"Creatures you control have {keyword}."
        draft.add(CardText(f"Plain Banner of {keyword.capitalize()}", "Enchantment", "{2}", text), unasked=True)
    if draft.step == "end step":
        # The cleanup step comes next, and it is what begins the loop.
        draft.add(LEAF, _TOO_MANY_HELD, zone="hand", unasked=True)
        return
    sparks = [sentence for condition, sentence in _SPARKS if condition.search(conditions)]
    for number, sentence in enumerate(sparks[:_MOST_SPARKS], 1):
        draft.add(spell(f"{SPARK} {number}", sentence), zone="hand", unasked=True)


def _keywords(conditions: str, cards: Sequence[CardFacts]) -> Iterator[str]:
    """Yield the keyword abilities that all creatures get for what `conditions` wait for, where a card does it and none gives or has one."""
    for keyword, waits, does in _BLESSINGS:
        gives = re.compile(rf"(?i)\b(?:gains?|has|have) [^.\n]*\b{keyword}\b")
        if (
            waits.search(conditions)
            and any(does.search(card.words) and keyword not in card.words.lower() for card in cards)
            and not any(gives.search(card.words) for card in cards)
        ):
            yield keyword


def _paid_by_counting(words: str, cards: Sequence[CardFacts]) -> int:
    """Return how many things to count make more mana than the dearest ability costs, where a card makes some for each; else 0."""
    dearest = max(len(card.abilities) for card in cards)
    return min(dearest + 1, _MOST_COUNTED) if _ADDS.search(words) else 0


def number_of(written: str) -> int:
    """Return a number that words give in digits or as a word; 1 for any other word."""
    return int(written) if written.isdecimal() else _NUMBERS.get(written.lower(), 1)


def types_of_tokens(words: str) -> list[str]:
    """Return the first creature type of each kind of creature token that words make."""
    return [found[1] for found in _MADE.finditer(words)]


def _words(card: CardFacts) -> str:
    """Return the words of a card without reminders and its own name."""
    plain = _REMINDER.sub("", card.words)
    for name in (card.card, card.card.split(" // ")[0], card.card.split(",")[0]):
        plain = plain.replace(name, "this thing")
    return plain


def _add_counters(draft: DraftPosition, words: str, *, much: bool) -> None:
    """Give cards on the battlefield the counters that their abilities ask for, and creatures size where much is counted."""
    counts_size = much and _POWER.search(words) is not None
    if counts_size and _EXILED_AND_RETURNED.search(words):
        # What returns has no counters any more.
        draft.add(STRENGTH, unasked=True)
    for helper in draft.helpers:
        if counts_size and helper.text == BEAR and not helper.seat:
            helper.counters = {"+1/+1": _COUNTED}
    for card in draft.cards:
        if card.zone != "battlefield" or card.facts is None:
            continue
        for found in _HAS.finditer(card.facts.words):
            kind = found["kind"].lower()
            card.counters[kind] = max(card.counters.get(kind, 0), _NUMBERS.get(found["many"], 0), _KEPT)
        for kind in map(str.lower, _COUNTS_OWN.findall(_words(card.facts))):
            card.counters[kind] = max(card.counters.get(kind, 0), _COUNTED if much else _FEW)
        if much and card.is_creature and _POWER.search(card.facts.words):
            card.counters["+1/+1"] = max(card.counters.get("+1/+1", 0), _COUNTED)


class _Kind(NamedTuple):
    """A kind of things that words ask for: whose and where they are, their type, states such as tapped, and a keyword ability."""

    seat: int
    zone: Zone
    kind: str
    states: frozenset[str] = frozenset()
    ability: str = ""


def _kinds_asked_for(words: str, cards: Sequence[CardFacts], counted: int) -> Mapping[_Kind, int]:
    """Return the kinds of things of which the words of cards speak, and how many of each they ask for: of what is counted, so many."""
    wanted: Counter[_Kind] = Counter()
    for found in _THING.finditer(words):
        kind = _PLURALS.get(found["kind"], found["kind"].capitalize())
        if kind in _NOT_KINDS or (kind not in CARD_TYPES and kind != "Permanent" and found["kind"][0].islower()):
            continue
        where = found["where"]
        zone: Zone = "battlefield"
        if found["card"]:
            zone = "graveyard" if _FROM_GRAVEYARD.search(where) else "hand" if _IN_HAND.search(where) else "library"
        if zone == "library" or _TARGETED.match(where):
            continue
        seat = int(_THEIRS.search(where) is not None and zone == "battlefield")
        lead = f"{found['lead']}{found['more']}".lower()
        many = max((number for word, number in _NUMBERS.items() if word in lead.split()), default=1)
        if lead.startswith(_COUNTING):
            many = counted
        ability = _ABILITY.match(where)
        key = _Kind(seat, zone, kind, _STATES.intersection(lead.split()), ability[1] if ability else "")
        # What taps itself for a cost is not among the others that it taps, nor should it be what it sacrifices; nor is it what it excludes.
        another = "other" in lead or "non-" in lead or words[: found.start()].endswith(("{T}, Tap ", "{T}, Sacrifice "))
        wanted[key] = max(wanted[key], many + another)
    if _ATTACKERS.search(words):
        wanted[_Kind(0, "battlefield", "Creature")] = counted
    if _ALIKE.search(words):
        made = types_of_tokens(words)
        own = [kind for card in cards if "Creature" in card.types for kind in card.types if kind not in CARD_TYPES]
        wanted.update({_Kind(0, "battlefield", kind): counted for kind in (made or own[:1])})
    return wanted


def _add_kinds(draft: DraftPosition, wanted: Mapping[_Kind, int], lands: Sequence[CardText]) -> None:
    """Add kinds of things, as many as are wanted beside what is there."""
    for (seat, zone, kind, states, ability), many in wanted.items():
        legendary = "legendary" in states
        there = sum(
            each.copies
            for each in draft.everything()
            if each.zone == zone and each.seat == seat and (kind in each.types or kind == "Permanent") and not ability
        )
        # Lands that are untapped are there already, maybe as one that makes as much mana.
        if many > there and not (kind == "Land" and there):
            # Of legendary ones with one name, one would stay.
            more = 1 if legendary else many - there
            plain = _thing(kind, ability, legendary=legendary)
            for text in (plain,) if kind != "Land" else lands if more == 1 else lands[:1]:
                draft.add(text, more, zone=zone, seat=seat, unasked=True).tapped = "tapped" in states


def _thing(kind: str, ability: str, *, legendary: bool) -> CardText:
    """Return a plain thing of a kind, with a keyword ability where one is named."""
    types = (_PLAINEST.get(kind, kind),) if kind in CARD_TYPES or kind == "Permanent" else ()
    line = type_line(types, () if types else (kind,))
    if kind == "Equipment":
        return BLADE
    if line in ("Creature", "Artifact") and not legendary and not ability:
        return BEAR if line == "Creature" else RELIC
    body = "2" if "Creature" in line else None
    name = f"Plain Legendary {kind}" if legendary else f"Plain {kind} with {ability}" if ability else f"Plain {kind}"
    line = f"Legendary {line}" if legendary else line
    return CardText(name, line, "" if "Land" in line else "{1}", ability.capitalize(), power=body, toughness=body)


def _add_cards(draft: DraftPosition, words: str, cards: Sequence[CardFacts], *, much: bool) -> None:
    """Add cards to discard or to find elsewhere, and spells to copy or to cast again."""
    if much and draft.step != "end step" and _DISCARDS.search(words) and not _EMPTY_HAND.search(words):
        draft.add(LEAF, _DISCARDED, zone="hand", unasked=True)
    if (found := _CARDS_IN_GRAVEYARD.search(words)) is not None:
        card = RELIC if "permanent card" in found[0] else LEAF
        draft.add(card, _COUNTED, zone="graveyard", unasked=True)
    for kind in _ON_TOP.findall(words)[-1:]:
        draft.add(_thing(kind.capitalize(), "", legendary=False), zone="library", unasked=True)
    if _THEIR_HAND.search(words):
        draft.their_hand = _COUNTED
    if _CASTS.search(words) and _TO_HAND.search(words):
        draft.add(TRINKET, zone="hand", unasked=True)
    if _CREATURE_TO_HAND.search(words):
        draft.add(CUB, zone="hand", unasked=True)
    copiers = [card for card in cards if _COPIES_SPELLS.search(_words(card))]
    to_copy = any(card.is_instant_or_sorcery for card in cards if card not in copiers)
    if len(copiers) == len(cards) or (_COPIES_ANY.search(words) and not to_copy):
        for word in (WORD, SONG):
            draft.add(word, zone="hand", unasked=True)
            draft.pool += "C"


def _add_life(draft: DraftPosition, words: str) -> None:
    """Give a player the life that is paid for damage, and the other one so much that the game goes on."""
    for paid in _PAYS_LIFE.findall(words):
        life = number_of(paid.split()[1])
        draft.life = [max(draft.life[0], life + 1), max(draft.life[1], life * _FEW_TIMES)]


def _add_beginnings(draft: DraftPosition, words: str) -> None:
    """Let turns that are added leave the game as it was, begin with one for what happens at an upkeep, and with a creature that returns."""
    if _EXTRA_TURN.search(words):
        draft.add(REST, unasked=True)
        if _AT_UPKEEP.search(words):
            # Another player's turn before it would be no part of the loop.
            draft.add(spell(f"{SPARK} of Time", "Take an extra turn after this one."), zone="hand", unasked=True)
    if _RETURNS_ANOTHER.search(words):
        draft.add(RETURN, zone="hand", unasked=True)


def _add_counted(draft: DraftPosition, words: str, cards: Sequence[CardFacts], paid: str) -> None:
    """Add what has the colours, the powers and the land types that words count; any colour is best one that is `paid`."""
    for colour in dict.fromkeys(_DEVOTION.findall(words)):
        letter = _LETTERS.get(colour) or max(BASICS.values(), key=paid.count)
        draft.add(CardText(f"Plain Shrine of {letter}", "Enchantment", f"{{{letter}}}" * _COUNTED), unasked=True)
    powers = max(_POWERS, _paid_by_counting(words, cards)) if _POWERS_COUNTED.search(words) else 0
    for power in map(str, range(_LEAST_POWER, _LEAST_POWER + powers)):
        bear = msgspec.structs.replace(BEAR, name=f"Plain Bear of {power}", power=power, toughness=power)
        draft.add(bear, unasked=True)
    for kind in BASICS if _LAND_TYPES_COUNTED.search(words) else ():
        # Tapped, they are nothing to choose.
        draft.add(host_for((kind,)), unasked=True).tapped = True
    if _COLOURS_COUNTED.search(words):
        draft.add(CardText("Plain Prism", "Artifact", "{W}{U}{B}{R}{G}"), unasked=True)


def _add_mana(draft: DraftPosition, words: str, mana: str) -> None:
    """Add a source of as much mana as is paid, of the kind that is untapped; levels of a Class are paid from the pool."""
    for card in draft.cards:
        if card.facts is not None and card.zone == "battlefield":
            draft.pool += "".join(card.facts.levels)
    kinds: dict[str, None] = {}
    for found in _UNTAPS.finditer(words):
        kind = "Creature — Druid" if found["kind"].lower() == "creature" else "Artifact"
        kinds[f"Legendary {kind}" if "legendary" in found["what"] else kind] = None
    # Where a card makes the mana itself, the loop should be its own.
    for kind in () if _ADDS.search(words) else kinds:
        draft.add(source_of(mana, kind), unasked=True)


def lent(draft: DraftPosition) -> Iterator[str]:
    """Yield the names of invented things that can do something themselves, but for those that only begin something."""
    for each in draft.helpers:
        if each.text is not None and each.text.text and not each.seat and not each.text.name.startswith(SPARK):
            yield each.text.name
