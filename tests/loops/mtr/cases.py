"""Random loops as JSON values with every field, and everything that a player might say about one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.loops import Case, Ruling, Waiting, rule
from tests.loops.mtr.slow_model import Json, slow_answer, what_is_wrong, who_is_next

NAMES = ("Ana", "Bo", "Cy", "Dé")
LARGE = 10**30
MANY = 1_000


def plain_case(**fields: object) -> Json:
    """Return a case of three players with every field; the fields that are given replace its own."""
    return {
        "edition": "mtr",
        "turn_order": ["Ana", "Bo", "Cy"],
        "maintained_by": ["Ana"],
        "span": "turn",
        "sustained_by": "actions",
        "hidden_information": False,
        "meaningful_change": False,
        "varies": None,
        "stalling_suspected": False,
        "body": [],
        "settled_before": None,
        "judge": None,
        "declarations": [],
        **fields,
    }


def plain_step(**fields: object) -> Json:
    """Return a step with every field."""
    marks = dict.fromkeys(("sustains", "conditional", "random", "decision_tree", "converges"), False)
    return {"by": None, "text": "a step", **marks, **fields}


def saying(player: str, says: object, steps: int | None = None) -> Json:
    """Return a declaration with every field."""
    return {"player": player, "says": says, "steps": steps}


def ruled(case: Case) -> Ruling:
    """Return the ruling on a case of which nothing more is asked."""
    answer = rule(case)
    assert isinstance(answer, Ruling)
    return answer


def asked(case: Case) -> Waiting:
    """Return who is asked next."""
    answer = rule(case)
    assert isinstance(answer, Waiting)
    return answer


def wrong(case: Case) -> BadInput:
    """Return the error with which a case is refused."""
    with pytest.raises(BadInput) as raised:
        rule(case)
    return raised.value


def rarely(strategy: st.SearchStrategy[Any], otherwise: object) -> st.SearchStrategy[Any]:
    """Return mostly `otherwise`."""
    return st.integers(0, 7).flatmap(lambda drawn: strategy if drawn == 7 else st.just(otherwise))


RARE = rarely(st.just(value=True), otherwise=False)


@st.composite
def steps(draw: st.DrawFn, players: list[str], maintainers: list[str]) -> Json:
    """A step that mostly spoils nothing, and is marked as sustained by maintainers only."""
    by = draw(st.sampled_from([None, *players]))
    return plain_step(
        by=by,
        sustains=by in maintainers and draw(st.booleans()),
        conditional=draw(RARE) and draw(RARE),
        random=draw(RARE) and (not maintainers or draw(RARE)),
        decision_tree=draw(RARE) and draw(RARE),
        converges=draw(RARE) and draw(RARE),
    )


@st.composite
def means(draw: st.DrawFn, maintainers: list[str]) -> object:
    """By what maintainers sustain a loop: the same for all, or by name for some of them."""
    word = st.sampled_from(["actions", "choices"])
    alike = draw(word) if maintainers else "actions"
    each = {player: draw(word) for player in draw(st.permutations(maintainers)) if draw(st.booleans())}
    return draw(st.sampled_from([alike, each]))


@st.composite
def loops(draw: st.DrawFn) -> Json:
    """A loop about which nobody has said anything yet."""
    players = draw(st.permutations(NAMES))[: draw(st.integers(1, len(NAMES)))]
    maintainers = [name for name in draw(st.permutations(players)) if draw(st.booleans())]
    word = st.fixed_dictionaries({"ruling": st.sampled_from(["loop", "not_loop"]), "reason": st.just("I saw it")})
    return plain_case(
        edition=draw(st.sampled_from(["mtr", "mtr-2018-07", "mstr"])),
        turn_order=players,
        maintained_by=maintainers,
        span=draw(st.sampled_from(["turn", "turns"])),
        sustained_by=draw(means(maintainers)),
        hidden_information=draw(st.booleans()),
        meaningful_change=draw(RARE),
        varies=draw(rarely(st.sampled_from(["relevant", "irrelevant"]), otherwise=None)),
        stalling_suspected=draw(RARE),
        body=draw(st.lists(steps(players, maintainers), max_size=4)),
        settled_before=draw(rarely(st.fixed_dictionaries({"changed": st.booleans()}), otherwise=None)),
        judge=draw(rarely(word, otherwise=None)),
    )


def everything_sayable(case: Json, player: str) -> list[Json]:
    """Return every declaration of a small world, possible in this body, whether the player may say it or not."""
    said = [saying(player, word) for word in ("agree", "none", "indefinitely")]
    for number in (0, 1, 2, 3, LARGE - 1, LARGE, LARGE + 1):
        said.append(saying(player, number))
        if number:
            said += [saying(player, number, step) for step in range(1, len(case["body"]))]
    return said


def allowed(case: Json, player: str) -> list[Json]:
    """Return everything of that small world which the player may say now."""
    return [said for said in everything_sayable(case, player) if not what_is_wrong(case, case["declarations"], said)]


@st.composite
def answered(draw: st.DrawFn) -> Json:
    """A loop about which everybody, or the first of those who are asked, said something that they may say."""
    case = draw(loops())
    most = draw(st.sampled_from([MANY] * 3 + list(range(2 * len(case["turn_order"])))))
    while len(case["declarations"]) < most and (asked := who_is_next(case, len(case["declarations"]))):
        said = draw(st.sampled_from(allowed(case, asked)))
        case = {**case, "declarations": [*case["declarations"], said]}
    return case


@st.composite
def said_anyhow(draw: st.DrawFn) -> Json:
    """A loop about which players said things that they may not have been allowed to say, or not asked for.

    Rarely somebody sustains it who does not maintain it.
    """
    case = draw(loops())
    if isinstance(case["sustained_by"], dict) and draw(RARE):
        case["sustained_by"][draw(st.sampled_from(case["turn_order"]))] = "choices"
    if case["body"] and draw(RARE):
        draw(st.sampled_from(case["body"]))["sustains"] = True
    count = draw(st.integers(0, 2 * len(case["turn_order"]) + 1))
    for index in range(count):
        asked = who_is_next(case, index) or case["turn_order"][0]
        player = draw(rarely(st.sampled_from(case["turn_order"]), otherwise=asked))
        case["declarations"].append(draw(st.sampled_from(everything_sayable(case, player))))
    return case


def is_open(case: Json) -> bool:
    """Say whether the loop is one about which players are asked."""
    return bool(slow_answer({**case, "declarations": []})["outcome"] == "waiting")
