"""The objects of a game with their abilities, its players and its stack, typed. Outside of this package only `doubt` reads their JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from floorjudge.magic.colours import LETTERS
from floorjudge.magic.engine.actions import identity_of
from floorjudge.magic.engine.fields import ABILITY_LISTS, LARGEST_AMOUNT, REPLACEMENTS
from floorjudge.magic.engine.gaps import gaps, without_jargon
from floorjudge.magic.engine.views import Field, View, as_it_is, numbers_in

HIDDEN_ZONES = frozenset({"Hand", "Library"})
CONTROLLED_ZONES = ("Battlefield", "Stack")
"""The zones in which an object belongs to its controller; elsewhere it belongs to its owner."""
OPEN_ZONES = (*CONTROLLED_ZONES, "Command")
"""The zones in which abilities usually work, and all players see the objects."""
# The engine's words for the counters that people write by their size.
COUNTERS = {"P1P1": "+1/+1", "M1M1": "-1/-1"}
PHASES = {
    "untap": "Untap",
    "upkeep": "Upkeep",
    "draw": "Draw",
    "main": "PreCombatMain",
    "beginning of combat": "BeginCombat",
    "declare attackers": "DeclareAttackers",
    "end of combat": "EndCombat",
    "second main": "PostCombatMain",
    "end step": "End",
}
"""The steps and phases of a turn in which something can be done, in order, with the engine's words for them."""

_ABILITIES = ("TriggeredAbility", "ActivatedAbility")
# "becomes the target of" is about the actions of others.
_ONE_TARGET = re.compile(r"(?<!the )\btarget\b(?! of\b)", re.IGNORECASE)
# A quotation is another object's ability; a reflexive trigger (“when you do”) gets its target later.
_NOT_ITS_OWN = re.compile(r'"[^"]*"|\([^()]*\)|(?<=\S )when(ever)? you\b.*', re.IGNORECASE | re.DOTALL)
_MAY_BE_NONE = re.compile(r"\b(up to|any number of)\b|•|\bchoose \w+ —", re.IGNORECASE)
_TARGETS = re.compile(r"\btargets?\b|^(?!Enchant)[A-Z]\w+( \w+)? ?([\d{—]|$)", re.IGNORECASE)
_MAY_DO_NOTHING = frozenset({"SetTapState", "Attach", "Shuffle", "Adapt", "Monstrosity"})
# Fields that may differ between objects that are otherwise alike, or that are compared by themselves.
_SEEN_APART = frozenset({"name", "zone", "controller", "owner", "tapped", "summoning_sick", "has_summoning_sickness"})
# The engine writes “any number” as an impossible number of counters.
_ANY_NUMBER = LARGEST_AMOUNT + 1
_WORD = re.compile(r"[A-Z][a-z]*")
_SYMBOLS = {**LETTERS, "Two": "2"}


def counter_name(kind: str) -> str:
    """Return the name of a kind of counters on an object, such as +1/+1 for the engine's P1P1."""
    return COUNTERS.get(kind, kind)


def _amount(value: int | None) -> int:
    return int(value or 0)


def symbols(cost: Mapping[str, Any] | None) -> str:
    """Return the symbols of a cost; the engine writes the halves of one as words in a row, such as RedWhite."""
    cost = cost or {}
    generic = cost.get("generic") or 0
    shards = [_WORD.findall(str(shard)) for shard in cost.get("shards") or ()]
    numbers = [f"{{{generic}}}"] if generic or (cost.get("type") == "Cost" and not shards) else []
    return "".join(numbers + ["{" + "/".join(_SYMBOLS.get(word, word[0]) for word in words) + "}" for words in shards])


def description_of(part: Mapping[str, Any]) -> str:
    """Return the words of an ability in the engine's form, or of a part of it; empty if it has none."""
    return str(part.get("description") or "")


def types_of(which: str) -> Callable[[Any], tuple[str, ...]]:
    """Return a reader of one of the three lists of a type line: supertypes, core_types or subtypes."""
    return lambda value: tuple((value or {}).get(which, ()))


