"""Settled loops are remembered, and may start again only when something relevant has changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.loops import Case, Ruling, SettledBefore, SettledLoops, Waiting, rule

BODY = ("tap", "untap")
LEFT = {"life.Bo": 3, "mana.Ana": 10**100, "hand.Cy": "two cards"}
SETTLED = SettledLoops().with_settled(BODY, LEFT, frozenset({"life.Bo", "mana.Ana"}))


def test_a_loop_that_was_never_settled_is_new() -> None:
    assert SettledLoops().restart(BODY, LEFT) == "new"
    assert SETTLED.restart(("tap", "draw"), LEFT) == "new"
    assert SETTLED.restart((), LEFT) == "new"
    assert SettledLoops().with_settled((), LEFT).restart((), LEFT) == "unchanged"


@pytest.mark.clauses("MTR 4.4.9")
def test_only_what_the_body_reads_or_writes_is_relevant() -> None:
    assert SETTLED.restart(BODY, LEFT) == "unchanged"
    assert SETTLED.restart(BODY, {**LEFT, "hand.Cy": "one card", "more": 1}) == "unchanged"
    assert SETTLED.restart(BODY, {**LEFT, "life.Bo": 4}) == "changed"
    assert SETTLED.restart(BODY, {"mana.Ana": 10**100}) == "changed"


@pytest.mark.clauses("MTR 4.4.9")
def test_what_nobody_knows_a_judge_says() -> None:
    settled = SettledLoops().with_settled(BODY, LEFT)
    assert settled.restart(BODY, LEFT) == "unchanged"
    assert settled.restart(BODY, {**LEFT, "more": 1}) == "ask_judge"
    assert settled.restart(BODY, {**LEFT, "more": 1}, judge_says_changed=False) == "unchanged"
    assert SETTLED.restart(BODY, LEFT, judge_says_changed=True) == "changed"
    assert SETTLED.restart(("draw",), LEFT, judge_says_changed=False) == "new"


@pytest.mark.clauses("MTR 4.4.9")
@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=6), st.integers(0, 5), st.integers(1, 3), st.integers(1, 3)
)
def test_beginning_elsewhere_or_writing_it_out_does_not_make_another_loop(
    body: list[str], turn: int, once: int, again: int
) -> None:
    start = turn % len(body)
    settled = SettledLoops().with_settled(tuple(body * once), LEFT, frozenset())
    assert settled.restart(tuple((body[start:] + body[:start]) * again), {}) == "unchanged"


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=6), st.lists(st.sampled_from("ab"), min_size=1, max_size=6))
def test_two_bodies_are_one_loop_exactly_when_they_go_on_alike_for_ever(one: list[str], other: list[str]) -> None:
    long_run = "".join(other * 60)
    same = any("".join(one[start:] + one[:start]) * 10 == long_run[: 10 * len(one)] for start in range(len(one)))
    settled = SettledLoops().with_settled(tuple(one), {})
    assert (settled.restart(tuple(other), {}) == "unchanged") is same


def test_settling_a_loop_again_replaces_what_was_remembered() -> None:
    settled = SETTLED.with_settled(("untap", "tap"), {"life.Bo": 1}, frozenset({"life.Bo"}))
    assert len(settled.loops) == 1
    assert settled.restart(BODY, {"life.Bo": 3}) == "changed"
    assert settled.restart(BODY, {"life.Bo": 1}) == "unchanged"
    assert len(settled.with_settled(("draw",), {}).loops) == 2


@pytest.mark.clauses("MTR 4.4.9")
@pytest.mark.parametrize(("now", "answer"), [(LEFT, Ruling), ({**LEFT, "life.Bo": 4}, Waiting)])
def test_the_memory_answers_what_a_case_asks(now: dict[str, object], answer: type) -> None:
    restart = SETTLED.restart(BODY, now)
    before = None if restart == "new" else SettledBefore(changed=restart == "changed")
    assert isinstance(rule(Case(("Ana", "Bo"), ("Ana",), settled_before=before)), answer)
