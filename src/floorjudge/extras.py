"""The parts that are installed by choice, and what is said when one is needed that is not there."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType

from floorjudge.errors import BadInput
from floorjudge.texts import text

# The modules that an extra of pyproject.toml brings, by the extra to name when one of them is missing.
EXTRAS: Mapping[str, tuple[str, ...]] = {
    "events": ("alembic", "confusable_homoglyphs", "itsdangerous", "rapidfuzz", "sqlalchemy"),
    "postgresql": ("psycopg",),
    "web": ("babel", "fastapi", "jinja2", "multipart", "prometheus_client", "segno", "structlog", "uvicorn"),
    "print": ("typst",),
    "magic": ("mtg", "phase"),
    "collections": ("joblib",),
    "cluster": ("distributed",),
    "chess": ("chess",),
    "openspiel": ("pyspiel",),
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
