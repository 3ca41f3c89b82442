"""From the names of cards to positions in which they could work, the plainest first.

Permanents lie on the battlefield, untapped and ready; Auras and Equipment on something they fit, each such thing tried;
instants and sorceries are in the hand. Further positions have mana floating, one of the cards in the hand or in the
graveyard, and things that others have. Where a card untaps lands, there are some. Nothing here knows any card: only types, costs and what it says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

import msgspec

from floorjudge.magic.cards.facts import CardFacts, facts_of
from floorjudge.magic.cards.helper_cards import BASICS, BEAR, FIELD, PAGE, RELIC, WASTES, host_for
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import folded
from floorjudge.magic.positions.position import Card, CardText, Permanent, Position, empty_position

LIFE, OWN_LIBRARY, OTHER_LIBRARY = 40, 6, 3
DEEP_LIBRARY = 60
FIELDS, RELICS = 5, 3
MOST_LAYOUTS = 24
_MOST_HOSTS = 3
_RICH = 3
_MOST_COPIES = 20
_ASKS_COLOURLESS = re.compile(r"\{C\}[^.\n]*:")


class Granted(msgspec.Struct, frozen=True):
    """What was asked for: how many of each thing of a seat, by `thing_key`, and the first player's mana in letters.

    `places` says the same zone by zone, and is empty where nobody said in which zone a thing is.
    """

    things: Mapping[tuple[int, str], int]
    mana: str = ""
    places: Mapping[tuple[int, str, str], int] = {}


class Layout(msgspec.Struct, frozen=True):
    """A position to begin from; `penalty` is how much it counts against it, in choices, that it is not the plainest.

    `deeper` is the same with larger libraries, for loops that empty one: the smaller they are, the quicker the search.
    `granted` is what was asked for in it, None where all of it was: what else there is only may help; what `lent` names
    is there because the cards are about it.
    """

    position: Position
    penalty: float
    deeper: Position | None = None
    granted: Granted | None = None
    lent: tuple[str, ...] = ()


def thing_key(name: str, text: CardText | None) -> str:
    """Return what is the same for the same things: the name of a card, or all of a helper's text but its name."""
    return folded(name) if text is None else repr(msgspec.structs.replace(text, name=""))


def names_in(position: Position) -> list[str]:
    """Return the names of the first player's cards, each once."""
    on_board = [thing.card for thing in position.battlefield[position.priority]]
    elsewhere = [
        card.card for zone in (position.hand, position.graveyard, position.exile) for card in zone[position.priority]
    ]
    return list(dict.fromkeys([*on_board, *elsewhere]))


class _Wanted(msgspec.Struct, frozen=True):
    """A card that is to take part, and how many of it; the loop is asked for `named` ones, the others may help."""

    facts: CardFacts
    copies: int
    named: bool


class _Plan(msgspec.Struct, frozen=True):
    """Where the cards are: the indices of those in the hand and in the graveyard, and what else there is."""

    hand: frozenset[int] = frozenset()
    graveyard: frozenset[int] = frozenset()
    mana: str = ""
    peopled: bool = False
    penalty: float = 0.0

    def standing(self, cards: Sequence[_Wanted]) -> list[int]:
        """Return the indices of the cards that are on the battlefield."""
        return [index for index in range(len(cards)) if index not in self.hand | self.graveyard]


def layouts(names: Sequence[str], helpers: Sequence[str], library: CardLibrary) -> tuple[Layout, ...]:
    """Return positions for cards by their names, the plainest first; “4 Forest” are four.

    Raises BadInput for a card that nobody knows.
    """
    cards = [_wanted(name, library, named=True) for name in names]
    cards += [_wanted(name, library, named=False) for name in helpers]
    granted = Granted({(0, thing_key(card.facts.card, None)): card.copies for card in cards})
    lent = (_land_for(cards).name,) if any(card.facts.untaps_lands for card in cards) else ()
    found: list[Layout] = []
    for plan in _plans(cards):
        for extra, hosts in enumerate(_hosted(cards, plan)):
            position = _position(cards, plan, hosts)
            deep = ((Card(PAGE.name, copies=DEEP_LIBRARY),),) * position.players
            deeper = msgspec.structs.replace(position, library=deep)
            found.append(Layout(position, plan.penalty + 0.5 * extra, deeper, granted, lent))
    found.sort(key=lambda each: each.penalty)
    return tuple(found[:MOST_LAYOUTS])


def _wanted(said: str, library: CardLibrary, *, named: bool) -> _Wanted:
    many, _, name = said.strip().partition(" ")
    if many.isascii() and many.isdecimal() and name and 0 < int(many) <= _MOST_COPIES:
        return _Wanted(facts_of(name.strip(), library), int(many), named)
    return _Wanted(facts_of(said.strip(), library), 1, named)


def _plans(cards: Sequence[_Wanted]) -> Iterator[_Plan]:
    """Yield where the cards could be."""
    spells = frozenset(index for index, card in enumerate(cards) if card.facts.is_spell)
    abilities = _mana_for_one_ability(cards)
    paid = _mana_for(cards, spells)
    if not spells:
        yield _Plan()
    yield _Plan(spells, mana=paid + abilities, penalty=0.8)
    for index, card in enumerate(cards):
        facts = card.facts
        if facts.is_spell:
            continue
        hand = spells | {index}
        penalty = 1.4 + 0.8 * (not facts.enters) + 0.3 * (not card.named)
        yield _Plan(hand, mana=_mana_for(cards, hand) + abilities, penalty=penalty)
        if facts.enters and card.named:
            yield _Plan(hand, mana=_mana_for(cards, hand) * _RICH + abilities, penalty=penalty + 0.5)
        if facts.from_graveyard and not facts.is_land:
            yield _Plan(spells, frozenset({index}), facts.cost + paid + abilities, penalty=2.0)
    everything = spells | {index for index, card in enumerate(cards) if card.named and not card.facts.is_land}
    yield _Plan(everything, mana=_mana_for(cards, everything) + abilities, penalty=2.8)
    yield _Plan(spells, mana=paid + abilities, peopled=True, penalty=1.8)
    yield _Plan(spells, mana=(paid + abilities) * 2, peopled=True, penalty=3.2)


