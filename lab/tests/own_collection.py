"""Combinations of our own cards, and collections of them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from floorjudge_lab.combinations import Combination, Use
from tests.support.own_cards import SPRING, WAKER


def combination(identity: str, *cards: str) -> Combination:
    """Return a combination of cards on the battlefield, the two that make a loop when none are named."""
    return Combination(identity, tuple(Use(card) for card in cards or (SPRING, WAKER)))


def collection_file(folder: Path, *combinations: Combination) -> Path:
    """Write a collection, and return its file."""
    file = folder / "collection.jsonl"
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in combinations))
    return file
