"""From the names of cards to positions in which they could work, the plainest first.

Permanents lie on the battlefield, untapped and ready; Auras and Equipment on something they fit, each such thing tried; instants and
sorceries are in the hand. Further positions have mana floating, one of the cards in the hand or in the graveyard, and things that
others have. Nothing here knows any card: only types, costs and what it says of where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product

import msgspec

from floorjudge.magic.cards.helper_cards import BEAR, FIELD, PAGE, RELIC, host_for
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.positions.position import Card, CardText, Permanent, Position, empty_position
from floorjudge.magic.searching.pieces import Piece, piece_of

LIFE, OWN_LIBRARY, OTHER_LIBRARY = 40, 6, 3
DEEP_LIBRARY = 60
FIELDS, RELICS = 5, 3
MOST_LAYOUTS = 24
_MOST_HOSTS = 3
_RICH = 3


class Layout(msgspec.Struct, frozen=True):
    """A position to begin from; `penalty` is how much it counts against it, in choices, that it is not the plainest.

    `deeper` is the same with larger libraries, for loops that empty one: the smaller they are, the quicker the search.
    """

    position: Position
    penalty: float
    deeper: Position | None = None


def names_in(position: Position) -> list[str]:
    """Return the names of the first player's cards, each once."""
    on_board = [thing.card for thing in position.battlefield[position.priority]]
    elsewhere = [
        card.card for zone in (position.hand, position.graveyard, position.exile) for card in zone[position.priority]
    ]
    return list(dict.fromkeys([*on_board, *elsewhere]))


class _Plan(msgspec.Struct, frozen=True):
    """Where the pieces are: the indices of those in the hand and in the graveyard, and what else there is."""

    hand: frozenset[int] = frozenset()
    graveyard: frozenset[int] = frozenset()
    mana: str = ""
    peopled: bool = False
    penalty: float = 0.0


def layouts(names: Sequence[str], helpers: Sequence[str], library: CardLibrary) -> tuple[Layout, ...]:
    """Return positions for cards by their names, the plainest first. Raises BadInput for a card that nobody knows."""
    pieces = [piece_of(name, library, named=True) for name in names]
    pieces += [piece_of(name, library, named=False) for name in helpers]
    found: list[Layout] = []
    for plan in _plans(pieces):
        for extra, hosts in enumerate(_hosted(pieces, plan)):
            position = _position(pieces, plan, hosts)
            found.append(Layout(position, plan.penalty + 0.5 * extra, _with_libraries(position, DEEP_LIBRARY)))
    found.sort(key=lambda each: each.penalty)
    return tuple(found[:MOST_LAYOUTS])


def _plans(pieces: Sequence[Piece]) -> Iterator[_Plan]:
    """Yield where the cards could be."""
    spells = frozenset(index for index, piece in enumerate(pieces) if piece.is_spell)
    abilities = _most(pieces)
    paid = _sum(pieces, spells)
    if not spells:
        yield _Plan()
    yield _Plan(spells, mana=paid + abilities, penalty=0.8)
    for index, piece in enumerate(pieces):
        if piece.is_spell:
            continue
        hand = spells | {index}
        price = 1.4 + 0.8 * (not piece.enters) + 0.3 * (not piece.named)
        yield _Plan(hand, mana=_sum(pieces, hand) + abilities, penalty=price)
        if piece.enters and piece.named:
            yield _Plan(hand, mana=_sum(pieces, hand) * _RICH + abilities, penalty=price + 0.5)
        if piece.from_graveyard and not piece.is_land:
            yield _Plan(spells, frozenset({index}), piece.cost + paid + abilities, penalty=2.0)
    everything = frozenset(index for index, piece in enumerate(pieces) if piece.named and not piece.is_land) | spells
    yield _Plan(everything, mana=_sum(pieces, everything) + abilities, penalty=2.8)
    yield _Plan(spells, mana=paid + abilities, peopled=True, penalty=1.8)
    yield _Plan(spells, mana=(paid + abilities) * 2, peopled=True, penalty=3.2)


def _sum(pieces: Sequence[Piece], which: frozenset[int]) -> str:
    return "".join(pieces[index].cost for index in sorted(which))


