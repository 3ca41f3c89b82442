"""Formats that a process comes to know while it runs, which no program of ours does: what it has looked up is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from floorjudge import formats
from tests.docs.transcript import ROOT, blocks
from tests.support.known_formats import forget_formats


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
    forget_formats()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FLOORJUDGE_FORMATS", str(place))
            yield
    finally:
        formats.__path__.remove(str(place))
        forget_formats()
