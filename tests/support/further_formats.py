"""Formats that a process comes to know while it runs, which no program of ours does: what it has looked up is forgotten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from floorjudge import formats
from floorjudge.events import codec, explain
from floorjudge.events.floor import evolve as floor
from floorjudge.events.service import sealing
from floorjudge.events.tournament import evolve as tournament
from floorjudge.events.verify import _command_of
from tests.docs.transcript import ROOT, blocks

_LOOKED_UP = (
    formats.all_formats,
    formats.names_fields,
    formats.plain_fields,
    formats.all_claims,
    formats.log_events,
    codec._decoder,
    codec.kinds_of_events,
    explain._sentence_of,
    floor._change_of,
    floor._ends_stages,
    sealing.naming,
    tournament._change_of,
    _command_of,
)


def write_knockout(place: Path) -> None:
    """Write the format that docs/formats.md leads to: its code blocks are the whole file."""
    lines = (
        line for block in blocks(ROOT / "docs" / "formats.md") if block.language == "python" for line in block.lines
    )
    (place / "knockout").mkdir()
    (place / "knockout" / "__init__.py").write_text("", "utf-8")
    (place / "knockout" / "format.py").write_text("\n".join(lines), "utf-8")


@contextmanager
def further_formats(place: Path) -> Iterator[None]:
    """Let the formats of a folder be among those that there are while the block runs, in processes that it starts, too."""
    formats.__path__.append(str(place))
    _forget()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FLOORJUDGE_FORMATS", str(place))
            yield
    finally:
        formats.__path__.remove(str(place))
        _forget()


def know_formats_of_variables() -> None:
    """Know the formats that the variables name now, in a process that loaded those of other variables before."""
    formats.__path__[1:] = filter(None, os.environ.get("FLOORJUDGE_FORMATS", "").split(os.pathsep))
    _forget()


def _forget() -> None:
    for looked_up in _LOOKED_UP:
        looked_up.cache_clear()
