"""The faces of cards in the reading of the engine's parser, and how much of their text it has understood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from floorjudge.magic.colours import MANA
from floorjudge.magic.engine.engine import phase
from floorjudge.magic.engine.gaps import gaps
from floorjudge.magic.engine.objects import counter_name, types_of
from floorjudge.magic.engine.readings.wording import mana_costs
from floorjudge.magic.engine.views import Field, View

Level: TypeAlias = Literal["fully", "partly", "not at all"]
LEVELS: tuple[Level, ...] = get_args(Level)


ABILITIES = ("abilities", "triggers", "static_abilities", "replacements")
_REMINDER = re.compile(r"\([^()]*\)")
# Layouts whose two sides are one card to the engine; of all others it knows one side.
_TWO_SIDED = {"split", "flip", "transform", "meld", "adventure", "modal_dfc", "prepare", "aftermath"}
# The value of an X in a cost.
_X_IS = 2


def _fixed(value: object) -> int:
    return int(value.get("value") or 0) if isinstance(value, dict) and value.get("type") == "Fixed" else 0


def _letters(cost: Mapping[str, Any] | None) -> str:
    cost = cost or {}
    letters = ["C"] * int(cost.get("generic") or 0)
    for shard in cost.get("shards") or ():
        letter = next((letter for letter, word in MANA.items() if word in str(shard)), None)
        letters += [letter] if letter else ["C"] * _X_IS
    return "".join(letters)


_PRINTED = ("name", "mana_cost", "card_type", "power", "toughness", "loyalty", "defense", "oracle_text")


class Face(View):
    """One side of a card."""

    __slots__ = ()

    @property
    def printed(self) -> dict[str, Any]:
        """Return the printed characteristics; the rest of a face is the engine's reading of them."""
        return {name: self.raw.get(name) for name in _PRINTED}

    name = Field("name", str)
    """Its name."""
    text = Field("oracle_text", lambda words: str(words or ""))
    """The words printed on it."""
    supertypes = Field("card_type", types_of("supertypes"))
    """Its supertypes."""
    types = Field("card_type", types_of("core_types"))
    """Its card types."""
    subtypes = Field("card_type", types_of("subtypes"))
    """Its subtypes."""
    power = Field("power", _fixed)
    """Its printed power, 0 where it has none or it is counted."""
    toughness = Field("toughness", _fixed)
    """Its printed toughness, 0 where it has none or it is counted."""
    cost = Field("mana_cost", _letters)
    """Letters of mana that pay its mana cost: its colours, colourless for the rest, 2 for X."""

    @property
    def ability_costs(self) -> str:
        """Return letters of mana, sorted, that pay any one of the costs in its abilities."""
        costs: Counter[str] = Counter()
        for cost in mana_costs({key: value for key, value in self.raw.items() if key != "mana_cost"}):
            costs |= Counter(_letters(cost))
        return "".join(sorted(costs.elements()))

    @property
    def keyword_costs(self) -> dict[str, str]:
        """Return letters of mana for keywords with their own cost, such as Mutate."""
        costs: dict[str, str] = {}
        for keyword in self.raw.get("keywords") or ():
            for name, about in keyword.items() if isinstance(keyword, dict) else ():
                cost = next(mana_costs(about), None)
                if cost is not None:
                    costs[str(name)] = _letters(cost)
        return costs

    @property
    def levels(self) -> tuple[str, ...]:
        """Return letters of mana for each level of a Class, from the second on."""
        return tuple(
            "".join(_letters(cost) for cost in mana_costs(ability.get("cost")))
            for ability in self.raw.get("abilities") or ()
            if (ability.get("effect") or {}).get("type") == "SetClassLevel"
        )

    triggers_on_entering = Field(
        "triggers", lambda triggers: any(each.get("destination") == "Battlefield" for each in triggers or ())
    )
    """Whether an ability triggers when it, or another permanent, enters."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Return the types (or the subtypes) of permanents that it can be attached to; empty if it stands alone."""
        for keyword in self.raw.get("keywords") or ():
            if isinstance(keyword, dict) and isinstance(enchant := keyword.get("Enchant"), dict):
                filters = enchant.get("type_filters") or ()
                types = [kind for kind in filters if isinstance(kind, str)]
                subtypes = [kind["Subtype"] for kind in filters if isinstance(kind, dict) and "Subtype" in kind]
                return tuple(types or subtypes) or ("Permanent",)
        return ("Creature",) if "Equipment" in self.subtypes else ()

    @property
    def enters_with(self) -> dict[str, int]:
        """Return the counters with which it enters, regardless of how it was cast."""
        counters: dict[str, int] = {}
        for replacement in self.raw.get("replacements") or ():
            effect = (replacement.get("execute") or {}).get("effect") or {}
            own = effect.get("type") == "PutCounter" and "SelfRef" in str(effect.get("target"))
            if replacement.get("event") == "Moved" and own and not replacement.get("condition"):
                kind, count = str(effect.get("counter_type")), effect.get("count") or {}
                name = counter_name(kind)
                counters[name if name != kind else kind.lower()] = (
                    int(count.get("value", _X_IS)) if isinstance(count, dict) else _X_IS
                )
        return {kind: count for kind, count in counters.items() if count > 0}


