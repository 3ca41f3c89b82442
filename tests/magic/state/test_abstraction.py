"""Shape and counters: what the engine numbers is not compared, what matters is."""

import random
from itertools import combinations
from typing import Any

import msgspec
import pytest

from floorjudge.magic import CardLibrary, Table
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.state import Abstraction

JsonObject = dict[str, Any]

BOARD: list[JsonObject] = [
    {"card": "Prodigal Sorcerer"},
    {"card": "Grizzly Bears", "copies": 2},
    {"card": "Grizzly Bears", "tapped": True},
    {"card": "Forest", "copies": 3},
    {"card": "Intruder Alarm"},
    {"card": "Soulmender"},
]
OTHERS: list[JsonObject] = [
    {"card": "Serra Angel"},
    {"card": "Island", "copies": 2},
    {"card": "Grizzly Bears", "counters": {"+1/+1": 2}},
]


def table_of(cards: CardLibrary, first: list[JsonObject], second: list[JsonObject] = OTHERS, **more: object) -> Table:
    position = {
        "battlefield": [first, second],
        "hand": [["Giant Growth", "Forest"], ["Shock"]],
        "mana": ["RG", ""],
    } | more
    return set_up(read_position(position), cards)


def key_of(table: Table) -> object:
    return table.snapshot().abstraction.key


def test_what_differs_is_told_apart(library: CardLibrary, subtests: pytest.Subtests) -> None:
    plain = key_of(table_of(library, BOARD))
    changes: list[JsonObject] = [
        {"life": [20, 19]},
        {"mana": ["RR", ""]},
        {"turn_of": 1},
        {"step": "second main"},
        {"priority": 1},
        {"hand": [["Giant Growth"], ["Shock"]]},
        {"graveyard": [["Forest"], []]},
        {"library": [["Forest"], []]},
        {"counters": [{"poison": 1}, {}]},
    ]
    for changed in changes:
        with subtests.test(changed=changed):
            assert key_of(table_of(library, BOARD, **changed)) != plain


def test_objects_that_differ_are_told_apart(library: CardLibrary, subtests: pytest.Subtests) -> None:
    bear: JsonObject = {"card": "Grizzly Bears"}
    plain = key_of(table_of(library, [bear]))
    differences: list[JsonObject] = [
        {"tapped": True},
        {"sick": True},
        {"damage": 1},
        {"counters": {"+1/+1": 1}},
        {"token": True},
        {"card": "Runeclaw Bear"},
        {"copies": 2},
    ]
    for differs in differences:
        with subtests.test(differs=differs):
            assert key_of(table_of(library, [bear | differs])) != plain


def test_the_order_of_a_library_is_compared(library: CardLibrary) -> None:
    one = table_of(library, [], library=[["Forest", "Island"], []])
    other = table_of(library, [], library=[["Island", "Forest"], []])
    assert key_of(one) != key_of(other)


def test_the_order_of_a_graveyard_is_compared_only_where_a_card_looks_at_it(library: CardLibrary) -> None:
    def keys(*board: JsonObject) -> list[object]:
        orders = (["Forest", "Shock"], ["Shock", "Forest"])
        return [key_of(table_of(library, list(board), graveyard=[order, []])) for order in orders]

    plain = keys()
    assert plain[0] == plain[1]
    looked_at = keys({"card": "Volrath's Shapeshifter"})
    assert looked_at[0] != looked_at[1]


def test_who_wears_what_is_compared(library: CardLibrary) -> None:
    """Two Auras on one of two Bears are not one on each, although the objects are the same."""
    bears = [{"card": "Grizzly Bears", "as": "one"}, {"card": "Grizzly Bears", "as": "two"}]
    both = table_of(library, [*bears, {"card": "Holy Strength", "on": "one"}, {"card": "Holy Strength", "on": "one"}])
    each = table_of(library, [*bears, {"card": "Holy Strength", "on": "one"}, {"card": "Holy Strength", "on": "two"}])
    swapped = table_of(
        library, [*bears, {"card": "Holy Strength", "on": "two"}, {"card": "Holy Strength", "on": "one"}]
    )
    assert key_of(both) != key_of(each)
    assert key_of(each) == key_of(swapped)


