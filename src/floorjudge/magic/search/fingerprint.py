"""What a search knows a position by, and whether one covers another: all that could be done there can be done here.

A fingerprint is coarser than an abstraction and twenty times as fast: it has what a player at the table would look
at. Where two positions have the same one, the search may miss a loop; it never certifies one, because every loop is
then tried with the whole abstraction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeAlias

import msgspec

from floorjudge.magic.colours import MANA
from floorjudge.magic.engine.objects import GameObject, Player
from floorjudge.magic.engine.snapshot import Snapshot

Kind: TypeAlias = "tuple[Hashable, ...]"
Vector: TypeAlias = "tuple[int, ...]"

COLOURS = tuple(MANA.values())
# For each symbol in costs the colours of which one pays for it; here each for itself.
EACH = frozenset(frozenset((colour,)) for colour in COLOURS)
_SHRINKING = frozenset({"M1M1"})
# Counters of players that do nothing but harm them; of all others a player may pay with, or count, what they have.
HARMFUL = frozenset({"poison", "rad"})
# A vector for what a search may be short of: how many there are, how many untapped, how many of these may tap at once.
_COUNTS = 3
# Where in the levels of a thing its counters, power and toughness are.
_GROWING = (0, 3, 4)
_SHRUNK, _DAMAGE, _TOUGHNESS = 1, 2, 4
# What came back this turn cannot tap yet; whether a loop needs it to is found out by trying.
_NEEDED = 2


class Fingerprint(msgspec.Struct, frozen=True):
    """What a position comes to for one player.

    `frame` must be equal for a position to cover another one: the turn, the step, the player who chooses, the stack.
    Parts of it are `active`, whose turn it is, the `phase`, and whether something `waits` on the stack. `more_phases` and
    `more_turns` count the phases and turns that were added.

    `own` are the player's things by kind, each with how many there are, how many untapped, and how many of these may
    use abilities with the tap symbol at once; `levels` the counters and sizes on these things, by kind, the largest
    first. `mana` is by colour; `asked` are the sets of colours of which costs ask for one. `life` is the player's own,
    `counters` the counters that they have (energy and the like), `harm` the number of those that harm them.

    `foe` is what is the others', `foe_life` their life together, `foe_harm` the number of counters that harm them.
    `library` is the size of the libraries, `waiting` how much is put off for later. `moved` rises when an object
    changes its zone, and while something waits also when a spell is copied.
    """

    frame: Hashable
    active: int
    phase: str
    waits: bool
    more_phases: int
    more_turns: int
    own: Mapping[Kind, Vector]
    levels: Mapping[Kind, tuple[Vector, ...]]
    mana: Mapping[str, int]
    life: int
    counters: Mapping[str, int]
    harm: int
    foe: Hashable
    foe_life: int
    foe_harm: int
    library: Vector
    waiting: int
    moved: int
    asked: frozenset[frozenset[str]] = EACH

    @property
    def payable(self) -> Mapping[tuple[str, ...], int]:
        """Return the mana that can pay for each symbol that costs ask for, and under () all of it, which pays for the rest."""
        kinds = sorted(tuple(sorted(each)) for each in self.asked)
        return {kind: sum(self.mana.get(colour, 0) for colour in kind or self.mana) for kind in ((), *kinds)}

    @property
    def key(self) -> Hashable:
        """Return what positions share that differ only in what there may be more of.

        Damage on a thing is among it: a loop may need that the thing dies.
        """
        kinds = tuple(sorted((kind, counts[0]) for kind, counts in self.own.items()))
        hurt = tuple(sorted((kind, level) for kind, each in self.levels.items() for level in each if level[_DAMAGE]))
        return self.frame, kinds, self.foe, hurt, tuple(sorted(self.counters))

    @property
    def vector(self) -> Vector:
        """Return, for positions of one key, the amounts of which more is better."""
        ready = [count for kind in sorted(self.own) for count in self.own[kind][1:]]
        levels = [part for kind in sorted(self.levels) for level in self.levels[kind] for part in level]
        counters = [self.counters[kind] for kind in sorted(self.counters)]
        players = (self.life, -self.harm, -self.foe_life, self.foe_harm)
        return (
            *ready,
            *self.payable.values(),
            *counters,
            *players,
            self.waiting,
            self.more_phases,
            self.more_turns,
            *levels,
        )


def fingerprint_of(snapshot: Snapshot, seat: int, asked: frozenset[frozenset[str]] = EACH) -> Fingerprint:
    """Return the fingerprint of a position for the player at a seat; costs ask for a colour of each `asked` set."""
    objects = snapshot.objects
    own: dict[Kind, list[int]] = {}
    levels: dict[Kind, list[Vector]] = {}
    foe: list[Hashable] = []
    for thing in objects.values():
        zone = thing.zone
        if zone == "Library":
            continue
        if thing.whose != seat:
            foe.append((zone, thing.name, thing.tapped, len(thing.counters)))
            continue
        kind = _kind(thing, zone, objects)
        counts = own.setdefault(kind, [0] * _COUNTS)
        counts[0] += 1
        if zone == "Battlefield":
            counts[1] += not thing.tapped
            counts[2] += thing.can_tap
            levels.setdefault(kind, []).append(_levels(thing))
    player = snapshot.players[seat]
    others = [other for index, other in enumerate(snapshot.players) if index != seat]
    stack = tuple(each.looks(objects) for each in snapshot.stack)
    return Fingerprint(
        frame=(
            snapshot.active,
            snapshot.phase,
            snapshot.open_question,
            stack,
            player.lands_played,
            snapshot.in_combat,
        ),
        active=snapshot.active,
        phase=snapshot.phase,
        waits=bool(stack),
        more_phases=len(snapshot.extra_phases),
        more_turns=snapshot.extra_turns,
        own={kind: tuple(counts) for kind, counts in own.items()},
        levels={kind: tuple(sorted(each, reverse=True)) for kind, each in levels.items()},
        mana=Counter(player.mana),
        life=player.life,
        counters={kind: count for kind, count in player.counters.items() if count and kind not in HARMFUL},
        harm=_harm(player),
        foe=tuple(sorted(foe, key=repr)),
        foe_life=sum(other.life for other in others),
        foe_harm=sum(map(_harm, others)),
        library=tuple(len(each.library) for each in snapshot.players),
        waiting=snapshot.put_off,
        moved=snapshot.moves + bool(stack) * snapshot.made,
        asked=asked,
    )


def _harm(player: Player) -> int:
    """Return the number of a player's counters that only harm the player."""
    return player.poison + sum(count for kind, count in player.counters.items() if kind in HARMFUL)


