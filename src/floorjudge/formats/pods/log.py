"""The events of an event of pods in the log: its rounds."""

from __future__ import annotations

import msgspec

from floorjudge.formats.competition import Stage
from floorjudge.formats.log import StageMade
from floorjudge.formats.pods.tables import Pod


class Made(Stage, frozen=True):
    """A round to play; `in_cut` are the players of the cut when it begins, the first seed first."""

    in_cut: tuple[str, ...] = ()


class PodsSeated(StageMade, frozen=True):
    """The pods of a round; `stage` is round or cut, `sitting_out` have a bye or wait for the next round of the cut. See `Made`."""

    stage: str
    round: int
    tables: tuple[Pod, ...]
    sitting_out: tuple[str, ...] = ()
    in_cut: tuple[str, ...] = ()
    public: str | None = None
    roster: str | None = None
    deck_reason: str | None = None


class Memory(msgspec.Struct, frozen=True):
    """The players of the cut, the first seed first."""

    in_cut: tuple[str, ...] = ()
