"""What the amounts of a position are called where things of one name differ, or are alike in what a judge asks first."""

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.playing.counter_names import amounts_by_name, changes_between, names_of
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certifying import certify
from floorjudge.texts import in_any, render
from tests.magic.loop_cases import JsonObject
from tests.magic.made_up import watched

BEAST: JsonObject = {"token": "Beast", "type": "Token Creature — Beast", "power": "3", "toughness": "3"}


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        ([{"tapped": True, "copies": 2}], {"Beast tokens of Player 1, all tapped": 2}),
        ([{"copies": 2}], {"Beast tokens of Player 1": 2}),
        (
            [{"tapped": True}, {"copies": 2}],
            {"Beast tokens of Player 1": 3, "of these: tapped": 1, "of these: untapped": 2},
        ),
        ([{"text": "Vigilance"}, {}], {"Beast tokens of Player 1": 2}),
        (
            [{"tapped": True}, {"copies": 2}, {"text": "Vigilance", "copies": 3}],
            {"Beast tokens of Player 1": 6, "of these: tapped": 1, "of these: untapped": 5},
        ),
        (
            [{"damage": 1}, {"text": "Vigilance"}, {}],
            {
                "Beast tokens of Player 1": 3,
                "of these: with damage": 1,
                "of these: the others": 2,
            },
        ),
        (
            [{"counters": {"vigilance": 2}, "copies": 3}, {}],
            {
                "Beast tokens of Player 1": 4,
                "of these: with vigilance counters": 3,
                "of these: the others": 1,
                "vigilance counters on each Beast that has any": 2,
            },
        ),
    ],
    ids=["all_tapped", "none_tapped", "one_tapped", "alike_to_the_eye", "alike_and_untapped", "damaged", "counters"],
)
def test_what_tokens_have_in_common_and_what_tells_them_apart(
    tokens: list[JsonObject], said: dict[str, int], library: CardLibrary
) -> None:
    table = set_up(read_position({"battlefield": [[BEAST | token for token in tokens], []]}), library)
    position = table.snapshot()
    amounts = amounts_by_name(position, position.abstraction.counters, table.names)
    shown = {render(each.label, "en"): amounts[each.key] for each in names_of(position, table.names) if not each.quiet}
    assert {words: amount for words, amount in shown.items() if "life" not in words} == said


def test_the_counters_of_a_token_are_told_from_those_of_the_card_that_it_copies(library: CardLibrary) -> None:
    bear: JsonObject = {"card": "Grizzly Bears", "counters": {"+1/+1": 1}}
    table = set_up(read_position({"battlefield": [[bear, bear | {"token": True}], []]}), library)
    said = [render(each.label, "en") for each in names_of(table.snapshot(), table.names)]
    assert "+1/+1 counters on Grizzly Bears" in said
    assert "+1/+1 counters on each Grizzly Bears (token) that has any" in said


@pytest.mark.engine
@pytest.mark.parametrize(
    ("abilities", "lines"),
    [
        (
            ["{0}: After this main phase, there is an additional combat phase followed by an additional main phase."],
            {"added combat phases": 1, "added main phases": 1},
        ),
        (
            [
                "{0}: You gain 2 life. Each opponent loses 1 life.",
                """At the beginning of each end step, draw a card for each 1 life you gained this turn.
                At the beginning of each end step, draw a card for each 1 life your opponents have lost this turn.""",
            ],
            {
                "life of Player 1": 2,
                "life of Player 2": -1,
                "life gained this turn by Player 1": 2,
                "life lost this turn by Player 2": 1,
            },
        ),
    ],
    ids=["phases", "life"],
)
def test_a_certificate_has_a_line_for_all_that_grows_within_a_turn(
    abilities: list[str], lines: dict[str, int], library: CardLibrary
) -> None:
    case = read_loop_case(watched(*abilities, life=[20, 1000]) | {"times": "100"})
    certificate = certify(case, library)
    changing = {render(line.label, "en"): line.change for line in certificate.lines if line.change}
    assert changing == {words: (change,) for words, change in lines.items()}
    begins = {"life of Player 1": 20, "life of Player 2": 1000}
    after = {render(line.label, "en"): line.after for line in certificate.lines}
    assert {words: after[words] for words in lines} == {
        words: begins.get(words, 0) + 100 * change for words, change in lines.items()
    }


def test_an_amount_that_is_there_only_before_or_after_has_changed_by_all_of_it() -> None:
    gone, same, new = map(in_any, ("Gone", "Same", "New"))
    changes = changes_between({"gone": (gone, 2), "same": (same, 1)}, {"same": (same, 1), "new": (new, 3)})
    assert changes == {"gone": (gone, -2), "new": (new, 3)}
