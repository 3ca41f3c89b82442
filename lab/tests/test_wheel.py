"""The lab's own wheel: what is in it, and which floorjudge it belongs to."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

import floorjudge
import floorjudge_lab

LAB = Path(__file__).parents[1]


def test_the_wheel_has_the_package_with_its_data(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(LAB, copy, ignore=shutil.ignore_patterns("__pycache__", "tests", "contrib"))
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=copy, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    sources = (LAB / "src").rglob("*")
    wanted = {each.relative_to(LAB / "src").as_posix() for each in sources if each.is_file() and each.suffix != ".pyc"}
    assert {name for name in names if ".dist-info/" not in name} == wanted


def test_it_needs_the_floorjudge_that_it_is_released_with() -> None:
    (needed,) = (
        each for each in map(Requirement, metadata.requires("floorjudge-lab") or ()) if each.name == "floorjudge"
    )
    assert str(needed.specifier) == f"=={floorjudge.__version__}"
    assert floorjudge_lab.__version__ == floorjudge.__version__
