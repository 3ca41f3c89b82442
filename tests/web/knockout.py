"""The format that docs/formats.md leads to, on the pages of a server: what pages have made of the formats before is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from floorjudge.web.api import description
from floorjudge.web.common import formats as folders
from floorjudge.web.common import templating
from tests.support.further_formats import further_formats, write_knockout

_MADE = (
    folders.folders,
    templating._files,
    templating.templates,
    description.command_schemas,
    description.format_schemas,
    description.api_description,
)


@contextmanager
def knockout_on_pages(place: Path) -> Iterator[None]:
    """Let pages know the format, written into an empty folder, while the block runs."""
    write_knockout(place)
    with further_formats(place):
        _forget()
        yield
    _forget()


def _forget() -> None:
    for made in _MADE:
        made.cache_clear()