def _most(pieces: Sequence[Piece]) -> str:
    """Return mana that pays for any one ability among the pieces."""
    most: Counter[str] = Counter()
    for piece in pieces:
        most |= Counter(piece.abilities)
    return "".join(sorted(most.elements()))


def _hosted(pieces: Sequence[Piece], plan: _Plan) -> Iterator[dict[int, int]]:
    """Yield what each attached piece lies on, by index; -1 is something added for it."""
    placed = [index for index in range(len(pieces)) if index not in plan.hand | plan.graveyard]
    attached = [index for index in placed if pieces[index].on]
    choices: list[list[int]] = []
    for index in attached:
        fitting = [other for other in placed if other != index and _fits(pieces[other], pieces[index].on)]
        choices.append(fitting[:_MOST_HOSTS] or [-1])
    for hosts in islice(product(*choices), _MOST_HOSTS):
        yield dict(zip(attached, hosts, strict=True))


def _fits(piece: Piece, on: tuple[str, ...]) -> bool:
    return not piece.on and ("Permanent" in on or any(kind in piece.types for kind in on))


def _position(pieces: Sequence[Piece], plan: _Plan, hosts: dict[int, int]) -> Position:
    own: list[Permanent] = []
    labels = _labels(pieces, tuple(dict.fromkeys(hosts.values())))
    if -1 in labels:
        wanted = next(pieces[index].on for index, host in hosts.items() if host == -1)
        own.append(Permanent(host_for(wanted).name, label=labels[-1]))
    standing = [index for index in range(len(pieces)) if index not in plan.hand | plan.graveyard]
    for index in standing:
        if index not in hosts:
            own += _permanents(pieces[index], labels.get(index))
    own += [_attached(pieces[index], labels[host]) for index, host in hosts.items()]
    other: list[Permanent] = []
    if plan.peopled:
        own += [Permanent(BEAR.name), Permanent(FIELD.name, copies=FIELDS)]
        other = [
            Permanent(BEAR.name),
            Permanent(RELIC.name, copies=RELICS),
            Permanent(FIELD.name, copies=FIELDS, tapped=True),
        ]
    texts = (PAGE, BEAR, RELIC, FIELD)
    return msgspec.structs.replace(
        empty_position(),
        battlefield=(tuple(own), tuple(other)),
        life=(LIFE, LIFE),
        hand=(_cards(pieces, plan.hand), ()),
        graveyard=(_cards(pieces, plan.graveyard), ()),
        library=((Card(PAGE.name, copies=OWN_LIBRARY),), (Card(PAGE.name, copies=OTHER_LIBRARY),)),
        mana=(plan.mana, ""),
        cards=tuple(card for card in texts if _is_used(card, own, other)),
    )


def _with_libraries(position: Position, cards: int) -> Position:
    return msgspec.structs.replace(position, library=((Card(PAGE.name, copies=cards),),) * position.players)


def _labels(pieces: Sequence[Piece], hosts: Sequence[int]) -> dict[int, str]:
    """Return what things with something on them are called: by the first word of their names, numbered where that is not enough."""
    words = [pieces[host].card.split()[0].strip(",").lower() if host >= 0 else "host" for host in hosts]
    return {
        host: word if words.count(word) == 1 else f"{word} {number}"
        for number, (host, word) in enumerate(zip(hosts, words, strict=True), 1)
    }


def _is_used(card: CardText, own: Sequence[Permanent], other: Sequence[Permanent]) -> bool:
    return card is PAGE or any(each.card == card.name for each in (*own, *other))


def _permanents(piece: Piece, label: str | None) -> list[Permanent]:
    plain = Permanent(piece.card, counters=dict(piece.comes_with), chosen=piece.chosen, copies=piece.copies)
    if label is None:
        return [plain]
    first = msgspec.structs.replace(plain, label=label, copies=1)
    rest = msgspec.structs.replace(plain, copies=piece.copies - 1)
    return [first, rest] if piece.copies > 1 else [first]


def _attached(piece: Piece, host: str) -> Permanent:
    return Permanent(piece.card, on=host, counters=dict(piece.comes_with), chosen=piece.chosen)


def _cards(pieces: Sequence[Piece], which: frozenset[int]) -> tuple[Card, ...]:
    return tuple(Card(pieces[index].card, copies=pieces[index].copies) for index in sorted(which))
