"""Facts about a card that say how it can take part in a loop: where it can be, what it is put on, what it costs, what it comes with.

All of them are read from the engine's own form of the card, never from its name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from floorjudge.magic.cards.faces import Face
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.colours import LETTERS
from floorjudge.magic.phase.objects import COUNTERS
from floorjudge.magic.phase.wording import mana_costs

_X_IS = 2
_FROM_GRAVEYARD = re.compile(r"from (your|a) graveyard|in your graveyard|\b(undying|persist)\b", re.IGNORECASE)
_CHOSEN = (
    (re.compile(r"choose (a|another) player|choose an opponent", re.IGNORECASE), "Player 2"),
    (re.compile(r"choose a color", re.IGNORECASE), "green"),
)
_CHOOSES = (
    (
        re.compile(r"choose (artifact|creature|a card type|a noncreature|a permanent type)", re.IGNORECASE),
        "kind of card",
    ),
    (
        re.compile(
            r"choose a (clan|word|card name|nonland card name)|choose (?!a|one|two|any|up|target|new)[A-Z]\w+ or",
            re.IGNORECASE,
        ),
        "word",
    ),
    (re.compile(r"choose a creature type", re.IGNORECASE), "creature type"),
)
_SPELLS = frozenset({"Instant", "Sorcery"})


class CardFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a card; `card` is its name, `types` its card types and subtypes.

    `on` are the types of what it is put on, empty when it stands alone. `cost` is its mana cost, `abilities` what its abilities cost, as letters of mana; `comes_with` the counters
    with which it enters. `enters` says that something happens when it does, `from_graveyard` that it speaks of graveyards.
    `words` is its text, `chooses` what is chosen as it enters; `other_costs` are the costs of its keywords, such as Mutate, and
    `levels` what each level of a Class costs, from the second on.
    """

    card: str
    types: tuple[str, ...]
    on: tuple[str, ...] = ()
    cost: str = ""
    abilities: str = ""
    comes_with: Mapping[str, int] = {}
    chosen: str | None = None
    enters: bool = False
    from_graveyard: bool = False
    words: str = ""
    power: int = 0
    toughness: int = 0
    chooses: str = ""
    other_costs: Mapping[str, str] = {}
    levels: tuple[str, ...] = ()

    @property
    def is_spell(self) -> bool:
        """Say whether it is an instant or a sorcery."""
        return bool(_SPELLS & set(self.types))

    @property
    def is_land(self) -> bool:
        """Say whether it is a land."""
        return "Land" in self.types


def facts_of(name: str, library: CardLibrary) -> CardFacts:
    """Return what is known of a card. Raises BadInput for a card that nobody knows."""
    known = library.card(name)
    face = known.front
    words = str(face.get("oracle_text") or "")
    costs: Counter[str] = Counter()
    for cost in mana_costs({key: value for key, value in face.items() if key != "mana_cost"}):
        costs |= Counter(_letters(cost))
    return CardFacts(
        card=known.name,
        types=(*face["card_type"]["core_types"], *face["card_type"].get("subtypes", ())),
        on=_hosts(face),
        cost=_letters(face.get("mana_cost") or {}),
        abilities="".join(sorted(costs.elements())),
        comes_with=_comes_with(face),
        chosen=next((chosen for pattern, chosen in _CHOSEN if pattern.search(words)), None),
        enters=any(trigger.get("destination") == "Battlefield" for trigger in face.get("triggers") or ()),
        from_graveyard=_FROM_GRAVEYARD.search(words) is not None,
        words=words,
        power=_fixed(face.get("power")),
        toughness=_fixed(face.get("toughness")),
        chooses=next((what for pattern, what in _CHOOSES if pattern.search(words)), ""),
        other_costs=_keyword_costs(face),
        levels=tuple(_levels(face)),
    )


def _fixed(value: object) -> int:
    """Return a printed power or toughness, 0 where it is counted."""
    return int(value.get("value") or 0) if isinstance(value, dict) and value.get("type") == "Fixed" else 0


def _keyword_costs(face: Face) -> dict[str, str]:
    """Return the mana of keywords that stand with a cost of their own."""
    found: dict[str, str] = {}
    for keyword in face.get("keywords") or ():
        if isinstance(keyword, dict):
            for name, about in keyword.items():
                cost = next(mana_costs(about), None)
                if cost is not None:
                    found[str(name)] = _letters(cost)
    return found


def _levels(face: Face) -> Iterator[str]:
    for ability in face.get("abilities") or ():
        if (ability.get("effect") or {}).get("type") == "SetClassLevel":
            yield "".join(_letters(cost) for cost in mana_costs(ability.get("cost")))


def _hosts(face: Face) -> tuple[str, ...]:
    for keyword in face.get("keywords") or ():
        if isinstance(keyword, dict) and isinstance(enchant := keyword.get("Enchant"), dict):
            filters = [kind for kind in enchant.get("type_filters") or () if isinstance(kind, str)]
            return tuple(filters) or ("Permanent",)
    return ("Creature",) if "Equipment" in face["card_type"].get("subtypes", ()) else ()


def _comes_with(face: Face) -> dict[str, int]:
    found: dict[str, int] = {}
    for replacement in face.get("replacements") or ():
        effect = (replacement.get("execute") or {}).get("effect") or {}
        if (
            replacement.get("event") == "Moved"
            and effect.get("type") == "PutCounter"
            and "SelfRef" in str(effect.get("target"))
        ):
            kind = str(effect.get("counter_type"))
            count = effect.get("count") or {}
            found[COUNTERS.get(kind, kind.lower())] = (
                int(count.get("value", _X_IS)) if isinstance(count, dict) else _X_IS
            )
    return {kind: count for kind, count in found.items() if count > 0}


def _letters(cost: Mapping[str, Any]) -> str:
    """Return mana that pays a cost: its colours, colourless for the rest, 2 for X."""
    letters = ["C"] * int(cost.get("generic") or 0)
    for shard in cost.get("shards") or ():
        letter = next((letter for colour, letter in LETTERS.items() if colour in str(shard)), None)
        letters += [letter] if letter else ["C"] * _X_IS
    return "".join(letters)
