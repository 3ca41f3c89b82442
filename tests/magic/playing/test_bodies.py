"""Bodies as JSON: what is written is read again, and mistakes are told with their place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.magic.playing.bodies import Attack, Block, Payment, Reference, Step, body_value, read_body

names = st.text("abc :'[],0123456789", min_size=1).map(str.strip).filter(bool)
players = st.none() | st.sampled_from(["0", "1", "Ana"])
small = st.none() | st.integers(0, 1000)
references = st.builds(Reference, words=names, of=players, nth=small, amount=small)
several = st.lists(references, max_size=3).map(tuple)
answers = st.lists(references, min_size=1, max_size=3).map(tuple)
asked: dict[str, Any] = {
    "by": players,
    "targets": several,
    "modes": several,
    "x": small,
    "pay": st.builds(Payment, using=several, mana=st.none() | several, extra=st.none() | st.booleans()),
    "choose": st.lists(answers, max_size=3).map(tuple),
    "label": st.none() | names,
}
steps = st.one_of(
    st.builds(
        Step,
        do=st.just("activate"),
        source=references,
        ability=st.none() | st.integers(0, 5) | st.just("untap"),
        **asked,
    ),
    st.builds(Step, do=st.sampled_from(["cast", "play"]), source=references, **asked),
    st.builds(Step, do=st.just("choose"), by=players, choose=answers.map(lambda answer: (answer,))),
    st.builds(
        Step,
        do=st.just("attack"),
        attackers=st.lists(st.builds(Attack, attacker=references, whom=st.none() | references), max_size=3).map(tuple),
    ),
    st.builds(
        Step,
        do=st.just("block"),
        blocks=st.lists(st.builds(Block, blocker=references, attacker=references), max_size=3).map(tuple),
    ),
    st.builds(
        Step, do=st.sampled_from(["resolve", "resolve all"]), targets=several, choose=asked["choose"], by=players
    ),
    st.builds(Step, do=st.just("to step"), step=names),
    st.builds(Step, do=st.just("pass"), by=players),
)


@given(st.lists(steps, max_size=5).map(tuple))
def test_what_is_written_is_read_again(body: tuple[Step, ...]) -> None:
    assert read_body(body_value(body)) == body


def test_short_forms() -> None:
    assert read_body([{"by": 0, "do": "to step end step"}, {"do": "choose", "answer": True}]) == (
        Step(do="to step", by="0", step="end step"),
        Step(do="choose", choose=((Reference("yes"),),)),
    )
    (attack,) = read_body([{"do": "attack", "attackers": ["a", {"attacker": "b", "whom": 2}], "whom": 1}])
    assert attack.attackers == (
        Attack(Reference("a"), Reference("1")),
        Attack(Reference("b"), Reference("2")),
    )


def test_mistakes_are_told_with_their_place(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, ...]] = [
        ({}, "bad_step", "body"),
        (["pass"], "bad_step", "body[0]"),
        ([{"do": "dance"}], "no_such_step", "body[0].do"),
        ([{}], "no_do", "body[0].do"),
        ([{"do": "pass"}, {"do": "activate"}], "field_left_out", "body[1].source"),
        ([{"do": "pass", "targets": []}], "no_such_field", "body[0].targets"),
        ([{"do": "cast", "source": 1.5}], "bad_step", "body[0].source"),
        ([{"do": "cast", "source": "a", "x": -1}], "bad_step", "body[0].x"),
        ([{"do": "cast", "source": "a", "x": 2**40}], "bad_step", "body[0].x"),
        ([{"do": "cast", "source": "a", "targets": ["b", ""]}], "bad_step", "body[0].targets[1]"),
        ([{"do": "cast", "source": {"card": "a", "of": []}}], "bad_step", "body[0].source.of"),
        ([{"do": "activate", "source": "a", "ability": True}], "bad_step", "body[0].ability"),
        ([{"do": "resolve all", "choose": ["yes", [None]]}], "bad_step", "body[0].choose[1][0]"),
        ([{"do": "block", "blocks": [{"blocker": "a"}]}], "field_left_out", "body[0].blocks[0].attacker"),
        ([{"do": "pass"}] * 10_001, "body_too_long", "body"),
    ]
    for wrong, code, where in cases:
        with subtests.test(wrong=wrong, code=code, where=where):
            with pytest.raises(BadInput) as refused:
                read_body(wrong)
            assert (refused.value.code, refused.value.where) == (code, where)
            assert refused.value.message("en")
