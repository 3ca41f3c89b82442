"""Which cards take part in a loop: what it needs, what it is good for, and what only lies beside it."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.layouts import names_in
from floorjudge_lab.needed_cards import unneeded
from tests.magic.cases import example

JsonObject = dict[str, Any]
ARTIFACT, CREATURE, AURA, BLADE = "Artifact", "Creature — Beast", "Enchantment — Aura", "Artifact — Equipment"
SAPROLING = "Create a 1/1 green Saproling creature token."
TEXTS = {
    "Own Spring": (ARTIFACT, "{T}: Add {C}{C}.\n{1}: Untap this artifact."),
    "Own Jug": (ARTIFACT, "{T}: Add {C}{C}."),
    "Own Cloak": (AURA, "Enchant artifact\n{1}: Untap enchanted artifact."),
    "Own Well": (ARTIFACT, "{0}: You gain 1 life."),
    "Own Crown": (AURA, "Enchant artifact\n{0}: You gain 1 life."),
    "Own Blade": (BLADE, "{0}: You gain 1 life.\nEquip {1}"),
    "Own Stone": (ARTIFACT, ""),
    "Own Press": (ARTIFACT, f"Sacrifice a creature: {SAPROLING}"),
    "Own Sieve": (ARTIFACT, "Sacrifice a creature: Create a 0/0 green Saproling creature token."),
    "Own Flag": ("Enchantment", "Creatures you control get +1/+1."),
    "Own Banner": ("Enchantment", "Creatures you control get +1/+1."),
    "Own Choir": ("Enchantment", "Whenever a creature dies, you gain 1 life."),
    "Own Sigh": (ARTIFACT, "Whenever a creature dies, untap this artifact."),
    "Own Toll": (ARTIFACT, "{1}: You gain 1 life."),
    "Own Beast": (CREATURE, ""),
    "Own Shout": ("Sorcery", "Add {C}{C}{C}."),
}


def card(name: str) -> JsonObject:
    kind, words = TEXTS[name]
    size = {"power": "2", "toughness": "2"} if kind == CREATURE else {}
    return {"name": name, "type": kind, "text": words, "mana_cost": "{1}"} | size


def use(source: str, ability: int = 0, pay: JsonObject | None = None) -> JsonObject:
    return {"by": 0, "do": "activate", "source": source, "ability": ability, "pay": pay or {}}


RESOLVE = {"do": "resolve"}
SPRING = [use("Own Spring"), use("Own Spring", 1), RESOLVE]
EAT: JsonObject = {"with": ["Saproling"]}
BUDGET = 0.2


def tried(body: list[JsonObject], *board: Any, **more: Any) -> Tried:
    case = {"battlefield": [list(board), []], "cards": list(map(card, TEXTS)), "body": body, "times": "10^100", **more}
    read = read_loop_case(case)
    found = Tried(read, certify(read, CardLibrary.of_texts([]), budget=BUDGET))
    assert found.holds
    return found


def not_needed(found: Tried, *cards: str) -> tuple[str, ...]:
    return unneeded(found, cards or names_in(found.case.position), CardLibrary.of_texts([]))


@pytest.mark.engine
def test_names_are_given_back_as_they_were_given() -> None:
    found = tried(SPRING, "Own Spring", {"card": "Own Stone", "as": "the rock"}, {"card": "Own Stone", "copies": 2})
    assert not_needed(found, "OWN  STONE", "own spring") == ("OWN  STONE",)


@pytest.mark.engine
@pytest.mark.parametrize("zone", ["hand", "graveyard", "exile", "library"])
def test_a_card_in_any_zone_that_nobody_touches_is_not_needed(zone: str) -> None:
    found = tried(SPRING, "Own Spring", **{zone: [["Own Stone"], []]})
    assert not_needed(found, "Own Spring", "Own Stone") == ("Own Stone",)


EAT_ONCE = [use("Own Press", pay={"with": ["Own Beast"]}), RESOLVE]
EATING = [use("Own Press", pay=EAT), RESOLVE]
BEAST_ON: JsonObject = {"card": "Own Beast", "as": "host"}
STONE_ON: JsonObject = {"card": "Own Stone", "as": "host"}


def on(card: str, host: str = "host") -> JsonObject:
    return {"card": card, "on": host}


# What is done, on which board, with what else there is; and the cards of the board that are not needed.
NOT_NEEDED: dict[str, tuple[list[JsonObject], tuple[Any, ...], JsonObject, tuple[str, ...]]] = {
    "what only lies beside it": (SPRING, ("Own Spring", "Own Stone", "Own Beast"), {}, ("Own Stone", "Own Beast")),
    "needed only to begin": (EATING, ("Own Press", "Own Beast"), {"before": EAT_ONCE}, ()),
    "what the loop is good for": (
        [*EATING, RESOLVE],
        ("Own Press", "Own Beast", "Own Choir"),
        {"before": [*EAT_ONCE, RESOLVE]},
        (),
    ),
    "a trigger that does nothing": (
        [*EATING, RESOLVE],
        ("Own Press", "Own Beast", "Own Sigh"),
        {"before": [*EAT_ONCE, RESOLVE]},
        ("Own Sigh",),
    ),
    "turns one gain into another": ([*SPRING, use("Own Toll"), RESOLVE], ("Own Spring", "Own Toll"), {}, ()),
    "only costs something": (
        [*SPRING, use("Own Cloak"), RESOLVE, *SPRING],
        ({"card": "Own Spring", "as": "host"}, on("Own Cloak")),
        {},
        ("Own Cloak",),
    ),
    "nothing else does what it does": (
        [use("Own Jug"), use("Own Cloak"), RESOLVE],
        ({"card": "Own Jug", "as": "host"}, on("Own Cloak")),
        {},
        (),
    ),
    "an Aura needs its host": (
        [use("Own Crown"), RESOLVE],
        (STONE_ON, on("Own Crown"), "Own Jug"),
        {},
        ("Own Jug",),
    ),
    "Equipment stays without its creature": (
        [use("Own Blade"), RESOLVE],
        (BEAST_ON, on("Own Blade")),
        {},
        ("Own Beast",),
    ),
}


@pytest.mark.engine
@pytest.mark.parametrize(("body", "board", "more", "spare"), NOT_NEEDED.values(), ids=NOT_NEEDED)
def test_the_cards_that_a_loop_does_not_need(
    body: list[JsonObject], board: tuple[Any, ...], more: JsonObject, spare: tuple[str, ...]
) -> None:
    assert not_needed(tried(body, *board, **more)) == spare


@pytest.mark.engine
def test_a_card_that_is_played_on_the_way_there_for_nothing_does_not_take_part() -> None:
    cast = {"by": 0, "do": "cast", "source": "Own Stone"}
    found = tried(SPRING, "Own Spring", hand=[["Own Stone"], []], mana=["{C}", ""], before=[cast, RESOLVE])
    assert not_needed(found, "Own Spring", "Own Stone") == ("Own Stone",)


@pytest.mark.engine
def test_of_two_cards_of_which_either_is_enough_one_is_left() -> None:
    begin = [use("Own Sieve", pay={"with": ["Own Beast"]}), RESOLVE]
    found = tried(
        [use("Own Sieve", pay=EAT), RESOLVE], "Own Sieve", "Own Beast", "Own Flag", "Own Banner", before=begin
    )
    assert not_needed(found, "Own Flag", "Own Banner") == ("Own Flag",)
    assert not_needed(found, "Own Banner", "Own Flag") == ("Own Banner",)


def test_a_token_of_the_same_name_does_not_stand_in_for_a_card() -> None:
    found = tried(SPRING, "Own Spring", {"card": "Own Spring", "token": True})
    assert not_needed(found, "Own Spring") == ()


def test_a_loop_that_cannot_be_set_up_is_said() -> None:
    found = tried(SPRING, "Own Spring")
    elsewhere = read_loop_case({"battlefield": [["Own Stone"], []], "cards": [card("Own Stone")], "body": SPRING})
    with pytest.raises(BadInput):
        unneeded(Tried(elsewhere, found.certificate), ["Own Stone"], CardLibrary.of_texts([]))


FAMOUS = (
    "power-artifact-grim-monolith",
    "devoted-druid-vizier-of-remedies",
    "spike-feeder-heliod",
    pytest.param("exquisite-blood-vito", marks=pytest.mark.engine),
    pytest.param("gravecrawler-phyrexian-altar", marks=pytest.mark.engine),
)


@pytest.mark.engine
@pytest.mark.parametrize("name", FAMOUS)
def test_every_card_of_a_famous_loop_takes_part_and_a_bear_beside_it_does_not(name: str, library: CardLibrary) -> None:
    given = example(name).given
    given["battlefield"][0].append({"card": "Grizzly Bears", "as": "bystander"})
    case = read_loop_case(given)
    found = Tried(case, certify(case, library, budget=BUDGET))
    assert unneeded(found, names_in(case.position), library) == ("Grizzly Bears",)
