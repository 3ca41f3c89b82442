"""From scenes to positions: every way to go on at a fork, what Auras and Equipment lie on, mana, libraries, and plainer boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product

import msgspec

from floorjudge.magic.cards.helper_cards import BEAR, PAGE, host_for, is_named_token, source_of
from floorjudge.magic.collections.combinations import Combination
from floorjudge.magic.collections.mana_needed import Needed
from floorjudge.magic.collections.readings import furnish
from floorjudge.magic.collections.scene import Change, Scene, Thing
from floorjudge.magic.positions.position import Card, CardText, Permanent, Position, empty_position
from floorjudge.magic.searching.layouts import Layout, layouts

_COMBAT = re.compile(r"\b(?:attack\w*|combat|blockers?)\b", re.IGNORECASE)
_THEIR_TURN = re.compile(r"\b(?:during|on) (?:an|each|another|any|your) (?:other )?opponent's turn", re.IGNORECASE)
_END_STEP = re.compile(r"\b(?:at the )?beginning of (?:your|the|each|each player's) (?:next )?end step", re.IGNORECASE)
_AT_CREATURES = re.compile(r"target (?:\w+,? )*(?:creature|permanent)s?\b", re.IGNORECASE)
_DEAREST = 8
_WAYS, _MOST, _PLAIN = 4, 7, 2
OWN_LIBRARY, OTHER_LIBRARY, DEEP_LIBRARY = 6, 3, 60
_FORKED, _CASTABLE, _RICHER, _FURNISHED, _PLAINER = 0.4, 0.8, 2.5, 3.5, 4.0
_UNSURE = 1.5
_THEIRS = re.compile(
    r"\b(?:permanent|creature|artifact|land|enchantment)s?\b[^.]{0,20} opponents? controls?\b|opponent's (?:creature|permanent)",
    re.IGNORECASE,
)


def scenes_of(
    scene: Scene, combination: Combination, mana: Needed | None, *, understood: bool = True
) -> tuple[Layout, ...]:
    """Return the positions of a scene, the likeliest first; more and plainer ones where not everything was understood."""
    prose = " ".join([*combination.steps, *combination.prerequisites])
    lasts = (mana is not None and mana.again) or _COMBAT.search(prose) is not None
    _begin(scene, combination)
    _add_targets(scene)
    found: list[Layout] = []
    for nth, way in enumerate(_ways(scene)):
        _pay(way, mana, lasts=lasts)
        found.append(layout_of(way, _FORKED * nth))
    # The less is known, the likelier is a board that nobody spoke of.
    less = 0.0 if understood else _UNSURE
    richer = next(_ways(scene))
    _pay(richer, mana, lasts=lasts)
    castable = mana is None and any(card.zone == "hand" for card in richer.cards)
    if _enrich(richer, lasts=lasts, abilities=not castable):
        found.append(layout_of(richer, _CASTABLE if castable else _RICHER - less))
    furnish(richer)
    found.append(layout_of(richer, _FURNISHED - (less or _UNSURE * bool(_THEIRS.search(prose)))))
    names = [card.card for card in scene.cards if not card.added]
    helpers = [card.card for card in scene.cards if card.added]
    found += [
        msgspec.structs.replace(plain, penalty=plain.penalty + _PLAINER - less)
        for plain in layouts(names, helpers, scene.library)[:_PLAIN]
    ]
    return tuple(sorted(_different(found), key=lambda each: each.penalty))


def _begin(scene: Scene, combination: Combination) -> None:
    """Let the scene begin in the turn and the step of which the first steps speak."""
    first = " ".join(combination.steps[:2])
    if _THEIR_TURN.search(first):
        scene.turn_of = 1
    elif _END_STEP.search(first) and not _COMBAT.search(" ".join(combination.steps)):
        scene.step = "second main"


def _add_targets(scene: Scene) -> None:
    """Let there be a way to begin with a creature, where a spell in the hand could have a creature as its target and there is none."""
    spells = [
        card.piece for card in scene.cards if card.zone == "hand" and card.piece is not None and card.piece.is_spell
    ]
    here = any(each.is_creature for each in scene.things() if each.zone == "battlefield")
    if not here and any(_AT_CREATURES.search(spell.words) for spell in spells):
        scene.forks.append((_add_creature, _add_nothing))


def _add_creature(scene: Scene) -> None:
    scene.add(BEAR)


def _add_nothing(_scene: Scene) -> None:
    """It is tried without a creature too."""


def _different(found: list[Layout]) -> Iterator[Layout]:
    seen: list[Position] = []
    for each in found:
        if each.position not in seen and len(seen) < _MOST:
            seen.append(each.position)
            yield each


def _ways(scene: Scene) -> Iterator[Scene]:
    """Yield a scene for every way to go on at its forks, the likeliest first, with everything that lies on something."""
    choices: list[tuple[Change, ...]] = [*scene.forks]
    for changes in islice(product(*choices), _WAYS):
        way = scene.copy()
        for change in changes:
            change(way)
        yield _hosts(way)


def _hosts(scene: Scene) -> Scene:
    """Let what can lie on something lie on what it fits; something is added where nothing does."""
    for thing in list(scene.cards):
        if (
            thing.zone != "battlefield"
            or thing.on is not None
            or thing.loose
            or thing.piece is None
            or not thing.piece.on
        ):
            continue
        wanted = thing.piece.on
        fitting = [each for each in scene.things() if each is not thing and _fits(each, wanted)]
        if fitting:
            thing.on = fitting[0]
        else:
            thing.on = scene.add(host_for(wanted))
    return scene


def _fits(thing: Thing, wanted: tuple[str, ...]) -> bool:
    if thing.zone != "battlefield" or thing.seat or (thing.piece is not None and thing.piece.on):
        return False
    return ("Permanent" in wanted and "Aura" not in thing.types) or any(kind in thing.types for kind in wanted)


def _pay(scene: Scene, mana: Needed | None, *, lasts: bool) -> None:
    if mana is not None:
        scene.floating += mana.mana
        if mana.hand:
            scene.floating += "".join(card.piece.cost for card in scene.cards if card.zone == "hand" and card.piece)
    if lasts:
        # A pool is empty when the next step begins, so the mana lies in a land too.
        scene.lasting += scene.floating
    if mana is not None and mana.again:
        scene.floating = ""


def _enrich(scene: Scene, *, lasts: bool, abilities: bool) -> bool:
    """Add mana for the cards in the hand, and for each ability if that is asked for; say whether that is any."""
    more = "".join(
        card.piece.cost if card.zone == "hand" else card.piece.abilities[-_DEAREST:] if abilities else ""
        for card in scene.cards
        if card.piece is not None
    )
    if lasts:
        scene.lasting += more
    else:
        scene.floating += more
    return bool(more)


def layout_of(scene: Scene, penalty: float) -> Layout:
    """Return the layout of a scene."""
    position = _position(scene)
    own = tuple(
        Card(each.card, copies=each.copies) for each in scene.things() if each.zone == "library" and not each.seat
    )
    deep = (Card(PAGE.name, copies=DEEP_LIBRARY),)
    deeper = msgspec.structs.replace(position, library=((*own, *deep), *((deep,) * (position.players - 1))))
    return Layout(position, penalty, deeper)


def _position(scene: Scene) -> Position:
    if scene.lasting:
        scene = scene.copy()
        scene.add(source_of(scene.lasting))
    texts: dict[str, CardText] = {PAGE.name: PAGE}
    calls = _labels(scene)
    for thing in scene.things():
        if thing.text is not None and not thing.token:
            thing.card = _name_of(thing.text, texts)
    names = {zone: _cards(scene, zone) for zone in ("hand", "graveyard", "exile", "library")}
    others = ((),) * (scene.players - 1)
    theirs = (Card(PAGE.name, copies=scene.stocked),) if scene.stocked else ()
    beyond: tuple[tuple[Card, ...], ...] = ((Card(PAGE.name, copies=OTHER_LIBRARY),),) * (scene.players - 1)
    return msgspec.structs.replace(
        empty_position(scene.players),
        battlefield=(_row(scene, 0, calls), _row(scene, 1, calls), *others[1:]),
        life=(*scene.life[:2], *(scene.life[1],) * (scene.players - 2)),
        hand=(names["hand"], theirs, *others[1:]),
        graveyard=(names["graveyard"], *others),
        exile=(names["exile"], *others),
        library=((*names["library"], Card(PAGE.name, copies=OWN_LIBRARY)), *beyond),
        mana=(scene.floating, *("",) * (scene.players - 1)),
        counters=(dict(scene.counters), *({},) * (scene.players - 1)),
        turn_of=scene.turn_of,
        step=scene.step,
        cards=tuple(texts.values()),
    )


def _name_of(text: CardText, texts: dict[str, CardText]) -> str:
    """Return the name under which a text is known, another one where different texts would have one name."""
    name, number = text.name, 1
    while name in texts and msgspec.structs.replace(texts[name], name=text.name) != text:
        number += 1
        name = f"{text.name} {number}"
    texts.setdefault(name, msgspec.structs.replace(text, name=name))
    return name


def _cards(scene: Scene, zone: str) -> tuple[Card, ...]:
    return tuple(Card(each.card, copies=each.copies) for each in scene.things() if each.zone == zone and not each.seat)


def _labels(scene: Scene) -> dict[int, str]:
    """Return what things with something on them are called."""
    hosts = [each for each in scene.things() if any(other.on is each for other in scene.things())]
    calls: dict[int, str] = {}
    for each in hosts:
        word = each.card.split()[0].strip(",").lower() if each.piece is not None else "host"
        taken = set(calls.values())
        calls[id(each)] = word if word not in taken else f"{word} {len(taken) + 1}"
    return calls


def _row(scene: Scene, seat: int, calls: dict[int, str]) -> tuple[Permanent, ...]:
    # What lies on something has to come after it.
    things = sorted(
        (each for each in scene.things() if each.zone == "battlefield" and each.seat == seat),
        key=lambda each: each.on is not None,
    )
    return tuple(permanent for each in things for permanent in _permanents(each, calls))


def _permanents(thing: Thing, calls: dict[int, str]) -> Iterator[Permanent]:
    label = calls.get(id(thing))
    on = calls.get(id(thing.on)) if isinstance(thing.on, Thing) else thing.on
    text = thing.text if thing.token else None
    if thing.token and text is not None:
        subtype = next((word for word in text.type.split() if is_named_token(word)), None)
        text = CardText(subtype, f"Token Artifact — {subtype}") if subtype else text
    one = Permanent(
        text.name if text else thing.card,
        on=on,
        tapped=thing.tapped,
        counters={kind: many for kind, many in thing.counters.items() if many > 0},
        transformed=thing.transformed,
        chosen=thing.chosen,
        token=thing.token,
        text=text,
        owner=1 if thing.borrowed else None,
    )
    if label is not None:
        yield msgspec.structs.replace(one, label=label)
        if thing.copies > 1:
            yield msgspec.structs.replace(one, copies=thing.copies - 1)
    else:
        yield msgspec.structs.replace(one, copies=thing.copies)
