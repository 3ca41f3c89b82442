"""A permanent that has become a copy: it stays what it is on a table that is loaded, and differs from the copied card."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, Table, set_up
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import play
from floorjudge.magic.playing.recording import options
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify

CLONED: dict[str, Any] = {
    "battlefield": [["Felidar Guardian"], []],
    "hand": [["Clone"], []],
    "mana": ["U3", ""],
}
YES = {"by": 0, "do": "choose", "answer": "yes"}
CAST = [{"by": 0, "do": "cast", "source": "Clone"}, {"do": "resolve"}, YES]
ROUND = [{"do": "resolve"}, YES]


def cloned(library: CardLibrary) -> Table:
    """Return a table on which Clone has come as a copy of Felidar Guardian, whose ability is on the stack."""
    table = set_up(read_position(CLONED), library)
    for step in read_body(CAST):
        play(table, step)
    return table


def test_a_copy_is_the_same_on_a_loaded_table(library: CardLibrary) -> None:
    table = cloned(library)
    before = table.snapshot()
    after = Table.at(table.engine, before, before.labels, table.names).snapshot()
    assert sorted(thing.copier for thing in before.objects.values()) == ["", "Clone"]
    assert {number: thing.raw for number, thing in after.objects.items()} == {
        number: thing.raw for number, thing in before.objects.items()
    }


def test_a_copy_whose_ability_has_chosen_a_target_is_loaded(library: CardLibrary) -> None:
    """The engine notes that Clone still resolves, although a player has priority, and takes no such position."""
    table = set_up(read_position({**CLONED, "battlefield": [["Felidar Guardian", "Grizzly Bears"], []]}), library)
    for step in read_body([*CAST, *[{"by": 0, "do": "choose", "answer": "Felidar Guardian"}] * 2]):
        play(table, step)
    again = table.clone()
    for step in read_body(ROUND[:1]):
        play(again, step)
    assert not again.stack()
    assert [thing.raw for thing in table.clone().battlefield()] == [thing.raw for thing in table.battlefield()]


def test_a_copy_until_the_turn_ends_is_itself_in_the_next_one(library: CardLibrary) -> None:
    given = {"battlefield": [["Mirage Mirror", "Serra Angel"], []], "mana": ["2", ""], "library": [["Island"] * 3] * 2}
    table = set_up(read_position(given), library)
    become = {"do": "activate", "source": "Mirage Mirror", "choose": ["Serra Angel"]}
    for step in read_body([become, {"do": "resolve"}]):
        play(table, step)
    later = table.clone()
    assert [thing.name for thing in later.battlefield()] == ["Serra Angel"] * 2
    for step in read_body([{"do": "to step", "step": "upkeep"}]):
        play(later, step)
    assert sorted(thing.name for thing in later.battlefield()) == ["Mirage Mirror", "Serra Angel"]


def test_a_copy_is_told_from_the_copied_card(library: CardLibrary) -> None:
    """Whoever chooses between them is asked: exiled and returned, only one of them may become something else."""
    table = cloned(library)
    names = Names(table)
    one, other = table.battlefield()
    assert one.name == other.name
    assert names.look(one.number) != names.look(other.number)


@pytest.mark.engine
def test_a_copy_that_returns_asks_again_what_it_copies(library: CardLibrary) -> None:
    """The two exile each other in turn, and every other time Clone comes back, which may enter as a copy or not."""
    case = {**CLONED, "before": CAST, "times": "10^100"}
    unanswered = certify(read_loop_case({**case, "body": ROUND}), library, budget=0.5)
    assert unanswered.evidence not in ("certified", "extended")
    answered = certify(read_loop_case({**case, "body": [*ROUND, *ROUND, YES]}), library, budget=0.5)
    assert answered.evidence == "certified"
    assert answered.maintained_by == (0,)


def test_what_no_step_means_is_no_option(library: CardLibrary) -> None:
    """The engine lists ninjutsu among a player's actions."""
    table = set_up(
        read_position(
            {
                "battlefield": [["Grizzly Bears", {"card": "Island", "copies": 2}], []],
                "hand": [["Ninja of the Deep Hours"], []],
            }
        ),
        library,
    )
    steps: list[dict[str, Any]] = [
        {"do": "to step", "step": "beginning of combat"},
        {"do": "pass"},
        {"do": "pass"},
        {"by": 0, "do": "attack", "attackers": ["Grizzly Bears"]},
        {"do": "pass"},
        {"do": "pass"},
    ]
    for step in read_body(steps):
        play(table, step)
    assert {each.step.do for each in options(table)} == {"pass", "activate"}
    assert all(each.act.source > 0 or each.act.is_pass for each in options(table))