def _mana_for(cards: Sequence[_Wanted], which: frozenset[int]) -> str:
    return "".join(cards[index].facts.cost for index in sorted(which))


def _mana_for_one_ability(cards: Sequence[_Wanted]) -> str:
    """Return mana that pays for any one ability among the cards."""
    most: Counter[str] = Counter()
    for card in cards:
        most |= Counter(card.facts.abilities)
    return "".join(sorted(most.elements()))


def _hosted(cards: Sequence[_Wanted], plan: _Plan) -> Iterator[dict[int, int]]:
    """Yield what each attached card lies on, by index; -1 is something added for it."""
    standing = plan.standing(cards)
    attached = [index for index in standing if cards[index].facts.on]
    choices = [
        [other for other in standing if other != index and _fits(cards[other].facts, cards[index].facts.on)][
            :_MOST_HOSTS
        ]
        or [-1]
        for index in attached
    ]
    for hosts in islice(product(*choices), _MOST_HOSTS):
        yield dict(zip(attached, hosts, strict=True))


def _fits(host: CardFacts, on: tuple[str, ...]) -> bool:
    return not host.on and ("Permanent" in on or any(kind in host.types for kind in on))


def _position(cards: Sequence[_Wanted], plan: _Plan, hosts: dict[int, int]) -> Position:
    own: list[Permanent] = []
    texts = {card.name: card for card in (PAGE, BEAR, RELIC, FIELD)}
    labels = _labels(cards, tuple(dict.fromkeys(hosts.values())))
    if -1 in labels:
        wanted = next(cards[index].facts.on for index, host in hosts.items() if host == -1)
        added = host_for(wanted)
        texts.setdefault(added.name, added)
        own.append(Permanent(added.name, label=labels[-1]))
    for index in plan.standing(cards):
        if index not in hosts:
            own += _permanents(cards[index], labels.get(index))
    own += [
        msgspec.structs.replace(_permanent(cards[index]), on=labels[host], copies=1) for index, host in hosts.items()
    ]
    other: list[Permanent] = []
    mana = plan.mana
    if lands := max(card.facts.untaps_lands for card in cards):
        land = _land_for(cards)
        # What is there to begin with is of the kind that the lands make again: a loop has to have as much of it later.
        mana = mana.replace("C", next((colour for kind, colour in BASICS.items() if kind in land.type), "C"))
        texts[land.name] = land
        own.append(Permanent(land.name, copies=lands))
    if plan.peopled:
        own += [Permanent(BEAR.name), *([] if lands else [Permanent(FIELD.name, copies=FIELDS)])]
        other = [
            Permanent(BEAR.name),
            Permanent(RELIC.name, copies=RELICS),
            Permanent(FIELD.name, copies=FIELDS, tapped=True),
        ]
    used = {PAGE.name, *(each.card for each in (*own, *other))}
    return msgspec.structs.replace(
        empty_position(),
        battlefield=(tuple(own), tuple(other)),
        life=(LIFE, LIFE),
        hand=(_cards(cards, plan.hand), ()),
        graveyard=(_cards(cards, plan.graveyard), ()),
        library=((Card(PAGE.name, copies=OWN_LIBRARY),), (Card(PAGE.name, copies=OTHER_LIBRARY),)),
        mana=(mana, ""),
        cards=tuple(card for card in texts.values() if card.name in used),
    )


def _land_for(cards: Sequence[_Wanted]) -> CardText:
    """Return a basic land: of the kind that a card names, one for {C} in a cost, or for the colour that costs ask for most."""
    if any(_ASKS_COLOURLESS.search(card.facts.words) for card in cards):
        return WASTES
    named = next((kind for card in cards for kind in BASICS if kind in card.facts.words), None)
    asked = Counter("".join(card.facts.cost + card.facts.abilities for card in cards))
    return host_for((named or max(BASICS, key=lambda kind: asked[BASICS[kind]]),))


def _labels(cards: Sequence[_Wanted], hosts: Sequence[int]) -> dict[int, str]:
    """Return labels of things with something on them: the first word of their names, numbered where needed."""
    words = [cards[host].facts.card.split()[0].strip(",").lower() if host >= 0 else "host" for host in hosts]
    return {
        host: word if words.count(word) == 1 else f"{word} {number}"
        for number, (host, word) in enumerate(zip(hosts, words, strict=True), 1)
    }


def _permanents(card: _Wanted, label: str | None) -> list[Permanent]:
    plain = _permanent(card)
    if label is None:
        return [plain]
    first = msgspec.structs.replace(plain, label=label, copies=1)
    return [first, msgspec.structs.replace(plain, copies=card.copies - 1)] if card.copies > 1 else [first]


def _permanent(card: _Wanted) -> Permanent:
    facts = card.facts
    return Permanent(facts.card, counters=dict(facts.comes_with), chosen=facts.chosen, copies=card.copies)


def _cards(cards: Sequence[_Wanted], which: frozenset[int]) -> tuple[Card, ...]:
    return tuple(Card(cards[index].facts.card, copies=cards[index].copies) for index in sorted(which))
