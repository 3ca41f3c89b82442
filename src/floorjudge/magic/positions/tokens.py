"""Tokens for a position: the engine makes one of each kind in a game of its own, where nothing answers; piles are copies of it.

A token without a text is created from its characteristics, so that the engine gives a Treasure what a Treasure has. A
token with a text, or one that is a copy of a card, is created as a copy of a card with that text.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import msgspec

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.phase.debug_interface import TesterGame
from floorjudge.magic.positions.dealing import Dealt, Place, card_at, deal
from floorjudge.magic.positions.position import Card, CardText, Permanent, Position, empty_position

_COLOURS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}


def tokens_of(position: Position) -> Iterator[tuple[int, int, Permanent]]:
    """Return the tokens of a position with the player's number and the place on the battlefield."""
    for seat, permanents in enumerate(position.battlefield):
        for index, permanent in enumerate(permanents):
            if permanent.token:
                yield seat, index, permanent


def add_tokens(position: Position, library: CardLibrary, dealt: Dealt) -> dict[tuple[int, int], list[int]]:
    """Put the tokens of a position onto the battlefield of a dealt game.

    Returns their objects by the player's number and the place on the battlefield. Raises BadInput for a card that is
    not known.
    """
    tokens = list(tokens_of(position))
    for seat, index, token in tokens:
        if token.text is None:
            card_at(library, Place(f"battlefield[{seat}][{index}]", seat, token.card, 1, is_permanent=True))
    made = _made([token for _, _, token in tokens], library)
    game = dealt.state["state"]
    placed: dict[tuple[int, int], list[int]] = {}
    for (seat, index, token), pattern in zip(tokens, made, strict=True):
        first = game["next_object_id"]
        game["next_object_id"] += token.copies
        placed[seat, index] = list(range(first, first + token.copies))
        owner = seat if token.owner is None else token.owner
        for number in placed[seat, index]:
            thing = copy.deepcopy(pattern)
            thing |= {"id": number, "owner": owner, "controller": seat, "base_controller": seat}
            game["objects"][str(number)] = thing
            game["battlefield"].append(number)
    return placed


def _made(tokens: list[Permanent], library: CardLibrary) -> list[dict[str, Any]]:
    """Return one object of each token, as the engine makes it."""
    if not tokens:
        return []
    texts = [_needs_card(token) for token in tokens]
    library = library.with_texts([card.side() for card in texts if card is not None])
    copied = [token.card for token in tokens if token.text is None] + [card.name for card in texts if card is not None]
    mint = deal(
        msgspec.structs.replace(empty_position(), library=(tuple(map(Card, dict.fromkeys(copied))), ())), library
    )
    unused = copy.deepcopy(mint.state)
    game = TesterGame(mint.engine, mint.state)
    made = []
    for token, card in zip(tokens, texts, strict=True):
        if token.text is not None and card is None:
            request = {"type": "Custom", "data": {"owner": 0, "characteristics": _characteristics(token.text)}}
            game.do("CreateToken", request=request, count=1, run_etb=False)
        else:
            source = mint.cards[0, token.card][0]
            game.do("CreateTokenCopy", source_id=source, owner=0, count=1, nonlegendary=False)
        made.append(_taken(game))
        if token is not tokens[-1]:
            # What entering would have triggered is forgotten with the game in which it did.
            game = TesterGame(mint.engine, copy.deepcopy(unused))
    return made


def _needs_card(token: Permanent) -> CardText | None:
    return token.text if token.text is not None and token.text.text else None


def _taken(game: TesterGame) -> dict[str, Any]:
    exported: dict[str, Any] = game.game.state()["state"]
    thing: dict[str, Any] = exported["objects"][str(exported["battlefield"][0])]
    return thing


def _characteristics(card: CardText) -> dict[str, Any]:
    side = card.side()
    return {
        "display_name": card.name,
        "power": _number(card.power),
        "toughness": _number(card.toughness),
        "core_types": side["types"],
        "subtypes": side["subtypes"],
        "supertypes": side["supertypes"],
        "colors": [_COLOURS[colour] for colour in side["colors"]],
        "keywords": [],
    }


def _number(written: str | None) -> int | None:
    return int(written) if written is not None and written.lstrip("-").isdecimal() else None
