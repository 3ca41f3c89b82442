"""The formats of events as pages know them: what each shows, and the folder with its fragments of pages and its scripts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from pkgutil import iter_modules

from floorjudge import formats
from floorjudge.events.floor.table_loops import drawn_games
from floorjudge.events.state import State
from floorjudge.formats.competition import Table
from floorjudge.formats.display import Form
from floorjudge.texts import Text

# Before the name of a template of a format, and of a file that it serves: `formats/swiss/path.html`.
PREFIX = "formats"
# What pages show of a format that brings no fragment.
ANY = "any_format"


def result_form(state: State, table: Table, stage: int | None = None) -> Form:
    """Return the form that reports the game at a table of a stage, the current one by default.

    The games that rulings on loops have drawn are counted.
    """
    drawn = drawn_games(state.venue, state.stage_number if stage is None else stage, table.table)
    return state.rules.result_form_after(state, table, len(drawn))


def stage_title(state: State) -> Text:
    """Return how far an event has come, as a heading."""
    return state.rules.stage_title(state.stage, state.round)


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
    return f"{PREFIX}/{formats.folder_of(format_id)}/{name}.html", f"{ANY}/{name}.html"


def sheet_for(format_id: str, name: str) -> str | Path:
    """Return the sheet of a print: the file of the format's own, or the name of that of any format."""
    own = folders()[formats.folder_of(format_id)] / "print" / f"{name}.typ"
    return own if own.is_file() else name
