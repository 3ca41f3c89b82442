"""Positions without a diary, and live ones that are used again: both have to play on as the whole position does."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Reference, Step
from floorjudge.magic.playing.playing import play, play_on
from floorjudge.magic.playing.recording import options
from floorjudge.magic.positions.reading_json import read_position
from floorjudge.magic.searching.boards import Board, board_of, leaves
from floorjudge.magic.searching.lightness import lightened, reads_past
from floorjudge.magic.searching.moves import RESOLVE, Mover, Spot, spot_of

CARDS: list[dict[str, Any]] = [
    {"name": "Own Press", "type": "Artifact", "text": "Sacrifice a creature: You gain 1 life."},
    {
        "name": "Own Mourner",
        "type": "Creature — Spirit",
        "text": "Whenever another creature dies, you gain 1 life.",
        "power": "1",
        "toughness": "1",
    },
    {"name": "Own Beast", "type": "Creature — Beast", "power": "2", "toughness": "2"},
    {
        "name": "Own Keeper",
        "type": "Creature — Human",
        "text": "Sacrifice this creature: Choose target creature you control. When that creature dies this turn, return that card to the "
        "battlefield under your control.",
        "power": "2",
        "toughness": "2",
    },
    {
        "name": "Own Census",
        "type": "Enchantment",
        "text": "Whenever one or more other creatures you control die, you gain 1 life.",
    },
]
SACRIFICE = Step(do="activate", source=Reference("Own Press"), choose=((Reference("Own Beast"),),))


def table(*battlefield: str) -> Table:
    position = read_position({"battlefield": [list(battlefield), []], "cards": CARDS})
    return set_up(position, CardLibrary.of_texts([]))


def light(live: Table) -> Spot:
    return spot_of(live, reads_past=False)


def seen(live: Table) -> tuple[Board, set[str]]:
    state = lightened(live.state(), reads_past=False)
    return board_of(state, 0), {str(choice.step) for choice in options(live)}


def stripped(board: Board) -> tuple[object, ...]:
    return board.key, board.vector


@pytest.mark.parametrize(
    ("cards", "steps"),
    [
        # A trigger that has looked at a death is the last that went off.
        (("Own Press", "Own Mourner", "Own Beast", "Own Beast"), (SACRIFICE, Step(do="resolve"), Step(do="resolve"))),
        # What counts deaths together keeps a note of which it has counted.
        (("Own Press", "Own Census", "Own Beast", "Own Beast"), (SACRIFICE, Step(do="resolve"), Step(do="resolve"))),
        (("Own Press", "Own Mourner", "Own Beast", "Own Beast"), (SACRIFICE,)),
    ],
)
def test_a_light_position_plays_on_as_the_whole_one_does(cards: tuple[str, ...], steps: tuple[Step, ...]) -> None:
    whole = table(*cards)
    play_on(whole, steps)
    loaded = light(whole).table()
    assert seen(loaded) == seen(whole)
    further = (Step(do="resolve"),) if whole.game.stack() else (SACRIFICE, Step(do="resolve"))
    for each in (whole, loaded):
        play_on(each, further)
    assert stripped(seen(loaded)[0]) == stripped(seen(whole)[0])


def test_a_delayed_trigger_on_the_stack_can_be_loaded_and_resolves() -> None:
    whole = table("Own Press", "Own Keeper", "Own Beast")
    keeper = Step(do="activate", source=Reference("Own Keeper"), targets=(Reference("Own Beast"),))
    play_on(whole, (keeper, Step(do="resolve")))
    waiting = light(whole).table()
    play_on(waiting, (SACRIFICE,))
    assert len(waiting.game.stack()) == 2
    loaded = light(waiting).table()
    play_on(loaded, (Step(do="resolve"), Step(do="resolve")))
    assert "Own Beast" in {thing["name"] for thing in loaded.game.battlefield()}


def test_a_position_that_was_just_made_need_not_be_loaded_and_offers_the_same() -> None:
    start = table("Own Press", "Own Mourner", "Own Beast", "Own Beast")
    spot, mover = light(start), Mover(0)
    first = next(choice for choice in mover.first_choices(spot) if choice.step.source == Reference("Own Press"))
    line = mover.played(spot, [first.act], [first.step], 1)
    while line is not None and (others := mover.question(line)):
        doing, steps, _ = others[0]
        assert mover.does(line, doing[-1], steps[-1])
    assert line is not None
    landed = mover.landed(mover.finished(line, spot), spot)
    loads = mover.loads
    live = mover.first_choices(landed)
    assert mover.loads == loads
    assert [choice.step for choice in live] == [choice.step for choice in Mover(0).first_choices(landed)]
    again = mover.played(landed, [RESOLVE], [RESOLVE], 1)
    fresh = Mover(0).played(landed, [RESOLVE], [RESOLVE], 1)
    assert mover.loads == loads
    assert again is not None
    assert fresh is not None
    assert mover.question(again) == mover.question(fresh) == []
    ends = [mover.finished(each, landed) for each in (again, fresh)]
    assert stripped(board_of(ends[0].state, 0)) == stripped(board_of(ends[1].state, 0))
    mover.played(landed, [RESOLVE], [RESOLVE], 1)
    assert mover.loads == loads + 1


def test_answers_are_put_in_order_by_rank_before_some_are_left_out() -> None:
    spot, mover = light(table("Own Press", "Own Mourner", "Own Beast")), Mover(0)
    mover.rank = lambda step: float("Mourner" not in str(step.choose))
    press = next(choice for choice in mover.first_choices(spot) if choice.step.source == Reference("Own Press"))
    line = mover.played(spot, [press.act], [press.step], 1)
    assert line is not None
    others = mover.question(line)
    assert others is not None
    assert [str(todo[1][-1].choose).count("Mourner") for todo in others] == [1, 0]


def test_what_reads_the_past_keeps_the_record_of_the_turn() -> None:
    counting = {
        "name": "Own Counter",
        "type": "Artifact",
        "text": "At the beginning of your end step, you gain 1 life for each creature that died this turn.",
    }
    position = read_position(
        {"battlefield": [["Own Counter", "Own Press", "Own Beast"], []], "cards": [*CARDS, counting]}
    )
    live = set_up(position, CardLibrary.of_texts([]))
    assert reads_past(live.state())
    play(live, SACRIFICE)
    play(live, Step(do="resolve"))
    kept = lightened(live.state(), reads_past=True)["state"]["zone_changes_this_turn"]
    assert kept
    assert not lightened(live.state(), reads_past=False)["state"]["zone_changes_this_turn"]


def test_boards_differ_in_the_size_of_what_waits_on_the_stack() -> None:
    cards = [
        {
            "name": "Own Ball",
            "type": "Creature — Ball",
            "mana_cost": "{X}",
            "text": "This creature enters with X +1/+1 counters on it.",
        },
        {"name": "Own Tap", "type": "Artifact", "text": "{X}: You gain X life."},
    ]
    cards[0] |= {"power": "0", "toughness": "0"}
    begin = {"cards": cards, "battlefield": [["Own Tap"], []], "hand": [["Own Ball"], []], "mana": ["CCC", ""]}
    steps = [Step(do="cast", source=Reference("Own Ball"), x=size) for size in (1, 2)]
    steps += [Step(do="activate", source=Reference("Own Tap"), x=size) for size in (1, 2)]
    frames = []
    for step in steps:
        live = set_up(read_position(begin), CardLibrary.of_texts([]))
        play(live, step)
        frames.append(board_of(live.state(), 0).frame)
    assert len(set(frames)) == len(frames)


def test_a_creature_that_has_grown_is_something_that_is_left() -> None:
    cards = [
        {
            "name": "Own Puff",
            "type": "Creature — Toad",
            "power": "1",
            "toughness": "1",
            "text": "{0}: This creature gets +0/+1 until end of turn.",
        }
    ]
    live = set_up(read_position({"cards": cards, "battlefield": [["Own Puff"], []]}), CardLibrary.of_texts([]))
    before = board_of(live.state(), 0)
    play_on(live, (Step(do="activate", source=Reference("Own Puff")), Step(do="resolve")))
    now = board_of(live.state(), 0)
    assert leaves(before, now)
    assert not leaves(now, now)
