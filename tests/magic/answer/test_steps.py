"""A loop in words: every choice with what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.answer import answer_on
from floorjudge.magic.answer.step_words import case_words, step_words
from floorjudge.magic.answer.steps import loop_steps
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge.texts import render
from tests.magic.made_up import artifact, creature, enchantment

Json = dict[str, Any]
Cards = Sequence[Json]
NO_CARDS = CardLibrary.of_texts([])
CASE: Json = {
    "battlefield": [["Rock & <Roll>"], []],
    "cards": [artifact("Rock & <Roll>", "{T}: Add {C}{C}.\n{1}: Untap this artifact.")],
    "body": [
        {"by": 0, "do": "activate", "source": "Rock & <Roll>", "ability": 0},
        {"by": 0, "do": "activate", "source": "Rock & <Roll>", "ability": 1},
        {"do": "resolve"},
    ],
}


def told_in_steps(cards: Cards, body: list[Json], hand: Cards = (), **more: object) -> list[list[str]]:
    """Return the sentences of the steps of a body with cards on the battlefield of its player, who has a large library as the other has."""
    many = [{"card": "Own Page", "copies": 40}]
    page = {"name": "Own Page", "type": "Artifact"}
    given = {
        "cards": [*cards, *hand, page],
        "battlefield": [[card["name"] for card in cards], []],
        "hand": [[card["name"] for card in hand], []],
        "library": [many, many],
        "body": body,
        **more,
    }
    return [[render(each, "en") for each in step.sentences] for step in loop_steps(read_loop_case(given), NO_CARDS)]


def choices_told(given: Json) -> list[str]:
    """Return the sentence of each choice of a case."""
    return [render(words, "en") for words in case_words(read_loop_case(given), NO_CARDS)]


def test_each_choice_is_told_with_what_it_gains_and_spends() -> None:
    steps = loop_steps(read_loop_case(CASE), NO_CARDS)
    assert [[change for _, change in each.changes] for each in steps] == [[2], [-1]]
    assert [(each.first, each.last) for each in steps] == [(1, 1), (2, 3)]


def test_the_steps_change_what_each_iteration_changes_once_all_are_alike() -> None:
    """Mana of other colours pays for the first iterations: their steps would seem to take more than they give."""
    cards = [
        artifact("Own Prism", "{T}: Add {W}{U}{B}{R}{G}."),
        artifact("Own Wheel", "{3}: Untap target artifact."),
    ]
    body: list[Json] = [
        {"by": 0, "do": "activate", "source": "Own Prism"},
        {"by": 0, "do": "activate", "source": "Own Wheel", "targets": ["Own Prism"]},
        {"do": "resolve"},
    ]
    for mana in ("", "CCC", "CCCCC"):
        given = {"cards": cards, "battlefield": [["Own Prism", "Own Wheel"], []], "mana": [mana, ""], "body": body}
        case = read_loop_case(given | {"times": "10^6"})
        found = certify(case, NO_CARDS, budget=0.05)
        changed = Counter[str]()
        for step in answer_on(case, found, NO_CARDS).steps:
            changed.update({render(what, "en"): by for what, by in step.changes})
        assert sorted(filter(None, changed.values())) == sorted(line.change[0] for line in found.lines if line.change)


def test_what_resolves_is_named() -> None:
    """An ability that resolves at once needs no name; one that something else lies above has one."""
    at_once = loop_steps(read_loop_case(CASE), NO_CARDS)
    assert render(at_once[-1].sentences[-1], "en") == "The ability resolves."
    body = [CASE["body"][1], CASE["body"][0], CASE["body"][2]]
    *_, last = loop_steps(read_loop_case({**CASE, "mana": ["CC", ""], "body": body}), NO_CARDS)
    assert [render(words, "en") for words in last.sentences] == ["The ability of Rock & <Roll> resolves."]


def test_what_a_mana_ability_triggers_is_named_when_it_resolves() -> None:
    """The mana ability has resolved by then, and may have been of something that is gone."""
    cards = [
        artifact("Own Maker", "{0}: Create a Treasure token."),
        enchantment("Own Altar", "Whenever you sacrifice a permanent, you gain 1 life."),
    ]
    body: list[Json] = [
        {"by": 0, "do": "activate", "source": "Own Maker"},
        {"do": "resolve"},
        {"by": 0, "do": "activate", "source": "token:Treasure"},
        {"by": 0, "do": "choose", "answer": "Red"},
        {"do": "resolve"},
    ]
    first, *_, last = told_in_steps(cards, body)
    assert (first[-1], last) == ("The ability resolves.", ["The ability of Own Altar resolves."])


def test_what_resolves_is_named_also_where_its_source_is_gone() -> None:
    """A player responds with an ability to that of a token, which was sacrificed for it."""
    maker = artifact("Own Maker", "{0}: Create a Food token.")
    body: list[Json] = [
        {"by": 0, "do": "activate", "source": "Own Maker"},
        {"do": "resolve"},
        {"by": 0, "do": "activate", "source": "token:Food"},
        {"by": 0, "do": "activate", "source": "Own Lamp"},
        {"do": "resolve"},
        {"do": "resolve"},
    ]
    assert told_in_steps([maker, LAMP], body, mana=["CCCC", ""])[-1] == ["The ability of Food resolves."]


LAMP = artifact("Own Lamp", "{0}: You gain 1 life.")
BELL = artifact("Own Bell", "Whenever you gain life, each opponent mills a card.")
WHIP = artifact("Own Whip", "Whenever you gain life, target player mills a card.")


def test_all_that_resolves_until_the_stack_is_empty_is_named_in_its_order() -> None:
    use, until_empty = {"by": 0, "do": "activate", "source": "Own Lamp"}, {"do": "resolve all"}
    activated = "Player 1 activates Own Lamp: “{0}: You gain 1 life”."
    assert told_in_steps([LAMP], [use, until_empty]) == [[activated, "The ability resolves."]]
    both = "These resolve, in this order: ability of Own Lamp, ability of Own Bell."
    assert told_in_steps([LAMP, BELL], [use, until_empty]) == [[activated], [both]]
    twice = "These resolve, in this order: 2 × ability of Own Lamp."
    assert told_in_steps([LAMP], [use, use, until_empty]) == [[activated], [twice]]


def test_passes_in_a_row_are_one_step_that_says_what_comes_of_them() -> None:
    use, passes = {"by": 0, "do": "activate", "source": "Own Lamp"}, [{"by": seat, "do": "pass"} for seat in (0, 1)]
    assert told_in_steps([LAMP], [use, *passes])[0][1:] == ["The ability resolves."]
    assert told_in_steps([LAMP], [use, use, *passes, *passes])[-1] == [
        "These resolve, in this order: 2 × ability of Own Lamp."
    ]
    assert told_in_steps([LAMP], [use, passes[0]])[-1] == ["Player 1 passes."]


def test_a_target_is_said_with_the_card_that_triggers_for_it() -> None:
    use, until_empty = {"by": 0, "do": "activate", "source": "Own Lamp"}, {"do": "resolve all"}
    steps = told_in_steps([LAMP, WHIP], [use, {"do": "resolve"}, {"by": 0, "do": "choose", "answer": 1}, until_empty])
    assert steps[0][-1] == "Player 1 chooses the target for Own Whip: Player 2."


CLONER = enchantment("Own Cloner", "{0}: Create a token that's a copy of target creature.")
GUEST = {
    "name": "Own Guest", "type": "Creature", "power": "1", "toughness": "1",
    "text": "When this creature enters, you may tap or untap target creature.",
}  # fmt: skip


def test_a_copy_is_told_apart_from_its_card() -> None:
    """Both have one name: what resolves, what triggers, what is the target and what others respond to is said of the token or the card."""
    body: list[dict[str, Any]] = [
        {"by": 0, "do": "activate", "source": "Own Cloner", "targets": ["Own Guest"]},
        {"do": "resolve"},
        {"by": 0, "do": "choose", "answer": "token:Own Guest"},
        {"do": "resolve"},
        {"by": 0, "do": "choose", "answer": "no"},
    ]
    first, second = told_in_steps([CLONER, GUEST], body)
    copy = "the Own Guest token"
    assert first[0].endswith(" The target: Own Guest.")
    assert first[1:] == ["The ability resolves.", f"Player 1 chooses the target for {copy}: {copy}."]
    assert second == [f"The ability of {copy} resolves.", "Player 1 chooses not to do so."]


def test_a_copy_of_a_spell_is_no_token() -> None:
    """Both the step in which it resolves and what the others respond to name it a copy (CR 707.10)."""
    fork = enchantment("Own Fork", "{0}: Copy target instant or sorcery spell you control.")
    spark = {"name": "Own Spark", "type": "Instant", "mana_cost": "{0}", "text": "You gain 1 life."}
    body: list[dict[str, Any]] = [
        {"by": 0, "do": "cast", "source": "Own Spark"},
        {"by": 0, "do": "activate", "source": "Own Fork", "targets": ["Own Spark"]},
        {"do": "resolve"},
        {"do": "resolve"},
    ]
    steps = told_in_steps([fork], body, (spark, spark))
    assert "The copy of Own Spark resolves." in [sentence for step in steps for sentence in step]


def test_what_a_player_does_with_the_chosen_things_is_said() -> None:
    """They are sacrificed, returned, untapped, tapped, discarded, kept, or left on top of the library."""
    cub, fox = (creature(name, "Fox", "1/1") for name in ("Own Cub", "Own Fox"))
    spell = {"name": "Own Spell", "type": "Sorcery", "mana_cost": "{G}"}

    def chosen(text: str, things: object, **more: object) -> str:
        """Return the sentence on what is chosen as a cost or when it resolves."""
        lamp = artifact("Own Lamp", text)
        use, then = {"by": 0, "do": "activate", "source": "Own Lamp"}, {"by": 0, "do": "choose", "answer": things}
        body = [use, then] if text.partition(":")[0] != "{0}" else [use, {"do": "resolve"}, then]
        given = {
            "cards": [lamp, cub, fox, spell],
            "battlefield": [["Own Lamp", "Own Cub", "Own Fox"], []],
            "body": body,
            **more,
        }
        return choices_told(given)[-1]

    assert chosen("Sacrifice a creature: You gain 1 life.", "Own Cub") == "Player 1 sacrifices Own Cub."
    assert chosen("Tap an untapped creature you control: You gain 1 life.", "Own Fox") == "Player 1 taps Own Fox."
    returned = chosen("{0}: Return a creature you control to its owner's hand.", "Own Fox")
    assert returned == "Player 1 returns Own Fox to its owner’s hand."
    hand = {"hand": [["Own Spell", "Own Cub"], []]}
    assert chosen("{0}: Discard a card.", "Own Spell", **hand) == "Player 1 discards Own Spell."
    library = {"library": [["Own Spell", "Own Cub"], []]}
    assert chosen("{0}: Scry 1.", "Own Spell", **library) == "Player 1 leaves Own Spell on top of the library."
    assert chosen("{0}: Scry 1.", "none", **library) == "Player 1 leaves nothing on top of the library."


def test_abilities_of_one_card_are_told_apart_by_their_words() -> None:
    said = [
        "Player 1 activates Rock & <Roll>: “{T}: Add {C}{C}”.",
        "Player 1 activates Rock & <Roll>: “{1}: Untap Rock & <Roll>”.",
    ]
    assert choices_told(CASE)[:2] == said
    assert [render(step.sentences[0], "en") for step in loop_steps(read_loop_case(CASE), NO_CARDS)[:2]] == said


@pytest.mark.parametrize(("others", "told"), [("", False), ("\n{1}: Untap this artifact.", True)])
def test_of_long_words_of_an_ability_only_the_cost_is_told_unless_they_tell_which_one_it_is(
    others: str, *, told: bool
) -> None:
    long = "{T}: Add {C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}"
    body = [{"by": 0, "do": "activate", "source": "Rock", "ability": each} for each in (0, 1)[: 1 + bool(others)]]
    rock = artifact("Rock", f"{long}.{others}")
    first = choices_told({"battlefield": [["Rock"], []], "cards": [rock], "body": body})[0]
    assert first == f"Player 1 activates Rock: “{long if told else '{T}: …'}”."


def test_a_number_is_a_player_or_itself_as_the_question_tells() -> None:
    """Of two players, 0 is one of them where a target is chosen, and a number where X or a mode is."""
    wand = "{X}: Choose one —\n• Target player gains X life.\n• You gain 1 life."
    given = {
        "cards": [artifact("Own Wand", wand)],
        "battlefield": [["Own Wand"], []],
        "body": [
            {"by": 0, "do": "activate", "source": "Own Wand"},
            *({"by": 0, "do": "choose", "answer": each} for each in (0, 1, 0)),
            {"do": "resolve"},
        ],
        "mana": ["{C}", ""],
        "times": "1",
    }
    mode = "Player 1 chooses “Target player gains X life”."
    assert choices_told(given)[1:4] == [mode, "Player 1 chooses 1 for X.", "Player 1 chooses the target: Player 1."]


GAINS = "Whenever you gain life, each opponent {}."


def own_words(text: str, answers: list[object], **more: object) -> list[str]:
    """Return the choices of a body that activates a card with these words of its own, and answers in order when that resolves."""
    given = {
        "cards": [artifact("Own Lamp", text)],
        "battlefield": [["Own Lamp"], []],
        "body": [
            {"by": 0, "do": "activate", "source": "Own Lamp"},
            {"do": "resolve"},
            *({"by": 0, "do": "choose", "answer": each} for each in answers),
        ],
        "times": "1",
        **more,
    }
    return choices_told(given)[2:]


def test_choices_by_their_places_are_said_in_the_words_of_the_card() -> None:
    """To tap or untap, yes and no, and the order of triggered abilities are sentences of their own."""
    untap = own_words("{0}: You may tap or untap target artifact.", ["yes", 1])
    assert untap == ["Player 1 chooses to do so.", "Player 1 chooses to untap it."]
    assert own_words("{0}: You may tap or untap target artifact.", ["no"]) == ["Player 1 chooses not to do so."]
    texts = {
        "Own Lamp": "{0}: You gain 1 life.",
        "Own Bell": GAINS.format("mills a card"),
        "Own Book": GAINS.format("loses 1 life"),
    }
    cards = [artifact(name, text) for name, text in texts.items()]
    (order,) = own_words("", [["Own Book", "Own Bell"]], cards=cards, battlefield=[list(texts), []])
    assert order == (
        "Player 1 puts triggered abilities on the stack in this order, and the last one resolves first: Own Book, Own Bell."
    )


def test_an_attacker_is_exerted_or_not() -> None:
    text = "You may exert this creature as it attacks. When you do, you gain 1 life."
    for answer, told in (("yes", "exerts it"), ("no", "does not exert it")):
        body = [
            {"do": "to step", "step": "declare attackers"},
            {"by": 0, "do": "attack", "attackers": ["Own Cub"]},
            {"by": 0, "do": "choose", "answer": answer},
        ]
        cub = creature("Own Cub", "Fox", "1/1", text)
        assert choices_told({"cards": [cub], "battlefield": [["Own Cub"], []], "body": body})[-1] == f"Player 1 {told}."


def test_equal_cards_in_a_row_are_counted() -> None:
    three = {"battlefield": [["Own Lamp", {"card": "Plain Forest", "copies": 3}], []]}
    text = "{0}: Untap up to three lands."
    assert own_words(text, [["Plain Forest"] * 3], **three) == ["Player 1 chooses 3 × Plain Forest."]


def test_x_is_told_with_the_step_that_says_it() -> None:
    step = read_loop_case({**CASE, "body": [{"by": 0, "do": "activate", "source": "rock", "x": 3}]})
    assert render(step_words(step.body[0], step.position), "en").endswith(" X is 3.")


def test_a_step_of_the_turn_and_what_is_chosen_are_said_in_the_language_of_the_page() -> None:
    body = [
        {"do": "to step", "step": "Second main"},
        {"do": "choose", "answer": "yes"},
        {"do": "choose", "answer": "Blue"},
    ]
    case = read_loop_case({**CASE, "body": body})
    said = [render(step_words(step, case.position), "pt") for step in case.body]
    assert said == [
        "Todos passam até esta etapa: segunda fase principal.",
        "Player 1 decide fazer isso.",
        "Player 1 escolhe: azul.",
    ]


def test_the_mana_ability_of_a_basic_land_is_told_with_its_cost() -> None:
    forest = {"name": "Plain Forest", "type": "Basic Land — Forest", "text": "({T}: Add {G}.)"}
    body = [{"by": 0, "do": "activate", "source": "Plain Forest"}]
    said = choices_told({"cards": [forest], "battlefield": [["Plain Forest"], []], "body": body})
    assert said == ["Player 1 activates Plain Forest: “{T}: Add {G}”."]


def test_a_transformed_card_goes_by_its_back() -> None:
    position = read_loop_case(
        {
            "cards": [{"name": "Day // Night", "type": "Artifact"}],
            "battlefield": [[{"card": "Day // Night", "as": "night", "transformed": True}], []],
            "hand": [[{"card": "Day // Night", "as": "day"}], []],
            "body": [{"by": 0, "do": "activate", "source": "night"}, {"by": 0, "do": "cast", "source": "day"}],
        }
    )
    said = [render(step_words(step, position.position), "en") for step in position.body]
    assert said == ["Player 1 activates Night.", "Player 1 casts Day // Night."]


def test_the_cost_for_which_a_spell_is_cast_is_told(subtests: pytest.Subtests) -> None:
    """The game offers the card's other cost where the player can pay both."""
    for answer, told in [
        ("Alternative", "Player 1 casts it for its evoke cost."),
        ("Normal", "Player 1 casts it for its mana cost."),
    ]:
        with subtests.test(answer=answer, told=told):
            card = creature(
                "Own Caller",
                "Elemental",
                "1/1",
                "When this creature enters, you gain 1 life.\nEvoke {1}",
                mana_cost="{2}",
            )
            body = [{"by": 0, "do": "cast", "source": "Own Caller"}, {"by": 0, "do": "choose", "answer": answer}]
            given = {"cards": [card], "hand": [["Own Caller"], []], "mana": ["CC", ""], "body": body}
            assert choices_told(given)[1] == told


