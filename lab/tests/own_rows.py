"""Rows of our own combinations, and a program that stands in for the process of one."""

from pathlib import Path
from typing import Any

from lab.tests.own_collection import combination

from floorjudge_lab.rows import Row

MISBEHAVING = Path(__file__).with_name("misbehaving.py")


def row(identity: str, **fields: Any) -> Row:
    """Return a row of one of our combinations."""
    given = combination(identity)
    usual = {"id": identity, "cards": given.cards, "verdict": "certified", "combination": given.digest}
    return Row(**(usual | fields))
