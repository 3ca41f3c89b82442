"""The events of a Swiss event's own in the log: its rounds."""

from __future__ import annotations

import msgspec

from floorjudge.formats.competition import Stage
from floorjudge.formats.log import StageMade
from floorjudge.formats.swiss.pairing.pairing import Why


class Seeded(msgspec.Struct, frozen=True, tag="seeded", tag_field="kind", gc=False):
    """The reason why two players meet in the playoff: their `seeds` in the bracket, from 1, in seat order."""

    seeds: tuple[int, int]


class Match(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One match: its table, from 1, and its two players; the first decides who plays first.

    `by_hand` is the reason of a move by hand, None without one. It is never in an event of the log, which has the move.
    """

    table: int
    players: tuple[str, str]
    why: Why | Seeded
    by_hand: str | None = None


class Made(Stage, frozen=True):
    """A round to play. In the playoff, `slots` are the seeds of its bracket from top to bottom, 0 for an empty place.

    `in_playoff` are the players of the playoff when it begins, the first seed first.
    """

    bye_again: bool = False
    in_playoff: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()


class RoundPaired(StageMade, frozen=True):
    """The matches of a round; `sitting_out` have a bye. `stage` is the kind, a round or one of the playoff; see `Made`."""

    stage: str
    round: int
    tables: tuple[Match, ...]
    sitting_out: tuple[str, ...] = ()
    bye_again: bool = False
    in_playoff: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()
    public: str | None = None
    roster: str | None = None
    deck_reason: str | None = None


class Memory(msgspec.Struct, frozen=True):
    """The playoff of an event: its players, the first seed first, and the slots of each of its rounds."""

    in_playoff: tuple[str, ...] = ()
    slots: tuple[tuple[int, ...], ...] = ()
