"""Imports the rules engine phase when a game is wanted; an error in words reports its absence."""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from floorjudge.extras import version_of
from floorjudge.magic.engine.work import CountedEngine, Work, units
from floorjudge.magic.errors import NoMagicEngine

if TYPE_CHECKING:
    from phase import Engine

_DISTRIBUTION = "phase-python"
_USUAL_SECONDS = 10.0


def phase() -> ModuleType:
    """Return the module `phase`.

    Raises BadInput when it is not installed.
    """
    try:
        return importlib.import_module("phase")
    except ImportError:
        raise NoMagicEngine from None


@cache
def engine_version() -> str:
    """Return the version of the engine, under which its readings of cards are stored.

    Raises BadInput when it is not installed.
    """
    phase()
    return version_of("phase", _DISTRIBUTION)


def engine_of(faces: str) -> CountedEngine:
    """Return an engine, with counted work, that knows only the faces that `faces_as_json` has written.

    Raises BadInput when it is not installed.
    """
    return counting(phase().Engine.from_json(faces))


def counting(engine: Engine) -> CountedEngine:
    """Return an engine with a new count of its work."""
    return CountedEngine(engine, Work(units(_USUAL_SECONDS)))
