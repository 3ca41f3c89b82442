"""A body: the steps of one iteration of a loop as people would say them, with sources, targets and modes by name."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

Do: TypeAlias = Literal[
    "activate", "cast", "play", "choose", "pass", "attack", "block", "resolve", "resolve all", "to step"
]
DOS: tuple[Do, ...] = get_args(Do)


class Reference(msgspec.Struct, frozen=True):
    """What somebody means: a label, the name of a card, `token:` and a name, a player, a number, “yes” or “no”.

    `of` is the player whose it is. `nth` counts the things that are meant, from 0, oldest first; without it any one of
    several that are alike is meant. `amount` is how much this one gets where something is divided.
    """

    words: str
    of: str | None = None
    nth: int | None = None
    amount: int | None = None


Answer: TypeAlias = tuple[Reference, ...]


class Payment(msgspec.Struct, frozen=True):
    """How costs are paid where it matters.

    `using` is what is sacrificed, tapped, discarded or exiled for it; `mana` are the permanents that are tapped for mana by
    hand, None to let the engine pay; `extra` says whether an optional cost is paid, None where that is not said.
    """

    using: tuple[Reference, ...] = ()
    mana: tuple[Reference, ...] | None = None
    extra: bool | None = None


class Attack(msgspec.Struct, frozen=True):
    """A creature that attacks, and whom: a player or a permanent; None is the only one there is to attack."""

    attacker: Reference
    whom: Reference | None = None


class Block(msgspec.Struct, frozen=True):
    """A creature that blocks, and the attacker that it blocks."""

    blocker: Reference
    attacker: Reference


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step.

    `do` says what kind it is: to activate an ability of `source`, to cast or to play (a land) the card `source`, to `choose`
    what the game asks for, to pass, to attack, to block; `resolve` lets everybody pass until what is on top of the stack has
    resolved, `resolve all` until the stack is empty, `to step` until the game is in that `step`. `by` is the player whose
    step it is, None for whoever is to act.

    `ability` is the number of an ability (from 0, as the object has them) or words of its text; needed only where there are
    several. `targets`, `modes`, `x` and `pay` are what is asked for in between; `choose` answers everything else, in order:
    each answer is one choice, of one thing or of several. `label` is a name for what comes into being in this step.
    """

    do: Do
    by: str | None = None
    source: Reference | None = None
    ability: int | str | None = None
    targets: tuple[Reference, ...] = ()
    modes: tuple[Reference, ...] = ()
    x: int | None = None
    pay: Payment = Payment()
    choose: tuple[Answer, ...] = ()
    attackers: tuple[Attack, ...] = ()
    blocks: tuple[Block, ...] = ()
    step: str | None = None
    label: str | None = None


Body: TypeAlias = tuple[Step, ...]
