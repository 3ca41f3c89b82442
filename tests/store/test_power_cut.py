"""The power cut: of what was not brought onto the disk, any part may be there afterwards; what was acknowledged is.

SQLite runs here on a file layer of ours, with the statements and settings of the store. At some moment the power goes: each
file is then what it was when it was synced last, with any of the later writes, or parts of them.
FLOORJUDGE_HYPOTHESIS=thorough cuts 300 times.
"""

from __future__ import annotations

import os
import random
import re
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import apsw
import pytest
from sqlalchemy.dialects import sqlite

from floorjudge.events.service.log.records import check_chain, seal
from floorjudge.store import logs, open_log
from floorjudge.store import sqlite as store_sqlite
from tests.store.sealed import sealed

CUTS = 300 if os.environ.get("FLOORJUDGE_HYPOTHESIS") == "thorough" else 12
NAMED = sqlite.dialect(paramstyle="named")
INSERT, MOVE = (str(statement.compile(dialect=NAMED)) for statement in (logs._WRITE, logs._MOVE_HEAD))


class PowerCut(Exception):
    """The power is gone."""


class Disk:
    """What is on the disk for sure, and what was written since, by file."""

    def __init__(self, chance: random.Random, writes: int) -> None:
        self.chance = chance
        self.writes = writes
        self.synced: dict[str, bytes] = {}
        self.since: dict[str, list[tuple[int, bytes | None]]] = {}

    def note(self, file: str, offset: int, data: bytes | None) -> None:
        """Note a write, or with None that the file was cut at an offset; the power goes when it is time."""
        self.since.setdefault(file, []).append((offset, data))
        self.writes -= 1
        if self.writes <= 0:
            raise PowerCut

    def after_the_cut(self, file: str) -> bytes:
        """Return what is found of a file when the power is back."""
        content = bytearray(self.synced.get(file, b""))
        for offset, data in self.since.get(file, []):
            if self.chance.random() < 0.5:
                continue
            if data is None:
                del content[offset:]
                continue
            part = data if self.chance.random() < 0.7 else data[: self.chance.randrange(len(data) + 1)]
            content.extend(b"\0" * (offset + len(part) - len(content)))
            content[offset : offset + len(part)] = part
        return bytes(content)


class TornFile(apsw.VFSFile):
    """A file whose writes are noted until they are synced."""

    def __init__(self, name: Any, flags: list[int], disk: Disk) -> None:
        super().__init__("", name, flags)
        self.disk = disk
        self.path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self.disk.synced.setdefault(self.path, Path(self.path).read_bytes())

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 (SQLite's own name)
        super().xWrite(data, offset)
        self.disk.note(self.path, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self.disk.note(self.path, newsize, None)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self.disk.synced[self.path] = Path(self.path).read_bytes()
        self.disk.since[self.path] = []


class TornDisk(apsw.VFS):
    """SQLite's own file layer, with files that lose what was not synced."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__("torn", "")

    def xOpen(self, name: Any, flags: list[int]) -> TornFile:  # noqa: N802
        return TornFile(name, flags, self.disk)


def settings_of_the_store() -> list[str]:
    """Return how the store sets up a file, as its source says it."""
    source = Path(str(store_sqlite.__file__)).read_text("utf-8")
    found = re.findall(r'execute\("(PRAGMA (?:journal_mode = WAL|synchronous = \w+|fullfsync = \w+))"\)', source)
    assert len(found) == 3
    return found


def survived(folder: Path, chance: random.Random, settings: list[str]) -> tuple[list[str], list[str]]:
    """Write until the power goes; return the hashes that were acknowledged, and those that are found afterwards."""
    file = folder / "events.db"
    first = sealed(1)
    with closing(open_log(file)) as log:
        log.create("friday", "Friday", first, "seed")
    Path(f"{file}.heads").unlink()
    disk = Disk(chance, chance.randrange(1, 400))
    layer = TornDisk(disk)
    connection = apsw.Connection(str(file), vfs="torn")
    newest, acknowledged = first[-1], [first[-1].hash]
    with suppress(PowerCut):
        # No shared memory is needed by one writer; a checkpoint comes often, for it has its own moments.
        for setting in ("PRAGMA locking_mode = EXCLUSIVE", *settings, "PRAGMA wal_autocheckpoint = 8"):
            connection.execute(setting)
        while True:
            newest = seal(newest, at="", event="x" * chance.randrange(1, 3000))
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(INSERT, {"tournament": 1, **newest.row()})
            connection.execute(MOVE, {"tournament": 1, "number": newest.number, "hash": newest.hash})
            connection.execute("COMMIT")
            acknowledged.append(newest.hash)
    after = {path: disk.after_the_cut(path) for path in disk.synced}
    disk.writes = 1 << 60
    with suppress(apsw.Error, PowerCut):
        connection.close(force=True)
    layer.unregister()
    for path, content in after.items():
        Path(path).write_bytes(content)
    with closing(open_log(file)) as log:
        records = log.read("friday")
    check_chain(records)
    return acknowledged, [record.hash for record in records]


def test_what_was_acknowledged_survives_a_power_cut(tmp_path: Path) -> None:
    chance, kept = random.Random(4), 0
    for number in range(CUTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        acknowledged, found = survived(folder, chance, settings_of_the_store())
        # The record that was being written may be there, too.
        assert found[: len(acknowledged)] == acknowledged
        assert len(found) <= len(acknowledged) + 1
        kept += len(acknowledged)
    assert kept > CUTS
    print(f"{CUTS} power cuts, {kept} records acknowledged, 0 lost")  # noqa: T201 (for the table)


def test_the_cut_is_one_that_a_careless_store_does_not_survive(tmp_path: Path) -> None:
    chance, careless = random.Random(4), ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = OFF"]
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            acknowledged, found = survived(folder, chance, careless)
        except Exception:  # noqa: BLE001 (whatever is left of the file)
            return
        if found[: len(acknowledged)] != acknowledged:
            return
    pytest.fail("nothing was lost")
