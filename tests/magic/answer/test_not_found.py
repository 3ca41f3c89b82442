"""The answer of a search without a loop: what came back and could not be certified is not known, and comes before what was tried."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.answer import not_found
from floorjudge.magic.doubt.doubts import NOTHING_BECAUSE_OF_IT
from floorjudge.magic.engine.gaps import to_its_end
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.search.drafts import Layout
from floorjudge.magic.search.finding import Limits, find
from floorjudge.magic.search.outcomes import Outcome
from floorjudge.texts import render, text

SPRING = {"name": "Own Spring", "type": "Artifact", "text": "{T}: Add {C}{C}.\n{1}: Untap this artifact."}
DOUBT = text("Beware.")


@pytest.fixture(scope="module")
def found() -> Outcome:
    """Return a search that has found a loop, for what would be said had it not been certified."""
    position = read_position({"battlefield": [[{"card": "Own Spring"}], []], "cards": [SPRING]})
    return find([Layout(position, 0.0)], ["Own Spring"], CardLibrary.of_texts([]), Limits(20.0, 8))


def in_vain(found: Outcome, how: Literal["open", "stops", "nothing"]) -> Outcome:
    """Return the search with its loop left open, stopping for want of something, or not there at all."""
    assert found.loop is not None
    certificate = msgspec.structs.replace(
        found.loop.certificate,
        verdict="undecided" if how == "open" else "ends",
        evidence="undecided" if how == "open" else "certified",
        stopped_by=Stop("step", text("A step is not possible."), step=0) if how == "stops" else None,
        sentences=(DOUBT, text("A judge decides.")),
    )
    tried = msgspec.structs.replace(found.loop, certificate=certificate)
    undecided = () if how == "nothing" else (tried,)
    return msgspec.structs.replace(found, loop=None, undecided=undecided, doubts=(DOUBT,))


@pytest.mark.engine
def test_what_may_go_on_is_not_known_and_everything_else_was_not_found(found: Outcome) -> None:
    for how, verdict in (("open", "Not known."), ("stops", "No loop was found."), ("nothing", "No loop was found.")):
        answer = not_found(in_vain(found, how), CardLibrary.of_texts([]))  # type: ignore[arg-type]
        assert render(answer.verdict, "en") == verdict
        assert (answer.kind == "not_known") is (how == "open")
        assert ("could not be certified" in render(answer.reason, "en")) == (how == "open")


@pytest.mark.engine
def test_a_doubt_about_the_whole_search_is_not_repeated_beside_each_sequence(found: Outcome) -> None:
    answer = not_found(in_vain(found, "open"), CardLibrary.of_texts([]))
    assert answer.in_the_way == (DOUBT,)
    assert [each.why for each in answer.uncertain] == [(text("A judge decides."),)]


@pytest.mark.engine
def test_what_follows_from_a_doubt_stands_after_it_and_not_alone_beside_a_sequence(found: Outcome) -> None:
    whole = in_vain(found, "open")
    certificate = msgspec.structs.replace(whole.undecided[0].certificate, sentences=(DOUBT, NOTHING_BECAUSE_OF_IT))
    tried = msgspec.structs.replace(whole.undecided[0], certificate=certificate)
    for doubts, in_the_way, why in (
        ((DOUBT,), (DOUBT, NOTHING_BECAUSE_OF_IT), ()),
        ((), (), (DOUBT, NOTHING_BECAUSE_OF_IT)),
    ):
        outcome = msgspec.structs.replace(whole, undecided=(tried,), doubts=doubts)
        answer = not_found(outcome, CardLibrary.of_texts([]))
        assert answer.in_the_way == in_the_way
        assert [each.why for each in answer.uncertain] == [why]


def test_words_that_the_parser_cut_off_end_with_their_sentence() -> None:
    written = "Draw a card. Exile them at the end.\nFlying"
    for words, whole in (
        ("Draw a card. Exi", "Draw a card. Exile them at the end."),
        ("Draw a card.", "Draw a card."),
        ("Fly", "Flying"),
        ("Trample", "Trample"),
        ("", ""),
    ):
        assert to_its_end(words, written) == whole


@pytest.mark.engine
def test_one_sequence_that_begins_at_another_of_its_steps_is_shown_once_with_what_is_done_before_it(
    found: Outcome,
) -> None:
    alone = in_vain(found, "open")
    tried = alone.undecided[0]
    body = tried.case.body
    assert len(body) > 1
    turned = msgspec.structs.replace(tried.case, before=(*tried.case.before, body[0]), body=(*body[1:], body[0]))
    both = msgspec.structs.replace(alone, undecided=(tried, msgspec.structs.replace(tried, case=turned)))
    library = CardLibrary.of_texts([])
    assert not_found(both, library).uncertain == not_found(alone, library).uncertain
    (only,) = not_found(msgspec.structs.replace(alone, undecided=(both.undecided[1],)), library).uncertain
    assert [render(each, "en") for each in only.before] == ["Player 1 activates Own Spring: “{T}: Add {C}{C}”."]