class Ability(View):
    """An ability that can be activated."""

    __slots__ = ("index",)

    def __init__(self, raw: Mapping[str, Any], index: int) -> None:
        super().__init__(raw)
        self.index = index

    @property
    def description(self) -> str:
        """Return its words; those of a basic land, which has none, are such as {T}: Add {G}."""
        produced = (self.raw.get("effect") or {}).get("produced") or {}
        made = "".join(f"{{{LETTERS.get(colour, colour)}}}" for colour in produced.get("colors", ()))
        return str(self.raw.get("description") or (f"{{T}}: Add {made}" if made else ""))

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the parts that the engine could not read; of its modes, only those of the chosen ones."""
        own = {name: value for name, value in self.raw.items() if name != "mode_abilities"}
        return tuple(map(without_jargon, gaps(own)))

    makes_mana = Field("is_mana_ability", bool)
    """Whether it is a mana ability."""

    taps = Field("cost", lambda cost: any(each.get("type") == "Tap" for each in _costs(cost)))
    """Whether tapping its object is among its costs."""

    def removed_counters(self) -> Iterator[tuple[str | None, int]]:
        """Yield the kind of counters (None: any) that its costs take off its own object, and how many."""
        for cost in _costs(self.raw.get("cost")):
            if cost.get("type") == "RemoveCounter" and cost.get("target") is None and cost["count"] < _ANY_NUMBER:
                yield (cost.get("counter_type") or {}).get("data"), cost["count"]


def _costs(cost: Mapping[str, Any] | None) -> Iterator[Mapping[str, Any]]:
    """Yield a cost and its parts."""
    if cost is not None:
        yield cost
        for part in cost.get("costs", ()):
            yield from _costs(part)


class GameObject(View):
    """A card, token, spell or ability in a game, in its current state."""

    __slots__ = ()

    number = Field("id", int)
    """The engine's number for it."""
    name = Field("name", str)
    """Its name; a face-down object has none."""
    zone = Field("zone", str)
    """The engine's word for the zone it is in: Battlefield, Hand, Graveyard, Exile, Library, Stack or Command."""
    owner = Field("owner", int)
    """Its owner's seat."""
    controller = Field("controller", int)
    """Its controller's seat."""

    @property
    def copier(self) -> str:
        """Return the name of what has become a copy of another card, empty for anything else."""
        return str(self.raw["base_name"]) if self.raw.get("layer1_copy_effect") else ""

    @property
    def whose(self) -> int:
        """Return the seat of its controller on the battlefield and on the stack, of its owner elsewhere."""
        return int(self.raw["controller" if self.raw["zone"] in CONTROLLED_ZONES else "owner"])

    in_play = Field("zone", lambda zone: zone in OPEN_ZONES)
    """Whether it is in a zone in which abilities usually work: the battlefield, the stack, the command zone."""
    is_token = Field("is_token", bool)
    """Whether it is a token."""
    tapped = Field("tapped", bool)
    """Whether it is tapped."""
    face_down = Field("face_down", bool)
    """Whether it lies face down."""
    transformed = Field("transformed", bool)
    """Whether its other side is up."""
    came_this_turn = Field("summoning_sick", bool)
    """Whether its controller has had it only since this turn."""
    is_sick = Field("has_summoning_sickness", bool)
    """Whether it is a creature that cannot attack or tap for a cost yet."""

    @property
    def can_tap(self) -> bool:
        """Return whether it can be tapped for a cost."""
        return not (self.tapped or self.is_sick)

    mana_cost = Field("mana_cost", symbols)
    """Its mana cost in symbols, such as {2}{G}; empty for none."""
    damage = Field("damage_marked", int)
    """The damage marked on it."""
    power = Field("power", as_it_is)
    """Its power, None for none."""
    toughness = Field("toughness", as_it_is)
    """Its toughness, None for none."""
    own_toughness = Field("base_toughness", _amount)
    """Its toughness without bonuses and counters, 0 for none."""

    @property
    def size(self) -> str | None:
        """Return power and toughness such as 2/2, None for none."""
        return None if self.power is None else f"{self.power}/{self.toughness}"

    loyalty = Field("loyalty", as_it_is)
    """Its loyalty, None for none."""
    loyalty_abilities = Field("loyalty_activations_this_turn", _amount)
    """How many of its loyalty abilities were activated this turn, since the engine was put into a position."""
    defense = Field("defense", as_it_is)
    """Its defense, None for none."""

    counters: Field[Mapping[str, int]] = Field("counters", lambda counters: counters or {})
    """The counters on it by the engine's word for their kind; see `counter_name`."""
    class_level = Field("class_level", _amount)
    """The level of a Class, 0 for anything else."""
    attachments = Field("attachments", numbers_in)
    """The numbers of the objects attached to it."""
    attached_to = Field("attached_to", lambda host: str(host or ""))
    """The object or player that it is attached to, as a value to compare; see `host`."""
    host: Field[int | None] = Field("attached_to", lambda host: host.get("data") if isinstance(host, dict) else host)
    """The number of the object, or the seat of the player, that it is attached to."""
    supertypes = Field("card_types", types_of("supertypes"))
    """Its supertypes."""
    types = Field("card_types", types_of("core_types"))
    """Its card types."""
    subtypes = Field("card_types", types_of("subtypes"))
    """Its subtypes."""
    timestamp = Field("timestamp", _amount)
    """The time of its last change of zone or kind: later ones have larger numbers."""
    moves = Field("incarnation", _amount)
    """How often it has changed its zone: a permanent that comes back is another one."""
    colours = Field("color", lambda colours: frozenset(colours or ()))
    """Its colors, in the engine's words."""
    keywords = Field("keywords", lambda keywords: tuple(map(str, keywords or ())))
    """Its keywords, in the engine's words."""
    abilities = Field("abilities", lambda every: tuple(Ability(raw, index) for index, raw in enumerate(every or ())))
    """Its abilities that can be activated."""

    replacements = Field(REPLACEMENTS, lambda every: tuple(every or ()))
    """The replacement effects on it, in the engine's form."""
    statics = Field("static_definitions", lambda every: tuple(every or ()))
    """Its static abilities, in the engine's form."""

    def ability(self, index: int) -> Ability | None:
        """Return one of its abilities, None if there is none of that number."""
        raw = self.raw.get("abilities") or ()
        return Ability(raw[index], index) if 0 <= index < len(raw) else None

    @property
    def triggers(self) -> tuple[Mapping[str, Any], ...]:
        """Return its triggered abilities that have words, in the engine's form; none while players may not see it."""
        if self.face_down or self.zone in HIDDEN_ZONES:
            return ()
        every = (each["definition"] for each in self.raw.get("trigger_definitions") or ())
        return tuple(each for each in every if each.get("description"))

    def but(self, **fields: object) -> GameObject:
        """Return the same object with other values of some of the engine's fields."""
        return GameObject({**self.raw, **fields})

    @property
    def ability_texts(self) -> tuple[str, ...]:
        """Return the words of its abilities."""
        every = (each for name in ABILITY_LISTS for each in self.raw.get(name) or ())
        return tuple(description_of(each.get("definition", each)) for each in every)

    @property
    def seen(self) -> tuple[object, ...]:
        """Return its name, zone, controller and owner, whether it is tapped, its size and its damage."""
        return self.name, self.zone, self.whose, self.tapped, self.size, self.damage

    @property
    def traits(self) -> Hashable:
        """Return the traits that may differ among objects of its name, except being tapped, amounts, and attachments."""
        marks = tuple(name for name, value in self.raw.items() if value is True and name not in _SEEN_APART)
        lists = ("abilities", "trigger_definitions", "static_definitions")
        many = tuple(len(self.raw.get(name) or ()) for name in lists)
        return marks, many, str(self.raw.get("keywords")), str(self.raw.get("chosen_attributes")), self.copier


