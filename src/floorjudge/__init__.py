"""floorjudge: the tournament rules of card games, as software that a venue can run and an engine can import.

For programs: `floorjudge.loops`, `floorjudge.exact`, `floorjudge.magic`, `floorjudge.events` and `floorjudge.formats`.
"""

from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"
_PACKAGES = frozenset({"events", "exact", "formats", "loops", "magic"})


def __dir__() -> list[str]:
    """Return the names of this package, with the packages that are not imported yet."""
    return sorted({*_PACKAGES, *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> ModuleType:
    """Return a package on first use: importing all of them would make every command start slowly.

    Raises AttributeError for other names.
    """
    if name not in _PACKAGES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")
