"""Sets up a position in the engine: deals its cards, makes its tokens, and puts every object in its place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary, KnownCard
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.engine.actions import PASS, Action
from floorjudge.magic.engine.dealing import BLANK, Arrival, Deal, DebugGame, Token, Turn
from floorjudge.magic.engine.engine import counting
from floorjudge.magic.engine.prompts import open_question, perform
from floorjudge.magic.engine.readings.faces import Face, faces_as_json, parsed
from floorjudge.magic.engine.table import Table
from floorjudge.magic.errors import CannotBePermanent, EngineRefused, NobodyAttacks, NotAttachable
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import STARTING_LIFE, ZONES, Card, Permanent, Position, Zone, host_of

if TYPE_CHECKING:
    from phase import Engine

_IN_ORDER: tuple[Zone, ...] = ("graveyard", "exile", "hand", "library")
"""The order in which zones are filled."""
_SetUp: TypeAlias = "tuple[Engine, str, dict[str, int]]"
_KEPT = 16
_kept: dict[tuple[bytes, str], _SetUp] = {}
"""The last positions that were set up, each with the faces in it: a proof and the paring of a loop begin in the same ones again."""
_NEVER_THERE = {"Instant", "Sorcery"}
_ATTACHED = frozenset({"Aura", "Equipment", "Fortification"})
_COMES_TO_BE = re.compile(r"\b(bestow|reconfigure|aura|attach)", re.IGNORECASE)


def set_up(position: Position, library: CardLibrary) -> Table:
    """Return a live game in a position.

    Raises BadInput if the engine is not installed, a card is unknown (with similar names), an attachment has no
    possible host, or the engine does not accept the position.
    """
    library = position.with_own_cards(library)
    try:
        return _SettingUp(position, library).table()
    except ValueError as error:
        raise EngineRefused(str(error)) from error


def set_up_loop(case: LoopCase, library: CardLibrary) -> Table:
    """Return a live game in which the loop of a case is about to begin: the steps before it have been played.

    Raises what `set_up` and `play_body` do.
    """
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    return table


def _card_of(thing: Card | Permanent, where: str, library: CardLibrary) -> KnownCard:
    """Return the card of an object; raises BadInput, at `where`, for an unknown one, or one that cannot be there."""
    try:
        card = library.card(thing.card)
    except BadInput as error:
        raise error.at(where) from None
    if isinstance(thing, Permanent):
        if not set(card.front.types) - _NEVER_THERE:
            raise CannotBePermanent(card.name, where=where)
        if thing.on is not None and not thing.token and not may_be_attached(card):
            raise NotAttachable(card.name, where=f"{where}.on")
    return card


def may_be_attached(card: KnownCard) -> bool:
    """Return whether a side of a card can be attached, by its subtype or by words that may let it be (CR 704.5p)."""
    return any(
        not _ATTACHED.isdisjoint(face.subtypes) or _COMES_TO_BE.search(face.text) is not None
        for face in card.faces.values()
    )


class _SettingUp:
    """A position on its way into the engine; see `set_up`.

    `_numbers` has the numbers of the engine's objects by the place in the position.
    """

    def __init__(self, position: Position, library: CardLibrary) -> None:
        self._position, self._library = position, library
        self._numbers: dict[str, list[int]] = {}
        self._faces: dict[str, Face] = {}
        # The faces of which there are only tokens.
        self._copied: dict[str, Face] = {}
        # The front face of the card at each place.
        self._fronts: dict[str, str] = {}
        decks: list[list[str]] = [[] for _ in range(position.players)]
        for where, seat, permanent in position.permanents():
            if permanent.text is None:
                card = _card_of(permanent, where, library)
                if permanent.token:
                    self._copied |= card.faces
                else:
                    self._add(card, where, decks[_owner(permanent, seat)], permanent.copies)
        for zone in ZONES:
            for where, seat, thing in position.cards_in(zone):
                self._add(_card_of(thing, where, library), where, decks[seat], thing.copies)
        if not all(decks):
            self._faces |= _blank()
        self._decks = decks

    def _add(self, card: KnownCard, where: str, deck: list[str], copies: int) -> None:
        self._faces |= card.faces
        self._fronts[where] = card.front.name
        deck += [card.front.name] * copies

    def table(self) -> Table:
        """Return the table with everything in its place."""
        position = self._position
        asked = msgspec.json.encode(position), faces_as_json(self._faces | self._copied)
        made = _kept.get(asked)
        if made is None:
            if len(_kept) >= _KEPT:
                _kept.clear()
            made = _kept[asked] = self._set_up()
        engine, snapshot, labels = made
        # A new count: the work of setting up does not count as play.
        table = Table.at(counting(engine), snapshot, labels, position.names)
        if position.step == "declare attackers":
            _go_to_attackers(table, position)
        return table

    def _set_up(self) -> _SetUp:
        """Return the engine, the loaded position, and the numbers of labelled objects."""
        position, numbers = self._position, self._numbers
        self._deal = Deal(self._faces, self._decks, position.starting_life)
        self._make_tokens()
        game = self._deal.debugged()
        zones = self._fill_zones(game)
        self._fill_battlefield(game)
        for where, _, permanent in position.permanents():
            for number in numbers[where]:
                game.set_state(
                    number,
                    transformed=permanent.transformed,
                    tapped=permanent.tapped,
                    sick=permanent.sick,
                    counters=permanent.counters,
                )
                self._attach(game, number, permanent, where)
        for seat in range(position.players):
            game.set_player(seat, position.life[seat], position.mana[seat], position.counters[seat])
        arrivals = [
            Arrival(number, permanent.sick, permanent.damage, permanent.chosen)
            for where, _, permanent in position.permanents()
            for number in numbers[where]
        ]
        turn = Turn(position.turn_of, position.step, position.priority, position.lands_played, position.names)
        return self._deal.engine.engine, game.finished(turn, arrivals, zones).as_json(), self._labels()

    def _make_tokens(self) -> None:
        tokens = [placed for placed in self._position.permanents() if placed[2].token]
        patterns = _token_patterns([token for _, _, token in tokens], self._library)
        for (where, seat, token), pattern in zip(tokens, patterns, strict=True):
            self._numbers[where] = self._deal.add_tokens(
                pattern, token.copies, owner=_owner(token, seat), controller=seat
            )

    def _take(self, where: str, owner: int, copies: int) -> list[int]:
        """Return the numbers of some copies of the card at a place, which are still in their owner's library."""
        left = self._deal.cards[owner, self._fronts[where]]
        taken, left[:] = left[:copies], left[copies:]
        self._numbers[where] = taken
        return taken

    def _fill_zones(self, game: DebugGame) -> dict[tuple[str, int], list[int]]:
        """Move the cards into their zones; return their numbers by zone and owner."""
        filled: dict[tuple[str, int], list[int]] = defaultdict(list)
        for zone in _IN_ORDER:
            for where, seat, card in self._position.cards_in(zone):
                taken = self._take(where, seat, card.copies)
                filled[zone, seat] += taken
                for number in taken if zone != "library" else ():
                    game.move(number, zone)
        return filled

    def _fill_battlefield(self, game: DebugGame) -> None:
        for where, seat, permanent in self._position.permanents():
            owner = _owner(permanent, seat)
            for number in () if permanent.token else self._take(where, owner, permanent.copies):
                game.move(number, "battlefield")
                if owner != seat:
                    game.set_controller(number, seat)

    def _attach(self, game: DebugGame, number: int, permanent: Permanent, where: str) -> None:
        on = permanent.on
        if isinstance(on, int):
            game.attach(number, to_player=on)
        elif on is not None:
            game.attach(number, to=self._numbers[host_of(permanent, on, self._position, where)][0])

    def _labels(self) -> dict[str, int]:
        labelled = ((thing.label, where) for where, _, thing in self._position.things())
        return {label: self._numbers[where][0] for label, where in labelled if label is not None}