def faces_as_json(faces: Mapping[str, Face]) -> str:
    """Return the faces of cards, by names in lower case, as the engine loads them; `faces_of_json` reads them again."""
    return msgspec.json.encode({name: face.raw for name, face in faces.items()}).decode()


def faces_of_json(written: str) -> dict[str, Face]:
    """Return the faces that `faces_as_json` has written."""
    return {name: Face(raw) for name, raw in msgspec.json.decode(written).items()}


def parsed(sides: Sequence[Mapping[str, Any]]) -> dict[str, Face]:
    """Return the faces of a card, by their names in lower case, as the engine's card data has them.

    Raises BadInput when the engine is not installed.
    """
    engine = phase()
    identity = sides[0]["identifiers"]["scryfallOracleId"]
    layouts = {_layout(side, sides) for side in sides}
    if len(sides) == 1 or not layouts <= _TWO_SIDED:
        # The keywords listed with one half of a card are those of both; the text says which are whose.
        listed = "keywords" in sides[0] and " // " not in sides[0]["name"]
        build = engine.build_oracle_face if listed else engine.build_oracle_face_multi
        face = build(sides[0], identity)
        return {face["name"].lower(): Face(face)}
    faces: dict[str, Face] = {}
    for index, side in enumerate(sides[:2]):
        face = engine.build_oracle_face_multi(side, identity)
        faces.setdefault(face["name"].lower(), Face({**face, "layout": min(layouts), "face_index": index}))
    return faces


def _layout(side: Mapping[str, Any], sides: Sequence[Mapping[str, Any]]) -> str:
    """Return a side's layout; the newest kind of adventure is listed as a reversible card."""
    if len(sides) == 2 and sides[1].get("subtypes") == ["Omen"]:
        return "adventure"
    return str(side.get("layout", "normal"))


class Understanding(NamedTuple):
    """How much of a card the engine has understood; the `reasons` are the unread parts, in its own words."""

    level: Level
    reasons: tuple[str, ...]


def understanding_of(faces: Mapping[str, Face]) -> Understanding:
    """Return the engine's understanding of the faces of a card.

    Only the parts that it reports are found: it may have misread others.
    """
    reasons: list[str] = []
    understood = 0
    for face in faces.values():
        raw = face.raw
        abilities = [ability for kind in ABILITIES for ability in raw.get(kind) or ()]
        abilities += raw.get("keywords") or ()
        missing = [list(gaps(ability)) for ability in abilities]
        understood += sum(not unread for unread in missing)
        for unread in missing:
            reasons += unread
        reasons += list(gaps(raw.get("parse_warnings")))
        has_text = _REMINDER.sub("", face.text).strip()
        if has_text and not abilities and not raw.get("modal") and not raw.get("additional_cost"):
            reasons.append(face.text)
    if not reasons:
        return Understanding("fully", ())
    return Understanding("partly" if understood else "not at all", tuple(dict.fromkeys(reasons)))
