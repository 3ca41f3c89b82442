"""A packed file that would become enormous is refused before the disk is full of it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from floorjudge.errors import Refused
from floorjudge.store import backup, open_venue_store


def test_a_packed_backup_that_would_become_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "LARGEST_UNPACKED", 3_000_000)
    packed = tmp_path / "backup.db.gz"
    packed.write_bytes(gzip.compress(b"\0" * 10_000_000))
    store = open_venue_store()
    with pytest.raises(Refused) as refused:
        store.restore(packed, links=True)
    assert refused.value.code == "backup_too_large"
    store.close()
