"""The events of a Swiss event's own in the log: its rounds."""

from __future__ import annotations

import msgspec

from floorjudge.formats.competition import Stage
from floorjudge.formats.log import StageMade
from floorjudge.formats.swiss.tables import Match


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
