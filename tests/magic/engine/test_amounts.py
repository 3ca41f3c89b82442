"""Putting the engine where it has not been: as the engine itself gets there when the loop is played all the way."""

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.engine.amounts import CannotHold, with_amounts
from floorjudge.magic.engine.readings.looking_back import NOTHING
from floorjudge.magic.engine.readings.wording import Wording
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.work import Work, units
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.iterating import history_matters
from floorjudge.magic.playing.playing import play, play_body
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.recurrences import Recurrence, passings
from floorjudge.magic.proof.trajectory import Trajectory, trajectory_of
from tests.magic.loop_cases import COPIES, MANA, MILL, TOKENS, JsonObject
from tests.magic.made_up import GAIN, GIANT, SAPROLING, creature, watched

LATE = 30
PUMP = watched(
    "{0}: Target creature gets +1/+1 until end of turn.",
    target="bear",
    board=[{"card": "Big", "as": "bear"}],
    cards=[GIANT],
)
LATER = watched("{0}: Create a 1/1 green Saproling creature token. Exile it at the beginning of the next end step.")
SETS = watched(
    "{0}: Create two 1/1 green Saproling creature tokens. Exile those tokens at the beginning of the next end step."
)
ONCE = watched(
    "{0}: Create a token that's a copy of target creature you control.",
    target="bear",
    board=[{"card": "Own Once", "as": "bear"}],
    cards=[
        creature(
            "Own Once",
            "Bear",
            "1/1",
            "Whenever a creature you control enters, you gain 1 life. This ability triggers only once each turn.\n"
            "{0}: You gain 1 life. Activate only once each turn.",
        )
    ],
)
# Each token makes the next one.
CHAIN: JsonObject = {
    "cards": [
        creature(
            "Splitter",
            "Shapeshifter",
            "1/1",
            "Haste\n{T}: Create a token that's a copy of this creature. Sacrifice it at the beginning of the next end step.",
        )
    ],
    "battlefield": [["Splitter"], []],
    "before": [{"by": 0, "do": "activate", "source": "Splitter"}, {"do": "resolve all"}],
    "body": [{"by": 0, "do": "activate", "source": "token:Splitter"}, {"do": "resolve all"}],
}
PHASES = watched(
    "{0}: After this main phase, there is an additional combat phase followed by an additional main phase."
)
LIFE_LOST = watched(
    "{0}: Each opponent loses 1 life.",
    "At the beginning of each end step, you draw a card for each 1 life your opponents have lost this turn.",
    life=[20, 1000],
)
CASES = {
    "tokens": TOKENS,
    "copies": COPIES,
    "mana": MANA,
    "mill": MILL,
    "pump": PUMP,
    "delayed": LATER,
    "delayed sets": SETS,
    "once a turn": ONCE,
    "chain of tokens": CHAIN,
    "added phases": PHASES,
    "life lost this turn": LIFE_LOST,
}


def begun(case: JsonObject, library: CardLibrary) -> Trajectory:
    return trajectory_of(read_loop_case(case), library, Work(units(60)))


def recurrence_in(found: Trajectory) -> Recurrence:
    recurrence = found.recurrence(0, None)
    assert recurrence is not None
    return recurrence


@pytest.mark.engine
@pytest.mark.parametrize("name", CASES)
def test_an_extrapolated_position_is_the_one_that_playing_gives(name: str, library: CardLibrary) -> None:
    found = begun(CASES[name], library)
    recurrence = recurrence_in(found)
    read = read_loop_case(CASES[name])
    table = set_up(read.position, library)
    play_body(table, read.before, "before")
    for _ in range(recurrence.first + LATE):
        play_body(table, read.body)
    played = table.snapshot()
    put = found.loop.table(with_amounts(recurrence.base, recurrence.at(LATE))).snapshot()
    assert put.abstraction.key == played.abstraction.key


@pytest.mark.engine
def test_tokens_that_were_added_are_exiled_by_the_trigger_of_their_set(library: CardLibrary) -> None:
    found = begun(SETS, library)
    recurrence = recurrence_in(found)
    for times in (0, 3):
        table = found.loop.table(with_amounts(recurrence.base, recurrence.at(times)))
        before = table.snapshot()
        tokens = [thing for thing in table.battlefield() if thing.is_token]
        assert (len(before.delayed), len(tokens)) == (recurrence.first + times, 2 * (recurrence.first + times))
        play(table, Step(do="to step", step="end step"))
        assert not [thing for thing in table.battlefield() if thing.is_token]
        assert not table.snapshot().delayed


