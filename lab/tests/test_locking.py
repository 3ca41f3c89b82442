"""A folder is locked in the way of the system, and given to everybody where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from floorjudge_lab import locking
from floorjudge_lab.errors import RowsInUse
from floorjudge_lab.rows import RowFile


class Windows:
    """What `msvcrt` offers for locking, as far as one process sees it: a byte that is locked is refused to the next one."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: set[tuple[int, int]] = set()

    def locking(self, opened: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        byte = os.fstat(opened).st_ino, os.lseek(opened, 0, os.SEEK_CUR)
        if byte in self.held:
            raise PermissionError(13, "Permission denied")
        self.held.add(byte)


@pytest.fixture(params=["here", "windows"])
def _system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "windows":
        modules = {"msvcrt": Windows()}
        monkeypatch.setattr(locking, "system_module", modules.get)


@pytest.mark.usefixtures("_system")
def test_a_folder_is_given_to_one_and_refused_to_the_next(tmp_path: Path) -> None:
    with RowFile(tmp_path) as rows:
        assert rows.rows() == ()
        with pytest.raises(RowsInUse):
            RowFile(tmp_path)
    assert not tmp_path.joinpath("rows").exists()


def test_without_any_way_of_locking_everybody_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "system_module", {}.get)
    with RowFile(tmp_path), RowFile(tmp_path) as second:
        assert second.rows() == ()
    monkeypatch.undo()
    with RowFile(tmp_path):
        pass
