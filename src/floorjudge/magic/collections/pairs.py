"""Sentences about one of two cards: “one of them must be in your hand, with the other on the battlefield”."""

from __future__ import annotations

import re

import msgspec

from floorjudge.magic.collections.entering import exiled_by
from floorjudge.magic.collections.inventing import put
from floorjudge.magic.collections.kinds import kind_of
from floorjudge.magic.collections.scene import Scene, Zone
from floorjudge.magic.positions.position import CardText

_ONE_OF = re.compile(
    r"1 of (?P<which>.+?) (?:must be|is|has to be) (?:in|on) (?:your |the )?(?P<one>hand|battlefield|graveyard)[,;]? (?:and|with|while) the other"
    r"(?: is| being)?(?: either)? (?P<two>.+)",
    re.IGNORECASE,
)
_TWO = re.compile(r"#(\d+) (?:or|and) #(\d+)")
_BY = re.compile(r"exiled (?:by|with) #(\d+)", re.IGNORECASE)
_ELSEWHERE: tuple[tuple[str, Zone], ...] = (
    ("graveyard", "graveyard"),
    ("battlefield", "battlefield"),
    ("hand", "hand"),
    ("library", "library"),
    ("exile", "exile"),
)


def read_pair(scene: Scene, sentence: str) -> bool:
    """Put two cards where a sentence says that one and the other of them are; say whether it was understood."""
    said = _ONE_OF.fullmatch(sentence)
    if said is None:
        return False
    one: Zone = "battlefield" if said["one"] == "battlefield" else "hand" if said["one"] == "hand" else "graveyard"
    numbers = _TWO.search(said["which"])
    by = _BY.search(said["two"])
    two = next((zone for word, zone in _ELSEWHERE if word in said["two"]), None)
    if numbers is not None:
        first, last = int(numbers[1]), int(numbers[2])
        if by is None and two is None:
            return False
        scene.cards[first].zone = one
        if by is not None:
            exiled_by(scene, scene.cards[last], scene.cards[int(by[1])])
        elif two is not None:
            scene.cards[last].zone = two
        return True
    return two is not None and _invented(scene, said["which"], one, two)


def _invented(scene: Scene, which: str, one: Zone, two: Zone) -> bool:
    """Put two things of a kind where they are said to be: those of the combination that nobody named yet, or invented ones."""
    kind = kind_of(re.sub(r"^(?:the|your) ", "", which.replace("self-sacrificing ", "")))
    if kind is None:
        return False
    named = [each for each in scene.cards if each.added and all(type_ in each.types for type_ in kind.types)]
    if len(named) >= 2:
        named[0].zone, named[1].zone = one, two
        return True
    if kind.types == ("Artifact",):
        text = CardText("Plain Petal", "Artifact", "{0}", "{T}, Sacrifice this artifact: Add one mana of any color.")
        scene.add(text, zone=one)
        scene.add(text, zone=two)
        return True
    small = msgspec.structs.replace(kind, count=1, value=kind.value if _says_cost(which) else 0)
    if small.value == 0 and small.types == ("Creature",) and not small.colours:
        # What costs nothing and has no colour is an artifact.
        small = msgspec.structs.replace(small, types=("Artifact", "Creature"))
    put(scene, small, zone=one)
    # Both have one name, so that a round comes back when they have changed places.
    put(scene, small, zone=two)
    return True


def _says_cost(which: str) -> bool:
    return "cost" in which or "mana value" in which
