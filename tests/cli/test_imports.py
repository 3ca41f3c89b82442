"""What costs time is imported when it is needed: a short command starts with little more than what it does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CASE = str(Path(__file__).parents[2] / "examples" / "loops" / "cut-in-halfway.json")
# Not even a dataclass is worth what it imports: inspect, and with it ast, dis and tokenize.
SLOW = set("typer rich typing_extensions dataclasses inspect zipfile subprocess importlib.metadata sqlalchemy".split())
OF_RULE = {"cli", "exact", "loops", "texts", "errors", "extras", "late", "reading", "decoding"}


def modules_after(program: str) -> set[str]:
    """Run a program in a process of its own; return the modules that it has imported."""
    program += "\nimport sys\nprint()\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines()[-1].split())


def running(*words: str) -> str:
    """Return a program that runs a command, which must be done."""
    return f"""
from floorjudge.cli import main
try:
    main({list(words)!r})
except SystemExit as ended:
    assert ended.code == 0, ended.code
"""


BEFORE = modules_after("")


def test_a_ruling_imports_what_a_ruling_needs() -> None:
    loaded = modules_after(running("loop", "rule", CASE)) - BEFORE
    assert not SLOW & loaded
    ours = {name for name in loaded if name.startswith("floorjudge.")}
    assert {name.split(".")[1] for name in ours} <= OF_RULE
    loops = {".".join(name.split(".")[2:3]) for name in ours if name.startswith("floorjudge.loops.")}
    assert loops == {"errors", "mtr"}
    assert {name for name in ours if name.startswith("floorjudge.cli.")} == {
        f"floorjudge.cli.{name}"
        for name in (
            *("main", "line", "line.plain", "line.parameters", "line.commands"),
            *("settings", "output", "errors", "files", "loops"),
        )
    }


def test_help_and_mistakes_import_what_shows_them() -> None:
    assert {"typer", "rich"} <= modules_after(running("loop", "rule", "--help"))


def test_finding_a_loop_imports_neither_the_parser_nor_what_it_may_not_need() -> None:
    loaded = modules_after("from floorjudge.cli import main\nimport floorjudge.cli.magic.find") - BEFORE
    rare = set("tomllib difflib http ssl email html phase floorjudge_lab.second_opinion.program".split())
    assert not (SLOW | rare) & loaded


@pytest.mark.parametrize("before", ["", "import msgspec", "import typing_extensions"])
def test_programs_find_typing_extensions_where_it_was(before: str) -> None:
    loaded = modules_after(
        f"{before}\nfrom floorjudge.cli import main\nimport typing_extensions\ntyping_extensions.TypedDict"
    )
    assert "typing_extensions" in loaded