@cache
def _blank() -> Mapping[str, Face]:
    """Return the face of a card that does nothing."""
    return parsed([CardText(BLANK, "Artifact").side()])


def _owner(permanent: Permanent, controller: int) -> int:
    return controller if permanent.owner is None else permanent.owner


def _token_patterns(tokens: list[Permanent], library: CardLibrary) -> list[Token]:
    """Return each token in the engine's form, made in a game without any ability to react; see `Deal.add_tokens`.

    A token without text is created from its characteristics, so that the engine gives a Treasure its ability; one with
    text, or a copy of a card, is created as a copy of a card with that text.
    """
    if not tokens:
        return []
    texts = [token.text for token in tokens if token.text is not None and token.text.text]
    library = library.with_texts([card.side() for card in texts])
    copied = [library.card(token.card) for token in tokens if token.text is None or token.text.text]
    faces = dict(_blank())
    for card in copied:
        faces |= card.faces
    deal = Deal(faces, [list(dict.fromkeys(card.front.name for card in copied)), []], STARTING_LIFE)
    made = []
    for token in tokens:
        game = deal.debugged()
        if token.text is not None and not token.text.text:
            made.append(game.create_token(token.text.side()))
        else:
            made.append(game.copy_as_token(deal.cards[0, library.card(token.card).front.name][0]))
    return made


def _go_to_attackers(table: Table, position: Position) -> None:
    """Let all players pass at the beginning of combat, until the engine asks for attackers."""
    for _ in range(position.players):
        perform(table, open_question(table)[1], Action(PASS))
        if open_question(table)[0] == "DeclareAttackers":
            return
    raise NobodyAttacks
