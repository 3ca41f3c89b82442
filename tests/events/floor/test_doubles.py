"""People who stand in a list twice, or look like others: one decision for all of them settles the list."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.events.lookalikes import looks
from floorjudge.events.service.roster import Entry, kept_apart, left_out, settle, sift
from floorjudge.events.state import State

EMPTY = State(name="Friday", format="ote-1.2", commitment="0")
# Few names, so that many are the same, look alike or are what another would be called.
NAMES = st.sampled_from(["Ana", "ana", "Aná", "Ana (2)", "Ana (X)", "Bo", "B0", "Bo (2)"])
LISTS = st.lists(st.tuples(NAMES, st.sampled_from(["", "X", "Y"])), min_size=1, max_size=8)


def entries(listed: list[tuple[str, str]]) -> list[Entry]:
    return [Entry(line, name, (beside,)) for line, (name, beside) in enumerate(listed, 1)]


@given(LISTS)
@example([("Ana", ""), ("Ana", ""), ("ana", "")])
@example([("Ana", ""), ("Ana", ""), ("Ana (2)", "")])
@example([("Ana", "X"), ("Ana", "Y"), ("Ana (X)", "")])
def test_keeping_all_apart_leaves_nothing_to_ask_and_loses_nobody(listed: list[tuple[str, str]]) -> None:
    people = entries(listed)
    sifted = sift(EMPTY, people, settle(EMPTY, people, {}, kept_apart))
    assert sifted.doubts == ()
    assert len({entry.name for entry in sifted.new}) == len(people)


@given(LISTS)
@example([("Ana", ""), ("Ana", ""), ("ana", "")])
def test_leaving_out_leaves_nothing_to_ask_and_one_of_each_look(listed: list[tuple[str, str]]) -> None:
    people = entries(listed)
    sifted = sift(EMPTY, people, settle(EMPTY, people, {}, left_out))
    assert sifted.doubts == ()
    kept = [entry.name for entry in sifted.new]
    assert all(any(set(looks(name)) & set(looks(other)) for other in kept) for name, _ in listed)
    assert len(set(kept)) == len(kept)


def test_what_may_be_no_name_is_asked_about(subtests: pytest.Subtests) -> None:
    for name in [
        *"Total, Total: 47, Exported on 2026-03-01, Seen at 10:15, Ana <ana@example.org>, ---, Jos&eacute; S&#225;".split(
            ", "
        ),
        *("JosÃ© SÃ¡", "Jos\N{REPLACEMENT CHARACTER}", "¯ó³æ"),
    ]:
        with subtests.test(name=name):
            assert [doubt.kind for doubt in sift(EMPTY, [Entry(1, name)], {}).doubts] == ["odd"]


def test_a_name_that_is_one_is_not_asked_about(subtests: pytest.Subtests) -> None:
    for name in [
        "Ana Total",
        "Totality",
        "11111111+Nanahira",
        "D'Ath",
        "🎉",
        "-Cy",
        "Ana & Bo",
        "José Sá",
        "Zoë Ã",
        "AT&T; Ana",
        "名前",
    ]:
        with subtests.test(name=name):
            assert sift(EMPTY, [Entry(1, name)], {}).doubts == ()
