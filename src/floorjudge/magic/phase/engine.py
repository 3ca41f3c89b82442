"""The rules engine phase itself: it is imported when a game is wanted, and its absence is said in words."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec

from floorjudge.extras import version_of
from floorjudge.magic.errors import NoMagicEngine
from floorjudge.magic.phase.work import CountedEngine, Work

if TYPE_CHECKING:
    from floorjudge.magic.phase.faces import Face

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
    return version_of("phase", DISTRIBUTION)


def faces_as_json(faces: Mapping[str, Face]) -> str:
    """Return the faces of cards as the engine loads them; `faces_of_json` reads them again."""
    return msgspec.json.encode({name: face.raw for name, face in faces.items()}).decode()


def engine_of(faces: Mapping[str, Face]) -> CountedEngine:
    """Return an engine that knows only these faces, by names in lower case; what it is asked is counted.

    Raises BadInput when it is not installed.
    """
    return CountedEngine(phase().Engine.from_json(faces_as_json(faces)), Work.of_seconds(_USUAL_SECONDS))
