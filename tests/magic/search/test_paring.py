"""What was not asked for and is not needed is left out of a loop; what is needed is said."""

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.cards.helper_cards import BEAR, FIELD
from floorjudge.magic.engine.work import Work
from floorjudge.magic.playing.bodies import Reference
from floorjudge.magic.positions.loop_case import LoopCase, case_value, read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.drafts import Granted, thing_key
from floorjudge.magic.search.layouts import layouts
from floorjudge.magic.search.paring import _in_other_orders, also_needed, pared
from floorjudge.texts import render
from tests.magic.loop_cases import TOKENS, JsonObject
from tests.magic.made_up import artifact

BUDGET = 0.5


def tried_with(library: CardLibrary, *things: dict[str, object], mana: str = "", host: str = "Grizzly Bears") -> Tried:
    cards = [{"name": card.name, "type": card.type, "power": card.power, "toughness": card.toughness, "text": card.text}
             for card in (BEAR, FIELD)]  # fmt: skip
    own = [{"card": "Intruder Alarm"}, {"card": host, "as": "bear"}, {"card": "Presence of Gond", "on": "bear"}]
    case = read_loop_case(
        {
            **TOKENS,
            "times": "10^100",
            "battlefield": [[*own, *things], [{"card": BEAR.name}]],
            "mana": [mana, ""],
            "cards": [{name: value for name, value in card.items() if value is not None} for card in cards],
        }
    )
    return Tried(case, certify(case, library, budget=BUDGET))


def granted(*names: str) -> Granted:
    return Granted({(0, thing_key(name, None)): 1 for name in names})


USED: JsonObject = {"do": "activate", "source": "Own Outlet", "targets": ["bear"]}
RESOLVED: JsonObject = {"do": "resolve"}


def pared_from_tapped(
    library: CardLibrary, before: list[JsonObject], *beside: JsonObject, cards: list[JsonObject], mana: str = ""
) -> tuple[LoopCase, Granted, Tried]:
    """Return a loop whose bear is tapped until an outlet untaps it before the loop, what is asked for, and the loop that is left.

    Asked for are its cards and all of `cards`, but not what is `beside` them.
    """
    helpers = {each["card"] for each in beside}
    things = [*TOKENS["battlefield"][0], *({"card": card["name"]} for card in cards if card["name"] not in helpers)]
    board = [thing | ({"tapped": True} if thing.get("as") == "bear" else {}) for thing in things]
    given = {"before": before, "battlefield": [[*board, *beside], []], "mana": [mana, ""], "cards": cards}
    case = read_loop_case({**TOKENS, **given, "times": "10^100"})
    asked = granted(*(thing["card"] for thing in things))
    return case, asked, pared(Tried(case, certify(case, library, budget=BUDGET)), asked, library, BUDGET)


@pytest.mark.engine
def test_what_is_not_needed_is_left_out(library: CardLibrary) -> None:
    tried = tried_with(library, {"card": BEAR.name}, {"card": FIELD.name, "copies": 3}, mana="GG")
    asked = granted("Intruder Alarm", "Grizzly Bears", "Presence of Gond")
    found = pared(tried, asked, library, BUDGET)
    assert case_value(found.case)["battlefield"] == case_value(read_loop_case(TOKENS))["battlefield"]
    assert (found.case.position.mana, found.case.position.cards) == (("", ""), ())
    assert found.certificate.lines != ()
    assert found.holds
    assert also_needed(found.case.position, asked) == ()


@pytest.mark.engine
def test_what_it_takes_is_counted_and_past_its_limit_nothing_is_tried(library: CardLibrary) -> None:
    tried = tried_with(library, {"card": BEAR.name}, {"card": FIELD.name, "copies": 3}, mana="GG")
    asked = granted("Intruder Alarm", "Grizzly Bears", "Presence of Gond")
    all_of_it, none_of_it = Work(10**9), Work(0)
    assert pared(tried, asked, library, BUDGET, none_of_it) is tried
    assert pared(tried, asked, library, BUDGET, all_of_it) != tried
    assert none_of_it.spent == 0 < all_of_it.spent


@pytest.mark.engine
def test_what_is_needed_stays_and_is_said(library: CardLibrary) -> None:
    tried = tried_with(library, {"card": FIELD.name, "copies": 3}, host=BEAR.name)
    asked = granted("Intruder Alarm", "Presence of Gond")
    found = pared(tried, asked, library, BUDGET)
    assert [render(each, "en") for each in also_needed(found.case.position, asked)] == ["another creature"]


@pytest.mark.engine
def test_of_mana_only_what_is_needed_stays_and_colourless_pays_first(library: CardLibrary) -> None:
    cards = [artifact("Own Outlet", "{2}{G}, {T}: Untap target creature.")]
    _, asked, found = pared_from_tapped(library, [USED, RESOLVED], cards=cards, mana="GGG5")
    assert found.case.position.mana == ("G2", "")
    assert render(also_needed(found.case.position, asked)[-1], "en") == "{C}{C}{G} to begin with"


