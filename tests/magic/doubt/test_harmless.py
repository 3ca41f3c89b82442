"""Misread words that change nothing: a bonus where no size matters, a shield where no damage is dealt."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.doubt.auditing import audited
from floorjudge.magic.doubt.harmless import matters_with
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge.texts import render

SUBJECTS = ("~", "Other blue creatures you control", "Each creature", "As long as it is your turn, tapped Elves")
SIZES = st.sampled_from(["0", "1", "3", "X"])


@given(
    st.sampled_from(SUBJECTS), SIZES, SIZES, st.sampled_from(["", " for each card in exile", ", where X is its age"])
)
def test_words_of_a_bonus_are_only_that_until_they_say_more(subject: str, power: str, size: str, how: str) -> None:
    verb = "get" if "creatures" in subject or "Elves" in subject else "gets"
    words = f"{subject} {verb} +{power}/+{size}{how}."
    assert matters_with(words) == "sizes"
    others = (
        words.replace("/+", "/-"),
        words.replace("+", "-", 1),
        words.replace(f"{verb} +", f"has flying and {verb} +"),
        words[:-1] + " and has flying.",
        words + " Draw a card.",
        f"{{T}}: {words}",
        f"Whenever you draw a card, {words}",
        f"{words[:-1]} until end of turn.",
    )
    assert not [each for each in others if matters_with(each) is not None]


DRUID = {"card": "Llanowar Elves", "as": "elves"}
SWORD = {"card": "Sword of the Paruns", "on": "elves"}
ROUND: list[dict[str, Any]] = [
    {"by": 0, "do": "activate", "source": "elves"},
    {"by": 0, "do": "activate", "source": "Own Bell", "targets": ["elves"]},
    {"do": "resolve"},
]
BELL = {"name": "Own Bell", "type": "Artifact", "text": "{0}: Untap target creature."}


def case_beside(*others: object, text: str = "", after: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    bell = {**BELL, "text": f"{text}\n{BELL['text']}" if text else BELL["text"]}
    return {
        "battlefield": [[SWORD, DRUID, "Own Bell", *others], []],
        "cards": [bell],
        "body": [
            *({**step, "ability": 0} if text and step.get("source") == "Own Bell" else step for step in ROUND),
            *after,
        ],
        "times": 3,
    }


def sizes_matter(given: dict[str, Any], library: CardLibrary) -> bool:
    case = read_loop_case(given)
    return "sizes" in audited(set_up(case.position, library), case.body, case.body).noted


def test_sizes_matter_where_something_looks_at_them(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for beside, matter in (
        ((), False),
        (("Grizzly Bears", "Sol Ring"), False),
        (("Glorious Anthem",), False),
        (("Crocanura",), True),
        (("Smuggler's Copter",), True),
        (({"card": "Grizzly Bears", "counters": {"-1/-1": 1}},), True),
        (({"card": "Arcbound Ravager", "counters": {"+1/+1": 1}},), True),
        (("Ulvenwald Tracker",), True),
        (("Elesh Norn, Grand Cenobite",), True),
    ):
        with subtests.test(beside=beside):
            assert sizes_matter(case_beside(*beside), library) is matter
    # A round that leaves something tapped changes what a bonus is for.
    assert sizes_matter(case_beside() | {"body": ROUND[:1]}, library)


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
def test_a_loop_beside_a_misread_bonus_is_certified_where_no_size_matters(library: CardLibrary) -> None:
    found = certify(read_loop_case(case_beside()), library)
    assert (found.evidence, found.verdict) == ("certified", "advance")
    taken = [render(each, "en") for each in found.assumes]
    assert sum("Sword of the Paruns" in each and "changes nothing" in each for each in taken) == 2
    assert {each.mistake for each in certify(read_loop_case(case_beside("Crocanura")), library).misplayed} == {
        "on_itself"
    }


SHIELDS = (
    "Prevent the next 1 damage that would be dealt to ~ this turn.",
    "The next time ~ would deal combat damage to an opponent this turn, it deals that damage to target creature instead.",
    "The next 1 damage that would be dealt to ~ this turn is dealt to its owner instead.",
    "Prevent all damage that would be dealt to you. If damage is prevented this way, you gain that much life.",
    "If damage would be dealt to ~, prevent that damage and create a token.",
)
COSTS = st.sampled_from(["", "{0}: ", "{X}, {T}: ", "Sacrifice a creature: "])


@given(COSTS, st.sampled_from(SHIELDS))
def test_words_are_only_about_damage_until_they_say_more(cost: str, words: str) -> None:
    assert matters_with(cost + words) == matters_with(cost + words[:-1]) == "damage"
    others = ("Draw a card. ", "Prevent nothing. ", "Whenever damage is dealt, draw a card. ")
    assert not [each for each in others for both in (each + words, f"{words} {each}") if matters_with(both) is not None]


def shielded(text: str, *, beside: tuple[object, ...] = (), body: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    wall = {"name": "Own Wall", "type": "Creature — Wall", "power": 0, "toughness": 9, "text": text}
    return {
        "battlefield": [["Own Wall", "Crackdown Construct", *beside], []],
        "cards": [wall],
        "body": [{"by": 0, "do": "activate", "source": "Own Wall"}, {"do": "resolve all"}, *body],
        "times": 3,
    }


UNREAD = "{0}: The next 1 damage that would be dealt to Own Wall this turn is dealt to its owner instead."


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
def test_a_loop_beside_an_unread_shield_is_certified_where_no_damage_is_dealt(library: CardLibrary) -> None:
    found = certify(read_loop_case(shielded(UNREAD)), library)
    assert (found.evidence, found.verdict) == ("certified", "advance")
    assert any(
        "Own Wall" in each and "changes nothing" in each for each in (render(one, "en") for one in found.assumes)
    )
    shot = ({"by": 0, "do": "activate", "source": "Own Gun", "targets": ["1"]}, {"do": "resolve all"})
    case = shielded(UNREAD, beside=("Own Gun",), body=shot)
    gun = {"name": "Own Gun", "type": "Artifact", "text": "{0}: Own Gun deals 1 damage to any target."}
    found = certify(read_loop_case(case | {"cards": [*case["cards"], gun]}), library)
    assert "not_read" in {each.mistake for each in found.misplayed}


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
def test_words_of_a_token_that_change_nothing_are_taken_for_granted_too(library: CardLibrary) -> None:
    case = shielded(UNREAD)
    (wall,) = case.pop("cards")
    token = {"token": wall.pop("name"), **wall}
    found = certify(read_loop_case(case | {"battlefield": [[token, "Crackdown Construct"], []]}), library)
    assert found.evidence == "certified"
    taken = [render(each, "en") for each in found.assumes]
    assert sum("Own Wall" in each and "changes nothing" in each for each in taken) == 1
