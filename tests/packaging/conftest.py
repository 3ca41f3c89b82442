"""The wheel, and installations of it with some extras and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.cli.conftest import Ran, floorjudge  # noqa: F401 (a fixture)

ROOT = Path(__file__).parents[2]


class Installed:
    """Our wheel with some extras, and nothing else."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        self.folder = folder / "-".join(("site", *extras))
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(self.folder)
        for distribution in needed("floorjudge", ("", *extras)) - {"floorjudge"}:
            for top in {file.parts[0] for file in metadata.files(distribution) or () if file.parts[0] != ".."}:
                if not (self.folder / top).exists():  # what several packages share comes once
                    (self.folder / top).symlink_to(str(metadata.distribution(distribution).locate_file(top)))
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FLOORJUDGE_")}
        self.variables = kept | {"PYTHONPATH": str(self.folder), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        # Without site, no other package is found.
        self.program = (sys.executable, "-S", "-m", "floorjudge")

    def __call__(self, *words: str, given: str = "") -> Ran:
        """Run a command."""
        ran = subprocess.run(
            [*self.program, *words], input=given, capture_output=True, encoding="utf-8", env=self.variables, check=False
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr)


def needed(distribution: str, extras: tuple[str, ...]) -> set[str]:
    """Return the names of a distribution and of everything that it requires with some extras; "" stands for none."""
    found = {distribution}
    for line in metadata.requires(distribution) or ():
        requirement = Requirement(line)
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in extras):
            found |= needed(requirement.name, ("", *requirement.extras))
    return found


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the sources, so that nothing that was built before gets into it."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "copy"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "build_messages.py"):
        shutil.copy(ROOT / name, copy / name)
    unwanted = shutil.ignore_patterns("__pycache__", "*.mo")
    shutil.copytree(ROOT / "src" / "floorjudge", copy / "src" / "floorjudge", ignore=unwanted)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=copy, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel without extras."""
    return Installed(tmp_path_factory.mktemp("bare"), wheel)
