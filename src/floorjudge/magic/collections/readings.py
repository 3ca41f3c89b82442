"""What is done to a scene for a sentence whose words are known: one function for each thing that sentences ask for."""

from __future__ import annotations

import re
from collections.abc import Callable

from floorjudge.magic.cards.helper_cards import BEAR, FIELD, RELIC, letters, source_of
from floorjudge.magic.collections.inventing import put
from floorjudge.magic.collections.kinds import kind_of
from floorjudge.magic.collections.scene import Scene, Zone
from floorjudge.magic.collections.states import read_state
from floorjudge.magic.positions.position import CardText

Reading = Callable[[Scene, "re.Match[str]"], "bool | None"]
_ZONES: dict[str, Zone] = {"hand": "hand", "graveyard": "graveyard", "exile": "exile", "library": "library"}
_LANDS_FOR_BLESSING, _ENOUGH = 10, 10


def nothing(_scene: Scene, _found: re.Match[str]) -> None:
    """Nothing has to be done for it."""


def theirs(scene: Scene, found: re.Match[str]) -> bool | None:
    """Put a kind of thing onto the other player's side of the battlefield."""
    return _kind(scene, found, seat=1)


def own(scene: Scene, found: re.Match[str]) -> bool | None:
    """Put a kind of thing onto the player's side of the battlefield."""
    return _kind(scene, found, seat=0)


def _kind(scene: Scene, found: re.Match[str], seat: int) -> bool | None:
    said = found["kind"]
    same = re.fullmatch(r"(?:at least )?(?:(\d+|an?|another) )?(?:additional |other )*#(\d+)s?", said)
    if same is not None:
        many = int(same[1]) if same[1] and same[1].isdecimal() else 1
        _more(scene, int(same[2]), many)
        return None
    kind = kind_of(said)
    if kind is None:
        return False
    put(scene, kind, seat=seat)
    return None


def many(scene: Scene, found: re.Match[str]) -> bool | None:
    """Put in as many as one hopes to be enough, where their number is counted from something else."""
    kind = kind_of(f"{_ENOUGH} {found['kind']}")
    if kind is None:
        return False
    put(scene, kind)
    return None


def borrowed(scene: Scene, _found: re.Match[str]) -> None:
    """Put in an artifact that the other player owns."""
    scene.add(RELIC).borrowed = True


def _more(scene: Scene, number: int, many: int) -> None:
    scene.cards[number].copies += many


def cards(scene: Scene, found: re.Match[str]) -> bool | None:
    """Put a kind of card into a zone."""
    kind = kind_of(found["kind"])
    if kind is None:
        return False
    put(scene, kind, zone=_ZONES[re.split(r"\W+", found["zone"].lower())[0]])
    return None


def their_hand(scene: Scene, found: re.Match[str]) -> None:
    """Give the other player cards in their hand."""
    scene.stocked = max(scene.stocked, int(found["many"]))


def life(scene: Scene, found: re.Match[str]) -> None:
    """Give the player at least so much life."""
    scene.life[0] = max(scene.life[0], int(found["many"]))


def little_life(scene: Scene, found: re.Match[str]) -> None:
    """Give the player just so much life."""
    scene.life[0] = int(found["many"])


def their_life(scene: Scene, found: re.Match[str]) -> None:
    """Give the other player just so much life."""
    scene.life[1] = int(found["many"])


def turn(scene: Scene, _found: re.Match[str]) -> None:
    """Let it be the other player's turn."""
    scene.turn_of = 1


def more_players(scene: Scene, found: re.Match[str]) -> None:
    """Let there be so many opponents."""
    scene.players = min(int(found["many"]) + 1, 4)


def made(scene: Scene, found: re.Match[str]) -> bool | None:
    """Put in one thing that makes the mana which several may make together; one is enough, and quicker to search with."""
    who = (found["who"] or "").lower()
    mana = letters(found["mana"])
    words = set(re.findall(r"[a-z]+", who))
    if words & {"creature", "creatures"} and not words & {"land", "lands"}:
        text = source_of(mana, "Creature — Druid")
    elif words & {"land", "lands", "enchanted"}:
        text = source_of(mana, "Snow Land" if "snow" in who else "Land")
    elif (tribe := re.match(r"([A-Z][a-z]+s|Elves) ", found["who"] or "")) is not None and who.split()[0] not in {
        "permanents",
        "artifacts",
        "nonland",
        "snow",
        "lands",
    }:
        kind = kind_of(f"2 {tribe[1]}")
        text = (
            source_of(mana, f"Creature — {kind.subtypes[0]}") if kind and kind.subtypes else source_of(mana, "Artifact")
        )
    else:
        text = source_of(mana, "Snow Artifact" if "snow" in who else "Artifact")
    scene.add(text)
    _for_casting(scene, found)
    return None


def _for_casting(scene: Scene, found: re.Match[str]) -> None:
    if (card := re.search(r"cast #(\d+)", found[0])) is not None:
        _cast(scene, int(card[1]))