@pytest.mark.engine
def test_each_token_of_a_chain_is_sacrificed_whichever_one_made_it(library: CardLibrary) -> None:
    found = begun(CHAIN, library)
    recurrence = recurrence_in(found)
    table = found.loop.table(with_amounts(recurrence.base, recurrence.at(LATE)))
    tokens = [thing.number for thing in table.battlefield() if thing.is_token]
    assert len(tokens) > LATE
    assert sorted(each["ability"]["targets"][0]["Object"] for each in table.snapshot().delayed) == sorted(tokens)


@pytest.mark.engine
def test_added_phases_in_another_order_are_another_position(library: CardLibrary) -> None:
    found = begun(PHASES, library)
    recurrence = recurrence_in(found)
    two = with_amounts(recurrence.base, recurrence.at(2))
    phases = two.raw["extra_phases"]
    assert [each["segment"]["data"] for each in phases[:4]] == ["PostcombatMain", "Combat"] * 2
    in_runs = sorted(phases, key=lambda each: str(each["segment"]))
    other = Snapshot({**two.export, "state": {**two.raw, "extra_phases": in_runs}}, two.labels)
    assert other.abstraction.shape != two.abstraction.shape


@pytest.mark.engine
def test_a_copied_spell_that_exiles_later_what_it_makes_comes_round(library: CardLibrary) -> None:
    case: JsonObject = {
        "battlefield": [["Grizzly Bears"], []],
        "hand": [["Dualcaster Mage", "Twinflame"], []],
        "mana": ["RRR2", ""],
        "before": [
            {"by": 0, "do": "cast", "source": "Twinflame"},
            {"by": 0, "do": "choose", "answer": "Grizzly Bears"},
            {"by": 0, "do": "cast", "source": "Dualcaster Mage"},
            {"do": "resolve"},
        ],
        "body": [{"do": "resolve"}, {"by": 0, "do": "choose", "answer": "Dualcaster Mage"}, {"do": "resolve"}],
    }
    found = begun(case, library)
    recurrence = recurrence_in(found)
    assert found.follows(recurrence, 20)


def test_what_the_engine_cannot_hold_is_refused(library: CardLibrary) -> None:
    found = begun(watched(GAIN), library)
    with pytest.raises(CannotHold):
        with_amounts(found.positions[0], recurrence_in(found).at(2**31))


def test_thresholds_are_where_a_number_in_a_condition_is_reached(library: CardLibrary) -> None:
    watcher = (
        "Whenever a creature you control enters, if you control exactly nine creatures, each opponent loses 5 life."
    )
    found = begun(watched(SAPROLING, watcher), library)
    recurrence = recurrence_in(found)
    base = recurrence.base
    assert 9 in base.wording.numbers
    assert base.wording.asks_exactly == ("Watcher",)
    assert {8 - recurrence.first, 9 - recurrence.first} <= set(passings(recurrence, 400))


@pytest.mark.parametrize(
    ("said", "exact"),
    [
        ("Whenever you gain life, if you have 40 or more life, draw a card.", False),
        ("Whenever you gain life, if your life total is even, draw a card.", True),
        ("Whenever you gain life, each opponent loses half their life, rounded up.", True),
        ("Colorless creatures you control get +2/+2.", False),
    ],
)
def test_what_asks_for_an_exact_number(said: str, exact: bool, library: CardLibrary) -> None:  # noqa: FBT001 (pytest gives it)
    read = read_loop_case(watched(GAIN, said))
    found = set_up(read.position, library).snapshot().wording
    assert found.asks_exactly == (("Watcher",) if exact else ())


def test_a_reader_of_history_that_the_words_do_not_give_away_is_found_out(
    library: CardLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words are taken for harmless: then what the card does gives it away."""
    monkeypatch.setattr(Wording, "past", NOTHING)
    watcher = "Whenever you gain life for the first time each turn, each opponent loses 1 life."
    found = begun(watched(GAIN, watcher), library)
    assert found.perform_all(0, 2)
    assert history_matters(found.loop, found.positions[2], found.loop.iterate(found.positions[2]))
