"""The parts that are installed by choice, and what is said when one is needed that is not there."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from floorjudge.errors import BadInput
from floorjudge.texts import text

# The modules that an extra of pyproject.toml brings, by the extra to name when one of them is missing.
EXTRAS: Mapping[str, tuple[str, ...]] = {
    "events": ("alembic", "confusable_homoglyphs", "itsdangerous", "rapidfuzz", "rustworkx", "sqlalchemy"),
    "postgresql": ("psycopg",),
    "web": ("babel", "fastapi", "jinja2", "multipart", "prometheus_client", "segno", "structlog", "uvicorn"),
    "print": ("typst",),
    "magic": ("mtg", "phase"),
    "chess": ("chess",),
    "openspiel": ("pyspiel",),
    "proofs": ("highspy",),
}


class PackageNotInstalled(BadInput):
    sentence = text("The package {package} is not installed. Install it with “pip install floorjudge[{extra}]”.")
    package: str
    extra: str


def imported(module: str) -> ModuleType:
    """Return a module that an extra brings.

    `module` is one of those in `EXTRAS`. Raises PackageNotInstalled when it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise not_installed(error) or error from None


def not_installed(error: ModuleNotFoundError) -> PackageNotInstalled | None:
    """Return what is to be said of a module that was not found; None when no extra brings it, which is a mistake of ours."""
    package = (error.name or "").partition(".")[0]
    return next((PackageNotInstalled(package, extra) for extra, brought in EXTRAS.items() if package in brought), None)


def folder_of(module: str) -> Path | None:
    """Return the folder of a module that an extra brings, without importing it; None when it is not installed."""
    found = importlib.util.find_spec(module)
    return None if found is None or found.origin is None else Path(found.origin).parent


def version_of(module: str, distribution: str) -> str:
    """Return the version of the distribution that a module comes with, which is installed.

    Installers write it into the name of a folder beside the module. Where that is not so, the standard library is asked, which reads
    all that is known of the distribution and takes ten times as long.
    """
    folder = folder_of(module)
    named = f"{distribution.replace('-', '_')}-"
    beside = [] if folder is None else list(folder.parent.glob(f"{named}*.dist-info"))
    if len(beside) == 1:
        return beside[0].name.removeprefix(named).removesuffix(".dist-info")
    from importlib import metadata  # noqa: PLC0415 (see above)

    return metadata.version(distribution)
