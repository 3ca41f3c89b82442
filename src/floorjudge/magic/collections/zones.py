"""Where the cards of a combination are, by the letters of their zones, and what is added for cards that are not listed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.collections.combinations import Combination, Use
from floorjudge.magic.collections.mentions import unlisted
from floorjudge.magic.collections.scene import Scene, Thing, Zone
from floorjudge.magic.searching.pieces import piece_of

# A commander is cast from the hand: no board here has a command zone.
_ZONES: dict[str, Zone] = {
    "B": "battlefield",
    "H": "hand",
    "G": "graveyard",
    "E": "exile",
    "L": "library",
    "C": "hand",
}


def scene_of(combination: Combination, library: CardLibrary) -> Scene:
    """Return a scene with a combination's cards where their letters say. Raises BadInput for a card that nobody knows."""
    scene = Scene(library)
    for index, use in enumerate(combination.uses):
        scene.cards.append(_thing(use.name, library, named=True))
        places = _places(use)
        scene.cards[index].zone = places[0]
        _check(scene.cards[index])
        if len(library.card(use.name).faces) > 1:
            _turn_over(scene.cards[index], combination)
        if len(places) > 1:
            scene.forks.append(tuple(_moving(index, place) for place in places))
    prose = [*combination.prerequisites, *combination.steps]
    many = len(combination.id.split("-")) - len(combination.uses)
    if many > 0 and combination.id.replace("-", "").isdecimal():
        for name in unlisted(combination.cards, many, prose, library):
            thing = _thing(name, library, named=False)
            thing.added = True
            thing.zone = "hand" if _is_cast_first(thing.card, combination.steps) else "battlefield"
            _check(thing)
            scene.cards.append(thing)
    return scene


def _thing(name: str, library: CardLibrary, *, named: bool) -> Thing:
    piece = piece_of(name, library, named=named)
    return Thing(piece.card, piece=piece, counters=dict(piece.comes_with), chosen=piece.chosen)


def _places(use: Use) -> tuple[Zone, ...]:
    places = tuple(dict.fromkeys(_ZONES[letter] for letter in use.zone_locations if letter in _ZONES))
    return places or ("battlefield",)


def _check(thing: Thing) -> None:
    """Let instants and sorceries that are said to be on the battlefield begin in the hand."""
    if thing.zone == "battlefield" and thing.piece is not None and thing.piece.is_spell:
        thing.zone = "hand"
    if thing.zone != "battlefield":
        thing.counters = {}


def _turn_over(thing: Thing, combination: Combination) -> None:
    """Turn a card over that is only ever spoken of by the name of its other side."""
    sides = thing.card.split(" // ")
    if len(sides) != 2 or thing.zone != "battlefield":
        return
    prose = " ".join([*combination.prerequisites, *combination.steps])
    front, back = (side.partition(",")[0] for side in sides)
    if back in prose and front not in prose.replace(back, ""):
        thing.transformed = True
        thing.counters = {}


def _moving(index: int, place: Zone) -> Callable[[Scene], None]:
    def move(scene: Scene) -> None:
        scene.cards[index].zone = place

    return move


def _is_cast_first(name: str, steps: Sequence[str]) -> bool:
    """Say whether the first step that speaks of a card casts or plays it."""
    begun = re.split(r" // |,", name, maxsplit=1)[0]
    first = next((step for step in steps if begun in step), "")
    return re.search(rf"\b(?:[Cc]ast|[Pp]lay)(?:ing)? (?:the |a )?{re.escape(begun)}", first) is not None
