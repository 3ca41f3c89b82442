"""Putting the engine where it has not been: as the engine itself gets there when the loop is played all the way."""

import msgspec
import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.certifying.beginnings import Beginning
from floorjudge.magic.certifying.comparing import compared_in
from floorjudge.magic.certifying.extrapolating import CannotHold, extrapolated
from floorjudge.magic.certifying.recurrences import Law
from floorjudge.magic.certifying.thresholds import landmarks
from floorjudge.magic.playing.iterating import Loop, Moment, moment_of
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.case_json import read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.state.abstraction import split
from floorjudge.magic.state.history_independence import past_matters
from tests.magic.loop_cases import COPIES, MANA, MILL, TOKENS, JsonObject
from tests.magic.made_up import GAIN, GIANT, SAPROLING, watched

LATE = 30
PUMP = watched(
    "{0}: Target creature gets +1/+1 until end of turn.",
    target="bear",
    board=[{"card": "Big", "as": "bear"}],
    cards=[GIANT],
)
LATER = watched("{0}: Create a 1/1 green Saproling creature token. Exile it at the beginning of the next end step.")
CASES = {"tokens": TOKENS, "copies": COPIES, "mana": MANA, "mill": MILL, "pump": PUMP, "delayed": LATER}


def begun(case: JsonObject, library: CardLibrary) -> Beginning:
    read = read_loop_case(case)
    table = set_up(read.position, library)
    found = Beginning(Loop(table.engine, read.body, table.names), moment_of(table), table)
    found.perform(float("inf"))
    return found


def law_of_case(found: Beginning) -> Law:
    assert found.law is not None
    return found.law


@pytest.mark.parametrize("name", CASES)
def test_an_extrapolated_position_is_the_one_that_playing_gives(name: str, library: CardLibrary) -> None:
    found = begun(CASES[name], library)
    base, law = found.moments[found.base], law_of_case(found)
    read = read_loop_case(CASES[name])
    table = set_up(read.position, library)
    for _ in range(found.base + LATE):
        play_body(table, read.body)
    played = moment_of(table)
    state = extrapolated(base.state, base.split, law.at(LATE), frozenset(base.labels.values()))
    put = moment_of(found.loop.table(Moment(state, split(state), base.labels)))
    assert put.same == played.same
    assert put.split.resources == played.split.resources


def test_what_the_engine_cannot_hold_is_refused(library: CardLibrary) -> None:
    found = begun(watched(GAIN), library)
    with pytest.raises(CannotHold):
        extrapolated(found.moments[0].state, found.moments[0].split, law_of_case(found).at(2**31))


def test_landmarks_are_where_a_number_in_a_condition_is_reached(library: CardLibrary) -> None:
    watcher = (
        "Whenever a creature you control enters, if you control exactly nine creatures, each opponent loses 5 life."
    )
    found = begun(watched(SAPROLING, watcher), library)
    base = found.moments[found.base]
    compared = compared_in(base.state["state"])
    assert 9 in compared.numbers
    assert compared.exact == ("Watcher",)
    tried = landmarks(law_of_case(found), base, compared, 3, 400)
    assert {8 - found.base, 9 - found.base} <= set(tried)


@pytest.mark.parametrize(
    ("said", "exact"),
    [
        ("Whenever you gain life, if you have 40 or more life, draw a card.", False),
        ("Whenever you gain life, if your life total is even, draw a card.", True),
        ("Whenever you gain life, each opponent loses half their life, rounded up.", True),
    ],
)
def test_what_asks_for_an_exact_number(said: str, exact: bool, library: CardLibrary) -> None:  # noqa: FBT001 (pytest gives it)
    read = read_loop_case(watched(GAIN, said))
    found = compared_in(set_up(read.position, library).state()["state"])
    assert found.exact == (("Watcher",) if exact else ())


@pytest.mark.parametrize("case", [TOKENS, PUMP], ids=["tokens", "pump"])
def test_a_loop_that_reads_no_past_goes_on_with_any_past(case: JsonObject, library: CardLibrary) -> None:
    found = begun(case, library)
    assert not past_matters(found.loop, found.moments[found.base], found.iterations[found.base])


def test_a_reader_of_the_past_that_the_words_do_not_give_away_is_found_out(library: CardLibrary) -> None:
    """The same position, but said to keep no ledgers: then what the card does gives it away."""
    watcher = "Whenever you gain life for the first time each turn, each opponent loses 1 life."
    found = begun(watched(GAIN, watcher), library)
    unread = msgspec.structs.replace(
        found.moments[2], split=msgspec.structs.replace(found.moments[2].split, keeps_ledgers=False)
    )
    assert past_matters(found.loop, unread, found.iterations[2])
