"""The deck lists of a log."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.log import deck_lists
from floorjudge.store import open_log
from tests.events.floor.small_event import NAMES, opened

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("register"), st.sampled_from(NAMES[:3])),
        st.tuples(st.just("deck"), st.sampled_from(NAMES[:3]), st.sampled_from(["one", "two", "three"])),
        st.tuples(st.just("leave"), st.sampled_from(NAMES[:3])),
        st.tuples(st.just("undo")),
    ),
    max_size=25,
)


@given(STEPS)
def test_the_list_that_counts_is_the_last_one_that_stands(steps: list[tuple[str, ...]]) -> None:
    service = opened(open_log())
    # The slow way: every state that was, each with the lists that belong to it.
    before: list[dict[str, str]] = []
    now: dict[str, str] = {}
    for step in steps:
        given_command: dict[str, object] = {"do": step[0]}
        given_command |= {"player": step[1]} if len(step) > 1 else {}
        given_command |= {"list": step[2]} if len(step) > 2 else {}
        try:
            service.take(given_command, "en")
        except FloorjudgeError:
            continue
        if step[0] == "undo":
            now = before.pop()
            continue
        before.append(now)
        now = dict(now)
        if step[0] == "register":
            now.pop(step[1], None)
        elif step[0] == "deck":
            now[step[1]] = step[2]
    assert deck_lists(service.records) == now
    with_verdict = {player.name for player in service.state.everybody() if player.deck is not None}
    assert with_verdict == set(now)
