"""Finding loops: what is found is certified and can be played again; what is not found is said with what was looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, CardText, set_up
from floorjudge.magic.answer.answer import answer_on
from floorjudge.magic.answer.verdicts import own_loss
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Reference, Step
from floorjudge.magic.playing.playing import play
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.loop_case import case_value, read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.search.choice_costs import Guide
from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.drafts import Layout
from floorjudge.magic.search.finding import Limits, find
from floorjudge.magic.search.fingerprint import Fingerprint, covers, fingerprint_of, gains, missing_from
from floorjudge.magic.search.layouts import layouts, names_in
from floorjudge.magic.search.moves import breakdown_ends_it, saved_position
from floorjudge.magic.search.outcomes import (
    NO_LOOP,
    SEARCHED_PER_SECOND,
    Outcome,
    looked_at,
    outcome_value,
    why_not,
)
from floorjudge.magic.search.products import products_of
from floorjudge.magic.search.search import Frontier, Root, Search, SearchNode
from floorjudge.texts import render
from tests.magic.made_up import artifact, creature, enchantment

NO_CARDS = CardLibrary.of_texts([])
EXAMPLES = Path(__file__).parents[3] / "examples" / "magic"
# Cards of our own, so that nothing has to be imported: a source of mana that untaps for less than it gives, and things that lead nowhere.
CARDS: list[dict[str, Any]] = [
    artifact("Own Spring", "{T}: Add {C}{C}.\n{1}: Untap this artifact."),
    artifact("Own Trickle", "{T}: Add {C}.\n{1}: Untap this artifact."),
    artifact("Own Well", "{T}: You gain 1 life."),
    artifact("Own Press", "Sacrifice a creature: Create a 1/1 green Saproling creature token."),
    creature("Own Beast", "Beast", "2/2"),
]
UNREAD = artifact("Own Riddle", "{T}: Frobnicate target creature you control.")


def layout(*battlefield: Any, **others: Any) -> Layout:
    return Layout(read_position({"battlefield": [list(battlefield), []], "cards": CARDS} | others), 0.0)


def search(begin: Layout, seconds: float = 20.0, depth: int = 8) -> Outcome:
    return find([begin], names_in(begin.position), NO_CARDS, Limits(seconds, depth))


def search_among(*cards: CardText, seconds: float = 8.0, depth: int = Limits().depth) -> tuple[Outcome, CardLibrary]:
    """Look for a loop of cards of our own in the positions that are made up for them."""
    library = CardLibrary.of_texts([card.side() for card in cards])
    names = [card.name for card in cards]
    return find(layouts(names, [], library), names, library, Limits(seconds, depth)), library


def loop_of(outcome: Outcome) -> Tried:
    assert outcome.loop is not None
    return outcome.loop


def changes(loop: Tried) -> dict[str, tuple[int, ...]]:
    return {line.key: line.change for line in loop.certificate.lines if line.change}


def kinds_of(loop: Tried, library: CardLibrary = NO_CARDS) -> set[str]:
    """Return the kinds of what a loop gives."""
    return {each.kind for each in products_of(loop.case, loop.certificate, library)}


def board(begin: Layout, *steps: Step) -> Fingerprint:
    table = set_up(begin.position, NO_CARDS)
    for step in steps:
        play(table, step)
    return fingerprint_of(table.snapshot(), 0)


@pytest.mark.engine
def test_a_loop_is_found_certified_and_can_be_played_again() -> None:
    outcome = search(layout("Own Spring"))
    assert outcome.tally.ended == "found"
    again = certify(read_loop_case(case_value(loop_of(outcome).case)), NO_CARDS, budget=2.0)
    assert again.evidence in ("certified", "extended")
    assert {line.key: line.change for line in again.lines if line.change} == {"mana.0.C": (1,)}


def test_the_loop_begins_with_nothing_on_the_stack_and_without_a_round_beforehand() -> None:
    loop = loop_of(search(layout("Own Spring")))
    assert (loop.case.body[0].do, loop.case.before) == ("activate", ())
    (made,) = products_of(loop.case, loop.certificate, NO_CARDS)
    assert (made.kind, "{C}" in render(made.label, "en")) == ("mana", True)


@pytest.mark.engine
def test_a_library_that_was_made_up_too_small_is_made_larger_before_somebody_loses_by_it() -> None:
    reader = artifact("Own Reader", "{0}: Draw a card. Each opponent loses 1 life.")
    small, large = (
        read_position(
            {
                "battlefield": [["Own Reader"], []],
                "cards": [reader],
                "life": [40, 40],
                "library": [[{"card": "Own Reader", "copies": many}]] * 2,
            }
        )
        for many in (6, 60)
    )
    found = loop_of(search(Layout(small, 0.0, large)))
    assert found.certificate.iterations == 40
    assert list(own_loss(found.case, found.certificate)) == []
    lost = loop_of(search(Layout(small, 0.0)))
    assert len(list(own_loss(lost.case, lost.certificate))) == 2


def test_a_loop_that_leaves_nothing_behind_is_found_for_what_happens_in_it() -> None:
    assert kinds_of(loop_of(search(layout("Own Press", "Own Beast")))) == {"enters", "dies"}


@pytest.mark.engine
def test_spells_that_copy_each_other_are_found_for_the_copies() -> None:
    words = "Copy target instant or sorcery spell. You may choose new targets for the copy."
    cards = (CardText(name, "Instant", "{R}", words) for name in ("Own Echo", "Own Answer"))
    outcome, library = search_among(*cards, seconds=10.0, depth=8)
    assert loop_of(outcome).holds
    assert "copies" in kinds_of(loop_of(outcome), library)


@pytest.mark.parametrize("cards", [("Own Well", "Own Beast"), ("Own Trickle",)])
def test_what_only_runs_down_or_stands_still_is_no_loop(cards: tuple[str, ...]) -> None:
    outcome = search(layout(*cards), seconds=3.0)
    assert outcome.loop is None
    assert outcome.tally.expanded > 1
    said = " ".join(render(each, "en") for each in (NO_LOOP, why_not(outcome), *looked_at(outcome)))
    assert "No loop was found" in said
    assert str(outcome.tally.reached) in said


ROOT = creature("Own Root", "Plant", "0/2", "{T}: Add {G}.\nPut a -1/-1 counter on this creature: Untap this creature.")
# What shrinks it does it no harm: it is no creature any more; or as much is given back for each counter.
SHELLS = [
    {
        "name": "Own Shell",
        "type": "Enchantment — Aura",
        "text": "Enchant creature or Vehicle\nEnchanted permanent is a Vehicle artifact with crew 5 and it loses all other card types.",
    },
    {
        "name": "Own Ring",
        "type": "Artifact — Equipment",
        "text": "Equipped creature gets +1/+1 for each counter on it.\nEquip {1}",
    },
]


@pytest.mark.engine
@pytest.mark.parametrize("shell", SHELLS, ids=lambda card: card["name"])
def test_what_shrinks_a_thing_that_bears_it_is_a_price_that_can_be_paid_for_ever(shell: dict[str, str]) -> None:
    things = ({"card": "Own Root", "as": "root"}, {"card": shell["name"], "on": "root"})
    changed = changes(loop_of(search(layout(*things, cards=[ROOT, shell]))))
    assert changed["mana.0.G"] == changed["counters.-1/-1.root"] == (1,)


@pytest.mark.engine
def test_a_loop_that_goes_on_without_a_named_card_is_not_the_end_of_the_search() -> None:
    begin = layout("Own Spring", "Own Beast")
    alone, both = (
        find([begin], named, NO_CARDS, Limits(20.0, 8)) for named in (("Own Spring",), ("Own Spring", "Own Beast"))
    )
    assert both.loop == loop_of(alone)
    assert both.work > alone.work
    assert (alone.works_without, both.works_without) == ((), ("Own Beast",))
    assert outcome_value(both, (), "en")["works_without"] == ["Own Beast"]
    assert [render(each, "en") for each in both.reservations] == [
        "This loop works without Own Beast; one that uses it may do more."
    ]


def test_beside_a_loop_only_doubts_about_the_cards_that_it_does_not_use_are_reported() -> None:
    begin = layout("Own Spring", "Own Riddle", cards=[UNREAD, *CARDS])
    outcome = search(begin)
    assert outcome.loop is not None
    assert [each.values["card"] for each in outcome.reservations] == ["Own Riddle", "Own Riddle"]
    assert find([begin], ("Own Spring",), NO_CARDS).reservations == ()


FLAG = artifact("Own Flag", "{0}: Untap this artifact.")
WAKER = artifact("Own Waker", "{1}: Untap target artifact.")
FORGE = artifact(
    "Own Forge", "{T}: Put a charge counter on this artifact.\nRemove a charge counter from this artifact: Add {C}{C}."
)
LAMP = artifact("Own Lamp", "{T}: Add {C}{C}.")


def acting_in(outcome: Outcome) -> set[str]:
    """Return the names of the cards that act in a loop that was found."""
    return {step.source.words for step in loop_of(outcome).case.body if step.source is not None}


@pytest.mark.engine
def test_a_named_card_that_acts_to_no_purpose_is_left_out() -> None:
    begin = layout("Own Spring", "Own Flag", cards=[*CARDS, FLAG])
    assert acting_in(search(begin, seconds=2.0, depth=12)) == {"Own Spring"}


@pytest.mark.engine
def test_steps_that_leave_nothing_are_tried_again_where_they_do() -> None:
    """The same answers come round without the life, from as many places as there are, before lifelink is there."""
    lantern = CardText(
        "Own Lantern",
        "Creature — Elemental",
        "{3}",
        "Whenever this creature is dealt damage, it deals that much damage to any target.",
        "1",
        "9",
    )
    blessing = CardText(
        "Own Blessing",
        "Instant",
        "{0}",
        "Target creature gains lifelink and indestructible until end of turn. Exile this card.",
    )
    outcome, _ = search_among(lantern, blessing, seconds=20.0)
    assert changes(loop_of(outcome))["life.0"] == (1,)


@pytest.mark.engine
def test_a_loop_of_the_named_cards_is_preferred_to_a_shorter_one_of_another_card_that_gives_the_same() -> None:
    begin = layout("Own Waker", "Own Lamp", "Own Forge", cards=[WAKER, LAMP, FORGE], mana=["1", ""])
    named = ("Own Waker", "Own Forge")
    assert acting_in(find([begin], named, NO_CARDS, Limits(20.0, 12))) == set(named)


@pytest.mark.engine
def test_a_creature_that_shrinks_to_death_is_no_loop() -> None:
    assert search(layout("Own Root", cards=[ROOT]), seconds=2.0).loop is None


@pytest.mark.engine
@pytest.mark.parametrize(
    ("gives", "pays"),
    [("You get {E}", "Pay {E}{E}{E}"), ("You get {E}{E}", "Pay {E}{E}")],
    ids=["three for one", "one for two"],
)
def test_what_players_have_of_energy_is_paid_with_again(gives: str, pays: str) -> None:
    card = artifact("Own Battery", f"{{0}}: {gives}.\n{pays}: Create a 1/1 white Soldier creature token.")
    changed = changes(loop_of(search(layout("Own Battery", cards=[card]))))
    assert changed["tokens.0.Soldier"][0] > 0
    assert min(change[0] for change in changed.values()) >= 0


@pytest.mark.engine
def test_energy_alone_is_found_where_nothing_is_paid_with_it() -> None:
    card = artifact("Own Coil", "{0}: You get {E}.")
    loop = loop_of(search(layout("Own Coil", cards=[card]), seconds=3.0))
    made = products_of(loop.case, loop.certificate, NO_CARDS)
    assert [(each.kind, render(each.label, "en")) for each in made] == [("counters", "energy of Player 1")]


def test_every_kind_of_counters_of_a_player_is_seen(subtests: pytest.Subtests) -> None:
    for kind in ["energy", "experience", "ticket", "rad", "poison"]:
        with subtests.test(kind=kind):
            one: dict[str, int] = {kind: 1}
            each: list[list[dict[str, int]]] = [[{}, {}], [one, {}], [{}, one]]
            none, mine, theirs = (board(layout("Own Well", counters=counters)) for counters in each)
            harms = kind in ("rad", "poison")
            assert (covers(none, mine), covers(mine, none)) == (not harms, harms)
            assert (gains(none, mine), gains(none, theirs)) == (not harms, harms)
            assert none.vector != mine.vector
            assert missing_from(mine, none) == (not harms)


def test_a_level_that_was_paid_for_is_worth_its_mana() -> None:
    text = (
        "(Gain the next level as a sorcery to add its ability.)\nWhenever an opponent loses life, you gain 1 life.\n"
        "{1}: Level 2\nWhenever you gain life, each opponent loses 1 life."
    )
    own = {"name": "Own Class", "type": "Enchantment — Class", "text": text}
    found = loop_of(search(layout("Own Class", "Own Well", cards=[*CARDS, own], mana=["C", ""], life=[20, 9])))
    assert found.wins
    assert Reference("Own Class") in [step.source for step in found.case.before]


def test_a_card_that_is_not_played_as_it_says_is_named_and_not_everything_called_tried() -> None:
    kept = enchantment("Own Prison", "You don't lose the game for having 0 or less life.")
    for cards, named in (([UNREAD], ["Own Riddle"]), ([kept, UNREAD], ["Own Prison", "Own Riddle"])):
        outcome = search(layout(*named, "Own Well", cards=[*cards, *CARDS]))
        assert (outcome.loop, outcome.tally.ended) == (None, "exhausted")
        said = [render(each, "en") for each in (why_not(outcome), *outcome.doubts)]
        assert "Nothing is left to be tried" not in said[0]
        assert [name for name in named if any(name in each for each in said[1:])] == named
        assert outcome_value(outcome, (), "en")["doubts"] == said[1:]


def test_where_every_card_is_played_as_it_says_everything_was_tried() -> None:
    outcome = search(layout("Own Well"))
    assert (outcome.tally.ended, outcome.tally.cut, outcome.doubts) == ("exhausted", 0, ())
    assert "Nothing is left to be tried" in render(why_not(outcome), "en")
    # Answers that were left out are no reason to say so.
    outcome = msgspec.structs.replace(outcome, tally=msgspec.structs.replace(outcome.tally, cut=1))
    assert "Nothing is left to be tried" not in render(why_not(outcome), "en")


def test_a_search_says_which_limit_it_met() -> None:
    assert search(layout("Own Spring"), depth=1).tally.ended == "depth"
    assert search(layout("Own Spring"), seconds=0.0).tally.ended == "time"


def test_no_board_is_gone_on_from_twice() -> None:
    outcome = search(layout("Own Well", "Own Well"), depth=6)
    tally = outcome.tally
    assert tally.known > 0
    assert tally.expanded <= 1 + tally.reached - tally.known - tally.worse


def test_targets_of_one_name_are_told_apart_by_what_a_player_sees(subtests: pytest.Subtests) -> None:
    bell = artifact("Own Bell", "{0}: Untap target creature.")
    veil = {"name": "Own Veil", "type": "Enchantment — Aura", "text": "Enchant creature"}
    hosted = [{"card": "Own Beast", "as": "host"}, {"card": "Own Veil", "on": "host"}]
    boards: list[tuple[list[Any], bool]] = [
        (["Own Beast", "Own Beast"], True),
        (["Own Beast", {"card": "Own Beast", "tapped": True}], False),
        (["Own Beast", *hosted], False),
    ]
    for others, alike in boards:
        with subtests.test(others=others):
            live = set_up(layout("Own Bell", *others, cards=[bell, veil, *CARDS]).position, NO_CARDS)
            beasts = [thing.number for thing in live.battlefield() if thing.name == "Own Beast"]
            frames = []
            for number in beasts:
                one = Table.at(live.engine, live.snapshot(), {"this one": number}, live.names)
                play(one, Step(do="activate", source=Reference("Own Bell"), targets=(Reference("this one"),)))
                frames.append(fingerprint_of(one.snapshot(), 0).frame)
            assert (frames[0] == frames[1]) == alike


def test_a_board_that_has_less_does_not_cover_one_that_had_more() -> None:
    begin = layout("Own Spring", "Own Beast")
    tap = Step(do="activate", by="0", source=Reference("Own Spring"), ability=0)
    before, tapped = board(begin), board(begin, tap)
    assert covers(before, before)
    assert not gains(before, before)
    assert not covers(before, tapped)
    assert missing_from(before, tapped) == 1
    richer = board(layout("Own Spring", "Own Beast", mana=["{C}", ""]))
    assert covers(before, richer)
    assert gains(before, richer)
    assert not covers(richer, before)


def test_mana_is_compared_by_what_costs_ask_for(subtests: pytest.Subtests) -> None:
    white, green = frozenset({"White"}), frozenset({"Green"})
    tables = [set_up(layout("Own Spring", mana=[mana, ""]).position, NO_CARDS) for mana in ("{W}", "{G}")]
    for asked, alike in [
        (frozenset[frozenset[str]](), True),
        (frozenset({white}), False),
        (frozenset({white | green}), True),
        (frozenset({white | green, white}), False),
    ]:
        with subtests.test(asked=sorted(map(sorted, asked))):
            before, now = (fingerprint_of(table.snapshot(), 0, asked) for table in tables)
            assert (before.vector == now.vector, covers(before, now)) == (alike, alike)
            assert missing_from(before, now) == (not alike)


def test_the_cost_of_a_permanent_is_asked_for_where_it_can_come_back_to_the_hand(subtests: pytest.Subtests) -> None:
    for words, asked in [
        ("{G/U}: You gain 1 life.", {("Blue", "Green")}),
        ("{G/U}: Return this artifact to its owner's hand.", {("Blue", "Green"), ("White",)}),
    ]:
        with subtests.test(words=words):
            lamp = artifact("Own Lamp", words, mana_cost="{W}")
            table = set_up(layout("Own Lamp", cards=[lamp]).position, NO_CARDS)
            assert {tuple(sorted(each)) for each in table.snapshot().wording.colours_of_costs} == asked


@pytest.mark.engine
def test_a_combat_more_is_gained_where_nothing_else_is_left() -> None:
    words = (
        "{2}: Untap all artifacts you control. After this main phase, there is an additional combat phase followed by an additional "
        "main phase. Activate only as a sorcery."
    )
    rally = CardText("Own Rally", "Enchantment", "{3}", words)
    rock = CardText("Own Rock", "Artifact", "{3}", "{T}: Add {C}{C}.")
    outcome, library = search_among(rally, rock)
    assert "combats" in kinds_of(loop_of(outcome), library)


@pytest.mark.engine
@pytest.mark.parametrize(
    "words",
    [
        "{2}, {T}: Take an extra turn after this one.",
        "At the beginning of your upkeep, take an extra turn after this one.",
    ],
)
def test_turn_after_turn_is_a_loop_where_no_card_is_drawn(words: str) -> None:
    outcome, library = search_among(CardText("Own Hourglass", "Artifact", "{3}", words))
    loop = loop_of(outcome)
    assert "Plain Rest" in " ".join(render(each, "en") for each in outcome.also_needs)
    assert "turns" in kinds_of(loop, library)
    answer = answer_on(loop.case, loop.certificate, library)
    assert "no card is drawn (Plain Rest)" in render(answer.doubts[0], "en")


@pytest.mark.engine
def test_what_is_drawn_for_a_discard_in_the_cleanup_step_is_discarded_in_the_next_one() -> None:
    pirate = CardText(
        "Own Pirate", "Creature — Pirate", "{2}{R}", "Whenever you discard a card, draw a card.", "2", "2"
    )
    library = CardLibrary.of_texts([pirate.side()])
    outcome = find(layouts(["Own Pirate"], [], library), ["Own Pirate"], library, Limits(8.0))
    assert outcome.loop is not None
    assert (outcome.loop.case.position.step, outcome.works_without) == ("end step", ())


@pytest.mark.engine
def test_what_the_legend_rule_puts_into_the_graveyard_returns_itself() -> None:
    words = (
        "When this creature enters, you may return target Dragon permanent card from your graveyard to the battlefield."
    )
    dragon = CardText("Own Wyrm", "Legendary Creature — Dragon", "{3}", words, "4", "4")
    copies = "You may have this creature enter as a copy of any creature on the battlefield."
    twin = CardText("Own Twin", "Creature — Shapeshifter", "{3}", copies, "0", "0")
    outcome, _ = search_among(dragon, twin, seconds=20.0)
    assert outcome.loop is not None
    assert outcome.works_without == ()


def test_a_line_casts_one_spell_that_only_begins_something() -> None:
    deepest = []
    for name in ("Plain Spark", "Own Song"):
        text = "You gain 1 life. Exile this card."
        cards = [{"name": f"{name} {number}", "type": "Instant", "mana_cost": "{0}", "text": text} for number in (1, 2)]
        begin = layout(hand=[[each["name"] for each in cards], []], cards=cards)
        deepest.append(search(begin, seconds=2.0, depth=4).tally.deepest)
    assert deepest == [1, 2]


@pytest.mark.engine
def test_a_certificate_takes_no_more_than_the_search_may() -> None:
    limit = 0.05
    outcome = search(layout("Own Spring"), seconds=limit)
    assert outcome.tally.candidates
    assert outcome.loop is None
    assert outcome.work < 1.5 * limit * SEARCHED_PER_SECOND


class InTurns(Guide):
    takes_turns = True


@pytest.mark.parametrize(
    ("penalty", "guide", "cost"), [(0.5, Guide(), 0.5), (1.0, Guide(), 2.0), (1.0, InTurns(), 1.0)]
)
def test_a_position_far_from_the_plainest_counts_twice_unless_all_take_turns(
    penalty: float, guide: Guide, cost: float
) -> None:
    begin = set_up(layout("Own Spring").position, CardLibrary.of_texts([]))
    root = Root(saved_position(begin, reads_history=False), penalty)
    first = next(Search(0, ["Own Spring"], 8, lambda: False, guide).candidates([root]))
    assert isinstance(first.origin, SearchNode)
    assert first.origin.cost == cost


def test_a_position_that_the_engine_does_not_take_is_said() -> None:
    with pytest.raises(BadInput):
        search(layout({"card": "Own Spring", "on": "nothing that is there"}))


def test_what_first_came_back_worse_is_gone_on_with() -> None:
    """It comes back tapped: the second round begins with less than the first, and every later one is like the second."""
    card = creature(
        "Own Phoenix",
        "Phoenix",
        "1/1",
        "Sacrifice this creature: Untap all lands you control.\n"
        "When this creature dies, return it to the battlefield tapped under its owner's control.",
    )
    loop = loop_of(search(layout("Own Phoenix", cards=[card])))
    assert kinds_of(loop) == {"enters", "dies"}
    assert "pass" not in {step.do for step in loop.case.before}


def test_the_same_steps_are_tried_again_where_they_change_more() -> None:
    mirror = creature(
        "Own Mirror",
        "Spirit",
        "1/9",
        "Indestructible\nWhenever this creature is dealt damage, it deals that much damage to any target.",
    )
    blessing = {
        "name": "Own Blessing",
        "type": "Sorcery",
        "mana_cost": "{W}",
        "text": "Target creature gains lifelink until end of turn. Exile this card.",
    }
    spark = {
        "name": "Own Spark",
        "type": "Instant",
        "mana_cost": "{0}",
        "text": "This spell deals 1 damage to target creature. Exile this card.",
    }
    begin = layout(
        "Own Mirror", hand=[["Own Blessing", "Own Spark"], []], mana=["{W}", ""], cards=[mirror, blessing, spark]
    )
    assert changes(loop_of(search(begin))) == {"life.0": (1,), "damage.Own Mirror": (1,)}


@pytest.mark.parametrize("fault", [type("PanicException", (BaseException,), {}), OverflowError])
def test_a_breakdown_of_the_engine_ends_one_line_only(fault: type[BaseException]) -> None:
    with breakdown_ends_it():
        raise fault


def test_what_is_no_breakdown_of_the_engine_is_not_hidden() -> None:
    with pytest.raises(KeyboardInterrupt), breakdown_ends_it():
        raise KeyboardInterrupt


def test_the_queue_that_was_looked_at_least_has_its_turn() -> None:
    frontier: Frontier[str] = Frontier(turns=3)
    for cost, what in enumerate("abc"):
        frontier.put(0, cost, what)
    frontier.put(1, 9.0, "z")
    assert [frontier.take()[1] for _ in range(4)] == ["a", "b", "z", "c"]
    assert not frontier


def test_the_cheapest_of_all_is_taken_first_without_turns() -> None:
    frontier: Frontier[str] = Frontier(turns=None)
    for root, cost in ((0, 2.0), (1, 1.0), (0, 0.5)):
        frontier.put(root, cost, f"{root} {cost}")
    assert [frontier.take()[0] for _ in range(3)] == [0.5, 1.0, 2.0]


@pytest.mark.engine
def test_lands_are_tapped_by_steps_and_basic_ones_in_the_end() -> None:
    words = "When this creature enters, untap all lands you control.\n{G}: Return this creature to its owner's hand."
    drake = CardText("Own Drake", "Creature — Drake", "{2}{U}", words, "1", "1")
    loop = loop_of(search_among(drake, seconds=20.0, depth=12)[0])
    assert loop.holds
    there = {each.card: each.copies for each in loop.case.position.battlefield[0]}
    assert {"Plain Island": 4, "Plain Field": 1}.items() <= there.items()
    taps = [step for step in loop.case.body if step.source == Reference("Plain Island")]
    assert len(taps) == 4


@pytest.mark.engine
def test_a_poor_position_is_searched_beside_a_rich_one_from_which_its_boards_are_reached_at_once() -> None:
    """With mana to begin with, the beast untaps the lands at once; only without does each round leave more than there was."""
    beast = CardText("Own Beast", "Creature — Beast", "{2}{U}", "{T}: Untap two target lands.", "1", "1")
    aura = CardText("Own Aura", "Enchantment — Aura", "{U}", "Enchant creature\n{U}: Untap enchanted creature.")
    library = CardLibrary.of_texts([beast.side(), aura.side()])
    begin = layouts(["Own Beast", "Own Aura"], [], library)
    poor, rich = (next(each for each in begin if each.position.mana[0] == mana) for mana in ("", "UUU"))
    outcome = find([poor, rich], ["Own Beast", "Own Aura"], library, Limits(4.0, 8))
    assert loop_of(outcome).case.position.mana[0] == ""


@pytest.mark.engine
def test_a_planeswalker_is_activated_once_each_turn() -> None:
    text = "+1: Create a 1/1 white Soldier creature token."
    walker = {"name": "Own Walker", "type": "Legendary Planeswalker — Own", "text": text, "loyalty": "3"}
    outcome = search(layout({"card": "Own Walker"}, cards=[walker]), seconds=2.0)
    assert outcome.loop is None
    assert outcome.tally.ended == "exhausted"
    assert outcome.tally.deepest == 1


@pytest.mark.engine
def test_a_loop_that_hurts_any_player_hurts_an_opponent() -> None:
    text = "{0}: Put a charge counter on this artifact. Target player loses 1 life. You gain 1 life."
    sling = artifact("Own Sling", text)
    found = loop_of(search(layout({"card": "Own Sling"}, cards=[sling])))
    assert found.wins
    assert [step.choose for step in found.case.body if step.choose] == [((Reference("1"),),)]


@pytest.mark.engine
def test_any_of_many_things_can_be_chosen_alone() -> None:
    """Only what is chosen makes mana again, and the engine lists the first dozen of the things to choose from."""
    cards = [
        artifact("Own Statue", "When this artifact enters, return an artifact you control to its owner's hand.", mana_cost="{1}"),
        enchantment("Own Choir", "Whenever an artifact enters, add {C}{C}."),
        {"name": "Own Rock", "type": "Artifact", "mana_cost": "{9}"},
    ]  # fmt: skip
    rocks = {"card": "Own Rock", "copies": 16}
    begin = layout("Own Choir", rocks, hand=[["Own Statue"], []], mana=["1", ""], cards=cards)
    outcome = find([begin], ["Own Statue", "Own Choir"], NO_CARDS, Limits(20.0, 8))
    assert outcome.loop is not None


@pytest.mark.engine
def test_mana_in_any_combination_is_all_of_the_color_that_is_asked_for_however_much_it_becomes() -> None:
    words = (
        "{T}: Add X mana in any combination of colors, where X is this creature's power.\n"
        "{2}{R}: Put a +1/+1 counter on this creature and untap it."
    )
    cards = [creature("Own Fountain", "Elemental", "6/6", words)]
    loop = loop_of(search(layout("Own Fountain", cards=cards)))
    assert loop.holds
    assert [step.choose for step in loop.case.body if step.choose] == [((Reference("Red"),),)]


# An Aura on a helper; mana; counters that it comes with; something that happens by itself; a card in the hand;
# control until the end of the turn.
FAMOUS = [
    (("Presence of Gond", "Intruder Alarm"), (), {"tokens.0.Elf Warrior": 1}),
    (("Power Artifact", "Grim Monolith"), (), {"mana.0.C": 1}),
    (("Spike Feeder", "Heliod, Sun-Crowned"), (), {"life.0": 2}),
    (("Exquisite Blood", "Vito, Thorn of the Dusk Rose"), ("Bottle Gnomes",), {"life.0": 3, "life.1": -3}),
    (("Devoted Druid", "Vizier of Remedies"), (), {"mana.0.G": 1}),
    (("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"), (), {"tokens.0.Zealous Conscripts": 1}),
]


@pytest.mark.engine
@pytest.mark.parametrize(
    ("names", "helpers", "change"), FAMOUS, ids=lambda value: value[0] if isinstance(value, tuple) and value else ""
)
def test_a_famous_loop_is_found_by_the_names_of_its_cards(
    names: tuple[str, ...], helpers: tuple[str, ...], change: dict[str, int], library: CardLibrary
) -> None:
    loop = loop_of(find(layouts(names, helpers, library), names, library, Limits()))
    assert loop.certificate.evidence in ("certified", "extended")
    assert {key: changed[0] for key, changed in changes(loop).items()}.items() >= change.items()


# Mana, counters, life, damage; what is cast, what triggers, what is paid with counters on what is no creature.
OWN_POSITIONS = (
    "animar-ancestral-statue", "devoted-druid-vizier-of-remedies", "exquisite-blood-vito", "famished-paladin-resplendent-mentor",
    "freed-from-the-real-bloom-tender", "pili-pala-grand-architect", "spike-feeder-heliod",
)  # fmt: skip


@pytest.mark.engine
def test_a_loop_that_can_be_certified_is_found_in_its_own_position(
    library: CardLibrary, subtests: pytest.Subtests
) -> None:
    druid = {"card": "Devoted Druid", "as": "druid"}
    positions = {
        name: read_loop_case(json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))).position
        for name in OWN_POSITIONS
    }
    for shell in ("One with the Stars", "Luxior, Giada's Gift"):
        positions[shell] = read_position({"battlefield": [[druid, {"card": shell, "on": "druid"}], []]})
    for name, position in positions.items():
        with subtests.test(name=name):
            outcome = find([Layout(position, 0.0)], names_in(position), library, Limits())
            assert loop_of(outcome).case.position == position


@pytest.mark.engine
def test_a_loop_that_only_others_keep_going_is_not_the_answer_where_the_player_has_one() -> None:
    """The spell is copied by whoever it hits; hitting the opponent gives the opponent a loop that the player cannot stop."""
    smoke = CardText(
        "Own Smoke",
        "Sorcery",
        "{1}{B}",
        "Target player discards two cards. That player may copy this spell and may choose a new target for that copy.",
    )
    scholar = CardText(
        "Own Scholar",
        "Legendary Planeswalker",
        "{4}{B}{B}",
        "Whenever you cast or copy an instant or sorcery spell, each opponent loses 2 life and you gain 2 life.\n"
        "+1: You lose 1 life. Look at the top three cards of your library. Put one of them into your hand and the rest into your graveyard.\n"
        "−3: Each opponent sacrifices a creature with the greatest power among creatures that player controls.\n"
        "−8: Each opponent may discard a card. If they don't, they lose 3 life. Repeat this process six more times.",
        loyalty="5",
    )
    outcome, _ = search_among(scholar, smoke, seconds=2.0)
    assert loop_of(outcome).certificate.maintained_by == (0,)


@pytest.mark.engine
def test_a_loop_that_is_played_until_its_player_has_won_needs_no_proof_beyond_it() -> None:
    """What was dealt earlier in the turn is looked up, and it is never the same again: nothing is known of a later iteration."""
    warrior = creature(
        "Own Warrior",
        "Elemental",
        "1/1",
        "When this creature enters, sacrifice it unless an opponent was dealt damage this turn.\n"
        "Whenever an opponent is dealt damage, put that many +1/+1 counters on this creature.",
    )
    dragon = creature(
        "Own Dragon",
        "Dragon",
        "3/3",
        "Whenever one or more +1/+1 counters are put on a creature you control, this creature deals that much damage to each opponent.",
    )
    spark = {
        "name": "Own Spark",
        "type": "Instant",
        "mana_cost": "{0}",
        "text": "Put a +1/+1 counter on target creature you control. Exile this card.",
    }
    begin = layout("Own Warrior", "Own Dragon", hand=[["Own Spark"], []], cards=[warrior, dragon, spark])
    outcome = find([begin], ("Own Warrior", "Own Dragon"), NO_CARDS)
    assert loop_of(outcome).certificate.evidence == "observed"
    assert loop_of(outcome).wins
    assert not outcome.works_without
