"""The second step of setting up: the engine's own actions for testers put every object where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from floorjudge.magic.cards.sides import folded
from floorjudge.magic.colours import MANA
from floorjudge.magic.errors import NoSuchPermanent, WhichPermanent
from floorjudge.magic.phase.debug_interface import TesterGame
from floorjudge.magic.positions.dealing import Dealt
from floorjudge.magic.positions.mana import read_mana
from floorjudge.magic.positions.position import Card, Permanent, Position

_COUNTERS = {"+1/+1": "P1P1", "-1/-1": "M1M1"}
_PLAYER_COUNTERS = {"poison": "Poison", "experience": "Experience", "rad": "Rad", "ticket": "Ticket"}


class Placed(NamedTuple):
    """A board on which everything is in place.

    `state` is the engine's export; `labels` the objects with names of their own; `board` the objects of each entry of
    the battlefield, `zones` those of the other zones in order, by zone and player.
    """

    state: dict[str, Any]
    labels: dict[str, int]
    board: tuple[tuple[tuple[int, ...], ...], ...]
    zones: dict[tuple[str, int], list[int]]


def place(position: Position, dealt: Dealt, tokens: Mapping[tuple[int, int], list[int]]) -> Placed:
    """Return the game with all objects in their zones, attached, tapped and with their counters.

    `tokens` are those that are on the battlefield already, by the player's number and the place on the battlefield.
    """
    tester = _Board(dealt)
    labels: dict[str, int] = {}
    zones = {
        (zone, seat): tester.zone(zone, seat, cards, labels)
        for zone in ("graveyard", "exile", "hand", "library")
        for seat, cards in enumerate(getattr(position, zone))
    }
    board = []
    for seat, permanents in enumerate(position.battlefield):
        row = []
        for index, permanent in enumerate(permanents):
            numbers = tokens.get((seat, index)) or tester.cards(seat, permanent)
            row.append(tuple(numbers))
            if permanent.label is not None:
                labels[permanent.label] = numbers[0]
        board.append(tuple(row))
    placed = Placed({}, labels, tuple(board), zones)
    for seat in range(position.players):
        for index, permanent in enumerate(position.battlefield[seat]):
            for number in board[seat][index]:
                tester.dress(number, permanent)
                if permanent.on is not None:
                    tester.attach(number, _host(permanent.on, position, placed, f"battlefield[{seat}][{index}].on"))
        tester.player(seat, position)
    return placed._replace(state=tester.game.state())


def _host(on: str | int, position: Position, placed: Placed, where: str) -> dict[str, object]:
    """Return what something is attached to, as the engine writes it."""
    if isinstance(on, int):
        return {"type": "Player", "data": on}
    if on in placed.labels:
        return {"type": "Object", "data": placed.labels[on]}
    named = [
        number
        for seat, permanents in enumerate(position.battlefield)
        for index, permanent in enumerate(permanents)
        for number in placed.board[seat][index]
        if folded(permanent.card) == folded(on)
    ]
    if len(named) > 1:
        raise WhichPermanent(on, where=where)
    if not named:
        known = [thing.label or thing.card for row in position.battlefield for thing in row]
        raise NoSuchPermanent(on, tuple(dict.fromkeys(known)), where=where)
    return {"type": "Object", "data": named[0]}


class _Board:
    """Takes objects from the decks and puts them where they belong."""

    def __init__(self, dealt: Dealt) -> None:
        self._door = TesterGame(dealt.engine, dealt.state)
        self.game = self._door.game
        self.do = self._door.do
        self._left = {id(pile): list(pile) for pile in dealt.cards.values()}
        self._cards = dealt.cards

    def take(self, owner: int, name: str, copies: int) -> list[int]:
        pile = self._left[id(self._cards[owner, name])]
        taken, pile[:] = pile[:copies], pile[copies:]
        return taken

    def zone(self, zone: str, seat: int, cards: tuple[Card, ...], labels: dict[str, int]) -> list[int]:
        numbers: list[int] = []
        for card in cards:
            taken = self.take(seat, card.card, card.copies)
            numbers += taken
            if card.label is not None:
                labels[card.label] = taken[0]
        if zone != "library":
            for number in numbers:
                self.do("MoveToZone", object_id=number, to_zone=zone.capitalize(), simulate=False)
        return numbers

    def cards(self, seat: int, permanent: Permanent) -> list[int]:
        owner = seat if permanent.owner is None else permanent.owner
        numbers = self.take(owner, permanent.card, permanent.copies)
        for number in numbers:
            self.do("MoveToZone", object_id=number, to_zone="Battlefield", simulate=False)
            if owner != seat:
                self.do("SetController", object_id=number, controller=seat)
        return numbers

    def dress(self, number: int, permanent: Permanent) -> None:
        if permanent.transformed:
            self.do("SetFaceState", object_id=number, transformed=True)
        if permanent.tapped:
            self.do("SetTapped", object_id=number, tapped=True)
        self.do("SetSummoningSickness", object_id=number, sick=permanent.sick)
        counters = self._printed(number) | {
            _COUNTERS.get(kind, kind): count for kind, count in permanent.counters.items()
        }
        for kind, count in counters.items():
            self.do("ModifyCounters", object_id=number, counter_type=kind, delta=count)

    def _printed(self, number: int) -> dict[str, int]:
        """Return the counters that a planeswalker or battle has without anything being said."""
        thing = self.game.object(number)
        printed = {"loyalty": thing.get("loyalty"), "defense": thing.get("defense")}
        return {kind: count for kind, count in printed.items() if count}

    def attach(self, number: int, host: dict[str, object]) -> None:
        self.do("Attach", object_id=number, target=host)

    def player(self, seat: int, position: Position) -> None:
        self.do("SetLife", player_id=seat, life=position.life[seat])
        mana = [MANA[letter] for letter in read_mana(position.mana[seat]) or ()]
        if mana:
            self.do("AddMana", player_id=seat, mana=mana)
        for kind, count in position.counters[seat].items():
            if kind == "energy":
                self.do("ModifyEnergy", player_id=seat, delta=count)
            else:
                self.do("ModifyPlayerCounters", player_id=seat, counter_kind=_PLAYER_COUNTERS[kind], delta=count)
