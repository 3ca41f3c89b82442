"""Compacted positions, and live ones that are used again: both have to play on as the whole position does."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.engine.prompts import prompt_of
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Reference, Step
from floorjudge.magic.playing.playing import play, play_on
from floorjudge.magic.playing.recording import options
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.search.fingerprint import Fingerprint, fingerprint_of, leaves
from floorjudge.magic.search.moves import RESOLVE, Line, Mover, SavedPosition, saved_position
from tests.magic.made_up import artifact, creature, enchantment

CARDS: list[dict[str, Any]] = [
    artifact("Own Press", "Sacrifice a creature: You gain 1 life."),
    creature("Own Mourner", "Spirit", "1/1", "Whenever another creature dies, you gain 1 life."),
    creature("Own Beast", "Beast", "2/2"),
    creature(
        "Own Keeper",
        "Human",
        "2/2",
        "Sacrifice this creature: Choose target creature you control. When that creature dies this turn, return that card to the "
        "battlefield under your control.",
    ),
    enchantment("Own Census", "Whenever one or more other creatures you control die, you gain 1 life."),
]
SACRIFICE = Step(do="activate", source=Reference("Own Press"), choose=((Reference("Own Beast"),),))


def table(*battlefield: str) -> Table:
    position = read_position({"battlefield": [list(battlefield), []], "cards": CARDS})
    return set_up(position, CardLibrary.of_texts([]))


def compacted(live: Table) -> SavedPosition:
    return saved_position(live, reads_history=False)


def no_order(_step: Step) -> float:
    return 0.0


def seen(live: Table) -> tuple[Fingerprint, set[str]]:
    return fingerprint_of(live.snapshot().compacted(reads_history=False), 0), {
        str(choice.step) for choice in options(live)
    }


def stripped(found: Fingerprint) -> tuple[object, ...]:
    return found.key, found.vector


def test_a_light_position_plays_on_as_the_whole_one_does(subtests: pytest.Subtests) -> None:
    for cards, steps in [
        # A trigger that has looked at a death is the last that went off.
        (("Own Press", "Own Mourner", "Own Beast", "Own Beast"), (SACRIFICE, Step(do="resolve"), Step(do="resolve"))),
        # What counts deaths together keeps a note of which it has counted.
        (("Own Press", "Own Census", "Own Beast", "Own Beast"), (SACRIFICE, Step(do="resolve"), Step(do="resolve"))),
        (("Own Press", "Own Mourner", "Own Beast", "Own Beast"), (SACRIFICE,)),
    ]:
        with subtests.test(cards=cards):
            whole = table(*cards)
            play_on(whole, steps)
            loaded = compacted(whole).table()
            assert seen(loaded) == seen(whole)
            further = (Step(do="resolve"),) if whole.game.stack() else (SACRIFICE, Step(do="resolve"))
            for each in (whole, loaded):
                play_on(each, further)
            assert stripped(seen(loaded)[0]) == stripped(seen(whole)[0])


def test_a_delayed_trigger_on_the_stack_can_be_loaded_and_resolves() -> None:
    whole = table("Own Press", "Own Keeper", "Own Beast")
    keeper = Step(do="activate", source=Reference("Own Keeper"), targets=(Reference("Own Beast"),))
    play_on(whole, (keeper, Step(do="resolve")))
    waiting = compacted(whole).table()
    play_on(waiting, (SACRIFICE,))
    assert len(waiting.game.stack()) == 2
    loaded = compacted(waiting).table()
    play_on(loaded, (Step(do="resolve"), Step(do="resolve")))
    assert "Own Beast" in {thing["name"] for thing in loaded.game.battlefield()}


def test_a_position_that_was_just_made_need_not_be_loaded_and_offers_the_same() -> None:
    live_start = table("Own Press", "Own Mourner", "Own Beast", "Own Beast")
    start, mover = compacted(live_start), Mover(0)
    first = next(choice for choice in mover.options(start) if choice.step.source == Reference("Own Press"))
    line = mover.played(start, Line((first.act,), (first.step,), 1))
    while line is not None and (others := mover.question(line, no_order)):
        assert mover.does(line, others[0].doing[-1], others[0].steps[-1])
    assert line is not None
    landed = mover.landed(mover.finished(line, start), start)
    loads = mover.loads
    live = mover.options(landed)
    assert mover.loads == loads
    assert [choice.step for choice in live] == [choice.step for choice in Mover(0).options(landed)]
    again = mover.played(landed, Line((RESOLVE,), (RESOLVE,), 1))
    fresh = Mover(0).played(landed, Line((RESOLVE,), (RESOLVE,), 1))
    assert mover.loads == loads
    assert again is not None
    assert fresh is not None
    assert mover.question(again, no_order) == mover.question(fresh, no_order) == []
    ends = [mover.finished(each, landed) for each in (again, fresh)]
    assert stripped(fingerprint_of(ends[0].snapshot, 0)) == stripped(fingerprint_of(ends[1].snapshot, 0))
    mover.played(landed, Line((RESOLVE,), (RESOLVE,), 1))
    assert mover.loads == loads + 1


def test_answers_are_put_in_order_by_rank_before_some_are_left_out() -> None:
    start, mover = compacted(table("Own Press", "Own Mourner", "Own Beast")), Mover(0)
    press = next(choice for choice in mover.options(start) if choice.step.source == Reference("Own Press"))
    line = mover.played(start, Line((press.act,), (press.step,), 1))
    assert line is not None
    others = mover.question(line, lambda step: float("Mourner" not in str(step.choose)))
    assert others is not None
    assert [str(other.steps[-1].choose).count("Mourner") for other in others] == [1, 0]


@pytest.mark.parametrize(("many", "listed"), [(3, True), (7, False)])
def test_all_that_may_be_chosen_can_be_chosen_however_much_the_engine_lists(many: int, *, listed: bool) -> None:
    bell = artifact("Own Bell", "{0}: Untap up to seven lands.")
    fields = {"name": "Own Field", "type": "Land"}
    tapped = {"card": "Own Field", "tapped": True, "copies": many}
    position = read_position({"battlefield": [["Own Bell", tapped], []], "cards": [bell, fields]})
    start, mover = compacted(set_up(position, CardLibrary.of_texts([]))), Mover(0)
    (ring,) = (choice for choice in mover.options(start) if choice.step.source == Reference("Own Bell"))
    line = mover.played(start, Line((ring.act, RESOLVE), (ring.step, RESOLVE), 1))
    assert line is not None
    most = max(len(act.cards) for act in prompt_of(line.table).actions)
    assert (most == many) is listed
    others = mover.question(line, no_order)
    assert others is not None
    assert len(others[0].steps[-1].choose[0]) == many
    assert mover.does(line, others[0].doing[-1], others[0].steps[-1])
    assert not any(thing.tapped for thing in line.table.battlefield())


def test_what_reads_the_past_keeps_the_record_of_the_turn() -> None:
    counting = artifact(
        "Own Counter", "At the beginning of your end step, you gain 1 life for each creature that died this turn."
    )
    position = read_position(
        {"battlefield": [["Own Counter", "Own Press", "Own Beast"], []], "cards": [*CARDS, counting]}
    )
    live = set_up(position, CardLibrary.of_texts([]))
    assert live.snapshot().wording.reads_history
    play(live, SACRIFICE)
    play(live, Step(do="resolve"))
    kept, dropped = (live.snapshot().compacted(reads_history=reads).export["state"] for reads in (True, False))
    assert kept["zone_changes_this_turn"]
    assert not dropped["zone_changes_this_turn"]


def test_boards_differ_in_the_size_of_what_waits_on_the_stack() -> None:
    cards = [
        {
            "name": "Own Ball",
            "type": "Creature — Ball",
            "mana_cost": "{X}",
            "text": "This creature enters with X +1/+1 counters on it.",
        },
        artifact("Own Tap", "{X}: You gain X life."),
    ]
    cards[0] |= {"power": "0", "toughness": "0"}
    begin = {"cards": cards, "battlefield": [["Own Tap"], []], "hand": [["Own Ball"], []], "mana": ["CCC", ""]}
    steps = [Step(do="cast", source=Reference("Own Ball"), x=size) for size in (1, 2)]
    steps += [Step(do="activate", source=Reference("Own Tap"), x=size) for size in (1, 2)]
    frames = []
    for step in steps:
        live = set_up(read_position(begin), CardLibrary.of_texts([]))
        play(live, step)
        frames.append(fingerprint_of(live.snapshot(), 0).frame)
    assert len(set(frames)) == len(frames)


def test_a_creature_that_has_grown_is_something_that_is_left() -> None:
    cards = [creature("Own Puff", "Toad", "1/1", "{0}: This creature gets +0/+1 until end of turn.")]
    live = set_up(read_position({"cards": cards, "battlefield": [["Own Puff"], []]}), CardLibrary.of_texts([]))
    before = fingerprint_of(live.snapshot(), 0)
    play_on(live, (Step(do="activate", source=Reference("Own Puff")), Step(do="resolve")))
    now = fingerprint_of(live.snapshot(), 0)
    assert leaves(before, now)
    assert not leaves(now, now)
