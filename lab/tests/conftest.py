"""The lab's command line, and card texts."""

from __future__ import annotations

import pytest

from floorjudge_lab.cli import PROGRAM
from tests.cli.conftest import CommandLine
from tests.magic.conftest import library

__all__ = ["library"]


@pytest.fixture
def lab(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Run commands of `floorjudge-lab`."""
    return CommandLine(capsys, monkeypatch, program=PROGRAM)
