"""Putting a position into the engine: its cards are dealt, its tokens made, and everything is put where it belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary, KnownCard
from floorjudge.magic.cards.sides import folded, side_of_text
from floorjudge.magic.colours import read_mana
from floorjudge.magic.errors import (
    CannotBePermanent,
    EngineRefused,
    NobodyAttacks,
    NoSuchPermanent,
    NotAttachable,
    WhichPermanent,
)
from floorjudge.magic.phase.actions import PASS, Action
from floorjudge.magic.phase.engine import engine_of
from floorjudge.magic.phase.faces import Face, parsed
from floorjudge.magic.phase.prompts import asked, perform
from floorjudge.magic.phase.setup import BLANK, Arrival, Deal, DebugGame, Token, Turn
from floorjudge.magic.phase.table import Board, Table
from floorjudge.magic.positions.position import ZONES, Card, Permanent, Position

_NEVER_THERE = {"Instant", "Sorcery"}
_ATTACHED = frozenset({"Aura", "Equipment", "Fortification"})
_COMES_TO_BE = re.compile(r"\b(bestow|reconfigure|aura|attach)", re.IGNORECASE)


def set_up(position: Position, library: CardLibrary) -> Table:
    """Return a live game in a position.

    Raises BadInput when the engine is not installed, a card is not known (with similar names), an attachment has no
    place to be, or the engine does not take the position.
    """
    library = library.with_texts([card.side() for card in position.cards])
    try:
        return _SettingUp(position, library).table()
    except ValueError as error:
        raise EngineRefused(str(error)) from error


class _Place(NamedTuple):
    """A place of a position where a card is: where it is written, its owner's seat, name, how many, whether it is on something."""

    where: str
    owner: int
    name: str
    copies: int
    is_permanent: bool = False
    is_attached: bool = False


def _places(position: Position) -> Iterator[_Place]:
    """Yield the cards of a position that are no tokens, each with its place."""
    for seat, permanents in enumerate(position.battlefield):
        for index, thing in enumerate(permanents):
            if not thing.token:
                owner = seat if thing.owner is None else thing.owner
                where = f"battlefield[{seat}][{index}]"
                yield _Place(
                    where, owner, thing.card, thing.copies, is_permanent=True, is_attached=thing.on is not None
                )
    for zone in ZONES:
        for seat, cards in enumerate(getattr(position, zone)):
            for index, card in enumerate(cards):
                yield _Place(f"{zone}[{seat}][{index}]", seat, card.card, card.copies)


def _card_at(place: _Place, library: CardLibrary) -> KnownCard:
    """Return the card at a place; raises BadInput, with the place, for one not known, or that cannot be there."""
    try:
        card = library.card(place.name)
    except BadInput as error:
        raise error.at(place.where) from None
    if place.is_permanent and not set(card.front.types) - _NEVER_THERE:
        raise CannotBePermanent(card.name, where=place.where)
    if place.is_attached and not may_be_attached(card):
        raise NotAttachable(card.name, where=f"{place.where}.on")
    return card


def may_be_attached(card: KnownCard) -> bool:
    """Say whether a side of a card is made for being attached, or has words by which it may come to be (CR 704.5p)."""
    return any(
        not _ATTACHED.isdisjoint(face.subtypes) or _COMES_TO_BE.search(face.text) is not None
        for face in card.faces.values()
    )


