"""From the names of cards to positions in which they could work, the plainest first.

Permanents lie on the battlefield, untapped and ready; Auras and Equipment on something they fit, the first few such ways tried;
instants and sorceries are in the hand. Further positions have mana floating, one of the cards or all in the hand, or one in the
graveyard, and things that others have. Where a card untaps lands, there are some. Nothing here knows any card: only types, costs and what it says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

import msgspec

from floorjudge.magic.cards.facts import ALL_LANDS, CardFacts, facts_of, facts_transformed
from floorjudge.magic.cards.helper_cards import BASICS, WASTES, host_for, letters, source_of
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import CARD_TYPES, CardText
from floorjudge.magic.positions.position import STARTING_LIFE, Position, StepName
from floorjudge.magic.search.drafts import (
    MUCH_LIFE,
    DraftCard,
    DraftPosition,
    Granted,
    Layout,
    Zone,
    fits,
    layout_of,
    thing_key,
)
from floorjudge.magic.search.needs import lent, number_of, provide, types_of_tokens

# With how much life a game begins, in most formats, and in any.
LIFE = STARTING_LIFE
LIVES = (LIFE, 40)
MOST_LAYOUTS = 24
# So many hosts are tried for one card, and so many drafts of one plan.
_MOST_HOSTS = 3
_MOST_DRAFTS = 3
_RICH = 3
_LATER, _LITTLE, _HELPED, _UNLIKELY, _TURNED, _LYING = 0.2, 0.1, 1.0, 0.5, 0.05, 0.5
_MOST_COPIES = 20
_FROM_HAND = re.compile(
    r"(?i)\bwhen(?:ever)? this [^.,]*enters|enters? (?:the battlefield )?as a copy|\bflash\b|\bsoulbond\b|\bmutate\b|from your hand|return this|to (?:its owner's|your) hand"
)
_FROM_A_GRAVEYARD = re.compile(r"(?i)\bcard in a graveyard")
_LASTS = re.compile(r"(?i)\battack|\bcombat\b|extra turn|additional \w+ (?:phase|step)")
_ONLY_DURING: Mapping[StepName, re.Pattern[str]] = {
    "upkeep": re.compile(r"(?i)\bonly during your upkeep"),
    "beginning of combat": re.compile(r"(?i)\bonly during (?:your )?combat\b(?! damage)"),
    # The additional main phase is one after combat, as the first one of the loop should be.
    "second main": re.compile(r"(?i)\bfollowed by an additional main phase"),
}
# Who has none has lost, or else goes on only by words that are no reason to begin so.
_LITTLE_LIFE = re.compile(r"(?i)\b(?P<many>[1-9]\d*|[a-z]+) or less life\b")
_CHOOSES_TYPE = re.compile(r"(?i)\bas [^.\n]*\benters?\b[^.\n]* choose a creature type")
_UNTAPS_HOST = re.compile(r"(?i)(?P<cost>(?:\{[^{}]+\})+): untap (?:this|enchanted|equipped) creature")
# Where lands are counted, or so many are targets.
_EACH_LAND = re.compile(
    r"(?i)(?<!up to )\b(?:two|three|four|five|six) target lands|\btaps? [^.\n]*\bfor mana\b|(?:for each|number of)[^.]*\blands?\b|\blands? (?:is|are|becomes?)\b|\ba land\b"
)
# Where all lands untap, so many are there, or as many as the dearest ability needs.
_SOME_LANDS = 5
# A discard in the cleanup step that draws a card leads to another cleanup step.
_WATCHES_DISCARDS = re.compile(r"(?i)\bwhenever (?:you|a player) discards? (?:a|one)\b")
_DRAWS = re.compile(r"(?i)\bdraws?\b")
_ASKS_COLOURLESS = re.compile(r"\{C\}[^.\n]*:")


def names_in(position: Position) -> list[str]:
    """Return the names of the cards of the player who has priority, each once."""
    on_board = [thing.card for thing in position.battlefield[position.priority]]
    elsewhere = [
        card.card for zone in (position.hand, position.graveyard, position.exile) for card in zone[position.priority]
    ]
    return list(dict.fromkeys([*on_board, *elsewhere]))


class _Wanted(msgspec.Struct, frozen=True):
    """A card that is to take part, and its number; the loop must use the `named` ones, the others may help.

    `back` are the facts about its other face where it transforms.
    """

    facts: CardFacts
    copies: int
    named: bool
    back: CardFacts | None = None


class _Plan(msgspec.Struct, frozen=True):
    """Where the cards are: the indices of those in the hand, in the graveyard and transformed, and what else there is.

    What the words of the cards ask for is `provided`, where they count it in `much` number. `step` is the step in which it begins,
    None for the usual one.
    """

    hand: frozenset[int] = frozenset()
    graveyard: frozenset[int] = frozenset()
    mana: str = ""
    provided: bool = True
    much: bool = True
    penalty: float = 0.0
    transformed: frozenset[int] = frozenset()
    step: StepName | None = None

    def zone_of(self, index: int) -> Zone:
        """Return the place of a card."""
        return "hand" if index in self.hand else "graveyard" if index in self.graveyard else "battlefield"


def layouts(names: Sequence[str], helpers: Sequence[str], library: CardLibrary) -> tuple[Layout, ...]:
    """Return positions for cards by their names, the plainest first; “4 Forest” are four.

    Raises BadInput for an unknown card.
    """
    cards = [_wanted(name, library, named=True) for name in names]
    cards += [_wanted(name, library, named=False) for name in helpers]
    copies: Counter[tuple[int, str]] = Counter()
    for card in cards:
        copies[0, thing_key(card.facts.card, None)] += card.copies
    counters = {(card.facts.card, kind): many for card in cards for kind, many in card.facts.comes_with.items()}
    granted = Granted(copies, counters=counters)
    land = {_lands_to_untap(cards)[0].name} if any(card.facts.untaps_lands for card in cards) else set()
    found: list[Layout] = []
    plans = list(_plans(cards))
    little = (msgspec.structs.replace(plan, much=False, penalty=plan.penalty + _LITTLE) for plan in plans)
    for plan in (*plans, *(each for each in little if each.penalty < _UNLIKELY)):
        for extra, draft in enumerate(islice(_drafts(cards, plan, library), _MOST_DRAFTS if plan.much else 1)):
            layout = layout_of(draft, plan.penalty + 0.8 * extra, granted)
            if all(layout.position != other.position for other in found):
                found.append(msgspec.structs.replace(layout, lent=tuple(sorted(land.union(lent(draft))))))
    found.sort(key=lambda each: each.penalty)
    return tuple(found[:MOST_LAYOUTS])


def with_life(found: Sequence[Layout], life: int) -> tuple[Layout, ...]:
    """Return the same positions in a game that began with another life total, the same for every player."""
    return tuple(
        msgspec.structs.replace(
            each,
            position=_at_life(each.position, life),
            deeper=None if each.deeper is None else _at_life(each.deeper, life),
        )
        for each in found
    )


def _at_life(position: Position, life: int) -> Position:
    """Return a position of a game that began with this life, which each player still has but one who has to have less."""
    lives = tuple(life if each == MUCH_LIFE else each for each in position.life)
    return msgspec.structs.replace(position, life=lives, starting_life=life)


def _wanted(line: str, library: CardLibrary, *, named: bool) -> _Wanted:
    many, _, name = line.strip().partition(" ")
    if many.isascii() and many.isdecimal() and name and 0 < int(many) <= _MOST_COPIES:
        copies = int(many)
    else:
        copies, name = 1, line
    name = name.strip()
    return _Wanted(facts_of(name, library), copies, named, facts_transformed(name, library))


def _plans(cards: Sequence[_Wanted]) -> Iterator[_Plan]:
    """Yield where the cards could be."""
    spells = frozenset(index for index, card in enumerate(cards) if card.facts.is_instant_or_sorcery)
    abilities = _mana_for_one_ability(cards)
    paid = _mana_for(cards, spells)
    if not spells:
        yield _Plan(provided=False)
    # Who names what helps may need nothing else.
    later = _LATER if all(card.named for card in cards) else _HELPED
    yield _Plan(spells, mana=paid + abilities, penalty=later)
    turned = frozenset(index for index, card in enumerate(cards) if card.back is not None)
    if turned:
        mana = paid + _mana_for_one_ability(_turned(cards, turned))
        yield _Plan(spells, transformed=turned, mana=mana, penalty=later + _TURNED)
    yield from _plans_before_cleanup(cards, spells, turned)
    for index, card in enumerate(cards):
        facts = card.facts
        if facts.is_instant_or_sorcery:
            continue
        hand = spells | {index}
        penalty = 0.3 + 1.2 * (not _does_much_from_hand(facts)) + 0.3 * (not card.named)
        mutates = facts.other_costs.get("Mutate", "")
        paid_here = _mana_for(cards, hand) + mutates
        yield _Plan(hand, mana=paid_here + abilities, penalty=penalty)
        if facts.enters and card.named:
            yield _Plan(hand, mana=paid_here * _RICH + abilities, penalty=penalty + 0.5)
        if facts.from_graveyard and not facts.is_land:
            yield _Plan(spells, frozenset({index}), facts.cost + paid + abilities, penalty=1.6)
        for other, lying in enumerate(cards):
            if other != index and _takes(facts, lying.facts) and card.named and lying.named:
                yield _Plan(hand - {other}, frozenset({other}), paid_here + abilities, penalty=penalty + _LYING)
    everything = spells | {index for index, card in enumerate(cards) if card.named and not card.facts.is_land}
    yield _Plan(everything, mana=_mana_for(cards, everything) + abilities, penalty=1.6)
    yield _Plan(spells, mana=(paid + abilities) * _RICH, penalty=2.4)


def _plans_before_cleanup(cards: Sequence[_Wanted], hand: frozenset[int], turned: frozenset[int]) -> Iterator[_Plan]:
    """Yield plans that begin in the end step, for cards that draw when a player discards: with their front faces, and with `turned` ones transformed."""
    for which in dict.fromkeys((frozenset[int](), turned)):
        words = "\n".join(card.facts.words for card in _turned(cards, which))
        if _WATCHES_DISCARDS.search(words) and _DRAWS.search(words):
            yield _Plan(hand, transformed=which, step="end step", penalty=_UNLIKELY)


def _turned(cards: Sequence[_Wanted], which: frozenset[int]) -> list[_Wanted]:
    """Return cards with their other faces, where these are transformed."""
    return [
        msgspec.structs.replace(card, facts=card.back) if index in which and card.back is not None else card
        for index, card in enumerate(cards)
    ]


def _does_much_from_hand(facts: CardFacts) -> bool:
    """Return whether a permanent is likely cast in the loop, or has to be for what it does as it enters."""
    name = facts.card.split(",")[0].split(" // ")[0]
    return _FROM_HAND.search(facts.words.replace(name, "this creature")) is not None


def _takes(facts: CardFacts, other: CardFacts) -> bool:
    """Return whether a card that is cast is likely to take another one from a graveyard."""
    return not other.is_land and (facts.from_graveyard or _FROM_A_GRAVEYARD.search(facts.words) is not None)


def _mana_for(cards: Sequence[_Wanted], which: frozenset[int]) -> str:
    return "".join(cards[index].facts.cost for index in sorted(which))


def _mana_for_one_ability(cards: Sequence[_Wanted]) -> str:
    """Return mana that pays for any one ability among the cards."""
    most: Counter[str] = Counter()
    for card in cards:
        most |= Counter(card.facts.abilities)
    return "".join(sorted(most.elements()))


def _drafts(cards: Sequence[_Wanted], plan: _Plan, library: CardLibrary) -> Iterator[DraftPosition]:
    """Yield a draft of a plan for each of the first few ways in which what is attached can lie on the other cards."""
    cards = _turned(cards, plan.transformed)
    placed = [_placed(card, plan.zone_of(index), cards) for index, card in enumerate(cards)]
    for index in plan.transformed:
        placed[index].transformed = True
    plain = DraftPosition(library, placed, pool=plan.mana)
    attached = [
        index for index, card in enumerate(plain.cards) if card.zone == "battlefield" and card.facts and card.facts.on
    ]
    choices = [[*_hosts(plain, index), None] for index in attached]
    for hosts in islice(product(*choices), _MOST_DRAFTS):
        draft = plain.copy()
        for index, host in zip(attached, hosts, strict=True):
            card = draft.cards[index]
            card.on = draft.add(_host_for(card), unasked=True) if host is None else draft.cards[host]
        _add_things(draft, cards, plan)
        yield draft


def _placed(card: _Wanted, zone: Zone, cards: Sequence[_Wanted]) -> DraftCard:
    facts = card.facts
    counters = dict(facts.comes_with) if zone == "battlefield" else {}
    chosen = facts.default_choice
    if _CHOOSES_TYPE.search(facts.words):
        chosen = next((kind for other in cards if other is not card for kind in _creature_types(other.facts)), None)
    chosen = chosen if zone == "battlefield" else None
    return DraftCard(facts.card, zone, facts, copies=card.copies, counters=counters, chosen=chosen)


def _creature_types(facts: CardFacts) -> list[str]:
    """Return the creature types of a card, those first of which it speaks, and those of the tokens that it makes."""
    kinds = [
        kind for kind in facts.types if "Creature" in facts.types and kind not in CARD_TYPES and kind != "Legendary"
    ]
    return [*sorted(kinds, key=lambda kind: kind not in facts.words), *types_of_tokens(facts.words)]


def _host_for(card: DraftCard) -> CardText:
    """Return an invented host for what is attached; one that makes the mana for its own untapping where that is paid."""
    wanted = card.facts.on if card.facts is not None else ()
    paid = _UNTAPS_HOST.search(card.facts.words) if card.facts is not None else None
    return host_for(wanted) if paid is None else source_of(letters(paid["cost"]), "Creature — Druid")


def _hosts(draft: DraftPosition, attached: int) -> list[int]:
    card = draft.cards[attached]
    wanted = card.facts.on if card.facts is not None else ()
    fitting = [index for index, other in enumerate(draft.cards) if index != attached and fits(other, wanted)]
    return fitting[:_MOST_HOSTS]


def _add_things(draft: DraftPosition, cards: Sequence[_Wanted], plan: _Plan) -> None:
    """Add the lands for the cards to untap, and what else there is; begin in the step in which an ability has to be used."""
    words = "\n".join(card.facts.words for card in cards)
    only = (step for step, pattern in _ONLY_DURING.items() if pattern.search(words))
    draft.step = next(only, draft.step) if plan.step is None else plan.step
    if (low := _LITTLE_LIFE.search(words)) is not None:
        draft.life[0] = number_of(low["many"])
    lands = max(card.facts.untaps_lands for card in cards)
    if lands:
        land = _land_for(cards)
        # What is there to begin with is of the kind that the lands make again: a loop has to have as much of it later.
        draft.pool = draft.pool.replace("C", next((BASICS[kind] for kind in BASICS if kind in land.type), "C"))
        draft.add(*_lands_to_untap(cards))
    elif any(_LASTS.search(card.facts.words) for card in cards):
        # A pool is empty when the next step begins, and no loop through steps would make it again: the mana lies in a land.
        draft.each_turn, draft.pool = draft.pool, ""
    if plan.provided:
        mana = _mana_for(cards, plan.hand) + _mana_for_one_ability(cards)
        provide(draft, [card.facts for card in cards], mana, _lands_for(cards), much=plan.much)


def _lands_to_untap(cards: Sequence[_Wanted]) -> tuple[CardText, int]:
    """Return the lands for cards that untap several, and how many.

    One land that makes as much mana as all of them does as well, and is tapped and chosen once; not so where each land counts.
    """
    lands, land = max(card.facts.untaps_lands for card in cards), _land_for(cards)
    if lands == ALL_LANDS:
        lands = max(_SOME_LANDS, len(_mana_for_one_ability(cards)))
    if lands == 1 or any(_EACH_LAND.search(card.facts.words) for card in cards):
        return land, lands
    main = next((BASICS[kind] for kind in BASICS if kind in land.type), "C")
    # One of each other colour that is paid again and again: for abilities, and to cast what untaps the lands.
    paid = "".join(
        card.facts.abilities + card.facts.cost * (card.facts.untaps_lands > 0 and card.facts.enters) for card in cards
    )
    others = "".join(letter for letter in BASICS.values() if letter in paid and letter != main)[: lands - 1]
    return source_of(main * (lands - len(others)) + others), 1


def _land_for(cards: Sequence[_Wanted]) -> CardText:
    """Return a basic land: of the kind that a card names, one for {C} in a cost, or for the colour that costs ask for most."""
    if any(_ASKS_COLOURLESS.search(card.facts.words) for card in cards):
        return WASTES
    named = next((kind for card in cards for kind in BASICS if kind in card.facts.words), None)
    asked = Counter("".join(card.facts.cost + card.facts.abilities for card in cards))
    return host_for((named or max(BASICS, key=lambda kind: asked[BASICS[kind]]),))


def _lands_for(cards: Sequence[_Wanted]) -> list[CardText]:
    """Return a basic land for each colour that abilities ask for; the first is the one for all."""
    first, asked = _land_for(cards), "".join(card.facts.abilities for card in cards)
    others = (host_for((kind,)) for kind, letter in BASICS.items() if letter in asked)
    return [first, *(land for land in others if land != first)]
