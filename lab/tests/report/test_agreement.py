"""How a collection agrees with what a certificate sees."""

from __future__ import annotations

from typing import get_args

import pytest

from floorjudge.magic.book.meanings import Meaning
from floorjudge_lab.report.agreement import KINDS, MEASURED, UNMEASURED, Agreement, agreement_of


def test_every_meaning_is_measured_or_not() -> None:
    assert {*MEASURED} | UNMEASURED == {*get_args(Meaning)}
    assert not {*MEASURED} & UNMEASURED
    assert all(KINDS[meaning] for meaning in MEASURED if meaning != "drawn_game")


def test_what_agrees_and_what_only_one_has() -> None:
    said = ["Infinite purple mana", "Infinite goat tokens", "Near-infinite untapping of goats", "A wonderful evening"]
    assert agreement_of(["mana", "enters"], said) == Agreement(
        said=True,
        agreed=("mana",),
        unseen=("tokens",),
        unsaid=("enters",),
        unmeasured=("untaps",),
        unknown=("A wonderful evening",),
    )


def test_nothing_said_is_no_disagreement() -> None:
    assert agreement_of(["mana"], []) == Agreement(said=False)


def test_what_dies_has_left() -> None:
    assert agreement_of(["dies"], ["Infinite LTB", "Infinite sac triggers"]).unseen == ()
    # What leaves need not have died.
    assert agreement_of(["leaves"], ["Infinite death triggers"]) == Agreement(
        said=True, unseen=("dies",), unsaid=("leaves",)
    )


def test_a_thing_said_twice_counts_once() -> None:
    said = ["Infinite purple mana", "Near-infinite green mana"]
    assert agreement_of(["mana", "mana"], said) == Agreement(said=True, agreed=("mana",))


@pytest.mark.parametrize(("verdict", "agreed"), [("draw", True), ("advance", False), (None, False)])
def test_a_drawn_game_is_the_certificates_word(verdict: str | None, agreed: bool) -> None:  # noqa: FBT001
    found = agreement_of([], ["Draw the game"], verdict)
    assert found.agreed == (("drawn_game",) if agreed else ())
    assert found.unseen == (() if agreed else ("drawn_game",))
