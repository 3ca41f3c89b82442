"""The optional parts of the installation, and the error for a missing one."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from floorjudge.errors import BadInput
from floorjudge.texts import text

# The modules that an extra of pyproject.toml installs, by the extra to name if one of them is missing.
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
    """Return a module that an extra installs.

    `module` is one of those in `EXTRAS`. Raises PackageNotInstalled if it is missing.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise not_installed(error) or error from None


def not_installed(error: ModuleNotFoundError) -> PackageNotInstalled | None:
    """Return the error for a missing module; None if no extra installs it, which is an error in our code."""
    package = (error.name or "").partition(".")[0]
    return next((PackageNotInstalled(package, extra) for extra, brought in EXTRAS.items() if package in brought), None)


def folder_of(module: str) -> Path | None:
    """Return the folder of a module that an extra installs, without importing it; None if it is missing."""
    found = importlib.util.find_spec(module)
    return None if found is None or found.origin is None else Path(found.origin).parent


def version_of(module: str, distribution: str) -> str:
    """Return the version of the installed distribution that a module comes with.

    Installers write it into the name of a folder beside the module. If there is no such folder, the standard library
    finds the version: it reads all metadata of the distribution, and takes ten times as long.
    """
    folder = folder_of(module)
    named = f"{distribution.replace('-', '_')}-"
    beside = [] if folder is None else list(folder.parent.glob(f"{named}*.dist-info"))
    if len(beside) == 1:
        return beside[0].name.removeprefix(named).removesuffix(".dist-info")
    from importlib import metadata  # noqa: PLC0415 (see above)

    return metadata.version(distribution)
