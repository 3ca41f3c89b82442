"""What the log of an event of pods says that those of other formats do not: its rounds."""

from __future__ import annotations

import msgspec

from floorjudge.formats.competition import Stage
from floorjudge.formats.log import StageMade
from floorjudge.formats.pods.tables import Pod


class Made(Stage, frozen=True):
    """A round that is to be played; `in_cut` are the players of the cut, the first seed first, when it begins."""

    in_cut: tuple[str, ...] = ()


class PodsSeated(StageMade, frozen=True):
    """The pods of a round; `stage` is round or cut, `sitting_out` have a bye or, in the cut, wait for its next round. See `Made`."""

    stage: str
    round: int
    tables: tuple[Pod, ...]
    sitting_out: tuple[str, ...] = ()
    in_cut: tuple[str, ...] = ()
    public: str | None = None
    roster: str | None = None
    deck_reason: str | None = None


class Memory(msgspec.Struct, frozen=True):
    """What an event remembers of its cut: its players, the first seed first."""

    in_cut: tuple[str, ...] = ()