@pytest.mark.engine
@pytest.mark.parametrize(("needed", "many"), [(1, "two"), (2, "three"), (3, "four"), (4, "five")])
def test_of_many_alike_as_many_stay_as_are_needed(needed: int, many: str, library: CardLibrary) -> None:
    words = f"{{T}}: Untap target creature. Activate only if you control {many} or more artifacts."
    cards, relics = [artifact("Own Outlet", words), artifact("Idle Relic", "")], {"card": "Idle Relic", "copies": 5}
    _, _, found = pared_from_tapped(library, [USED, RESOLVED], relics, cards=cards)
    assert [each.copies for each in found.case.position.battlefield[0] if each.card == "Idle Relic"] == [needed]


@pytest.mark.engine
def test_what_is_done_before_a_loop_that_needs_it_not_is_left_out(library: CardLibrary) -> None:
    """Mana is made before it, and a creature untapped that is tapped: only the second is needed."""
    cards = [artifact("Own Outlet", "{2}, {T}: Untap target creature."), artifact("Idle Well", "{T}: Add {G}.")]
    before: list[JsonObject] = [{"do": "activate", "source": "Idle Well"}, USED, RESOLVED]
    _, _, found = pared_from_tapped(library, before, cards=cards, mana="2")
    assert [(step.do, step.source) for step in found.case.before] == [
        ("activate", Reference("Own Outlet")),
        ("resolve", None),
    ]


@pytest.mark.engine
def test_what_is_there_only_to_be_passed_over_is_left_out_with_its_question(library: CardLibrary) -> None:
    """With a second creature somebody is asked which of them is untapped; with one, nobody is."""
    cards = [artifact("Own Outlet", "{0}, {T}: Untap target creature.")]
    before: list[JsonObject] = [
        {"do": "activate", "source": "Own Outlet"},
        {"by": 0, "do": "choose", "answer": "bear"},
        RESOLVED,
    ]
    case, asked, found = pared_from_tapped(library, before, {"card": "Hill Giant"}, cards=cards)
    assert also_needed(found.case.position, asked) == also_needed(case.position, asked)[:-1]
    assert [step.do for step in found.case.before] == ["activate", "resolve"]


def test_what_begins_elsewhere_than_was_said_is_said() -> None:
    position = read_loop_case(
        {"battlefield": [["Palinchron"], []], "hand": [["Opt"], []], "graveyard": [["Opt", "Shock"], []],
         "exile": [["Duress"], []], "body": [{"do": "resolve"}], "times": "10"}
    ).position  # fmt: skip
    keys = {name: (0, thing_key(name, None)) for name in ("Palinchron", "Opt", "Shock", "Duress")}
    things = {keys["Palinchron"]: 1, keys["Opt"]: 2, keys["Shock"]: 1, keys["Duress"]: 1}
    places = {
        (*keys["Palinchron"], "hand"): 1,
        (*keys["Opt"], "graveyard"): 2,
        (*keys["Shock"], "graveyard"): 1,
        (*keys["Duress"], "library"): 1,
    }
    said = [render(each, "en") for each in also_needed(position, Granted(things, "", places))]
    assert said == ["Palinchron on the battlefield", "Opt in the hand", "Duress in exile"]
    assert also_needed(position, Granted(things)) == ()


@pytest.mark.engine
def test_things_of_one_name_that_only_their_places_tell_apart_are_tried_in_the_other_order() -> None:
    """Where a helper is gone, the engine may number them the other way round."""

    def case(first: int, second: int) -> LoopCase:
        def lamp(nth: int) -> dict[str, object]:
            return {"card": "Own Lamp", "of": 0, "nth": nth}

        body = [
            {"by": 0, "do": "activate", "source": lamp(first), "targets": [lamp(second)]},
            {"by": 0, "do": "choose", "answer": lamp(second)},
            {"by": 0, "do": "activate", "source": "Own Lamp"},
            {"by": 0, "do": "activate", "source": {"card": "Own Bell", "of": 0, "nth": 2}},
        ]
        return read_loop_case({"players": 2, "battlefield": [["Own Lamp"], []], "before": body[:1], "body": body})

    own, with_bells, with_lamps = _in_other_orders(case(0, 1))
    assert own == with_bells == case(0, 1)
    assert with_lamps == case(1, 0)


def test_what_was_granted_stays(library: CardLibrary) -> None:
    tried = tried_with(library, {"card": FIELD.name, "copies": 3}, mana="GG")
    asked = Granted(
        {**granted("Intruder Alarm", "Grizzly Bears", "Presence of Gond").things, (0, thing_key("", FIELD)): 2}, "G"
    )
    position = pared(tried, asked, library, BUDGET).case.position
    assert [thing.copies for thing in position.battlefield[0] if thing.card == FIELD.name] == [2]
    assert position.mana == ("G", "")


@pytest.mark.parametrize("names", [["Intruder Alarm", "Presence of Gond"], ["2 Grizzly Bears"], ["Grizzly Bears"] * 2])
def test_positions_made_from_names_grant_these_and_no_more(names: list[str], library: CardLibrary) -> None:
    for layout in layouts(names, [], library):
        assert layout.granted is not None
        assert sum(layout.granted.things.values()) == 2
        assert layout.granted.mana == ""
