"""Shortcuts, fragmented and mandatory loops as JSON: every mistake with its place, every number exact."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.loops import Choice, Proposal, Repeat, Taken
from floorjudge.loops.shortcuts.codec import fragmented_answer, mandatory_answer, read_shortcut, shortcut_answer
from floorjudge.loops.shortcuts.sequence import Steps, readable
from floorjudge.loops.shortcuts.settling import settle
from floorjudge.texts import LANGUAGES, Language
from tests.support.refusals import error_of

CASE: dict[str, Any] = {
    "turn_order": ["Ana", "Bo"],
    "proposer": "Ana",
    "end_priority": "Ana",
    "sequence": [
        {"by": "Ana", "do": "cast"},
        {"repeat": [{"by": "Ana", "do": "activate"}, {"by": "Bo", "do": "pass"}], "times": "999999"},
        {"by": "Bo", "do": "pass", "conditional": False},
    ],
    "answers": [{"player": "Bo", "stop_at": [1, "40", 1]}],
}


def answer(case: object, language: Language = "en", budget: int = 100_000) -> dict[str, Any]:
    settled = shortcut_answer(settle(*read_shortcut(case)), language, budget)
    assert json.loads(json.dumps(settled)) == settled
    return settled


def changed(**fields: object) -> dict[str, Any]:
    return {**copy.deepcopy(CASE), **fields}


def test_an_accepted_shortcut() -> None:
    taken = answer(changed(answers=[{"player": "Bo", "accept": True}]))
    assert taken.pop("text") == (
        "No player shortens the shortcut: it is taken as proposed, as if every choice had been made. Choices made in all: 2,000,000. "
        "Ana has priority now."
    )
    assert taken == {
        "outcome": "taken",
        "stopped_at": None,
        "choices_made": "2000000",
        "player": "Ana",
        "must_differ_from": None,
        "clauses": ["CR shortcuts.2b", "CR shortcuts.2c"],
    }


def test_somebody_is_asked_and_told_where_it_ends_by_now() -> None:
    case = changed()
    del case["answers"]
    ask: dict[str, object] = {"player": "Bo", "may_say": ["accept", "stop_at"], "end": None}
    assert answer(case) == {"outcome": "waiting", "ask": ask}
    case = changed(turn_order=["Cy", "Ana", "Bo"])
    end = [1, "40", 1]
    assert answer(case) == {"outcome": "waiting", "ask": {**ask, "player": "Cy", "end": end}}


@pytest.mark.clauses("CR shortcuts.2a")
def test_a_conditional_step_is_refused_with_its_place() -> None:
    case = changed()
    case["sequence"][1]["repeat"][1]["conditional"] = True
    refused = answer(case)
    assert refused.pop("text").startswith("What Bo does here (“pass”) depends on")
    assert refused == {"outcome": "refused", "place": [1, "0", 1], "clauses": ["CR shortcuts.2a"]}


@pytest.mark.parametrize("times", [10**100, "10^100", "1" + "0" * 100])
def test_numbers_are_read_as_people_write_them_and_printed_as_digits(times: object) -> None:
    case = changed(answers=[{"player": "Bo", "stop_at": [1, str(10**100 - 1), 1]}])
    case["sequence"][1]["times"] = times
    taken = answer(case)
    assert taken["choices_made"] == str(2 * 10**100)
    assert taken["stopped_at"] == [1, "9" * 100, 1]
    assert "after 999999…999999 whole iterations" in taken["text"]
    assert "Choices made in all: 200000…000000." in taken["text"]


def test_a_nested_place_lists_its_iterations() -> None:
    inner = {"repeat": [{"by": "Bo", "do": "pass"}], "times": "10^100"}
    case = changed(sequence=[{"repeat": [inner, {"by": "Ana", "do": "go on"}], "times": "10^100"}])
    place: list[int | str] = [0, 3, 0, "10^99", 0]
    case["answers"] = [{"player": "Bo", "stop_at": place}]
    taken = answer(case)
    assert taken["choices_made"] == str(3 * (10**100 + 1) + 10**99)
    assert "the outermost first: 3, 10^99." in taken["text"]


def test_a_count_beyond_the_budget_is_a_closed_form() -> None:
    case = changed(
        sequence=[{"repeat": [{"repeat": [{"by": "Bo", "do": "pass"}], "times": "10^60000"}], "times": "10^60000"}],
        answers=[{"player": "Bo", "accept": True}],
    )
    taken = answer(case)
    assert taken["choices_made"] == {"closed_form": "10^60000*10^60000"}
    assert "Choices made in all: more than 10^100000." in taken["text"]
    assert answer(case, budget=200_000)["choices_made"] == digits(10**120_000)


def test_a_plain_place_and_a_first_iteration() -> None:
    first = answer(changed(answers=[{"player": "Bo", "stop_at": [1, 0, 1]}]))
    assert first["text"].startswith("The shortcut ends after 0 whole iterations, before Bo would choose “pass”")
    second = answer(changed(answers=[{"player": "Bo", "stop_at": [1, 1, 1]}]))
    assert second["text"].startswith("The shortcut ends after 1 whole iteration, before Bo would choose “pass”")
    plain = answer(changed(answers=[{"player": "Bo", "stop_at": [2]}]))
    assert plain["text"].startswith("The shortcut ends before Bo would choose “pass”, as if")
    assert plain["choices_made"] == "1999999"


def test_what_is_wrong_is_named_with_its_place(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, ...]] = [
        ([], 3, "not_an_object", "case"),
        (["turn_order"], None, "field_left_out", "turn_order"),
        (["turn_order", 1], 3, "not_words", "turn_order[1]"),
        (["proposer"], None, "field_left_out", "proposer"),
        (["end_priority"], None, "field_left_out", "end_priority"),
        (["sequence"], None, "field_left_out", "sequence"),
        (["sequence"], {}, "not_a_list", "sequence"),
        (["sequence", 0], "cast", "not_an_object", "sequence[0]"),
        (["sequence", 0, "by"], None, "field_left_out", "sequence[0].by"),
        (["sequence", 0, "do"], 3, "not_words", "sequence[0].do"),
        (["sequence", 0, "maybe"], True, "no_such_field", "sequence[0].maybe"),
        (["sequence", 2, "conditional"], "no", "not_true_or_false", "sequence[2].conditional"),
        (["sequence"], [], "nothing_proposed", "sequence"),
        (["sequence", 1, "repeat"], [], "nothing_proposed", "sequence[1].repeat"),
        (["sequence", 1, "times"], -1, "negative_times", "sequence[1].times"),
        (["sequence", 1, "times"], None, "field_left_out", "sequence[1].times"),
        (["sequence", 1, "times"], "many", "no_number", "sequence[1].times"),
        (["sequence", 1, "times"], 2.0, "no_number", "sequence[1].times"),
        (["sequence", 1, "times"], "10^100000", "too_many_digits", "sequence[1].times"),
        (["sequence", 1, "repeat", 1, "by"], "Di", "not_a_player", "sequence[1].repeat[1].by"),
        (["sequence", 1, "conditional"], True, "no_such_field", "sequence[1].conditional"),
        (["answers"], {}, "not_a_list", "answers"),
        (["answers", 0], "accept", "not_an_object", "answers[0]"),
        (["answers", 0, "player"], None, "field_left_out", "answers[0].player"),
        (["answers", 0, "accept"], True, "neither_accepts_nor_stops", "answers[0]"),
        (["answers", 0, "accept"], "yes", "not_true_or_false", "answers[0].accept"),
        (["answers", 0, "stop_at"], None, "neither_accepts_nor_stops", "answers[0]"),
        (["answers", 0, "stop_at"], [], "no_place", "answers[0].stop_at"),
        (["answers", 0, "stop_at"], "1", "no_place", "answers[0].stop_at"),
        (["answers", 0, "stop_at", 0], "1", "no_place", "answers[0].stop_at[0]"),
        (["answers", 0, "stop_at", 0], True, "no_place", "answers[0].stop_at[0]"),
        (["answers", 0, "stop_at", 0], 3, "no_such_item", "answers[0].stop_at[0]"),
        (["answers", 0, "stop_at", 1], "999999", "no_such_iteration", "answers[0].stop_at[1]"),
        (["answers", 0, "stop_at", 1], "x", "no_number", "answers[0].stop_at[1]"),
        (["answers", 0, "stop_at", 2], "1", "no_place", "answers[0].stop_at[2]"),
        (["answers", 0, "stop_at", 2], 0, "not_their_choice", "answers[0].stop_at"),
        (["answers", 0, "stop_at", 2], 2, "no_such_item", "answers[0].stop_at[2]"),
    ]
    for path, wrong, code, where in cases:
        with subtests.test(path=path, wrong=wrong, code=code, where=where):
            case: Any = {"case": copy.deepcopy(CASE)}
            inner, name = case, "case"
            for step in path:
                inner, name = inner[name], step
            inner[name] = wrong
            refused = error_of(BadInput, answer, case["case"])
            assert (refused.code, refused.where) == (code, where)


def test_a_case_that_is_too_deep_is_told_where_before_python_gives_up() -> None:
    step: dict[str, Any] = {"by": "Ana", "do": "cast"}
    for depth in range(1, 5_000):
        step = {"repeat": [step], "times": 1}
        if depth == 100:
            assert answer(changed(sequence=[step], answers=[]))["outcome"] == "waiting"
        if depth in (101, 4_999):
            refused = error_of(BadInput, answer, changed(sequence=[step]))
            assert (refused.code, refused.where) == ("too_deep", "sequence" + "[0].repeat" * 101)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["Ana", "10^9"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["by", "do", "repeat", "times", "player", "accept", "stop_at", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


def outcome_or_place(case: object, language: Language) -> str | None:
    try:
        outcome: str = answer(case, language)["outcome"]
    except BadInput as refused:
        return refused.where
    return outcome


def _paths(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        found += _paths(inner, (*path, name))
    return found


@given(st.sampled_from(_paths(CASE)[1:]), json_values, st.sampled_from(LANGUAGES))
def test_any_change_of_a_case_is_answered_or_refused(path: tuple[Any, ...], value: object, language: Language) -> None:
    case = copy.deepcopy(CASE)
    inner: Any = case
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert outcome_or_place(case, language)


def test_long_counts_are_said_in_groups(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Language, str]] = [
        ("en", "999,999"),
        ("es", "999.999"),
        ("fr", "999\N{NARROW NO-BREAK SPACE}999"),
    ]
    for language, number in cases:
        with subtests.test(language=language, number=number):
            sequence: Steps = (Repeat((Choice("Ana", "pass"),), 10**6),)
            taken = Taken(Proposal(("Ana", "Bo"), "Bo", sequence, "Bo"), (0, 999_999, 0), "Ana", "pass")
            assert shortcut_answer(taken, language)["text"].count(number) == 2


@given(st.integers(0, 10**40 - 1))
def test_a_number_that_can_be_read_out_is_shown_whole(number: int) -> None:
    shown = readable(number)
    assert shown == str(number) or eval(shown.replace("^", "**")) == number  # noqa: S307 (our own number)


EXAMPLES = Path(__file__).parents[3] / "examples" / "shortcuts"
FLYING: dict[str, Any] = json.loads((EXAMPLES / "flying.json").read_text("utf-8"))
RINGS: dict[str, Any] = json.loads((EXAMPLES / "rings.json").read_text("utf-8"))


@pytest.mark.clauses("CR shortcuts.3")
@pytest.mark.parametrize(("active", "choice"), [("Ana", "give it flying"), ("Bo", "take flying away")])
def test_outside_tournaments_the_active_player_chooses_otherwise(active: str, choice: str) -> None:
    found = fragmented_answer(FLYING | {"active": active}, "en")
    assert (found["player"], found["must_differ_from"], found["clauses"]) == (active, choice, ["CR shortcuts.3"])
    assert (found["first"], found["now"], found["involved"]) == (0, 3, ["Ana", "Bo"])


@pytest.mark.clauses("CR shortcuts.1c")
def test_in_a_tournament_both_name_a_number() -> None:
    found = fragmented_answer(FLYING | {"tournament": True, "span": "turns"}, "en")
    assert (found["player"], found["clauses"]) == (None, ["CR shortcuts.1c", "MTR 4.4.5"])


def test_positions_are_compared_whatever_the_order_of_their_fields() -> None:
    one, other = {"life": [1, 2], "tapped": False}, {"tapped": False, "life": [1, 2]}
    played = [{**FLYING["played"][0], "position": one}, *FLYING["played"][1:]]
    assert fragmented_answer({**FLYING, "played": played, "position": other}, "en")["fragmented"] is True


@pytest.mark.clauses("CR shortcuts.4", "CR shortcuts.5", "CR shortcuts.6")
def test_mandatory_actions_are_a_draw_once_nobody_does_anything_instead() -> None:
    asked = mandatory_answer(RINGS | {"replies": []}, "en")
    assert (asked["outcome"], asked["ask"]) == ("waiting", {"player": "Bo", "instead": "pay {3}"})
    done = mandatory_answer(RINGS | {"replies": [{"player": "Bo", "does_it": True}]}, "en")
    assert (done["outcome"], done["player"], done["do"]) == ("done_instead", "Bo", "pay {3}")
    drawn = mandatory_answer(RINGS, "en")
    assert (drawn["outcome"], drawn["clauses"]) == ("draw", ["CR shortcuts.4", "CR shortcuts.5", "CR shortcuts.6"])
    forced = [{"player": "Ana", "do": "sacrifice a Ring", "called_for_by": "Oblivion Ring"}]
    assert mandatory_answer(RINGS | {"ways_out": forced}, "en")["outcome"] == "done_instead"


def test_a_loop_that_ends_by_itself_is_played_to_there() -> None:
    found = mandatory_answer(RINGS | {"ends_at": "10^100", "amounts_change": True}, "en")
    assert (found["outcome"], found["at"]) == ("ends", "1" + "0" * 100)
    optional = [{"do": "tap", "by": "Ana", "optional": True}]
    for tournament, clauses in ((True, ["CR shortcuts.1c", "MTR 4.4.3"]), (False, ["CR shortcuts.2"])):
        kept = mandatory_answer({"actions": optional, "tournament": tournament}, "en")
        assert (kept["outcome"], kept["clauses"]) == ("may_be_shortcut", clauses)


def test_mistakes_are_told_with_their_place(subtests: pytest.Subtests) -> None:
    for read, case, where in [
        (fragmented_answer, FLYING | {"active": "Cy"}, "active"),
        (fragmented_answer, {**FLYING, "played": [{"by": "Ana"}]}, "played[0].position"),
        (fragmented_answer, FLYING | {"span": "game"}, "span"),
        (mandatory_answer, {}, "actions"),
        (mandatory_answer, RINGS | {"replies": [{"player": "Ana", "does_it": True}]}, "replies[0].player"),
        (mandatory_answer, {"actions": [{"do": "a", "unless": {"do": "b"}}]}, "actions[0].unless.players"),
        (mandatory_answer, {"actions": [], "ends_at": "soon"}, "ends_at"),
        (mandatory_answer, RINGS | {"ends_at": -1}, "ends_at"),
        (mandatory_answer, {"actions": []}, "actions"),
        (mandatory_answer, {"actions": [{"do": "a"}, {"do": "b", "optional": True}]}, "actions[1].by"),
        (
            mandatory_answer,
            {"actions": [{"do": "a", "unless": {"do": "b", "players": []}}]},
            "actions[0].unless.players",
        ),
        (fragmented_answer, {**FLYING, "active": "Zoe", "played": []}, "active"),
        (fragmented_answer, {**FLYING, "played": [{"position": 1, "by": "Zoe", "do": "pass"}]}, "played[0].by"),
    ]:
        with subtests.test(where=where):
            assert error_of(BadInput, read, case, "en").where == where


@pytest.mark.clauses("CR shortcuts.3")
def test_a_pass_is_no_action_and_nobody_must_do_otherwise(subtests: pytest.Subtests) -> None:
    for written in ["pass", "Pass", " PASS ", "passes", "Pass  priority"]:
        with subtests.test(written=written):
            played = [
                {"position": "bare", "by": "Cy", "do": "grant trample"},
                {"position": "trampling, waiting", "by": "Ana", "do": written},
                {"position": "trampling", "by": "Bo", "do": "take trample"},
            ]
            case = {"turn_order": ["Ana", "Bo", "Cy"], "active": "Ana", "played": played, "position": "bare"}
            found = fragmented_answer(case, "en")
            assert (found["involved"], found["player"], found["must_differ_from"]) == (
                ["Bo", "Cy"],
                "Bo",
                "take trample",
            )
            alone = {**case, "played": [*played[:2], {**played[2], "do": written}]}
            assert fragmented_answer(alone, "en")["fragmented"] is False


@pytest.mark.clauses("CR shortcuts.3")
def test_what_a_player_must_do_is_no_action_of_theirs() -> None:
    """Who alone acted brought the game back alone, whatever the others had to do meanwhile."""
    played = [{"position": 1, "by": "Ana", "do": "tap"}, {"position": 2, "by": "Bo", "do": "sacrifice", "forced": True}]
    case = {"turn_order": ["Ana", "Bo"], "active": "Ana", "played": played, "position": 1}
    assert fragmented_answer(case, "en") == {
        "fragmented": False,
        "text": "The game is not back where it was, or one player alone brought it there: this is no fragmented loop.",
    }
    del played[1]["forced"]
    found = fragmented_answer(case, "en")
    assert (found["fragmented"], found["player"]) == (True, "Ana")
    assert "Ana" in found["text"]


@pytest.mark.clauses("CR shortcuts.4", "CR shortcuts.6", "MTR 4.4.7")
def test_what_comes_of_mandatory_actions_is_said_in_a_sentence() -> None:
    unless = {"actions": [{"do": "exile", "by": "Ana", "unless": {"do": "pay {3}", "players": ["Bo"]}}]}
    assert mandatory_answer(unless, "en")["text"] == "Bo is asked whether they do this: pay {3}."
    assert mandatory_answer({**unless, "replies": [{"player": "Bo", "does_it": True}]}, "en") == {
        "outcome": "done_instead",
        "player": "Bo",
        "do": "pay {3}",
        "clauses": ["CR shortcuts.6"],
        "text": "Bo does this, and the loop ends: pay {3}.",
    }
    drawn = {**unless, "replies": [{"player": "Bo", "does_it": False}]}
    assert "the position comes back exactly: the game is a draw" in mandatory_answer(drawn, "en")["text"]
    growing = mandatory_answer({**drawn, "amounts_change": True}, "en")
    assert "nothing that it changes ever ends it: the game is a draw" in growing["text"]
    flip = mandatory_answer({"actions": [{"do": "flip a coin", "random": True}]}, "en")
    assert (flip["outcome"], flip["clauses"]) == ("not_deterministic", ["MTR 4.4.7"])
    assert "“flip a coin” comes next is left to chance" in flip["text"]


def test_a_field_that_nobody_knows_is_refused_wherever_it_stands(subtests: pytest.Subtests) -> None:
    action = {"do": "a", "by": "Ana", "unless": {"do": "b", "players": ["Bo"]}}
    mandatory = {"actions": [action], "ways_out": [{"player": "Bo", "do": "c"}], "replies": []}
    replied = {"actions": [action], "replies": [{"player": "Bo", "does_it": True}]}
    cases: list[tuple[Any, dict[str, Any], tuple[str | int, ...]]] = [
        (mandatory_answer, mandatory, ()),
        (mandatory_answer, mandatory, ("actions", 0)),
        (mandatory_answer, mandatory, ("actions", 0, "unless")),
        (mandatory_answer, mandatory, ("ways_out", 0)),
        (mandatory_answer, replied, ("replies", 0)),
        (fragmented_answer, FLYING, ()),
        (fragmented_answer, FLYING, ("played", 0)),
        (lambda case, _: read_shortcut(case), CASE, ()),
        (lambda case, _: read_shortcut(case), CASE, ("answers", 0)),
    ]
    for read, case, path in cases:
        with subtests.test(case=str(case), path=str(path)):
            wrong = copy.deepcopy(case)
            inner: Any = wrong
            for part in path:
                inner = inner[part]
            inner["unheard_of"] = 1
            assert (error_of(BadInput, read, wrong, "en").where or "").endswith("unheard_of")


@pytest.mark.clauses("CR shortcuts.2a")
@pytest.mark.parametrize("by", ["Ana", None])
def test_chance_can_be_marked_and_is_refused_at_its_place(by: str | None) -> None:
    flip = {"by": by, "do": "flip a coin", "random": True}
    sequence = [{"by": "Ana", "do": "cast"}, {"repeat": [{"by": "Ana", "do": "pay"}, flip], "times": "10^100"}]
    case = {"turn_order": ["Ana", "Bo"], "proposer": "Ana", "end_priority": "Ana", "sequence": sequence}
    assert read_shortcut(case)[0].sequence[1] == Repeat(
        (Choice("Ana", "pay"), Choice(by, "flip a coin", random=True)), 10**100
    )
    found = shortcut_answer(settle(*read_shortcut(case)), "en")
    assert (found["outcome"], found["place"], found["clauses"]) == ("refused", [1, "0", 1], ["CR shortcuts.2a"])
    assert "“flip a coin” comes next is left to chance" in found["text"]
    never = {**case, "sequence": [sequence[0], {"repeat": [flip], "times": 0}]}
    found = shortcut_answer(settle(*read_shortcut(never)), "en")
    assert (found["outcome"], found["place"]) == ("refused", [1, "0", 0])