def test_classes_are_counted(library: CardLibrary) -> None:
    small, large = (table_of(library, [{"card": "Forest", "copies": n}]).snapshot().abstraction for n in (3, 90))
    assert small.shape == large.shape
    changed = [name for name in small.counters if small.counters[name] != large.counters[name]]
    assert [(small.counters[name], large.counters[name]) for name in changed] == [(3, 90)]


def test_a_card_that_counts_spells_keeps_turn_history(library: CardLibrary) -> None:
    forest = {"card": "Forest"}
    assert not table_of(library, [forest]).snapshot().wording.reads_history
    counting = table_of(library, [forest, {"card": "Rule of Law"}]).snapshot().wording
    assert (counting.reads_history, tuple(counting.history_readers)) == (True, ("Rule of Law",))


def test_what_asks_only_whether_it_was_exerted_keeps_no_turn_history(library: CardLibrary) -> None:
    assert not table_of(library, [{"card": "Combat Celebrant"}]).snapshot().wording.reads_history


@pytest.mark.parametrize("roll", ["exerted_this_turn", "objects_that_dealt_damage"])
def test_to_which_objects_something_happened_is_compared(roll: str, library: CardLibrary) -> None:
    """Which of two like Bears it was does not matter; which kind of creature does."""
    bears = [
        {"card": "Grizzly Bears", "as": "one"},
        {"card": "Grizzly Bears", "as": "two"},
        {"card": "Serra Angel", "as": "x"},
    ]
    table = table_of(library, bears)

    def key(*marked: str) -> object:
        state = table.game.state()
        state["state"][roll] = [table.labels[name] for name in marked]
        return Snapshot(state).abstraction.key

    assert key("one") == key("two")
    assert len({key(), key("one"), key("x"), key("one", "two"), key("one", "x")}) == 5


GROW = [{"type": "AddPower", "value": 3}, {"type": "AddToughness", "value": 3}]
SHRINK = [{"type": "SetPower", "value": 0}, {"type": "SetToughness", "value": 2}]
HASTE, REACH = ([{"type": "AddKeyword", "keyword": word}] for word in ("Haste", "Reach"))
CONTROL, NO_ABILITIES = [{"type": "ChangeController"}], [{"type": "RemoveAllAbilities"}]


def with_effects(table: Table, *effects: tuple[str, list[JsonObject], int]) -> JsonObject:
    """Return the export of a table with effects on labelled things: what they do, and whose they are."""
    export: JsonObject = msgspec.json.decode(table.snapshot().as_json())
    export["state"] |= {"next_timestamp": 99, "next_continuous_effect_id": 99}
    export["state"]["transient_continuous_effects"] = [
        {
            "id": 1 + index,
            "affected": {"type": "SpecificObject", "id": table.labels[name]},
            "controller": seat,
            "duration": "UntilEndOfTurn",
            "modifications": does,
            "source_id": table.labels[name],
            "source_name": "Somebody",
            "timestamp": 50 + index,
        }
        for index, (name, does, seat) in enumerate(effects)
    ]
    return export


def test_effects_on_different_objects_are_in_no_order(library: CardLibrary) -> None:
    bears = [{"card": "Grizzly Bears", "as": "one"}, {"card": "Serra Angel", "as": "two"}]
    table = table_of(library, bears)

    def key(*effects: tuple[str, list[JsonObject]]) -> object:
        return Snapshot(with_effects(table, *((*each, 0) for each in effects))).abstraction.key

    assert key(("one", GROW), ("two", SHRINK)) == key(("two", SHRINK), ("one", GROW))
    assert key(("one", HASTE), ("one", NO_ABILITIES)) != key(("one", NO_ABILITIES), ("one", HASTE))
    assert key(("one", GROW), ("two", HASTE)) != key(("two", GROW), ("one", HASTE))
    # Nobody knows in which layer an effect applies that does not say what it changes.
    assert key(("one", HASTE), ("one", [])) != key(("one", []), ("one", HASTE))


