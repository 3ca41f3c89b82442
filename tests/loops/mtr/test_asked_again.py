"""The edition for more than two players: when everybody has answered, the others are asked until all agree to one point."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.loops import Case, Point, Ruling, Step, Waiting, answer_value, read_case, rule
from floorjudge.loops.mtr.asking import may_stop_within, point_of
from floorjudge.loops.mtr.cases import Edition
from floorjudge.texts import render
from tests.loops.mtr.cases import allowed, asked, is_open, loops, ruled, wrong
from tests.loops.mtr.slow_model import Json, who_is_next

PLAYERS = ("Ana", "Bo", "Cy")
ANA = Case(PLAYERS, ("Ana",), body=(Step("tap"), Step("untap"), Step("draw")), edition="mstr")
NOBODY = msgspec.structs.replace(ANA, maintained_by=())
TWO = msgspec.structs.replace(ANA, maintained_by=("Ana", "Bo"))


def with_edition(case: Json, edition: Edition) -> Json:
    return {**case, "edition": edition}


def all_agree(case: Case) -> Ruling:
    """Return the ruling when everybody who is asked agrees."""
    while isinstance(answer := rule(case), Waiting):
        case = case.declared(answer.player, "agree")
    return answer


def said(ruling: Ruling) -> list[str]:
    return [render(sentence, "en") for sentence in ruling.sentences]


FIRST_LIST = ANA.declared("Ana", 10**6).declared("Bo", 40).declared("Cy", "agree")


@pytest.mark.clauses("MSTR 4.4A")
def test_when_everybody_has_answered_the_others_are_asked_again_in_turn_order() -> None:
    assert asked(FIRST_LIST) == Waiting(
        player="Ana", may_say=("agree", "number"), below=Point(40), standing=Point(40), again=True
    )
    once_more = FIRST_LIST.declared("Ana", "agree")
    assert asked(once_more).player == "Cy"
    assert ruled(once_more.declared("Cy", "agree")).stop == Point(40)


@pytest.mark.clauses("MSTR 4.2A", "MSTR 4.4A", "MTR 4.4.6")
def test_whoever_goes_earlier_stops_it_and_all_others_are_asked_once_more() -> None:
    case = FIRST_LIST.declared("Ana", "agree").declared("Cy", 40, 1)
    assert asked(case) == Waiting(
        player="Ana", may_say=("agree", "number"), below=Point(39, 1), standing=Point(39, 1), again=True
    )
    case = case.declared("Ana", "agree").declared("Bo", 39)
    assert asked(case).player == "Ana"
    case = case.declared("Ana", "agree").declared("Cy", "agree")
    ruling = ruled(case)
    assert (ruling.stop, ruling.player, ruling.then) == (Point(39), "Bo", "priority")
    assert ruling.clauses == ("MSTR 4.2A", "MSTR 4.4A", "MTR 4.4.3")
    assert said(ruling)[:3] == [
        "Bo stops the loop after 39 iterations.",
        "Bo has priority.",
        "If Bo then does nothing, priority goes back to Ana, the active player.",
    ]


@pytest.mark.clauses("MSTR 4.4A")
def test_a_maintainer_who_is_asked_again_names_whole_iterations() -> None:
    error = wrong(FIRST_LIST.declared("Ana", 30, 1))
    assert (error.code, error.where, error.clauses) == (
        "no_part_for_a_maintainer", "declarations[3].steps", ("MSTR 4.4A",)
    )  # fmt: skip
    # In the first list one of several may, as in the other editions, and not any more when asked again.
    case = TWO.declared("Ana", 9, 1).declared("Bo", 7).declared("Cy", "agree")
    assert asked(case).player == "Ana"
    assert wrong(case.declared("Ana", 5, 1)).where == "declarations[3].steps"
    assert [may_stop_within(case, player) for player in PLAYERS] == [False, False, True]
    assert may_stop_within(TWO, "Ana")


@pytest.mark.clauses("MSTR 4.4A")
def test_who_has_nothing_earlier_to_name_can_only_agree() -> None:
    first = ANA.declared("Ana", 5).declared("Bo", 1).declared("Cy", "agree")
    assert asked(first).may_say == ("agree",)  # a sole maintainer names at least 1
    assert asked(first.declared("Ana", "agree")).may_say == ("agree", "number")
    error = wrong(first.declared("Ana", 0))
    assert (error.where, error.clauses) == ("declarations[3].says", ("MSTR 4.4A",))
    assert "Ana is asked again and can only say “agree”" in error.message("en")
    at_once = first.declared("Ana", "agree").declared("Cy", 0)
    assert asked(at_once.declared("Ana", "agree")).may_say == ("agree",)
    assert all_agree(at_once).stop == Point(0)
    # A player who repeats the standing number agrees, also where no earlier one is left.
    assert ruled(at_once.declared("Ana", "agree").declared("Bo", 0)).stop == Point(0)


@pytest.mark.clauses("MSTR 4.4A")
def test_what_is_not_before_the_standing_point_is_refused_with_what_may_be_said() -> None:
    for case, words in (
        (
            FIRST_LIST.declared("Ana", 41),
            "Ana is asked again and says “agree”, or names a number of whole iterations, at",
        ),
        (
            FIRST_LIST.declared("Ana", "agree").declared("Cy", 41),
            "Cy is asked again and says “agree”, or names a point",
        ),
        (FIRST_LIST.declared("Ana", "agree").declared("Cy", 10**6), "before the end of iteration 40."),
        (FIRST_LIST.declared("Ana", "agree").declared("Cy", 40, 1).declared("Ana", 40), "before the end of step 1 of"),
        (
            TWO.declared("Ana", 9).declared("Bo", 7).declared("Cy", "agree").declared("Ana", 8),
            "Ana is asked again and says “agree”, or names a number of whole iterations that stops the loop before",
        ),
    ):
        error = wrong(case)
        assert (error.code, error.where) == ("may_not_say", f"declarations[{len(case.declarations) - 1}].says")
        assert words in error.message("en")


plain = loops().map(lambda case: with_edition(case, "mstr")).filter(is_open)


@st.composite
def first_list(draw: st.DrawFn) -> Json:
    """A loop about which everybody answered once."""
    case = draw(plain)
    for count in range(len(case["turn_order"])):
        said = draw(st.sampled_from(allowed(case, who_is_next(case, count) or "")))
        case = {**case, "declarations": [*case["declarations"], said]}
    return case


@pytest.mark.clauses("MSTR 4.4A")
@given(plain, st.data())
def test_it_ends_whatever_is_said_and_with_a_point_that_somebody_named_first(case: Json, data: st.DataObject) -> None:
    standing: list[Point] = []
    while isinstance(answer := rule(read_case(case)), Waiting):
        if answer.again:
            assert answer.standing is not None
            first = next(player for player, point in named_in(case) if point == answer.standing)
            assert answer.player != first
            standing.append(answer.standing)
        choices = allowed(case, answer.player)
        case = {**case, "declarations": [*case["declarations"], data.draw(st.sampled_from(choices))]}
    # A point stands until all others agree, or somebody goes before it; before any point are finitely many.
    assert standing == sorted(standing, reverse=True)
    others = len(case["turn_order"]) - 1
    assert all(standing.count(point) <= others for point in standing)
    if answer.stop is not None:
        named = named_in(case)
        assert answer.stop == min(point for _, point in named)
        assert answer.player == next(player for player, point in named if point == answer.stop)


def named_in(case: Json) -> list[tuple[str, Point]]:
    """Return who named which points, in order; the number of a sole maintainer, said again by others, is none."""
    read = read_case(case)
    found: list[tuple[str, Point]] = []
    numbers = set()
    for each in read.declarations:
        point = point_of(read, each)
        if point is not None and not (each.steps is None and each.says in numbers):
            found.append((each.player, point))
        if read.maintained_by == (each.player,):
            numbers.add(each.says)
    return found


@pytest.mark.clauses("MSTR 4.4A")
@given(first_list())
def test_when_all_agree_at_once_it_is_ruled_as_without_being_asked_again(case: Json) -> None:
    mtr, mstr = ruled(read_case(with_edition(case, "mtr"))), all_agree(read_case(case))
    expected, found = answer_value(mtr, "en"), answer_value(mstr, "en")
    assert [name for name in found["clauses"] if not name.startswith("MSTR")] == expected["clauses"] or differ(case)
    if not differ(case):
        same = ("outcome", "iterations", "steps", "player", "then", "judge_needed", "flags")
        assert {name: found[name] for name in same} == {name: expected[name] for name in same}


def differ(case: Json) -> bool:
    """Say whether several players named the lowest point, of whom one comes earlier in turn order than the first asked."""
    points = [point for _, point in named_in(case)]
    return len(case["maintained_by"]) == 1 and points.count(min(points)) > 1


@pytest.mark.clauses("MSTR 4.4A", "MTR 4.4.8")
def test_a_maintainer_who_cannot_stop_before_the_standing_point_may_only_agree() -> None:
    """Bo's first step that sustains the loop comes after the point that Cy has named in the first iteration."""
    body = (Step("untap", "Ana", sustains=True), Step("draw"), Step("tap", "Bo", sustains=True))
    across = msgspec.structs.replace(TWO, span="turns", body=body)
    named = across.declared("Ana", 5).declared("Bo", 5).declared("Cy", 1, 1)
    ana = asked(named)
    assert (ana.player, ana.may_say) == ("Ana", ("agree", "number"))
    bo = asked(named.declared("Ana", "agree"))
    assert (bo.player, bo.may_say) == ("Bo", ("agree",))
