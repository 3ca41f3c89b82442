"""Loops that nobody keeps going: draws, and what nobody has to do against them."""

import pytest

from floorjudge.errors import BadInput
from floorjudge.loops.game.judging import Finding, Verdict
from floorjudge.loops.shortcuts.mandatory import (
    ActionLoop,
    LoopAction,
    Reply,
    Unless,
    UnlessAsked,
    WayOut,
    may_be_forced,
    settle_mandatory,
    settle_unless,
)
from floorjudge.loops.shortcuts.settling import settled_by
from floorjudge.texts import render, text

TRIGGER = LoopAction("exile it and bring it back")
SEAL = WayOut("Bo", "sacrifice the seal", "the seal")


def finding(loop: ActionLoop, *replies: Reply, tournament: bool = False) -> Finding:
    settled = settle_mandatory(loop, replies, tournament=tournament)
    assert isinstance(settled, Finding)
    return settled


def found(loop: ActionLoop, *replies: Reply, tournament: bool = False) -> tuple[Verdict, tuple[str, ...]]:
    settled = finding(loop, *replies, tournament=tournament)
    return settled.verdict, settled.clauses


@pytest.mark.clauses("CR shortcuts.4")
def test_a_loop_that_ends_itself_is_run_to_there() -> None:
    for ends_at in (36, 0):
        ended = finding(ActionLoop((TRIGGER,), ends_at=ends_at))
        assert (ended.verdict, ended.at) == (Verdict.ENDS, ends_at)


@pytest.mark.clauses("CR shortcuts.4")
def test_what_cannot_be_shown_is_undecided() -> None:
    loop = ActionLoop((TRIGGER,), undecided=text("It grows."))
    assert found(loop)[0] is Verdict.UNDECIDED


@pytest.mark.clauses("CR shortcuts.5")
def test_nobody_has_to_sacrifice_the_seal() -> None:
    assert not may_be_forced(SEAL, {"the trigger", "its artifact"})
    assert not may_be_forced(WayOut("Bo", "concede"), {"the trigger"})
    loop = ActionLoop((TRIGGER,), frozenset({"its artifact"}), (SEAL,))
    assert found(loop) == (Verdict.DRAW, ("CR shortcuts.4", "CR shortcuts.5"))


@pytest.mark.clauses("CR shortcuts.1c", "CR shortcuts.5")
def test_in_a_tournament_who_could_end_it_is_asked() -> None:
    loop = ActionLoop((TRIGGER,), ways_out=(SEAL, WayOut("Bo", "concede")))
    assert found(loop, tournament=True) == (Verdict.MAY_BE_SHORTCUT, ("CR shortcuts.1c", "MTR 4.4.2"))
    assert settle_mandatory(loop) == settle_mandatory(loop, tournament=True)


SACRIFICE = Unless("pay 2 life", ("Ana", "Bo"))
DECLINED = (Reply("Ana", does_it=False), Reply("Bo", does_it=False))


@pytest.mark.clauses("CR shortcuts.4", "CR shortcuts.6")
def test_a_loop_unless_somebody_does_something_is_a_draw_when_nobody_does() -> None:
    loop = ActionLoop((LoopAction("destroy it", unless=SACRIFICE), TRIGGER))
    assert settle_mandatory(loop, DECLINED[:1]) == UnlessAsked("Bo", "pay 2 life")
    assert found(loop, *DECLINED) == (Verdict.DRAW, ("CR shortcuts.4", "CR shortcuts.6"))
    both = ActionLoop(loop.actions, ways_out=(SEAL,))
    assert found(both, *DECLINED) == (Verdict.DRAW, ("CR shortcuts.4", "CR shortcuts.5", "CR shortcuts.6"))


@pytest.mark.clauses("CR shortcuts.6")
def test_only_who_is_asked_replies(subtests: pytest.Subtests) -> None:
    for replies, code, where in [
        ((Reply("Bo", does_it=False),), "not_asked", "replies[0].player"),
        ((*DECLINED, Reply("Ana", does_it=False)), "nobody_asked", "replies[2].player"),
        ((Reply("Ana", does_it=True), Reply("Bo", does_it=False)), "nobody_asked", "replies[1].player"),
    ]:
        with subtests.test(code=code, where=where):
            with pytest.raises(BadInput) as refused:
                settle_unless((SACRIFICE,), replies)
            assert (refused.value.code, refused.value.where) == (code, where)


@pytest.mark.clauses("CR shortcuts.1b", "CR shortcuts.1c")
def test_the_tournament_rules_take_precedence_in_a_tournament(subtests: pytest.Subtests) -> None:
    for maintainers, across_turns, casual, tournament in [
        (0, False, "CR shortcuts.4", "MTR 4.4.2"),
        (0, True, "CR shortcuts.4", "MTR 4.4.2"),
        (1, False, "CR shortcuts.2", "MTR 4.4.3"),
        (1, True, "CR shortcuts.2", "MTR 4.4.3"),
        (2, False, "CR shortcuts.3", "MTR 4.4.4"),
        (3, True, "CR shortcuts.3", "MTR 4.4.5"),
    ]:
        with subtests.test(maintainers=maintainers, across_turns=across_turns):
            assert settled_by(maintainers, tournament=False, across_turns=across_turns) == (casual,)
            assert settled_by(maintainers, across_turns=across_turns) == ("CR shortcuts.1c", tournament)


@pytest.mark.clauses("MTR 4.4.7")
@pytest.mark.parametrize("tournament", [True, False])
@pytest.mark.parametrize("ways_out", [(), (SEAL,)])
def test_mandatory_actions_whose_result_chance_decides_are_no_draw(
    *, tournament: bool, ways_out: tuple[WayOut, ...]
) -> None:
    flip = LoopAction("heads or tails", random=True)
    loop = ActionLoop((TRIGGER, flip), ways_out=ways_out)
    assert found(loop, tournament=tournament) == (Verdict.NOT_DETERMINISTIC, ("MTR 4.4.7",))
    assert "call a judge" in render(finding(loop, tournament=tournament).reason, "en")
    kept = finding(ActionLoop((flip, LoopAction("flip again", "Ana", optional=True))), tournament=tournament)
    assert "must stop as soon as" in render(kept.reason, "en")
