"""What CI runs side by side: each part that fails fails the whole, and what each had to say is there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Stands in for python3: says which task it is, and fails where it is told to.
TASK = """#!/bin/sh
echo "output of $2"
echo "errors of $2" >&2
[ "$2" != "$FAILING" ]
"""


def test_every_part_of_ci_can_fail_it_and_is_heard(tmp_path: Path, subtests: pytest.Subtests) -> None:
    if shutil.which("bash") is None:
        pytest.skip("CI runs in bash")
    task = tmp_path / "python3"
    task.write_text(TASK, "utf-8")
    task.chmod(0o755)
    late = {"test", "browser", "e2e", "examples", "lowest"}
    parts = ("check", "docs", *sorted(late))
    for failing in ("", *parts):
        with subtests.test(failing=failing):
            places = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "FAILING": failing}
            ran = subprocess.run([ROOT / ".ci" / "run"], env=places, capture_output=True, text=True, check=False)
            assert ran.returncode == bool(failing)
            lines = (ran.stdout + ran.stderr).splitlines()
            said = {line.split()[-1] for line in lines if not line.startswith("CI: failed: ")}
            assert said <= set(parts)
            assert (failing or "e2e") in said
            # What failed is named in the last line.
            assert [line for line in lines if "failed" in line] == [
                line for line in ran.stdout.splitlines()[-1:] if failing and f"dev.py {failing}" in line
            ]
            # What runs side by side is heard whichever of the two fails.
            assert (said >= late) == bool(said & late) == (failing not in {"check", "docs"})