def as_it_left(record: Mapping[str, Any]) -> GameObject:
    """Return an object as it was just before a move, by the engine's record of that move."""
    last = (record.get("trigger_source_context") or {}).get("lki") or {}
    named = {"id": record["object_id"], "zone": record.get("from_zone"), "color": record.get("colors")}
    return GameObject({**record, **named, "card_types": record, "counters": last.get("counters")})


class Player(View):
    """A player in a game."""

    __slots__ = ()

    life = Field("life", int)
    """Their life."""
    hand = Field("hand", numbers_in)
    """The numbers of the cards in their hand."""
    library = Field("library", numbers_in)
    """The numbers of the cards in their library, from the top."""
    graveyard = Field("graveyard", numbers_in)
    """The numbers of the cards in their graveyard, in order."""
    mana = Field("mana_pool", lambda pool: tuple(str(unit["color"]) for unit in pool["mana"]))
    """The mana in their pool, one of the engine's words such as Green for each; see `magic.colours`."""
    mana_is_restricted = Field("mana_pool", lambda pool: tuple(bool(unit.get("restrictions")) for unit in pool["mana"]))
    """Whether each mana in their pool, in the same order, may be spent only on some things."""
    mana_for_combat = Field(
        "mana_pool",
        lambda pool: tuple(int(unit["source_id"]) for unit in pool["mana"] if unit.get("expiry") == "EndOfCombat"),
    )
    """The numbers of the sources of mana in their pool that lasts until combat ends, one for each mana."""
    poison = Field("poison_counters", _amount)
    """How many poison counters they have."""

    @property
    def counters(self) -> Mapping[str, int]:
        """Return their counters other than poison, by kind in lower case, such as energy."""
        others = {str(kind).lower(): int(count) for kind, count in (self.raw.get("player_counters") or {}).items()}
        return {"energy": int(self.raw.get("energy") or 0), **others}

    lands_played = Field("lands_played_this_turn", _amount)
    """How many lands they have played this turn."""
    is_out = Field("is_eliminated", bool)
    """Whether they have left the game."""
    drew_from_nothing = Field("drew_from_empty_library", bool)
    """Whether they have drawn from an empty library since the last check for that."""