class _SettingUp:
    """A position on its way into the engine; see `set_up`."""

    def __init__(self, position: Position, library: CardLibrary) -> None:
        self._position, self._library = position, library
        self._labels: dict[str, int] = {}
        decks: list[list[str]] = [[] for _ in range(position.players)]
        self._faces: dict[str, Face] = {}
        fronts: dict[str, str] = {}
        for place in _places(position):
            card = _card_at(place, library)
            self._faces |= card.faces
            fronts[place.name] = card.front.name
            decks[place.owner] += [card.front.name] * place.copies
        if not all(decks):
            self._faces |= parsed([side_of_text(BLANK, "Artifact")])
        self._deal = Deal(self._faces, decks)
        # Two names of one card share one list, so that no object is taken twice.
        self._left = {
            (owner, name): self._deal.cards[owner, front]
            for name, front in fronts.items()
            for owner in range(len(decks))
        }

    def table(self) -> Table:
        """Return the table on which everything lies as the position says."""
        position = self._position
        tokens = self._tokens()
        game = self._deal.debugged()
        zones = {
            (zone, seat): self._zone(game, zone, seat, cards)
            for zone in ("graveyard", "exile", "hand", "library")
            for seat, cards in enumerate(getattr(position, zone))
        }
        board = self._battlefield(game, tokens)
        for seat, permanents in enumerate(position.battlefield):
            for index, permanent in enumerate(permanents):
                for number in board[seat][index]:
                    game.dress(
                        number,
                        permanent.counters,
                        transformed=permanent.transformed,
                        tapped=permanent.tapped,
                        sick=permanent.sick,
                    )
                    self._attach(game, number, permanent, board, f"battlefield[{seat}][{index}].on")
            mana = read_mana(position.mana[seat]) or []
            game.give_player(seat, position.life[seat], mana, position.counters[seat])
        arrivals = [
            Arrival(number, permanent.sick, permanent.damage, permanent.chosen)
            for permanents, row in zip(position.battlefield, board, strict=True)
            for permanent, numbers in zip(permanents, row, strict=True)
            for number in numbers
        ]
        turn = Turn(position.turn_of, position.step, position.priority, position.lands_played)
        snapshot = game.finished(turn, arrivals, zones, position.names)
        # A new one: what setting up has asked of the engine does not count as play.
        engine = engine_of(self._faces)
        table = Table.at(engine, snapshot, self._labels, position.names, board)
        if position.step == "declare attackers":
            _go_to_attackers(table, position)
        return table

    def _take(self, owner: int, name: str, copies: int) -> list[int]:
        left = self._left[owner, name]
        taken, left[:] = left[:copies], left[copies:]
        return taken

    def _zone(self, game: DebugGame, zone: str, seat: int, cards: tuple[Card, ...]) -> list[int]:
        numbers: list[int] = []
        for card in cards:
            taken = self._take(seat, card.card, card.copies)
            numbers += taken
            if card.label is not None:
                self._labels[card.label] = taken[0]
        if zone != "library":
            for number in numbers:
                game.move(number, zone)
        return numbers

    def _battlefield(self, game: DebugGame, tokens: dict[tuple[int, int], list[int]]) -> Board:
        board = []
        for seat, permanents in enumerate(self._position.battlefield):
            row = []
            for index, permanent in enumerate(permanents):
                numbers = tokens.get((seat, index)) or self._cards(game, seat, permanent)
                row.append(tuple(numbers))
                if permanent.label is not None:
                    self._labels[permanent.label] = numbers[0]
            board.append(tuple(row))
        return tuple(board)

    def _cards(self, game: DebugGame, seat: int, permanent: Permanent) -> list[int]:
        owner = seat if permanent.owner is None else permanent.owner
        numbers = self._take(owner, permanent.card, permanent.copies)
        for number in numbers:
            game.move(number, "battlefield")
            if owner != seat:
                game.give(number, seat)
        return numbers

    def _attach(self, game: DebugGame, number: int, permanent: Permanent, board: Board, where: str) -> None:
        on = permanent.on
        if isinstance(on, int):
            game.attach(number, to_player=on)
        elif on is not None:
            game.attach(number, to=self._labels[on] if on in self._labels else self._host(on, board, where))

    def _host(self, on: str, board: Board, where: str) -> int:
        """Return the one permanent of a name."""
        position = self._position
        named = [
            number
            for permanents, row in zip(position.battlefield, board, strict=True)
            for permanent, numbers in zip(permanents, row, strict=True)
            for number in numbers
            if folded(permanent.card) == folded(on)
        ]
        if len(named) > 1:
            raise WhichPermanent(on, where=where)
        if not named:
            known = [thing.label or thing.card for row in position.battlefield for thing in row]
            raise NoSuchPermanent(on, tuple(dict.fromkeys(known)), where=where)
        return named[0]

    def _tokens(self) -> dict[tuple[int, int], list[int]]:
        """Put the tokens onto the battlefield; return their numbers by player's seat and place."""
        tokens = [
            (seat, index, permanent)
            for seat, permanents in enumerate(self._position.battlefield)
            for index, permanent in enumerate(permanents)
            if permanent.token
        ]
        for seat, index, token in tokens:
            if token.text is None:
                _card_at(_Place(f"battlefield[{seat}][{index}]", seat, token.card, 1, is_permanent=True), self._library)
        patterns = _minted([token for _, _, token in tokens], self._library)
        return {
            (seat, index): self._deal.add_tokens(
                pattern, token.copies, owner=seat if token.owner is None else token.owner, controller=seat
            )
            for (seat, index, token), pattern in zip(tokens, patterns, strict=True)
        }


def _minted(tokens: list[Permanent], library: CardLibrary) -> list[Token]:
    """Return one of each token, as the engine makes it, each in a game of its own, where nothing answers.

    A token without a text is created from its characteristics, so that the engine gives a Treasure what a Treasure has;
    one with a text, or one that is a copy of a card, is created as a copy of a card with that text.
    """
    if not tokens:
        return []
    texts = [token.text for token in tokens if token.text is not None and token.text.text]
    library = library.with_texts([card.side() for card in texts])
    copied = [library.card(token.card) for token in tokens if token.text is None or token.text.text]
    faces = parsed([side_of_text(BLANK, "Artifact")])
    for card in copied:
        faces |= card.faces
    mint = Deal(faces, [list(dict.fromkeys(card.front.name for card in copied)), []])
    made = []
    for token in tokens:
        game = mint.debugged()
        if token.text is not None and not token.text.text:
            made.append(game.create_token(token.text.side()))
        else:
            made.append(game.copy_as_token(mint.cards[0, library.card(token.card).front.name][0]))
    return made


def _go_to_attackers(table: Table, position: Position) -> None:
    """Let everybody pass at the beginning of combat, until the engine asks who attacks."""
    for _ in range(position.players):
        perform(table, asked(table)[1], Action(PASS))
        if asked(table)[0] == "DeclareAttackers":
            return
    raise NobodyAttacks
