"""The one door to phase, the rules engine: it is imported when a game is wanted, and its absence is said in words."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from floorjudge.magic.errors import NoMagicEngine
from floorjudge.magic.phase.work import CountedEngine, Work

if TYPE_CHECKING:
    from phase import Engine

DISTRIBUTION = "phase-python"
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
    """Return the version of the engine; what it made of a card is kept under it.

    Raises BadInput when it is not installed.
    """
    phase()
    return importlib.metadata.version(DISTRIBUTION)


def engine_of(faces: Mapping[str, Any]) -> Engine:
    """Return an engine that knows these faces, by their names in lower case, and no others; what it is asked is counted.

    Raises BadInput when it is not installed.
    """
    engine: Any = CountedEngine(phase().Engine.from_json(json.dumps(faces)), Work.of_seconds(_USUAL_SECONDS))
    counted: Engine = engine
    return counted