def _cast(scene: Scene, number: int) -> None:
    piece = scene.cards[number].piece
    if piece is not None and scene.said is None:
        scene.floating += piece.cost


def enough_to_cast(scene: Scene, found: re.Match[str]) -> None:
    """Add mana for a card, unless the mana that is needed is said elsewhere."""
    _cast(scene, int(found["card"]))


def makes_cost(scene: Scene, found: re.Match[str]) -> None:
    """Put in an artifact that makes the mana which a card costs."""
    piece = scene.cards[int(found["card"])].piece
    scene.add(source_of(piece.cost if piece else "CCC", "Artifact"))


def available(scene: Scene, found: re.Match[str]) -> None:
    """Add mana to the pool."""
    scene.floating += letters(found["mana"])


def land_in_hand(scene: Scene, _found: re.Match[str]) -> None:
    """Put a land into the hand."""
    scene.add(FIELD, zone="hand")


def targets(scene: Scene, _found: re.Match[str]) -> None:
    """Put in a creature, an artifact and a land, for a spell that needs some target."""
    for text in (BEAR, RELIC, FIELD):
        scene.add(text)


def tax(scene: Scene, _found: re.Match[str]) -> None:
    """Add mana for having cast a commander once before."""
    scene.floating += "CC"


def lands(scene: Scene, _found: re.Match[str]) -> None:
    """Put in lands enough for whoever counts their permanents."""
    scene.add(CardText("Plain Ground", "Land"), _LANDS_FOR_BLESSING)


def counters(scene: Scene, found: re.Match[str]) -> None:
    """Give the player counters."""
    scene.counters[found["kind"].lower()] = int(found["many"])


def energy(scene: Scene, found: re.Match[str]) -> None:
    """Give the player so many energy counters as symbols are written."""
    scene.counters["energy"] = found["mana"].upper().count("{E}")


def devotion(scene: Scene, found: re.Match[str]) -> None:
    """Put in an enchantment with so many symbols of a colour."""
    colour = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}[found["colour"].lower()]
    scene.add(CardText("Plain Shrine", "Enchantment", f"{{{colour}}}" * min(int(found["many"]), 20)))


def hand(scene: Scene, found: re.Match[str]) -> None:
    """Put so many cards into the hand that do nothing."""
    many = int(found["many"]) if found["many"].isdecimal() else 1
    scene.add(CardText("Plain Leaf", "Sorcery", "{9}"), min(many, 20), zone="hand")


def full_hand(scene: Scene, _found: re.Match[str]) -> None:
    """Put more cards into the hand than may be kept."""
    scene.add(CardText("Plain Leaf", "Sorcery", "{9}"), 8, zone="hand")


def grave(scene: Scene, found: re.Match[str]) -> None:
    """Put so many cards into the graveyard that do nothing."""
    scene.add(CardText("Plain Leaf", "Sorcery", "{9}"), min(int(found["many"]), 20), zone="graveyard")


def grave_types(scene: Scene, _found: re.Match[str]) -> None:
    """Put a card of each type into the graveyard."""
    for kind in ("Creature", "Artifact", "Land", "Enchantment", "Sorcery", "Instant"):
        power = "1" if kind == "Creature" else None
        scene.add(
            CardText(f"Plain Old {kind}", kind, "" if kind == "Land" else "{9}", power=power, toughness=power),
            zone="graveyard",
        )


def state(scene: Scene, found: re.Match[str]) -> bool:
    """Read what is said of a card."""
    return read_state(scene, int(found["card"]), found["said"].strip())


def state_of_both(scene: Scene, found: re.Match[str]) -> bool:
    """Read what is said of two cards."""
    said = found["said"].strip()
    first, last = (read_state(scene, int(found[card]), said) for card in ("card", "other"))
    return first and last


def chosen(scene: Scene, found: re.Match[str]) -> bool:
    """Read what was chosen for a card."""
    return read_state(scene, int(found["card"]), f'with "{found["word"]}" chosen')


def counters_on(scene: Scene, found: re.Match[str]) -> bool:
    """Read which counters are on a card."""
    return read_state(scene, int(found["card"]), f"has {found['many']} {found['kind']} counters on it")


def exiled_with(scene: Scene, found: re.Match[str]) -> bool | None:
    """Put the kind of card that something has exiled into the hand, with that thing beside it."""
    kind = kind_of(found["kind"])
    if kind is None:
        return False
    for thing in put(scene, kind, zone="hand"):
        thing.zone = "hand"
    return read_state(scene, int(found["card"]), "is prepared")


def furnish(scene: Scene) -> None:
    """Put creatures, lands and artifacts of both players into a scene, for cards that count, take or hit such things."""
    scene.add(BEAR)
    scene.add(FIELD, 3)
    scene.add(BEAR, seat=1)
    scene.add(FIELD, 3, seat=1).tapped = True
    scene.add(RELIC, 3, seat=1)