def test_effects_whose_order_is_not_compared_do_the_same_in_each_order(library: CardLibrary) -> None:
    """The engine is asked, with each two of these effects on one creature in both orders."""
    table = table_of(library, [{"card": "Grizzly Bears", "as": "bear"}])
    number = str(table.labels["bear"])

    def outcome(export: JsonObject) -> JsonObject:
        made = table.engine.load_game(export).state()["state"]["objects"][number]
        return {name: made[name] for name in ("controller", "power", "toughness")} | {"has": sorted(made["keywords"])}

    every = [(does, seat) for does in (GROW, SHRINK, HASTE, REACH, CONTROL, NO_ABILITIES) for seat in (0, 1)]
    same = []
    for (first, one), (second, other) in combinations(every, 2):
        there = with_effects(table, ("bear", first, one), ("bear", second, other))
        back = with_effects(table, ("bear", second, other), ("bear", first, one))
        if Snapshot(there).abstraction.key == Snapshot(back).abstraction.key:
            same.append((first, second))
            assert outcome(there) == outcome(back)
    assert (HASTE, CONTROL) in same
    assert (CONTROL, CONTROL) not in same


def test_effects_of_each_iteration_are_counted_and_none_is_folded(library: CardLibrary) -> None:
    table = table_of(library, [{"card": "Grizzly Bears", "as": "bear"}])

    def counts(times: int) -> list[int]:
        once = [("bear", does, 0) for does in (CONTROL, HASTE, GROW)]
        found = Snapshot(with_effects(table, *once * times)).abstraction
        return sorted(len(each.members) for each in found.classes if found.nodes[each.members[0]].kind == "entry")

    assert (counts(1), counts(4)) == ([1, 1, 1], [4, 4, 4])


BECOME: list[JsonObject] = [
    *({"type": kind, "value": 8} for kind in ("SetPower", "SetToughness")),
    {"keyword": "Haste", "type": "AddKeyword"},
    {"core_type": "Artifact", "type": "AddType"},
    {"set": "Creature", "type": "RemoveAllSubtypes"},
    {"subtype": "Elemental", "type": "AddSubtype"},
]
STACKING = [{"keyword": "Exalted", "type": "AddKeyword"}]


def test_an_effect_that_does_the_same_again_counts_as_begun_then(library: CardLibrary) -> None:
    """The engine is asked, with each of these effects between two of those that overwrite."""
    table = table_of(library, [{"card": "Grizzly Bears", "as": "bear"}])
    number = str(table.labels["bear"])

    def outcome(export: JsonObject) -> JsonObject:
        made = table.engine.load_game(export).state()["state"]["objects"][number]
        return {name: made[name] for name in ("power", "toughness", "card_types")} | {"has": {*made["keywords"]}}

    same = []
    for again in (BECOME, HASTE, SHRINK, GROW, CONTROL, NO_ABILITIES, STACKING):
        for between in (BECOME, GROW, SHRINK, HASTE, NO_ABILITIES):
            there = with_effects(table, ("bear", again, 0), ("bear", between, 0), ("bear", again, 0))
            back = with_effects(table, ("bear", between, 0), ("bear", again, 0), ("bear", again, 0))
            if Snapshot(there).abstraction.key == Snapshot(back).abstraction.key:
                same.append((again, between))
                assert outcome(there) == outcome(back)
    assert {str(again) for again, between in same if between == NO_ABILITIES} == {
        str(again) for again in (BECOME, HASTE, SHRINK, NO_ABILITIES)
    }