def _kind(thing: GameObject, zone: str, objects: Mapping[int, GameObject]) -> Kind:
    """Return what makes a thing different from others of its player, but for being tapped and for amounts."""
    if zone != "Battlefield":
        return (zone, thing.name)
    host = thing.host
    on = "" if host is None else objects[host].name if host in objects else str(host)
    worn = tuple(sorted(objects[each].name if each in objects else "" for each in thing.attachments))
    return (zone, thing.name, on, worn, thing.traits)


def _levels(thing: GameObject) -> Vector:
    """Return the counters and level, the damage and the size of a thing; what shrinks something that is no creature does it no harm."""
    more = thing.class_level + sum(count for kind, count in thing.counters.items() if kind not in _SHRINKING)
    if "Creature" not in thing.types:
        return (more, 0, 0, 0, 0)
    less = sum(count for kind, count in thing.counters.items() if kind in _SHRINKING)
    return (more, -less, -thing.damage, thing.power or 0, thing.toughness or 0)


def missing_from(before: Fingerprint, now: Fingerprint) -> int:
    """Return the number of things, untapped things, mana and counters that are missing now and were there before; 0 or more."""
    missing = 0
    for kind, counts in before.own.items():
        if kind[0] in ("Battlefield", "Hand", "Graveyard"):
            left = now.own.get(kind, (0,) * _COUNTS)
            missing += max(max(0, was - has) for was, has in zip(counts[:_NEEDED], left, strict=False))
    has = now.payable
    mana = {kind: max(0, had - has[kind]) for kind, had in before.payable.items()}
    counters = sum(max(0, had - now.counters.get(kind, 0)) for kind, had in before.counters.items())
    return missing + max(mana.pop(()), sum(mana.values())) + counters


def lost_from(before: Fingerprint, now: Fingerprint) -> int:
    """Return the number of things that are missing now, were there before and have not become mana; 0 or more."""
    more_mana = now.payable[()] - before.payable[()]
    return max(0, missing_from(before, now) - max(0, more_mana))


def covers(before: Fingerprint, now: Fingerprint) -> bool:
    """Return whether the player can do now whatever they could do before: nothing of theirs has become less."""
    if before.frame != now.frame or missing_from(before, now):
        return False
    if before.more_phases > now.more_phases or before.more_turns > now.more_turns:
        return False
    is_worse = now.life < before.life or now.harm > before.harm
    if is_worse and now.foe_life >= before.foe_life and now.foe_harm <= before.foe_harm:
        return False
    return all(_level_covers(each, now.levels.get(kind, ())) for kind, each in before.levels.items())


def _level_covers(before: tuple[Vector, ...], now: tuple[Vector, ...]) -> bool:
    return all(
        later[0] >= earlier[0] and (later[_SHRUNK] >= earlier[_SHRUNK] or later[_TOUGHNESS] >= earlier[_TOUGHNESS])
        for earlier, later in zip(before, now, strict=False)
    )


def gains(before: Fingerprint, now: Fingerprint) -> bool:
    """Return whether something may have been gained, or done at least, where `now` covers `before`."""
    return now.moved > before.moved or leaves(before, now)


def leaves(before: Fingerprint, now: Fingerprint) -> bool:
    """Return whether something is left of what was done in between."""
    return (
        now.own != before.own
        or now.payable != before.payable
        or now.life > before.life
        or now.foe_life < before.foe_life
        or now.foe != before.foe
        or now.foe_harm > before.foe_harm
        or any(count > before.counters.get(kind, 0) for kind, count in now.counters.items())
        or now.library != before.library
        or now.more_phases > before.more_phases
        or any(_grown(before.levels.get(kind, ()), each) for kind, each in now.levels.items())
    )


def _grown(before: tuple[Vector, ...], now: tuple[Vector, ...]) -> bool:
    """Return whether things of one kind together have more counters, power or toughness than before."""
    return any(sum(level[part] for level in now) > sum(level[part] for level in before) for part in _GROWING)
