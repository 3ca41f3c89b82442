"""What a loop takes for granted: what its position has that the player who asked did not name, and where the rest is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

import msgspec

from floorjudge.magic.answer.step_words import many_of
from floorjudge.magic.cards.helper_cards import BEAR, RELIC
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import CardText, folded
from floorjudge.magic.colours import COLOURS, read_mana
from floorjudge.magic.playing.steps import turn_step_words
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.marks import marks_of
from floorjudge.magic.positions.position import Permanent, Position, Zone
from floorjudge.magic.proof.certificates import Certificate, named_cards
from floorjudge.magic.type_words import counter_word, token_name, type_line
from floorjudge.texts import Text, counted, text

_ZONES: dict[Zone, Text] = {"hand": text("in hand"), "graveyard": text("in the graveyard"), "exile": text("in exile")}
_STARTING = re.compile(r"\bstarting life total\b", re.IGNORECASE)
# Invented cards, by everything but their names, of which nothing but the type matters unless they are cast.
_USUAL: dict[CardText, Text] = {
    msgspec.structs.replace(card, name=""): stands_for
    for card, stands_for in (
        (BEAR, text("any creature without abilities")),
        (CardText("", "Creature", "{1}", power="1", toughness="1"), text("any creature without abilities")),
        (RELIC, text("any artifact")),
        (CardText("", "Artifact", "{1}"), text("any artifact")),
        (CardText("", "Enchantment", "{1}"), text("any enchantment")),
    )
}


def taken_for_granted(
    position: Position, certificate: Certificate, named: Sequence[str] | None, library: CardLibrary
) -> tuple[Text, ...]:
    """Return what a position has beside the cards that were `named`, in phrases; what is invented is explained.

    If there are more copies of a card than were named, all of them are given. None for `named` means that the player who asks has set up the position: then only invented cards are explained.
    Library sizes are given only if the loop changes them or its steps name a card there, and the life at the start of the game only if a card
    looks at it.
    """
    begun = tuple(_beginning(position, library))
    cast = _cast(certificate.case)
    if named is None:
        there = {each.card for _, _, each in position.permanents()}
        there |= {each.card for zone in _ZONES for _, _, each in position.cards_in(zone)}
        invented = (each for each in position.cards if each.name in there)
        explained = (text("{thing} ({marks})", thing=each.name, marks=(_meaning(each, cast),)) for each in invented)
        return (*begun, *explained)
    things = _Things(position, _counted(named), cast)
    return (*_lives(position), *begun, *things.phrases(), *_around(position, certificate))


def _counted(named: Sequence[str]) -> Counter[str]:
    """Return how many of each card were named: “4 Forest” are four."""
    found: Counter[str] = Counter()
    for each in named:
        many, _, name = each.partition(" ")
        several = many.isascii() and many.isdecimal() and bool(name)
        found[folded(name if several else each)] += int(many) if several else 1
    return found


def _lives(position: Position) -> Iterator[Text]:
    if len(set(position.life)) == 1:
        yield text("{life} life each", life=position.life[0])
        return
    for player, life in zip(position.names, position.life, strict=True):
        yield text("{life} life for {player}", life=life, player=player)


def looks_at_the_start(position: Position, library: CardLibrary) -> bool:
    """Return whether a card looks at the life with which the game began."""
    known = position.with_own_cards(library)
    cards = (known.find(name) for name in dict.fromkeys(named_cards(position)))
    faces = (face for card in cards if card is not None for face in card.faces.values())
    return any(_STARTING.search(face.text) for face in faces)


def _beginning(position: Position, library: CardLibrary) -> Iterator[Text]:
    """Yield with how much life the game began, if a card looks at that."""
    if looks_at_the_start(position, library):
        yield text("{life} life for each player when the game began", life=position.starting_life)


class _Things:
    """The cards and permanents of a position, and how many of each name were named and not met yet."""

    def __init__(self, position: Position, named: Counter[str], cast: Collection[str]) -> None:
        self._position, self._named, self._cast = position, named, cast
        self._texts = {each.name: each for each in position.cards}
        self._explained: set[str] = set()

    def phrases(self) -> Iterator[Text]:
        """Yield a phrase for each thing that was not named, and for each named one that does not simply lie there."""
        for seat, row in enumerate(self._position.battlefield):
            for thing in _in_piles(row):
                marks = tuple(self._marks(thing, seat))
                if self._unnamed(thing.card, thing.copies, seat) or marks:
                    yield self._phrase(token_name(thing.card) if thing.token else thing.card, thing.copies, marks)
        for zone, sentence in _ZONES.items():
            for _, seat, card in self._position.cards_in(zone):
                self._unnamed(card.card, card.copies, seat)
                marks = (*self._meanings(card.card, None), *self._of(seat), sentence)
                yield self._phrase(card.card, card.copies, marks)

    def _unnamed(self, card: str, copies: int, seat: int) -> bool:
        """Return whether more copies are there than were named, and count them as met."""
        key = folded(card)
        left = copies if seat != self._position.priority else max(0, copies - self._named[key])
        self._named[key] -= copies - left
        return left > 0

    def _marks(self, thing: Permanent, seat: int) -> Iterator[Text]:
        yield from self._meanings(thing.card, thing.text)
        yield from self._of(seat)
        yield from marks_of(thing, self._position, self._host(thing.on))

    def _meanings(self, card: str, own: CardText | None) -> Iterator[Text]:
        """Yield what an invented card stands for, where it first appears; a token with its `own` text needs no explanation."""
        invented = None if own is not None else self._texts.get(card)
        if invented is not None and card not in self._explained:
            self._explained.add(card)
            yield _meaning(invented, self._cast)

    def _of(self, seat: int) -> Iterator[Text]:
        if seat != self._position.priority:
            yield text("of {player}", player=self._position.names[seat])

    def _host(self, on: str | int | None) -> str | None:
        """Return the card of the permanent that something is on; None where it is on none."""
        others = (each for _, _, each in self._position.permanents() if on is not None)
        return next((each.card for each in others if on in (each.label, each.card)), None)

    @staticmethod
    def _phrase(name: Text | str, copies: int, marks: Sequence[Text]) -> Text:
        thing = many_of(name, copies)
        return text("{thing} ({marks})", thing=thing, marks=tuple(marks)) if marks else Text("{card}", {"card": thing})


def _in_piles(row: Sequence[Permanent]) -> Iterator[Permanent]:
    """Yield the permanents of a row, those that differ in nothing but their labels as one."""
    piles: dict[str, Permanent] = {}
    for thing in row:
        plain = msgspec.structs.replace(thing, label=None, copies=1)
        known = piles.get(repr(plain))
        piles[repr(plain)] = msgspec.structs.replace(plain, copies=thing.copies + (known.copies if known else 0))
    yield from piles.values()


def _meaning(card: CardText, cast: Collection[str]) -> Text:
    """Return what an invented card stands for: any card of its type, or else everything that it has."""
    types, _, subtypes = card.type.partition(" — ")
    if "Land" in types and subtypes:
        return text("a basic land: {land}", land=token_name(subtypes))
    usual = _USUAL.get(msgspec.structs.replace(card, name=""))
    if usual is not None and card.name not in cast:
        return usual
    return text("an invented card: {details}", details=tuple(_details(card, cast)))


def _details(card: CardText, cast: Collection[str]) -> Iterator[Text | str]:
    """Yield what an invented card has: its type line, size, text, and its mana cost where it is `cast` or has colors or no text."""
    yield type_line(card.type)
    if card.power is not None and card.toughness is not None:
        yield f"{card.power}/{card.toughness}"
    if card.mana_cost and (card.name in cast or not card.text or set(card.mana_cost) & set(COLOURS)):
        yield text("mana cost {cost}", cost=card.mana_cost)
    if card.text:
        yield text("“{words}”", words=card.text.replace("\n", " / "))


def _cast(case: LoopCase) -> frozenset[str]:
    """Return the names of the cards that are cast in a loop or before it."""
    cards = {each.label: each.card for _, _, each in case.position.permanents() if each.label is not None}
    cards |= {each.label: each.card for zone in _ZONES for _, _, each in case.position.cards_in(zone) if each.label}
    cast = (step.source.words for step in (*case.before, *case.body) if step.do == "cast" and step.source is not None)
    return frozenset(cards.get(words, words) for words in cast)


def _around(position: Position, certificate: Certificate) -> Iterator[Text]:
    """Yield what there is beside cards: mana, counters of players, libraries that the loop changes or names cards of, the turn."""
    case = certificate.case
    steps = [*case.before, *case.body]
    chosen = [
        {each.words for step in steps if step.by == str(seat) for answer in step.choose for each in answer}
        for seat in range(position.players)
    ]
    for seat, player in enumerate(position.names):
        mana = "".join(f"{{{letter}}}" for letter in read_mana(position.mana[seat]) or ())
        if mana and seat == position.priority:
            yield text("{mana} in the mana pool", mana=mana)
        elif mana:
            yield text("{mana} in the mana pool of {player}", mana=mana, player=player)
        for kind, count in position.counters[seat].items():
            yield counted(
                "{count} {kind} counter of {player}",
                "{count} {kind} counters of {player}",
                count=count,
                kind=counter_word(kind),
                player=player,
            )
        changed = any(line.key == f"library.{seat}" and line.change for line in certificate.lines)
        if changed or chosen[seat] & {card.card for card in position.library[seat]}:
            yield _in_library(position, seat)
    if position.turn_of != position.priority:
        yield text("the turn of {player}", player=position.names[position.turn_of])
    if position.step != "main":
        yield text("the step: {step}", step=turn_step_words(position.step))


def _in_library(position: Position, seat: int) -> Text:
    """Return how many cards there are in a library, and which one it is if all are alike."""
    cards = {card.card for card in position.library[seat]}
    count, player = sum(card.copies for card in position.library[seat]), position.names[seat]
    if count < 2 or len(cards) > 1:
        return counted(
            "one card in the library of {player}",
            "{count} cards in the library of {player}",
            count=count,
            player=player,
        )
    (card,) = cards
    if card in {each.name for each in position.cards}:
        return text(
            "{count} cards in the library of {player} (each an invented {card})", count=count, player=player, card=card
        )
    return text("{count} cards in the library of {player} (each {card})", count=count, player=player, card=card)