def test_effects_that_overwrite_each_other_come_back_with_each_iteration(library: CardLibrary) -> None:
    table = table_of(library, [{"card": "Grizzly Bears", "as": "bear"}])
    shapes = set()
    for times in (1, 2, 5):
        found = Snapshot(with_effects(table, *[("bear", BECOME, 0), ("bear", SHRINK, 0)] * times)).abstraction
        shapes.add(found.shape)
        entries = [each for each in found.classes if found.nodes[each.members[0]].kind == "entry"]
        assert [len(each.members) for each in entries] == [times, times]
    assert len(shapes) == 1


def test_a_hidden_card_that_counts_spells_is_not_named(library: CardLibrary) -> None:
    hidden = table_of(library, [{"card": "Forest"}], hand=[["Grapeshot"], []]).snapshot().wording
    assert (hidden.reads_history, tuple(hidden.history_readers)) == (True, ())


@pytest.mark.parametrize("seed", range(6))
def test_equal_keys_behave_equally(seed: int, library: CardLibrary) -> None:
    """The test of a key is behaviour: equal positions offer equal choices, and equal choices lead to equal positions."""
    lot = random.Random(seed)
    one = table_of(library, BOARD)
    other = table_of(library, lot.sample(BOARD, len(BOARD)), lot.sample(OTHERS, len(OTHERS)))
    assert one.snapshot().export != other.snapshot().export
    for _ in range(14):
        here, there = one.snapshot().abstraction, other.snapshot().abstraction
        assert here.key == there.key
        mine, theirs = choices_of(one, here), choices_of(other, there)
        assert sorted(mine) == sorted(theirs)
        if not mine:
            return
        chosen = lot.choice(sorted(mine))
        one.game.apply(seat_of(one), lot.choice(mine[chosen]))
        other.game.apply(seat_of(other), lot.choice(theirs[chosen]))


def seat_of(table: Table) -> int:
    about = table.game.waiting_for().get("data") or {}
    return int(about.get("player", 0))


def choices_of(table: Table, known: Abstraction) -> dict[str, list[Any]]:
    """Return the choices by what they mean: objects are named by their classes."""
    class_of = {node.number: each for node, each in zip(known.nodes, known.class_of, strict=True)}
    found: dict[str, list[Any]] = {}
    for action in table.game.actions():
        found.setdefault(f"{action.kind} {meant(action.data, class_of)}", []).append(action)
    return found


def meant(value: Any, class_of: dict[int, int], field: str = "") -> Any:
    if isinstance(value, dict):
        return {name: meant(inner, class_of, name) for name, inner in sorted(value.items()) if name != "card_id"}
    if isinstance(value, list):
        # Several objects at once are meant together, in no order.
        return sorted((meant(inner, class_of, field) for inner in value), key=str)
    if isinstance(value, int) and field in ("object_id", "source_id", "Object", "attacks", "targets"):
        return f"class {class_of.get(value)}"
    return value


def test_an_order_of_triggers_counts_only_for_objects_that_have_not_moved_since(library: CardLibrary) -> None:
    table = table_of(library, [{"card": "Grizzly Bears", "as": "bear"}])
    exported = table.game.state()
    number = table.labels["bear"]
    moves = exported["state"]["objects"][str(number)].get("incarnation", 0)

    def with_order_for(thing: int, incarnation: int) -> object:
        key = {
            "kind": "TriggerOrdering",
            "sources": [[{"ThisObject": {"incarnation": incarnation, "source_id": thing}}, 2]],
        }
        chosen = [{"decisions": [], "key": key, "owner": 0, "replay": "Static"}]
        return Snapshot({**exported, "state": {**exported["state"], "decision_templates": chosen}}).abstraction.key

    plain = Snapshot(exported).abstraction.key
    assert with_order_for(number, moves) != plain
    assert with_order_for(number, moves - 1) == with_order_for(number + 999, 0) == plain
