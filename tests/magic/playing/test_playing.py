"""Bodies played on the engine, with real cards."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary, Table
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Played, play_body, play_each
from floorjudge.magic.playing.recording import options
from floorjudge.texts import render
from tests.magic.boards import ALTAR, COMBAT, GOND, KIKI, SPELLS, game_of, life, mana, permanents, table_of

Steps = dict[str, Any]


def played(table: Table, *steps: Steps) -> Played:
    return play_body(table, read_body(list(steps)))


def refused(table: Table, *steps: Steps) -> FloorjudgeError:
    """Play steps that must fail, and leave the table as it was; return the error."""
    before, labels = game_of(table), dict(table.labels)
    with pytest.raises(FloorjudgeError) as raised:
        played(table, *steps)
    after = game_of(table)
    assert table.labels == labels
    assert {name for name in before if before[name] != after.get(name)} == set()
    assert raised.value.message("en")
    return raised.value


def test_an_iteration_of_a_loop(library: CardLibrary) -> None:
    table = table_of(GOND, library)
    iteration = ({"by": 0, "do": "activate", "source": "bear"}, {"do": "resolve all"})
    for done in (1, 2):
        played(table, *iteration)
        assert permanents(table).count("Elf Warrior") == done
    result = played(table, *iteration)
    assert result.open_question is None
    chosen, *passes = result.decisions
    assert (chosen.player, chosen.how, chosen.is_pass, chosen.forced) == (0, "stated", False, False)
    assert [each.kind for each in chosen.alternatives] == ["PassPriority"]
    assert [(each.player, each.how, each.is_pass, each.others) for each in passes] == [
        (0, "implied", True, None),
        (1, "implied", True, None),
    ] * 2
    *_, resolved = play_each(table, read_body(list(iteration)), listing=True)
    assert [each.others for each in resolved.decisions] == [()] * len(passes)


def test_whom_a_creature_is_paired_with_is_said_by_name(library: CardLibrary) -> None:
    given = {
        "battlefield": [["Peregrine Drake", "Grizzly Bears"], []],
        "hand": [["Deadeye Navigator"], []],
        "mana": ["{U}{U}{U}{U}{U}{U}{U}{U}", ""],
    }
    table = table_of(given, library)
    paired = {"do": "resolve", "choose": ["yes", "Grizzly Bears"]}
    played(table, {"by": 0, "do": "cast", "source": "Deadeye Navigator"}, {"do": "resolve"}, paired)
    played(table, {"by": 0, "do": "activate", "source": "Grizzly Bears"})
    refused(table, {"by": 0, "do": "activate", "source": "Peregrine Drake"})


def test_what_is_left_to_be_answered_when_the_game_is_over_is_not_asked(library: CardLibrary) -> None:
    """Bo draws from an empty library: Smothering Tithe asks nothing."""
    table = table_of({"battlefield": [["Smothering Tithe", "Jayemdae Tome"], []], "mana": ["{4}", ""]}, library)
    played(table, {"by": 0, "do": "activate", "source": "Jayemdae Tome"}, {"do": "resolve", "choose": ["no"]})
    assert game_of(table)["waiting_for"]["type"] == "GameOver"


def test_targets_optional_effects_and_branches_by_name(library: CardLibrary) -> None:
    table = table_of(KIKI, library)
    body = (
        {"by": 0, "do": "activate", "source": "kiki", "targets": ["Pestermite"]},
        {"do": "resolve all", "targets": ["kiki"], "choose": ["yes", "untap"]},
    )
    for done in (2, 3, 4):
        played(table, *body)
        assert permanents(table).count("Pestermite") == done
    played(table, {"by": 0, "do": "activate", "source": "kiki", "targets": ["Pestermite"]}, {"do": "resolve all"})
    played(table, {"do": "choose", "answer": "kiki"}, {"do": "resolve all"}, {"do": "choose", "answer": "no"})
    assert "not_possible" in refused(table, {"do": "activate", "source": "kiki"}).code


def test_a_question_left_open_is_an_error_at_the_step_that_left_it(library: CardLibrary) -> None:
    table = table_of(KIKI, library)
    error = refused(
        table,
        {"by": 0, "do": "activate", "source": "kiki", "targets": ["Pestermite"]},
        {"do": "resolve all"},
        {"do": "pass"},
    )
    assert (error.code, error.where) == ("answer_needed", "body[1].targets[0]")
    assert "kiki, Pestermite, Forest, Grizzly Bears, token:Pestermite" in error.message("en")


def test_costs_orders_and_players(library: CardLibrary) -> None:
    table = table_of(ALTAR, library)
    played(
        table,
        {
            "do": "activate",
            "source": "Ashnod's Altar",
            "pay": {"with": ["big"]},
            "choose": [["Zulaport Cutthroat", "Blood Artist"]],
            "targets": ["Player 2"],
        },
        {"do": "resolve all"},
    )
    assert (life(table), mana(table)) == ((22, 18), ["Colorless"] * 2)
    assert "big" not in [table.game.object(each["id"])["name"] for each in table.game.battlefield()]
    played(table, {"do": "activate", "source": "Ashnod's Altar"}, {"do": "choose", "answer": "Grizzly Bears"})
    assert mana(table) == ["Colorless"] * 4


def test_mana_abilities_and_several_abilities(library: CardLibrary) -> None:
    table = table_of(SPELLS, library)
    error = refused(table, {"do": "activate", "source": "Basalt Monolith"})
    assert (error.code, error.where) == ("which_ability", "body[0].ability")
    played(table, {"do": "activate", "source": "Basalt Monolith", "ability": 0})
    assert mana(table) == ["Colorless"] * 3
    played(table, {"do": "activate", "source": "Basalt Monolith", "ability": "untap"}, {"do": "resolve all"})
    assert mana(table) == []
    played(table, {"do": "activate", "source": "Birds of Paradise", "choose": ["Blue"]})
    assert mana(table) == ["Blue"]
    error = refused(table, {"do": "activate", "source": "Basalt Monolith", "ability": "fly"})
    assert (error.code, error.where) == ("not_possible", "body[0].ability")


def test_spells_lands_responses_and_payment_by_hand(library: CardLibrary) -> None:
    table = table_of(SPELLS, library)
    played(
        table,
        {"do": "play", "source": "mountain"},
        {"do": "cast", "source": "lightning bolt", "targets": [1]},
        {"by": 0, "do": "pass"},
        {"by": 1, "do": "cast", "source": "Counterspell", "targets": ["Lightning Bolt"]},
        {"do": "resolve all"},
    )
    assert (life(table), permanents(table).count("Mountain")) == ((20, 20), 5)
    played(
        table,
        {"do": "cast", "source": "Fireball", "x": 2, "targets": [1], "pay": {"mana": ["Sol Ring", "Mountain"]}},
        {"do": "resolve"},
    )
    assert life(table) == (20, 18)
    tapped = sorted(thing["name"] for thing in table.game.battlefield() if thing["tapped"] and not thing["controller"])
    assert tapped == ["Mountain", "Mountain", "Sol Ring"]
    played(table, {"do": "cast", "source": "Boros Charm", "modes": ["4 damage"], "targets": [1]}, {"do": "resolve"})
    assert life(table) == (20, 14)


def test_combat(library: CardLibrary) -> None:
    table = table_of(COMBAT, library)
    played(
        table,
        {"do": "to step declare attackers"},
        {"do": "attack", "attackers": ["angel", "Grizzly Bears"]},
        {"by": 0, "do": "pass"},
        {"by": 1, "do": "pass"},
        {"do": "block", "blocks": [{"blocker": "Serra Angel", "attacker": "Grizzly Bears"}]},
        {"do": "to step second main"},
    )
    assert life(table) == (20, 16)
    assert permanents(table) == ["Grizzly Bears", "Serra Angel"]
    played(table, {"do": "to step upkeep"})
    assert table.game.turn % 2 == 0
    assert refused(table, {"do": "to step tea"}).where == "body[0].step"
    nobody = table_of({}, library, library=[["Forest"] * 9] * 2)
    assert refused(nobody, {"do": "to step declare attackers"}).code == "step_not_reached"


def test_what_comes_into_being_gets_a_name(library: CardLibrary) -> None:
    table = table_of(GOND, library)
    played(table, {"do": "activate", "source": "bear"}, {"do": "resolve", "as": "elf"})
    assert table.game.object(table.labels["elf"])["name"] == "Elf Warrior"
    error = refused(table, {"do": "resolve all", "as": "none"})
    assert (error.code, error.where) == ("nothing_new", "body[0].as")
    again = ({"do": "resolve all"}, {"do": "activate", "source": "bear"}, {"do": "resolve", "as": "other"})
    assert refused(table, *again, {"do": "resolve all", "as": "none"}).where == "body[3].as"


def test_what_is_not_possible_is_told_with_its_place(library: CardLibrary, subtests: pytest.Subtests) -> None:
    table = table_of(GOND, library)
    wrong: list[tuple[Steps, str, str]] = [
        ({"by": 1, "do": "activate", "source": "bear"}, "not_their_step", "body[0].by"),
        ({"by": 7, "do": "pass"}, "unknown_seat", "body[0].by"),
        ({"do": "activate", "source": "bears"}, "not_possible", "body[0].source"),
        ({"do": "activate", "source": "bear", "targets": [1]}, "nothing_asked", "body[0].targets[0]"),
        ({"do": "activate", "source": "bear", "x": 3}, "nothing_asked", "body[0].x"),
        ({"do": "cast", "source": "bear"}, "not_possible", "body[0].source"),
        ({"do": "choose", "answer": "yes"}, "nothing_asked", "body[0]"),
        ({"do": "attack", "attackers": ["bear"]}, "not_possible", "body[0]"),
        ({"do": "resolve"}, "empty_stack", "body[0]"),
    ]
    for step, code, where in wrong:
        with subtests.test(step=step):
            error = refused(table, step)
            assert (error.code, error.where) == (code, where)


def test_things_of_one_name_that_are_not_alike(library: CardLibrary) -> None:
    board = {
        "battlefield": [[{"card": "Mountain"}, {"card": "Grizzly Bears"}], [{"card": "Grizzly Bears", "copies": 2}]]
    }
    table = table_of(board, library, hand=[["Lightning Bolt"], []])
    error = refused(table, {"do": "cast", "source": "Lightning Bolt", "targets": ["Grizzly Bears"]})
    assert (error.code, error.where) == ("which_one", "body[0].targets[0]")
    played(
        table,
        {"do": "cast", "source": "Lightning Bolt", "targets": [{"card": "Grizzly Bears", "of": 1}]},
        {"do": "resolve"},
    )
    assert permanents(table, 1) == ["Grizzly Bears"]


def test_nothing_can_be_done_after_the_end(library: CardLibrary) -> None:
    table = table_of(SPELLS, library, life=[20, 3])
    played(table, {"do": "cast", "source": "Lightning Bolt", "targets": [1]}, {"do": "resolve"})
    with pytest.raises(FloorjudgeError) as over:
        played(table, {"do": "pass"})
    assert over.value.code == "magic_game_over"


@pytest.mark.parametrize(
    ("card", "kind", "there", "times"),
    [("Workhorse", "+1/+1", 2, 2), ("Runaway Steam-Kin", "+1/+1", 5, 1), ("Saprazzan Skerry", "depletion", 0, 0)],
)
def test_mana_is_not_paid_for_with_counters_that_are_not_there(
    library: CardLibrary, card: str, kind: str, there: int, times: int
) -> None:
    counters = {kind: there} if there else {}
    table = table_of({"battlefield": [[{"card": card, "counters": counters}], []]}, library)
    activate = {"by": 0, "do": "activate", "source": card}
    for _ in range(times):
        assert any(option.step.source for option in options(table))
        played(table, activate)
    assert not any(option.step.source for option in options(table))
    assert refused(table, activate).code


@pytest.mark.parametrize("card", ["Fortune, Loyal Steed", "Adagia, Windswept Bastion", "Smuggler's Copter"])
def test_what_others_are_tapped_for_is_told_by_its_own_name(library: CardLibrary, card: str) -> None:
    table = table_of({"battlefield": [[card, {"card": "Grizzly Bears", "copies": 3}], []]}, library)
    assert card in {option.step.source.words for option in options(table) if option.step.source}


def test_what_lies_face_down_has_words_that_can_be_written_and_read(library: CardLibrary) -> None:
    hider = {"name": "Own Hider", "type": "Artifact", "text": "{0}: Manifest the top card of your library."}
    altar = {"name": "Own Altar", "type": "Artifact", "text": "Sacrifice a creature: You gain 1 life."}
    board = {
        "cards": [hider, altar],
        "battlefield": [["Own Hider", "Own Altar", "Grizzly Bears"], []],
        "library": [["Forest"], []],
    }
    table = table_of(board, library)
    played(table, {"by": 0, "do": "activate", "source": "Own Hider"}, {"do": "resolve all"})
    assert "face down" in {Names(table).called(thing["id"]) for thing in table.game.battlefield()}
    position = table.snapshot()
    lines = {each.key: render(each.label, "en") for each in names_of(position, table.names)}
    assert lines["battlefield.0.face down"] == "face-down card of Player 1 on the battlefield"
    assert lines["power.face down"] == "power of face-down card"
    before = life(table)[0]
    sacrifice = {"by": 0, "do": "choose", "answer": "face down"}
    played(table, {"by": 0, "do": "activate", "source": "Own Altar"}, sacrifice, {"do": "resolve all"})
    assert life(table)[0] == before + 1
    assert permanents(table).count("Grizzly Bears") == 1
