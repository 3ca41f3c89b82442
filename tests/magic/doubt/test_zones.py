"""Where words of cards never let a card go: each route to a graveyard, by cards that say something about it and by those that do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from floorjudge.magic import CardLibrary, Table, set_up
from floorjudge.magic.doubt.reading import misreadings_of
from floorjudge.magic.doubt.zones import KeptOut
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.playing import play
from floorjudge.magic.positions.json_form import read_position

JsonObject = dict[str, Any]
TOOLS = [
    {"name": "Own Millstone", "type": "Artifact", "text": "{0}: Target player mills a card."},
    {"name": "Own Bin", "type": "Artifact", "text": "Discard a card: You gain 1 life."},
    {"name": "Own Pyre", "type": "Artifact", "text": "Sacrifice a permanent: You gain 1 life."},
    {"name": "Own Denial", "type": "Instant", "mana_cost": "{U}", "text": "Counter target spell."},
]


def milled(card: str) -> tuple[JsonObject, list[JsonObject]]:
    body: list[JsonObject] = [{"by": 0, "do": "activate", "source": "Own Millstone", "targets": [0]}, {"do": "resolve"}]
    return {"battlefield": ["Own Millstone"], "library": [card]}, body


def discarded(card: str) -> tuple[JsonObject, list[JsonObject]]:
    body: list[JsonObject] = [{"by": 0, "do": "activate", "source": "Own Bin", "pay": {"with": [card]}}]
    return {"battlefield": ["Own Bin"], "hand": [card]}, body


def sacrificed(card: str) -> tuple[JsonObject, list[JsonObject]]:
    body: list[JsonObject] = [{"by": 0, "do": "activate", "source": "Own Pyre", "pay": {"with": [card]}}]
    return {"battlefield": ["Own Pyre", card]}, body


def countered(card: str) -> tuple[JsonObject, list[JsonObject]]:
    body: list[JsonObject] = [
        {"by": 0, "do": "cast", "source": card},
        {"by": 0, "do": "cast", "source": "Own Denial", "targets": [card]},
        {"do": "resolve"},
    ]
    return {"hand": [card, "Own Denial"], "mana": "CCCCCCCCCCCCWWWUUUBBRRGG"}, body


def odd_after(
    route: Callable[[str], tuple[JsonObject, list[JsonObject]]],
    card: str,
    library: CardLibrary,
    mine: tuple[str, ...] = (),
    theirs: tuple[str, ...] = (),
) -> set[tuple[str, str]]:
    """Return what is odd, by kind and card, when a card takes a route beside some permanents."""
    board, body = route(card)
    given = {
        "cards": TOOLS,
        "battlefield": [[*board.get("battlefield", []), *mine], [*theirs]],
        "hand": [board.get("hand", []), []],
        "library": [board.get("library", []), []],
        "mana": [board.get("mana", ""), ""],
    }
    table: Table = set_up(read_position(given), library)
    found: set[tuple[str, str]] = set()
    for step in read_body(body):
        kept_out = KeptOut(table.snapshot(), table.object)
        found |= {(each.mistake, each.card) for each in kept_out.remarks(play(table, step).events)}
    return found


def test_a_card_that_never_lies_in_a_graveyard_is_seen_there(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for card in ["Blightsteel Colossus", "Darksteel Colossus", "Legacy Weapon"]:
        for route, wrong in [(milled, True), (discarded, True), (sacrificed, False), (countered, False)]:
            with subtests.test(card=card, route=route, wrong=wrong):
                assert odd_after(route, card, library) == ({("misplaced", card)} if wrong else set())


@pytest.mark.parametrize("card", ["Gravebane Zombie", "Nissa's Chosen", "Firestorm Phoenix"])
def test_who_would_die_and_goes_elsewhere_has_not_died(card: str, library: CardLibrary) -> None:
    assert odd_after(sacrificed, card, library) == {("misplaced", card)}
    assert odd_after(countered, card, library) == {("misapplied", card)}
    assert not odd_after(milled, card, library)
    assert not odd_after(discarded, card, library)


@pytest.mark.parametrize("card", ["Wildwood Escort", "Gloomshrieker", "Darigaaz Reincarnated"])
def test_a_spell_does_not_die(card: str, library: CardLibrary) -> None:
    assert odd_after(countered, card, library) == {("misapplied", card)}
    assert not odd_after(sacrificed, card, library)


def test_most_cards_may_go_wherever_they_are_put(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for route in [milled, discarded, sacrificed, countered]:
        for card in ["Grizzly Bears", "Ugin's Nexus", "Serra Avatar"]:
            with subtests.test(route=route, card=card):
                assert not odd_after(route, card, library)


def test_what_has_lost_its_words_may_die(library: CardLibrary) -> None:
    assert not odd_after(sacrificed, "Blightsteel Colossus", library, mine=("Humility",))
    assert odd_after(milled, "Blightsteel Colossus", library, mine=("Humility",))


def test_what_others_exile_is_right(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for route in [milled, discarded, sacrificed, countered]:
        for mine, theirs in [(("Rest in Peace",), ()), ((), ("Leyline of the Void",)), (("Leyline of the Void",), ())]:
            with subtests.test(route=route, mine=mine, theirs=theirs):
                assert not odd_after(route, "Grizzly Bears", library, mine, theirs)


def test_whoever_could_follow_other_words_is_asked(subtests: pytest.Subtests, library: CardLibrary) -> None:
    """Of two effects that would replace the same move, the owner of the card chooses one (CR 616.1)."""
    for mine, theirs in [(("Rest in Peace",), ()), ((), ("Leyline of the Void",)), ((), ("Dauthi Voidwalker",))]:
        for route in [milled, discarded]:
            with subtests.test(route=route, mine=mine, theirs=theirs):
                assert odd_after(route, "Progenitus", library, mine, theirs) == {("way_not_asked", "Progenitus")}
    assert odd_after(milled, "Nexus of Fate", library, theirs=("Dryad Militant",)) == {
        ("way_not_asked", "Nexus of Fate")
    }
    assert odd_after(milled, "Progenitus", library, mine=("Leyline of the Void",)) == {("misplaced", "Progenitus")}


def test_what_is_exiled_by_no_words_about_graveyards_is_right(library: CardLibrary) -> None:
    given = {
        "cards": [{"name": "Own Void", "type": "Artifact", "text": "{0}: Exile the top card of your library."}],
        "battlefield": [["Own Void"], []],
        "library": [["Progenitus"], []],
    }
    table = set_up(read_position(given), library)
    kept_out = KeptOut(table.snapshot(), table.object)
    body = read_body([{"by": 0, "do": "activate", "source": "Own Void"}, {"do": "resolve"}])
    events = [event for step in body for event in play(table, step).events]
    assert events
    assert not list(kept_out.remarks(events))


@pytest.mark.parametrize("whose", ["a", "your", "an opponent's"])
def test_a_permanent_that_keeps_every_card_out_is_heeded(whose: str, library: CardLibrary) -> None:
    """An engine that forgets it is made of one that plays it: the card is moved where the permanent says nothing."""
    words = f"If a card would be put into {whose} graveyard from anywhere, exile it instead."
    tables = []
    for said in ("", words):
        keeper = {"name": "Own Keeper", "type": "Enchantment", "text": said}
        given = {"cards": [*TOOLS, keeper], "battlefield": [["Own Millstone", "Own Keeper"], []]}
        tables.append(set_up(read_position({**given, "library": [["Grizzly Bears"], []]}), library))
    silent, keeping = tables
    _, body = milled("Grizzly Bears")
    events = [event for step in read_body(body) for event in play(silent, step).events]
    found = {(each.mistake, each.card) for each in KeptOut(keeping.snapshot(), keeping.object).remarks(events)}
    assert found == (set() if whose == "an opponent's" else {("misplaced", "Own Keeper")})


def test_words_about_a_zone_are_looked_for_in_the_form(subtests: pytest.Subtests, library: CardLibrary) -> None:
    """Those of a card about itself are watched where it goes."""
    others = "Blightsteel Colossus, Gravebane Zombie, Beloved Beggar, Ugin's Nexus, Rest in Peace".split(", ")
    for name, is_found in [("Anafenza, the Foremost", True), *((each, False) for each in others)]:
        with subtests.test(name=name):
            found = {each.code for each in misreadings_of(library.card(name).faces)}
            assert ("other_zones" in found) is is_found
