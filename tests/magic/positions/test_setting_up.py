"""Positions in the engine: what is set up is what the engine itself has after ordinary play."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, Table, set_up
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.engine.fields import is_history
from floorjudge.magic.errors import NobodyAttacks
from floorjudge.magic.positions.json_form import read_position
from tests.support.refusals import error_of

# How something came to the battlefield, and the numbers that count objects: no part of what it is.
HOW_IT_CAME = set(
    (
        "id incarnation timestamp cast_controller cast_from_zone colors_spent_to_cast mana_spent_to_cast "
        "mana_spent_to_cast_amount"
    ).split()
)


def table_of(cards: CardLibrary, /, **fields: Any) -> Table:
    return set_up(read_position(fields), cards)


def is_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return {key: value for key, value in one.items() if key not in HOW_IT_CAME} == {
        key: value for key, value in other.items() if key not in HOW_IT_CAME
    }


def things(table: Table) -> dict[str, dict[str, Any]]:
    """Return what is on the battlefield, by name; of several with one name, any."""
    return {thing["name"]: thing for thing in table.game.battlefield()}


def named(table: Table, numbers: list[int]) -> list[str]:
    return [table.game.object(number)["name"] for number in numbers]


def act(table: Table, kind: str) -> None:
    """Make the first action of a kind, and let everything resolve; questions get their first answer."""
    chosen = next(action for action in table.game.actions() if action.kind == kind)
    table.game.apply(table.game.priority_player(), chosen)
    for _ in range(20):
        waiting = table.game.waiting_for()
        if waiting["type"] != "Priority":
            table.game.apply(waiting["data"].get("player", 0), table.game.actions()[0])
        elif table.game.stack():
            table.game.apply(waiting["data"]["player"], {"type": "PassPriority"})
        else:
            return


def test_a_permanent_is_what_it_is_after_it_was_cast(library: CardLibrary, subtests: pytest.Subtests) -> None:
    rest: dict[str, Any] = {"library": [["Island"] * 3, ["Island"]]}
    host, mana = {"card": "Raging Goblin", "as": "host"}, "WWUUBBRRGGWUBRG"
    for card in (
        *(
            "Grizzly Bears",
            "Intruder Alarm",
            "Soul Warden",
            "Glorious Anthem",
            "Wall of Roots",
            "Sol Ring",
            "Bonesplitter",
        ),
        *("Jace Beleren", "Kiki-Jiki, Mirror Breaker", "Delver of Secrets", "Presence of Gond", "Kitchen Finks"),
    ):
        with subtests.test(card=card):
            cast = table_of(library, battlefield=[[host], []], hand=[[card], []], mana=[mana, ""], **rest)
            (number,) = (thing["id"] for thing in cast.game.hand(0))
            act(cast, "CastSpell")
            there = {"card": card, "sick": True} | ({"on": "host"} if card == "Presence of Gond" else {})
            put = table_of(library, battlefield=[[host, there], []], **rest)
            assert cast.game.object(number)["zone"] == "Battlefield"
            assert is_same(cast.game.object(number), put.game.battlefield()[1])
            assert is_same(cast.game.object(cast.labels["host"]), put.game.object(put.labels["host"]))


def test_a_land_is_what_it_is_after_it_was_played(library: CardLibrary) -> None:
    played = table_of(library, hand=[["Forest"], []])
    act(played, "PlayLand")
    put = table_of(library, battlefield=[[{"card": "Forest", "sick": True}], []])
    (one,), (other,) = played.game.battlefield(), put.game.battlefield()
    assert is_same(one, other | {"played_from_zone": one.get("played_from_zone")})


def test_a_token_is_what_it_is_after_it_was_created(library: CardLibrary) -> None:
    host = [{"card": "Grizzly Bears", "as": "bear"}, {"card": "Presence of Gond", "on": "bear"}]
    made = table_of(library, battlefield=[host, []])
    act(made, "ActivateAbility")
    token = {"token": "Elf Warrior", "type": "Creature — Elf Warrior", "power": 1, "toughness": 1, "colors": "G"}
    put = table_of(library, battlefield=[[*host, {**token, "sick": True}], []])
    picture = {"token_image_ref": things(made)["Elf Warrior"]["token_image_ref"]}
    assert is_same(things(made)["Elf Warrior"], things(put)["Elf Warrior"] | picture)


def test_a_token_copy_is_what_it_is_after_it_was_created(library: CardLibrary) -> None:
    board = ["Kiki-Jiki, Mirror Breaker", "Kitchen Finks"]
    made = table_of(library, battlefield=[board, []])
    act(made, "ActivateAbility")
    (token,) = (thing for thing in made.game.battlefield() if thing.get("is_token"))
    put = table_of(library, battlefield=[[*board, {"card": "Kitchen Finks", "token": True, "sick": True}], []])
    (other,) = (thing for thing in put.game.battlefield() if thing.get("is_token"))
    # Kiki-Jiki's copies have haste, and remember whose ability made them.
    own = {"keywords", "base_keywords", "has_summoning_sickness", "token_art"}
    changed = {key for key in {*token, *other} - HOW_IT_CAME if token.get(key) != other.get(key)}
    assert changed <= own


def test_tokens_that_the_rules_define_have_their_ability(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for name in ("Treasure", "Clue", "Food", "Blood", "Gold", "Map", "Powerstone", "Junk", "Lander"):
        with subtests.test(name=name):
            one, other = table_of(library, battlefield=[[{"token": name, "copies": 2}], []]).game.battlefield()
            assert (one["name"], len(one["abilities"]), one["is_token"]) == (name, 1, True)
            assert is_same(one, other)


def test_a_token_with_a_text_has_its_abilities(library: CardLibrary) -> None:
    spirit = {
        "token": "Spirit",
        "type": "Creature — Spirit",
        "power": 1,
        "toughness": 1,
        "colors": "W",
        "text": "Flying\n{T}: Add {G}.",
    }
    table = table_of(library, battlefield=[[], [{**spirit, "copies": 3, "tapped": True}]])
    for thing in table.game.battlefield():
        assert (thing["keywords"], len(thing["abilities"]), thing["color"]) == (["Flying"], 1, ["White"])
        assert (thing["is_token"], thing["tapped"], thing["owner"], thing["controller"]) == (True, True, 1, 1)


def test_making_tokens_triggers_and_doubles_nothing(library: CardLibrary) -> None:
    table = table_of(
        library,
        battlefield=[
            ["Doubling Season", "Soul Warden", "Intruder Alarm", {"token": "Treasure", "copies": 2}],
            [{"card": "Doubling Season", "token": True}, {"card": "Soul Warden", "token": True, "copies": 3}],
        ],
    )
    names = sorted(thing["name"] for thing in table.game.battlefield())
    assert names == ["Doubling Season"] * 2 + ["Intruder Alarm"] + ["Soul Warden"] * 4 + ["Treasure"] * 2
    assert table.game.waiting_for() == {"type": "Priority", "data": {"player": 0}}
    assert table.game.stack() == []
    assert [table.game.player(seat)["life"] for seat in (0, 1)] == [20, 20]


def test_what_is_granted_is_there(library: CardLibrary) -> None:
    table = table_of(
        library,
        battlefield=[["Glorious Anthem", {"card": "Grizzly Bears", "as": "bear", "counters": {"+1/+1": 2}}, {"card": "Presence of Gond", "on": "bear"}], ["Grizzly Bears"]],
    )  # fmt: skip
    bear = table.game.object(table.labels["bear"])
    assert (bear["power"], bear["toughness"], len(bear["abilities"])) == (5, 5, 1)
    assert table.game.battlefield()[-1]["power"] == 2


@pytest.mark.parametrize(("order", "power"), [(["Humility", "Opalescence"], 3), (["Opalescence", "Humility"], 1)])
def test_the_order_of_the_board_is_the_order_of_entering(library: CardLibrary, order: list[str], power: int) -> None:
    # Both say how large an enchantment creature is; the one that came last has the last word.
    table = table_of(library, battlefield=[[*order, "Intruder Alarm"], []])
    alarm = things(table)["Intruder Alarm"]
    assert (alarm["card_types"]["core_types"], alarm["power"]) == (["Enchantment", "Creature"], power)


def test_triggers_wait_for_what_they_wait_for(library: CardLibrary) -> None:
    table = table_of(library, battlefield=[["Soul Warden"], []], hand=[["Grizzly Bears"], []], mana=["GG", ""])
    act(table, "CastSpell")
    assert table.game.player(0)["life"] == 21


def test_every_zone_holds_what_was_asked_in_its_order(library: CardLibrary) -> None:
    table = table_of(
        library,
        battlefield=[["Island"], ["Forest"]],
        hand=[["Opt", {"card": "Island", "copies": 2}], ["Counterspell"]],
        graveyard=[["Shock", "Island"], []],
        exile=[["Opt"], ["Shock"]],
        library=[["Island", "Opt", "Island", {"card": "Shock", "as": "fourth"}], ["Forest"]],
    )
    game = table.game.state()["state"]
    one, other = game["players"]
    assert named(table, one["hand"]) == ["Opt", "Island", "Island"]
    assert named(table, other["hand"]) == ["Counterspell"]
    assert named(table, one["graveyard"]) == ["Shock", "Island"]
    assert named(table, one["library"]) == ["Island", "Opt", "Island", "Shock"]
    assert one["library"][3] == table.labels["fourth"]
    assert named(table, other["library"]) == ["Forest"]
    exiled = [table.game.object(number) for number in game["exile"]]
    assert sorted((thing["name"], thing["owner"]) for thing in exiled) == [("Opt", 0), ("Shock", 1)]
    assert len(game["objects"]) == 15
    for thing in game["objects"].values():
        owner = game["players"][thing["owner"]]
        places = {"Battlefield": game["battlefield"], "Exile": game["exile"]}
        places |= {"Hand": owner["hand"], "Library": owner["library"], "Graveyard": owner["graveyard"]}
        assert [zone for zone, numbers in places.items() if thing["id"] in numbers] == [thing["zone"]]


def test_what_is_said_of_players_is_true(library: CardLibrary) -> None:
    counters = [{"poison": 3, "energy": 4}, {"experience": 2, "rad": 1}]
    table = table_of(library, life=[33, 2], mana=["GG2", "W"], counters=counters)
    one, other = (table.game.player(seat) for seat in (0, 1))
    assert (one["life"], one["poison_counters"], one["energy"]) == (33, 3, 4)
    assert [unit["color"] for unit in one["mana_pool"]["mana"]] == ["Green", "Green", "Colorless", "Colorless"]
    assert (other["life"], len(other["mana_pool"]["mana"])) == (2, 1)
    assert {kind.lower(): count for kind, count in other["player_counters"].items()} == {"experience": 2, "rad": 1}


def test_what_is_said_of_permanents_is_true(library: CardLibrary) -> None:
    table = table_of(
        library,
        battlefield=[
            [
                {"card": "Grizzly Bears", "tapped": True, "damage": 1, "counters": {"-1/-1": 1, "charge": 2}},
                {"card": "Llanowar Elves", "owner": 1},
                {"card": "Jace Beleren", "counters": {"loyalty": 7}},
                {"card": "Delver of Secrets", "transformed": True},
                {"card": "Coldsteel Heart", "chosen": "red"},
            ],
            [],
        ],
    )
    bear, elves, jace, insect, heart = table.game.battlefield()
    assert (bear["tapped"], bear["damage_marked"], bear["counters"], bear["power"]) == (
        True,
        1,
        {"M1M1": 1, "charge": 2},
        1,
    )
    assert (elves["owner"], elves["controller"]) == (1, 0)
    assert (jace["counters"], jace["loyalty"]) == ({"loyalty": 7}, 7)
    assert (insect["name"], insect["power"], insect["keywords"]) == ("Insectile Aberration", 3, ["Flying"])
    assert heart["chosen_attributes"] == [{"type": "Color", "value": "Red"}]


def test_a_control_change_does_not_end_when_the_game_goes_on(library: CardLibrary) -> None:
    table = table_of(
        library,
        battlefield=[[{"card": "Grizzly Bears", "owner": 1, "as": "bear"}], []],
        library=[["Island"], ["Island"]],
    )
    table.game.apply(0, {"type": "PassPriority"})
    again = table.clone()
    assert again.game.object(table.labels["bear"])["controller"] == 0


@pytest.mark.parametrize("sick", [True, False])
def test_only_what_came_this_turn_is_sick(library: CardLibrary, sick: bool) -> None:  # noqa: FBT001 (pytest gives it)
    table = table_of(library, battlefield=[[{"card": "Prodigal Sorcerer", "sick": sick}], []])
    assert any(action.kind == "ActivateAbility" for action in table.game.actions()) is not sick


def test_turns_steps_and_priority(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for step, phase in [
        ("upkeep", "Upkeep"),
        ("draw", "Draw"),
        ("main", "PreCombatMain"),
        ("beginning of combat", "BeginCombat"),
        ("second main", "PostCombatMain"),
        ("end step", "End"),
    ]:
        for turn_of, priority in [(0, 0), (1, 1), (1, 0), (0, 1)]:
            with subtests.test(step=step, phase=phase, turn_of=turn_of, priority=priority):
                table = table_of(
                    library, step=step, turn_of=turn_of, priority=priority, library=[["Island"] * 3, ["Island"] * 3]
                )
                assert (table.game.phase, table.game.priority_player()) == (phase, priority)
                assert table.game.state()["state"]["active_player"] == turn_of
                # Whoever holds priority and is not the active player is the last to pass.
                table.game.apply(priority, {"type": "PassPriority"})
                if priority != turn_of:
                    assert table.game.phase != phase
                else:
                    assert (table.game.phase, table.game.priority_player()) == (phase, 1 - priority)


@pytest.mark.parametrize("played", [0, 1, 3])
def test_lands_that_were_played_are_counted(library: CardLibrary, played: int) -> None:
    position = {"battlefield": [[], []], "hand": [["Forest"], []], "lands_played": played}
    table = set_up(read_position(position), library)
    assert ("PlayLand" in {action.kind for action in table.game.actions()}) == (played == 0)


@pytest.mark.parametrize(
    ("starting", "life", "may"), [(20, 27, True), (20, 26, False), (40, 40, False), (40, 47, True)]
)
def test_a_card_reads_the_life_with_which_the_game_began(starting: int, life: int, *, may: bool) -> None:
    heavens = {"name": "Own Heavens", "type": "Artifact"}
    heavens["text"] = "{T}: Draw a card. Activate only if you have at least 7 life more than your starting life total."
    table = table_of(
        CardLibrary.of_texts([]),
        battlefield=[["Own Heavens"], []],
        cards=[heavens],
        life=[life, life],
        starting_life=starting,
        library=[["Own Heavens"], []],
    )
    assert ("ActivateAbility" in {action.kind for action in table.game.actions()}) is may


def test_attackers_are_asked_for(library: CardLibrary) -> None:
    table = table_of(library, step="declare attackers", battlefield=[["Grizzly Bears"], []])
    assert table.game.waiting_for()["type"] == "DeclareAttackers"
    with pytest.raises(NobodyAttacks):
        table_of(library, step="declare attackers")


@pytest.mark.parametrize("players", [3, 4])
def test_more_than_two_players(library: CardLibrary, players: int) -> None:
    boards = [["Soul Warden"]] * players
    table = table_of(
        library, players=players, battlefield=boards, turn_of=2, priority=0, life=list(range(20, 20 + players))
    )
    assert [table.game.player(seat)["life"] for seat in range(players)] == list(range(20, 20 + players))
    assert [thing["controller"] for thing in table.game.battlefield()] == list(range(players))
    seen = []
    for _ in range(players):
        if table.game.phase != "PreCombatMain":
            break
        seen.append(table.game.priority_player())
        table.game.apply(seen[-1], {"type": "PassPriority"})
    # From the active player round the table: those before the holder of priority have passed already.
    assert seen == [0, 1]


def test_nothing_has_happened_this_turn(library: CardLibrary) -> None:
    werewolf = {"card": "Daybreak Ranger", "transformed": True, "as": "wolf"}
    bears = {"card": "Grizzly Bears", "counters": {"+1/+1": 2}, "tapped": True}
    table = table_of(
        library,
        life=[40, 7],
        battlefield=[[bears, werewolf, {"token": "Treasure"}], [{"card": "Rancor", "on": "wolf"}, "Forest"]],
        hand=[["Opt"], ["Opt"]],
        graveyard=[["Grizzly Bears", "Opt"], ["Forest"]],
        exile=[["Opt"], ["Forest"]],
        mana=["GG", "R"],
        counters=[{"poison": 2, "energy": 3, "experience": 1}, {"poison": 1}],
    )
    game, empty = (each.game.state()["state"] for each in (table, table_of(library)))
    assert {key for key in {*game, *empty} if is_history(key) and game.get(key) != empty.get(key)} == set()
    for player, other in zip(game["players"], empty["players"], strict=True):
        assert {key: player[key] for key in player if is_history(key)} == {
            key: other[key] for key in other if is_history(key)
        }
    given = [key for key, value in game.items() if key.endswith("_this_turn") and value not in ([], {}, 0)]
    assert given == ["steps_started_this_turn"]
    assert game["resolved_rules_journal"]["entries"] == []
    assert (game["debug_mode"], game["debug_permitted"]) == (False, [])
    with pytest.raises(ValueError, match="Debug"):
        table.game.apply(0, {"type": "Debug", "data": {"type": "SetLife", "data": {"player_id": 0, "life": 99}}})


def test_exporting_and_loading_changes_nothing(library: CardLibrary) -> None:
    table = table_of(
        library,
        battlefield=[["Humility", {"card": "Grizzly Bears", "as": "bear"}, {"card": "Presence of Gond", "on": "bear"}], ["Jace Beleren", {"token": "Treasure", "copies": 4}]],
        library=[["Island"] * 3, ["Island"]],
    )  # fmt: skip
    once, twice = table.game.state()["state"], table.clone().game.state()["state"]
    assert once == twice


def test_a_clone_goes_its_own_way(library: CardLibrary) -> None:
    table = table_of(library, hand=[["Grizzly Bears"], []], mana=["GG", ""])
    other = table.clone()
    act(other, "CastSpell")
    assert (len(table.game.battlefield()), len(other.game.battlefield())) == (0, 1)
    assert table.game.actions() == table_of(library, hand=[["Grizzly Bears"], []], mana=["GG", ""]).game.actions()


def test_a_position_that_was_set_up_before_is_as_it_was_then(library: CardLibrary) -> None:
    fields: dict[str, Any] = {
        "battlefield": [["Forest", "Glorious Anthem", {"token": "Treasure"}, {"card": "Polyraptor", "token": True}], ["Soul Warden"]],
        "hand": [["Grizzly Bears"], ["Opt"]],
        "library": [["Island", "Opt"], []],
        "mana": ["GG", ""],
    }  # fmt: skip
    first = table_of(library, **fields)
    begun = first.game.state()
    act(first, "CastSpell")
    again = table_of(library, **fields)
    assert again.game.state() == begun != first.game.state()
    assert again.work.spent < first.work.spent


def test_other_words_on_a_card_are_another_position(subtests: pytest.Subtests) -> None:
    for field in ("hand", "battlefield"):
        bears: list[Any] = [{"card": "Own Bear", "token": True}] if field == "battlefield" else ["Own Bear"]
        for power in (2, 3):
            bear = CardText("Own Bear", "Creature — Bear", power=str(power), toughness="2").side()
            with subtests.test(field=field, power=power):
                table = table_of(CardLibrary.of_texts([bear]), **{field: [bears, []]})
                assert [thing.power for thing in (*table.hand(0), *table.battlefield())] == [power]


def test_cards_given_as_text(library: CardLibrary) -> None:
    card = {"name": "Nobody's Pinger", "type": "Creature — Wizard", "power": 1, "toughness": 1, "mana_cost": "{U}",
            "text": "Flying\n{T}: Nobody's Pinger deals 1 damage to any target."}  # fmt: skip
    table = table_of(library, cards=[card], battlefield=[["nobody's pinger"], ["Grizzly Bears"]])
    pinger = things(table)["Nobody's Pinger"]
    assert (pinger["keywords"], len(pinger["abilities"])) == (["Flying"], 1)


def test_both_names_of_a_card_are_the_same_card(library: CardLibrary) -> None:
    table = table_of(library, battlefield=[["Delver of Secrets", "Delver of Secrets // Insectile Aberration"], []])
    assert [thing["name"] for thing in table.game.battlefield()] == ["Delver of Secrets"] * 2


def test_an_unknown_card_is_named_with_its_place(library: CardLibrary, subtests: pytest.Subtests) -> None:
    wrong: list[tuple[str, Any]] = [("battlefield", {"card": "Grizzly Beers", "token": True})]
    for zone, card in (
        *wrong,
        *((zone, "Grizzly Beers") for zone in ("battlefield", "hand", "graveyard", "exile", "library")),
    ):
        with subtests.test(zone=zone, card=card):
            with pytest.raises(BadInput, match="Grizzly Bears") as raised:
                table_of(library, **{zone: [["Island"], ["Island", card]]})
            assert raised.value.where == f"{zone}[1][1]"


@pytest.mark.parametrize("card", ["Opt", {"card": "Opt", "token": True}, "Dusk // Dawn"])
def test_what_is_no_permanent_is_not_on_the_battlefield(library: CardLibrary, card: Any) -> None:
    error = error_of(BadInput, table_of, library, battlefield=[[], ["Island", card]])
    assert (error.code, error.where) == ("no_permanent", "battlefield[1][1]")


def test_a_creature_is_attached_to_nothing(library: CardLibrary) -> None:
    board = [[{"card": "Grizzly Bears", "as": "bear"}, {"card": "Soul Warden", "on": "bear"}], []]
    error = error_of(BadInput, table_of, library, battlefield=board)
    assert (error.code, error.where) == ("not_attachable", "battlefield[0][1].on")
    board[0][1] = {"card": "Boon Satyr", "on": "bear"}
    table_of(library, battlefield=board)