def test_an_enchanted_creature_is_no_target() -> None:
    cards = [
        {"name": "Own Cloak", "type": "Enchantment — Aura", "text": "Enchant creature\n{0}: Untap enchanted creature."},
        creature("Own Beast", "Beast", "1/1"),
    ]
    body: list[Json] = [{"by": 0, "do": "activate", "source": "Own Cloak"}, {"do": "resolve"}]
    board = [{"card": "Own Beast", "as": "beast"}, {"card": "Own Cloak", "on": "beast"}]
    (step,) = told_in_steps(cards, body, battlefield=[board, []])
    assert step[0] == "Player 1 activates Own Cloak: “{0}: Untap enchanted creature”."


def test_the_only_target_that_there_is_is_told() -> None:
    """No player chooses it; which one it is changes with each activation."""
    cards = [
        {"name": "Own Boots", "type": "Artifact — Equipment", "text": "Equipped creature has shroud.\nEquip {0}"},
        creature("Own Beast", "Beast", "1/1"),
        creature("Own Bird", "Bird", "1/1"),
    ]
    once: list[Json] = [{"by": 0, "do": "activate", "source": "Own Boots"}, {"do": "resolve"}]
    board = [{"card": "Own Beast", "as": "beast"}, "Own Bird", {"card": "Own Boots", "on": "beast"}]
    said = told_in_steps(cards, [*once, *once], battlefield=[board, []])
    assert [step[0] for step in said] == [
        f"Player 1 activates Own Boots: “Equip {{0}}”. The target: Own {name}." for name in ("Bird", "Beast")
    ]
