"""A pod at its table, and why its players sit together."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class DrawnPod(msgspec.Struct, frozen=True, tag="drawn-pod", tag_field="kind", gc=False):
    """A pod of the first round, drawn from all players."""


class RankedPod(msgspec.Struct, frozen=True, tag="ranked-pod", tag_field="kind", gc=False):
    """A pod by the standings: its players have the places `first` to `last` of the `playing` at tables.

    `meet_again` are its players who meet another one again.
    """

    first: int
    last: int
    playing: int
    meet_again: tuple[str, ...] = ()


class SeatedPod(msgspec.Struct, frozen=True, tag="seated-pod", tag_field="kind", gc=False):
    """A pod of a round to which players were moved by hand; `meet_again` as in `RankedPod`."""

    meet_again: tuple[str, ...] = ()


class CutPod(msgspec.Struct, frozen=True, tag="cut-pod", tag_field="kind", gc=False):
    """A pod of the cut, seated by the seeds of its players."""

    seeds: tuple[int, ...]


Why: TypeAlias = DrawnPod | RankedPod | SeatedPod | CutPod


class Pod(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A pod: its table, from 1, and its players in seat order; the first one begins.

    `by_hand` is the reason of a move by hand, None without one. It is never in an event of the log, which has the move.
    Clauses: MSTR 1.1A
    """

    table: int
    players: tuple[str, ...]
    why: Why
    by_hand: str | None = None
