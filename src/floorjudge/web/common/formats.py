"""The formats of events as pages know them: what each shows, and the folder with its fragments of pages and its scripts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from floorjudge import formats
from floorjudge.formats.on_the_edge.shown import SHOWN
from floorjudge.texts import Text

# Before the name of a template of a format, and of a file that it serves: `formats/on_the_edge/path.html`.
PREFIX = "formats"
# What pages show of a format that brings no fragment of its own.
ANY = "any_format"


def shown_by(_format: str) -> Any:  # noqa: ANN401 (its state is no `Competition` yet)
    """Return what shows the events of a format."""
    return SHOWN


def stage_title(state: Any) -> Text:  # noqa: ANN401
    """Return how far an event has come, as a heading."""
    title: Text = shown_by(state.format).stage_title(state.stage.value, state.round)
    return title


def folder_of(_format: str) -> str:
    """Return the name of the folder of a format."""
    return "on_the_edge"


@cache
def folders() -> Mapping[str, Path]:
    """Return the folder of each format by its name."""
    return {
        found.name: Path(place, found.name)
        for place in formats.__path__
        for found in iter_modules([str(place)])
        if found.ispkg
    }


def templates_for(format_id: str, name: str) -> tuple[str, str]:
    """Return the templates for a part of a page, the first of which there is to be taken: the format's own, or that of any."""
    return f"{PREFIX}/{folder_of(format_id)}/{name}.html", f"{ANY}/{name}.html"
