"""The case of a loop of a game: one call from what a watch or a fast forward has found, and the rules settle it."""

from __future__ import annotations

import pytest
from examples.engines.embers import START, Embers, Table

from floorjudge.loops import Case, Declaration, Repeat, RepetitionWatch, Ruling, Waiting, rule
from floorjudge.loops.errors import NotAPlayer
from floorjudge.loops.game import NotALoop, case_of, fast_forward
from floorjudge.loops.mtr.cases import Step
from floorjudge.loops.mtr.codec import case_value, read_case
from floorjudge.texts import LANGUAGES
from tests.loops.game.toys import Coin, Flying, Seasons, Spot, Stairs, Storm, Toy
from tests.support.refusals import error_of

PLAYERS = ("Ana", "Bo")


@pytest.mark.clauses("MTR 4.4.4")
def test_what_a_watch_has_seen_again_is_a_case() -> None:
    game, spot, watch = Flying(), Spot(), RepetitionWatch[object]()
    assert watch.see(game.shape(spot)) is None
    found = None
    for choice in ("act", "act"):
        spot = game.apply(spot, choice)
        found = watch.see(game.shape(spot), choice)
    assert found is not None
    case = case_of(game, spot, watch.played(found), PLAYERS)
    body = (Step("act", "Ana", sustains=True), Step("act", "Bo", sustains=True))
    assert case == Case(PLAYERS, PLAYERS, body=body)
    assert isinstance(rule(case), Waiting)
    settled = rule(case.declared("Ana", 5).declared("Bo", 3))
    assert isinstance(settled, Ruling)
    assert (settled.player, settled.clauses) == ("Bo", ("MTR 4.4.4",))


@pytest.mark.clauses("MTR 4.4.3")
def test_what_a_fast_forward_has_come_to_is_a_case() -> None:
    rich = Table("Ana", {**START.numbers, "life.Bo": 10**400})
    body: tuple[str | Repeat[str], ...] = (Repeat(("kindle",), 10**100), "burn")
    after = fast_forward(Embers(), rich, body, 10**50)
    case = case_of(Embers(), after.position, body, PLAYERS)
    steps = (Step("(kindle) \N{MULTIPLICATION SIGN} 10^100", "Ana", sustains=True), Step("burn", "Ana", sustains=True))
    assert (case.maintained_by, case.body, case.span) == (("Ana",), steps, "turn")
    settled = rule(
        Case(PLAYERS, ("Ana",), body=steps, declarations=(Declaration("Ana", 7), Declaration("Bo", "agree")))
    )
    assert rule(case.declared("Ana", 7).declared("Bo", "agree")) == settled


@pytest.mark.clauses("MTR 4.4.7")
def test_chance_is_marked_in_the_case_and_refused_by_the_rules() -> None:
    case = case_of(Storm(), Spot(), ["light", "on"], PLAYERS)
    assert case.body == (Step("light", "Ana", sustains=True), Step("on", random=True))
    refused = rule(case)
    assert isinstance(refused, Ruling)
    assert (refused.outcome, refused.clauses, refused.judge_needed) == ("refused", ("MTR 4.4.7",), False)
    alone = rule(case_of(Coin(), Spot(numbers={"heads": 0}), ["tails"], PLAYERS))
    assert isinstance(alone, Ruling)
    assert alone.judge_needed


@pytest.mark.clauses("MTR 4.4.8")
def test_who_cannot_pass_keeps_it_going_by_a_choice() -> None:
    class Compass(Toy):
        """Ana must turn one way or the other; Bo may act or pass."""

        def choices(self, spot: Spot) -> list[str]:
            return ["left", "right"] if spot.player == "Ana" else ["act", "pass"]

        def apply(self, spot: Spot, choice: str) -> Spot:
            other = "Bo" if spot.player == "Ana" else "Ana"
            return Spot(other, (choice,) if choice in ("right", "pass") else ())

    case = case_of(Compass(), Spot(), ["left", "act"], PLAYERS)
    assert case.maintained_by == PLAYERS
    assert case.sustained_by == {"Ana": "choices"}


@pytest.mark.clauses("MTR 4.4.5")
def test_across_turns_a_change_of_amounts_is_meaningful() -> None:
    start = Spot(numbers={"life.Ana": 1, "life.Bo": 1})
    gains = case_of(Seasons(), start, ["act", "act"], PLAYERS, across_turns=True)
    assert (gains.span, gains.meaningful_change, gains.maintained_by) == ("turns", True, ())
    same = case_of(Embers(), START, ["pass", "pass"], PLAYERS, across_turns=True)
    assert (same.span, same.meaningful_change) == ("turns", False)
    assert same.body == (Step("pass", "Ana"), Step("pass", "Bo"))
    of_both = case_of(Embers(), START, [Repeat(("pass", "pass"), 3)], PLAYERS, across_turns=True)
    assert of_both.body == (Step("(pass, pass) \N{MULTIPLICATION SIGN} 3"),)
    assert not case_of(Seasons(), start, ["act", "act"], PLAYERS).meaningful_change


def test_a_case_is_made_though_it_is_not_known_how_the_loop_ends() -> None:
    case = case_of(Stairs(), Spot(numbers={"times": 0, "height": 0}), ["act"], PLAYERS)
    assert case.maintained_by == ()


def test_what_is_no_loop_is_no_case() -> None:
    for body in (["dance"], ["act", "pass"]):
        refused = error_of(NotALoop, case_of, Flying(), Spot(), body, PLAYERS)
        assert all(refused.message(language) for language in LANGUAGES)
    undecided = error_of(NotALoop, case_of, Embers(), START, ["kindle"], PLAYERS, budget=10)
    assert len(undecided.message("en")) > len("This is no loop that can be ruled on. ")


def test_everybody_who_chooses_is_in_the_turn_order() -> None:
    assert error_of(NotAPlayer, case_of, Flying(), Spot(), ["act", "act"], ("Ana", "Cy")).where == "turn_order"


def test_the_case_is_written_and_read_as_any_other() -> None:
    case = case_of(Storm(), Spot(), ["light", "on"], PLAYERS)
    assert read_case(case_value(case)) == case
