"""A second opinion: what both engines do is compared, a disagreement takes *certified* away, and a person's judgement decides."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from floorjudge.magic import CardLibrary, Certificate, certify, read_loop_case
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.proof.certificates import question_hash
from floorjudge.texts import render
from floorjudge_lab.rows import Row
from floorjudge_lab.second_opinion import asking
from floorjudge_lab.second_opinion.asking import question_of, with_second_opinion
from floorjudge_lab.second_opinion.opinions import GameOver, Judgement, Opinion, Right, opinion_value, sentences
from floorjudge_lab.second_opinion.program import CannotStart, Did, NotAnAnswer, SecondEngine, read_answer
from floorjudge_lab.verifying import with_second_opinions

JsonObject = dict[str, Any]
PINGER = Path(__file__).with_name("pinging_engine.py")
CASE: JsonObject = {
    "names": ["Ana", "Bo"],
    "life": [20, 9],
    "battlefield": [[{"card": "Own Pinger", "as": "ping"}], []],
    "cards": [
        {
            "name": "Own Pinger",
            "type": "Artifact",
            "text": "{0}: This artifact deals 2 damage to target player or planeswalker.",
        }
    ],
    "body": [{"by": "Ana", "do": "activate", "source": "ping", "targets": ["Bo"]}, {"do": "resolve"}],
}
NO_CARDS = CardLibrary.of_texts([])


def command(manner: str = "") -> str:
    return shlex.join([sys.executable, str(PINGER), manner])


Asked = tuple[Certificate, Opinion]


def asked(manner: str = "", seconds: float = 60.0, **more: Any) -> Asked:
    case = read_loop_case({**CASE, **more})
    with SecondEngine(command(manner), seconds) as second:
        return with_second_opinion(certify(case, NO_CARDS, budget=1.0), NO_CARDS, second)


def words(given: Asked) -> str:
    certificate, opinion = given
    assert certificate.second == opinion_value(opinion)
    return " ".join(render(each, "en") for each in sentences(opinion, certificate.players))


def test_engines_that_do_the_same_agree_and_are_named() -> None:
    found = asked(times=3)
    opinion = found[1]
    assert (opinion.status, opinion.engine, opinion.commit, opinion.iterations) == ("agree", "Pinger", "1", 3)
    assert opinion.first.startswith("phase ")
    assert opinion.case == question_hash(case_value(read_loop_case(CASE)))
    assert found[0].evidence == "certified"
    assert "Two engines agree" in words(found)


def test_a_disagreement_takes_certified_away_and_says_where() -> None:
    found = asked("twice", times=2)
    (difference,) = found[1].differences
    assert (difference.iteration, difference.name, difference.first, difference.second) == (1, "life.1", -2, -4)
    assert (found[0].evidence, found[0].verdict, found[0].iterations, found[0].knows_end) == (
        "undecided",
        "undecided",
        None,
        False,
    )
    assert "Until a person has judged" in words(found)


def test_what_comes_before_the_loop_is_compared() -> None:
    found = asked("earlier", times=2)
    (difference,) = found[1].differences
    assert (difference.iteration, difference.name, difference.second) == (0, "life.0", 1)
    assert "before the loop change life.0 by 0 here, by 1 there" in words(found)


def test_mana_that_was_made_is_told() -> None:
    case = CASE | {"battlefield": [[{"card": "Own Pinger", "as": "ping"}], []], "times": 1}
    case |= {"cards": [{"name": "Own Pinger", "type": "Artifact", "text": "{T}: Add {C}{C}."}]}
    case["body"] = [{"by": "Ana", "do": "activate", "source": "ping"}]
    assert question_of(read_loop_case(case), NO_CARDS, 1).body[0].did[0].made == "CC"


@pytest.mark.parametrize(
    ("right", "evidence"), [("first", "certified"), ("second", "undecided"), ("neither", "undecided")]
)
def test_a_judgement_decides(right: Right, evidence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = read_loop_case({**CASE, "times": 2})
    judged = Judgement(
        case=question_hash(case_value(case)), engine="Pinger", cards=("Own Pinger",), right=right, reason="It deals 2."
    )
    monkeypatch.setattr(asking, "judgements", lambda: (judged,))
    found = asked("twice", times=2)
    assert found[0].evidence == evidence
    assert "The reason, in English: It deals 2." in words(found)


def test_a_judgement_is_of_the_case_and_not_of_how_often() -> None:
    values = [
        case_value(read_loop_case(CASE | more)) for more in ({"times": 3}, {"names": ["Cy", "Di"]}, {"life": [20, 8]})
    ]
    values[1]["body"][0] = case_value(read_loop_case(CASE))["body"][0]
    plain, named, other = map(question_hash, values)
    assert plain == named != other


def test_what_was_not_understood_is_no_disagreement() -> None:
    found = asked("doubts", times=2)
    assert (found[1].status, found[0].evidence) == ("not_understood", "certified")
    assert "the target was not asked for" in words(found)
    assert asked("shy", times=2)[1].status == "not_understood"


def test_a_program_that_fails_gives_no_answer(subtests: pytest.Subtests) -> None:
    for manner, said in [("dies", "out of luck"), ("garbage", "cannot be read"), ("other_id", "it has the id another")]:
        with subtests.test(manner=manner, said=said):
            found = asked(manner, times=2)
            assert (found[1].status, found[0].evidence) == ("no_answer", "certified")
            assert said in words(found)


def test_a_program_that_is_silent_is_ended() -> None:
    found = asked("hangs", seconds=0.2, times=2)[1]
    assert found.status == "no_answer"
    assert found.said[0].startswith("Out of time")


def test_a_program_that_is_not_there_is_said_so() -> None:
    with SecondEngine("/no/such/program --fast") as second, pytest.raises(CannotStart) as raised:
        second.answer(question_of(read_loop_case(CASE), NO_CARDS, 1))
    assert raised.value.where == "--second"
    assert "(there is no such file or folder)" in raised.value.message("en")


def test_what_our_engine_does_by_itself_is_told() -> None:
    """Two abilities, the one that is meant by its number, and mana of which the second time another colour is left."""
    text = "{T}: Draw a card.\n{1}: This artifact deals 2 damage to target opponent."
    case = CASE | {
        "cards": [{"name": "Own Pinger", "type": "Artifact", "text": text}],
        "mana": ["RG", ""],
        "body": [{"by": "Ana", "do": "activate", "source": "ping", "ability": 1}, {"do": "resolve"}],
    }
    first, second = question_of(read_loop_case(case), NO_CARDS, 2).body[0].did
    assert first.words == "{1}: ~ deals 2 damage to target opponent." == second.words
    assert sorted(first.spent + second.spent) == ["G", "R"]
    in_words = CASE | {"body": [dict(CASE["body"][0], ability="deals 2"), *CASE["body"][1:]]}
    assert not any(step.did for step in question_of(read_loop_case(in_words), NO_CARDS, 1).body)
    (unsaid,) = question_of(read_loop_case(CASE), NO_CARDS, 1).body[0].did
    assert unsaid == Did(words="{0}: ~ deals 2 damage to target player or planeswalker.")


def test_both_engines_end_the_game_at_the_same_place() -> None:
    found = asked(life=[20, 8])
    opinion = found[1]
    assert (opinion.status, opinion.end) == ("agree", True)
    assert "the game at the same place" in words(found)


def test_a_step_that_is_not_possible_there_is_a_disagreement() -> None:
    found = asked("tires", times=2)
    assert (found[1].status, found[0].evidence) == ("disagree", "undecided")
    assert "step 1 of iteration 2 cannot be done: It is tired." in words(found)
    assert asked("tires", times=1)[1].status == "agree"


def test_an_end_elsewhere_is_a_disagreement() -> None:
    # Four damage a time instead of two: over after two iterations and not after four; the first of them differs already.
    found = asked("twice", life=[20, 8])
    assert [each.name for each in found[1].differences] == ["life.1"]
    ends = found[1].ends
    assert ends is not None
    assert ends.second == GameOver(2, 1, ("won", "lost"))
    assert "There: the game is over with step 2 of iteration 2, and Ana has won." in words(found)


def test_an_answer_of_another_form_is_refused(subtests: pytest.Subtests) -> None:
    for line in [
        b"[]",
        b'{"id": "1"}',
        b'{"id": "1", "engine": "E", "changes": [{"life.0": "two"}]}',
        b'{"id": "1", "engine": "E", "changes": [], "end": {"iteration": 1, "step": 0, "players": ["gone"]}}',
        b'{"id": "1", "engine": "E", "changes": [], "surprise": 1}',
    ]:
        with subtests.test(line=line), pytest.raises(NotAnAnswer):
            read_answer(line, "1")


@pytest.mark.engine
def test_rows_are_asked_about_once_and_again_where_the_engines_disagree() -> None:
    plain = Row(id="a", cards=("Own Pinger",), verdict="certified", case={**CASE, "times": 2})
    rows = [plain, msgspec.structs.replace(plain, id="b", verdict="not_found", case=None)]
    told: list[tuple[int, int]] = []
    (agreed,) = with_second_opinions(rows, command(), NO_CARDS, lambda done, total: told.append((done, total)))
    assert (agreed.verdict, agreed.second and agreed.second["status"], told) == ("certified", "agree", [(1, 1)])
    assert not list(with_second_opinions([agreed], command(), NO_CARDS, lambda *_: None))
    (other,) = with_second_opinions(rows, command("twice"), NO_CARDS, lambda *_: None)
    assert (other.verdict, other.reason) == ("undecided", "engines_disagree")
    (again,) = with_second_opinions([other], command(), NO_CARDS, lambda *_: None)
    assert (again.verdict, again.reason) == ("certified", None)
