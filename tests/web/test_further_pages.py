"""A format that somebody adds by docs/formats.md alone is played on every page without a change elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.transcript import ROOT, blocks

# What formats there are is found once in a process: the pages run in one of their own.
pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what was seen of an event of the format that the document leads to."""
    place = tmp_path_factory.mktemp("formats")
    written = [block.lines for block in blocks(ROOT / "docs" / "formats.md") if block.language == "python"]
    (place / "knockout" / "pages").mkdir(parents=True)
    (place / "knockout" / "__init__.py").write_text("", "utf-8")
    (place / "knockout" / "format.py").write_text("\n".join(line for lines in written for line in lines), "utf-8")
    (place / "knockout" / "pages" / "picture.html").write_text(
        '<svg viewBox="0 0 9 9" class="of-knockout"></svg>', "utf-8"
    )
    ran = subprocess.run(
        [sys.executable, "-m", "tests.web.further_pages"],
        cwd=Path(ROOT),
        env=os.environ | {"FLOORJUDGE_FORMATS": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3_000:]
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_it_is_chosen_on_new_event_with_its_picture_and_its_options(seen: dict[str, Any]) -> None:
    assert {"ote-1.2", "knockout"} <= set(seen["offered"])
    assert seen["own picture"]
    assert seen["options"] == {"seeded": True}
    assert seen["refused"]


def test_a_result_takes_two_touches_on_a_phone_and_is_confirmed(seen: dict[str, Any]) -> None:
    assert seen["answers"] == ["Dee", "Eva"]
    assert "Say how it ended." in seen["none chosen"]
    assert seen["asked"]
    assert seen["result"]


def test_the_desk_types_and_corrects_it(seen: dict[str, Any]) -> None:
    assert seen["typed"]
    assert "Matches won 1 becomes 0." in seen["preview"]


def test_everybody_sees_tables_reasons_and_standings(seen: dict[str, Any]) -> None:
    assert "As the bracket has it." in seen["live"]
    assert "# Player Won" in seen["live"]


def test_it_is_printed_and_described_to_programs(seen: dict[str, Any]) -> None:
    assert set(seen["prints"].values()) == {"%PDF-"}
    assert {"OnTheEdgeView", "ViewShape"} <= set(seen["shapes"])
    assert seen["program"] == 200
