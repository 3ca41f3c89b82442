"""The first step of setting up: a new game whose decks are the cards of the position, as the engine exports it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from floorjudge.errors import BadInput
from floorjudge.magic.cards.faces import Face, parsed
from floorjudge.magic.cards.library import CardLibrary, KnownCard
from floorjudge.magic.cards.sides import side_of_text
from floorjudge.magic.errors import CannotBePermanent
from floorjudge.magic.phase.engine import engine_of
from floorjudge.magic.positions.position import ZONES, Position

if TYPE_CHECKING:
    from phase import Engine

_SEED = 1
# The engine wants at least one card in every deck; a player who has none gets this one, which is taken out again.
_BLANK = "A Card That Is Not There"


_NEVER_THERE = {"Instant", "Sorcery"}


class Place(NamedTuple):
    """A place of a position where a card is: where it is written, its owner's number, its name, and how many there are."""

    where: str
    owner: int
    name: str
    copies: int
    is_permanent: bool = False


class Dealt(NamedTuple):
    """A game in which nothing has happened: all cards are in their owners' libraries.

    `state` is the engine's export, `faces` what its engine was made of; `cards` finds the objects of a card by its
    owner's number and the name in the position.
    """

    engine: Engine
    state: dict[str, Any]
    faces: dict[str, Face]
    cards: dict[tuple[int, str], list[int]]


def deal(position: Position, library: CardLibrary) -> Dealt:
    """Return a new game with the cards of a position. Raises BadInput for a card that is not known, or not on the battlefield."""
    decks: list[list[str]] = [[] for _ in range(position.players)]
    face_names: dict[str, str] = {}
    faces: dict[str, Face] = {}
    for place in cards_of(position):
        card = card_at(library, place)
        faces |= card.faces
        face_names[place.name] = card.front["name"]
        decks[place.owner] += [card.front["name"]] * place.copies
    if not all(decks):
        faces |= parsed([side_of_text(_BLANK, "Artifact")])
    engine = engine_of(faces)
    decked = [deck or [_BLANK] for deck in decks]
    game = engine.new_game(
        decked[0], decked[1], extra_players=decked[2:], seed=_SEED, format=_format(position), first_player=0
    )
    exported = game.state()
    _nothing_happened(exported["state"])
    return Dealt(engine, exported, faces, _by_name(exported["state"], face_names))


def cards_of(position: Position) -> Iterator[Place]:
    """Return the cards of a position that are no tokens, each with its place."""
    for seat, permanents in enumerate(position.battlefield):
        for index, thing in enumerate(permanents):
            if not thing.token:
                owner = seat if thing.owner is None else thing.owner
                yield Place(f"battlefield[{seat}][{index}]", owner, thing.card, thing.copies, is_permanent=True)
    for zone in ZONES:
        for seat, cards in enumerate(getattr(position, zone)):
            for index, card in enumerate(cards):
                yield Place(f"{zone}[{seat}][{index}]", seat, card.card, card.copies)


def card_at(library: CardLibrary, place: Place) -> KnownCard:
    """Return the card at a place.

    Raises BadInput, with the place, when it is not known, or cannot be on the battlefield.
    """
    try:
        card = library.card(place.name)
    except BadInput as error:
        raise error.at(place.where) from None
    if place.is_permanent and not set(card.front["card_type"]["core_types"]) - _NEVER_THERE:
        raise CannotBePermanent(card.name, where=place.where)
    return card


def _format(position: Position) -> str:
    return "Vintage" if position.players == 2 else "FreeForAll"


def _nothing_happened(game: dict[str, Any]) -> None:
    """Put opening hands back, and take out what stands for an empty deck, as if no game had begun."""
    game["objects"] = {number: thing for number, thing in game["objects"].items() if thing["name"] != _BLANK}
    for thing in game["objects"].values():
        thing["zone"], thing["incarnation"] = "Library", 0
    for player in game["players"]:
        player["hand"] = []
        player["library"] = sorted(thing["id"] for thing in game["objects"].values() if thing["owner"] == player["id"])
    for pool in game["deck_pools"]:
        for part in ("current_main", "registered_main"):
            pool[part] = [entry for entry in pool[part] if entry["card"]["name"] != _BLANK]
    game["resolved_rules_journal"] = empty_journal()
    game["zone_changes_this_turn"] = []
    game["zone_change_library_knowledge_stamps"] = []


def empty_journal() -> dict[str, Any]:
    """Return the engine's journal of a game in which nothing has happened; its counters and its entries have to agree."""
    return {
        "entries": [],
        "next_command_ordinal": 0,
        "next_settlement_node_ordinal": 0,
        "nodes": [],
        "produced_mana": [],
        "spent_mana": [],
    }


def _by_name(game: dict[str, Any], face_names: dict[str, str]) -> dict[tuple[int, str], list[int]]:
    dealt: dict[tuple[int, str], list[int]] = defaultdict(list)
    for thing in sorted(game["objects"].values(), key=lambda thing: int(thing["id"])):
        dealt[thing["owner"], thing["name"]].append(thing["id"])
    # Two names of one card share one list, so that no object is taken twice.
    return {
        (owner, name): dealt[owner, face] for name, face in face_names.items() for owner in range(len(game["players"]))
    }