class Trigger(NamedTuple):
    """An ability of an object that was triggered, and the identity of the event that triggered it (see `Event.identity`)."""

    ability: str
    event: str


class StackObject(View):
    """A spell or an ability on the stack."""

    __slots__ = ()

    number = Field("id", int)
    """The engine's number for it."""
    controller = Field("controller", int)
    """Its controller's seat."""

    @property
    def source(self) -> int | None:
        """Return the number of its source: the card of a spell, the source of an ability."""
        source = self.raw.get("source_id", self.raw.get("id"))
        return source if isinstance(source, int) else None

    @property
    def is_spell(self) -> bool:
        """Return whether it is a spell, not an ability."""
        return self._kind not in _ABILITIES

    @property
    def words(self) -> str:
        """Return the words of an ability, or the text of a spell."""
        return description_of(self._about) or description_of(self._ability)

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the words of an ability or a spell that the engine could not read."""
        return tuple(map(without_jargon, gaps(self._ability)))

    @property
    def is_triggered(self) -> bool:
        """Return whether it is a triggered ability."""
        return self._kind == "TriggeredAbility"

    @property
    def must_change_something(self) -> bool:
        """Return whether it is an ability that always changes something when it resolves, as far as its form shows.

        One with an optional or conditional part may change nothing; so may one that taps, untaps, attaches, shuffles, adapts or makes
        monstrous (CR 701.37a, 701.46a).
        """
        return not self.is_spell and not any(
            part.get("optional") or part.get("condition") or (part.get("effect") or {}).get("type") in _MAY_DO_NOTHING
            for part in self.parts
        )

    @property
    def parts(self) -> tuple[Mapping[str, Any], ...]:
        """Return the parts of an ability, in order, in the engine's form."""
        return tuple(_chain(self._ability))

    @property
    def triggered_by(self) -> int | None:
        """Return the number of the object whose event has triggered it; None if the engine names none."""
        event = (self._about.get("trigger_event") or {}).get("data") or {}
        number = event.get("object_id", event.get("source_id"))
        return number if isinstance(number, int) else None

    @property
    def amount_of_event(self) -> int:
        """Return how many counters, or how much damage, the event was that has triggered it; 0 if the engine names none."""
        event = (self._about.get("trigger_event") or {}).get("data") or {}
        return _amount(event.get("count", event.get("amount")))

    @property
    def targets(self) -> tuple[int, ...]:
        """Return the numbers of the objects that it targets."""
        every = _targets(self._ability)
        return tuple(each["Object"] for each in every if isinstance(each, dict) and "Object" in each)

    @property
    def target_seats(self) -> tuple[int, ...]:
        """Return the seats of the players that it targets."""
        every = _targets(self._ability)
        return tuple(each["Player"] for each in every if isinstance(each, dict) and "Player" in each)

    @property
    def may_target(self) -> bool:
        """Return whether it is a spell, or an ability whose words say or may mean that it has targets."""
        return self.is_spell or _TARGETS.search(self.words) is not None

    @property
    def lacks_target(self) -> bool:
        """Return whether it has no target and needs one, by its words and, unless activated, by the engine's form."""
        parts = self.parts
        if not needs_target(self.words) or any(part.get("targets") or part.get("optional_targeting") for part in parts):
            return False
        if self.is_spell:
            return "'ParentTarget'" in str(self._ability)
        return not self.is_triggered or any(
            isinstance((part.get("effect") or {}).get("target"), dict) for part in parts
        )

    @property
    def trigger(self) -> Trigger | None:
        """Return the triggered ability and its event; None for any other object, or if the engine does not name them."""
        event, definition = self._about.get("trigger_event"), self._ability.get("trigger_definition_ref")
        if not self.is_triggered or not event or not definition:
            return None
        return Trigger(str(definition), identity_of(str(event["type"]), event.get("data") or {}))

    _kind: Field[str | None] = Field("kind", lambda kind: (kind or {}).get("type"))
    _about: Field[Mapping[str, Any]] = Field("kind", lambda kind: (kind or {}).get("data") or {})

    @property
    def _ability(self) -> Mapping[str, Any]:
        return self._about.get("ability") or {}

    def looks(self, objects: Mapping[int, GameObject]) -> Hashable:
        """Return a key that distinguishes it from others of its kind, with names for the `objects` that it refers to."""
        about, ability = self._about, self._ability
        source = objects.get(self.raw.get("source_id") or 0)
        context = ability.get("context") or {}
        return (
            _named_apart(source),
            str(self._kind),
            self.raw.get("controller"),
            str(ability.get("effect")),
            tuple(_named(target, objects) for target in _targets(ability)),
            # The first two contain the value of X.
            (ability.get("chosen_x"), about.get("actual_mana_spent"), tuple(context.get("chosen_modes") or ())),
            context.get("additional_cost_paid"),
        )


def needs_target(words: str) -> bool:
    """Return whether an ability, or a spell's effect, cannot be put onto the stack without a target, by its words."""
    own = _NOT_ITS_OWN.sub("", words)
    return _ONE_TARGET.search(own) is not None and _MAY_BE_NONE.search(own) is None


def _chain(ability: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the parts of an ability, in order."""
    yield ability
    inner = ability.get("sub_ability")
    if isinstance(inner, dict):
        yield from _chain(inner)


def _targets(ability: Mapping[str, Any]) -> Iterator[Any]:
    for part in _chain(ability):
        yield from part.get("targets") or ()


def _named(target: object, objects: Mapping[int, GameObject]) -> Hashable:
    """Return the name of a target; of two objects with one name, the tapped one and the enchanted one are told apart."""
    if not isinstance(target, dict) or "Object" not in target:
        return str(target)
    thing = objects.get(target["Object"])
    if thing is None:
        return ""
    worn = sorted(objects[each].name for each in thing.attachments if each in objects)
    return _named_apart(thing), thing.tapped, tuple(worn)


def _named_apart(thing: GameObject | None) -> str:
    """Return the name of an object, with that of the copier for a copy."""
    return "" if thing is None else f"{thing.name} {thing.copier}".rstrip()
