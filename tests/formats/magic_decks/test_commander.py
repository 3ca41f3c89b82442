"""Commanders, the colors that they allow, and companions."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.formats.decks import DeckReport, Verdict
from floorjudge.formats.magic_decks import DeckKind, check_deck
from floorjudge.formats.magic_decks.commanders import may_lead_together
from floorjudge.formats.magic_decks.companions import asked_by, is_met
from floorjudge.texts import render
from tests.formats.magic_decks.cards import CARDS, KNOWN, Card, Cards


def card(name: str) -> Card:
    found = KNOWN.named(name)
    assert found is not None
    return found


def led_by(*commanders: str, rest: str = "", land: str = "Wastes") -> DeckReport:
    lands = 100 - len(commanders) - sum(int(line.split()[0]) for line in rest.splitlines())
    names = "\n".join(f"1 {name}" for name in commanders)
    return check_deck(f"Commander\n{names}\n\nDeck\n{lands} {land}\n{rest}", DeckKind.COMMANDER, KNOWN)


def said(report: DeckReport) -> list[str]:
    return [render(finding.reason, "en") for finding in report.findings]


ALONE = ("Krenko, Mob Boss", "Tana", "The Chariot", "The Seriema", "Grist", "Teferi", "Esper Probe", "The Doctor")
NOT_ALONE = ("Urborg", "Guild Artisan", "Lightning Bolt", "Reminded", "Sol Ring")


@pytest.mark.clauses("CR 903.3")
def test_who_may_lead_a_deck(subtests: pytest.Subtests) -> None:
    for name in ALONE:
        with subtests.test(name=name):
            assert led_by(name).verdict is Verdict.LEGAL
    for name in NOT_ALONE:
        with subtests.test(name=name):
            report = led_by(name)
            assert report.broken == ("CR 903.3",)
            assert f"{name} cannot be a commander" in said(report)[0]


PAIRS = {
    ("Tana", "Tymna"),
    ("Pir", "Toothy"),
    ("Bjorna", "Wernog"),
    ("Bjorna", "Sophina"),
    ("Sophina", "Wernog"),
    ("Gut", "Guild Artisan"),
    ("Rose", "The Doctor"),
    ("The Piper", "Tana"),
    ("The Piper", "Tymna"),
}


@pytest.mark.clauses("CR 702.124")
def test_which_two_may_lead_together(subtests: pytest.Subtests) -> None:
    """Only those in the table, whichever stands first; who is ready to run may, in words that nobody here has read."""
    legends = [each.name for each in CARDS if "Legendary" in each.supertypes]
    pairs = {frozenset(pair) for pair in PAIRS}
    for one, other in combinations(legends, 2):
        with subtests.test(one=one, other=other):
            wanted = True if {one, other} in pairs else None if "Runner" in (one, other) else False
            assert may_lead_together(card(one), card(other)) is wanted
            assert may_lead_together(card(other), card(one)) is wanted


@pytest.mark.clauses("CR 702.124")
def test_two_commanders_that_do_not_go_together() -> None:
    report = led_by("Tana", "Toothy")
    assert (report.verdict, report.broken) == (Verdict.ILLEGAL, ("CR 702.124",))
    assert said(report)[0].startswith("Tana and Toothy cannot be commanders together")
    asked = led_by("Runner", "Tana")
    assert (asked.verdict, asked.findings[0].clauses) == (Verdict.TO_BE_CHECKED, ("CR 702.124",))
    assert said(asked)[0] == "Check on the cards whether Runner and Tana may be commanders together."
    three = led_by("Tana", "Tymna", "Krenko, Mob Boss")
    assert "The list has 3 commanders; a deck has one, or two that go together." in said(three)


@pytest.mark.clauses("CR 903.3")
def test_without_a_commander_that_is_asked_and_colors_are_not_checked() -> None:
    report = check_deck("99 Forest\n1 Lightning Bolt", DeckKind.COMMANDER, KNOWN)
    (finding,) = report.findings
    assert (finding.verdict, finding.clauses) == (Verdict.TO_BE_CHECKED, ("CR 903.3",))


def test_with_an_unknown_commander_colors_are_not_checked() -> None:
    report = led_by("Krenko", land="Mountain")
    assert said(report)[0] == "A commander is not known, so colors were not checked."
    assert report.verdict is Verdict.TO_BE_CHECKED


def test_without_card_texts_only_the_number_of_commanders_is_checked() -> None:
    report = check_deck("Commander\n1 A\n1 B\n1 C\n\n97 Wastes", DeckKind.COMMANDER)
    assert report.broken == ("CR 702.124",)
    report = check_deck("Commander\n1 A\n\n99 Wastes", DeckKind.COMMANDER)
    assert said(report) == ["No card texts are installed: names, colors and what may be a commander were not checked."]


@pytest.mark.clauses("CR 903.4", "CR 903.5c", "CR 903.5d")
def test_cards_stay_within_the_colors_of_the_commanders() -> None:
    report = led_by("Krenko, Mob Boss", rest="1 Path to Exile\n1 Stomping Ground\n1 Pyroblast\n1 Sol Ring")
    assert said(report) == [
        "The color identity of Path to Exile goes beyond that of the commanders: white.",
        "The color identity of Stomping Ground goes beyond that of the commanders: green.",
    ]
    assert report.broken == ("CR 903.5c", "CR 903.5d")
    assert led_by("Tana", "Tymna", rest="1 Path to Exile\n1 Stomping Ground").verdict is Verdict.LEGAL
    assert led_by("Teferi", land="Forest").broken == ("CR 903.5d",)


@pytest.mark.clauses("CR 903.4")
def test_a_commander_of_a_chosen_color_may_have_one_and_not_two() -> None:
    assert led_by("The Piper", land="Forest", rest="1 Sol Ring").verdict is Verdict.LEGAL
    assert led_by("The Piper", "Tana", land="Mountain", rest="1 Island").verdict is Verdict.LEGAL
    report = led_by("The Piper", land="Forest", rest="1 Island")
    assert [finding.line for finding in report.findings] == [5, 6]


IDENTITIES = st.text("WUBRG", max_size=3)


@pytest.mark.clauses("CR 903.4", "CR 903.5c")
@given(IDENTITIES, st.lists(IDENTITIES, min_size=1, max_size=9))
def test_colors_agree_with_looking_at_each_letter(commander: str, others: list[str]) -> None:
    known = Cards(
        [
            Card(name="Leader", supertypes=("Legendary",), types=("Creature",), identity=commander),
            *(Card(name=f"Card {number}", identity=letters) for number, letters in enumerate(others)),
        ]
    )
    listing = "Commander\n1 Leader\n\n" + "\n".join(f"1 Card {number}" for number in range(len(others)))
    report = check_deck(listing, DeckKind.COMMANDER, known)
    outside = [number for number, letters in enumerate(others) if any(letter not in commander for letter in letters)]
    assert [finding.line for finding in report.findings if "CR 903.5c" in finding.clauses] == [
        4 + each for each in outside
    ]


def companion(asked: str) -> Card:
    reminder = "(If this card is your chosen companion, you may put it into your hand.)"
    return Card(
        name="Friend",
        supertypes=("Legendary",),
        types=("Creature",),
        identity="R",
        words=f"Companion — {asked} {reminder}\nLifelink",
    )


def spell(
    value: int | None,
    *subtypes: str,
    name: str = "A",
    cost: str | None = "",
    types: tuple[str, ...] = ("Sorcery",),
) -> Card:
    return Card(name=name, mana_value=value, cost=cost, subtypes=subtypes, types=types)


LAND = Card(name="L", types=("Land",), cost="", mana_value=0)
EVEN = "Your starting deck contains only cards with even mana values."
ODD = "Your starting deck contains only cards with odd mana values and land cards."
THREE = "Your starting deck contains only cards with mana value 3 or greater and land cards."
CHEAP = "Each permanent card in your starting deck has mana value 2 or less."
KINDS = "Each creature card in your starting deck is a Cat, Elemental, Nightmare, Dinosaur, or Beast card."
ONE_TYPE = "Each nonland card in your starting deck shares a card type."
NAMES = "Each nonland card in your starting deck has a different name."
SYMBOLS = "No card in your starting deck has more than one of the same mana symbol in its mana cost."
LARGE = "Your starting deck contains at least twenty cards more than the minimum deck size."
ACTIVATED = "Each permanent card in your starting deck has an activated ability."
CREATURE = ("Creature",)


@pytest.mark.clauses("CR 702.139")
def test_what_companions_ask_for(subtests: pytest.Subtests) -> None:
    for asked, deck, beyond, met in [
        (EVEN, [LAND, spell(2), spell(0)], 0, True),
        (EVEN, [spell(2), spell(3)], 0, False),
        (EVEN, [spell(2), spell(None)], 0, None),
        (EVEN, [spell(3), spell(None)], 0, False),
        (ODD, [LAND, spell(1), spell(3)], 0, True),
        (ODD, [spell(1), spell(2)], 0, False),
        (THREE, [LAND, spell(3), spell(7)], 0, True),
        (THREE, [spell(2)], 0, False),
        (CHEAP, [LAND, spell(2, types=CREATURE), spell(6)], 0, True),
        (CHEAP, [spell(3, types=CREATURE)], 0, False),
        (KINDS, [spell(1), spell(1, "Cat", types=CREATURE), spell(1, "Elder", "Beast", types=CREATURE)], 0, True),
        (KINDS, [spell(1, "Dog", types=CREATURE)], 0, False),
        (
            KINDS,
            [Card(name="S", types=CREATURE, words="Changeling (This card is every creature type.)\nFlying")],
            0,
            True,
        ),
        (ONE_TYPE, [LAND, spell(1, types=("Artifact", "Creature")), spell(1, types=CREATURE)], 0, True),
        (ONE_TYPE, [spell(1, types=("Artifact",)), spell(1, types=CREATURE)], 0, False),
        (ONE_TYPE, [LAND], 0, True),
        (NAMES, [LAND, LAND, spell(1), spell(1, name="B")], 0, True),
        (NAMES, [spell(1), spell(1)], 0, False),
        (SYMBOLS, [LAND, spell(4, cost="{2}{W}{U}"), spell(3, cost="{X}{3}")], 0, True),
        (SYMBOLS, [spell(2, cost="{W}{W}")], 0, False),
        (SYMBOLS, [spell(None, cost=None)], 0, None),
        (LARGE, [], 19, False),
        (LARGE, [], 20, True),
        (LARGE.replace("twenty", "forty"), [], 40, None),
        (ACTIVATED, [LAND], 0, None),
    ]:
        with subtests.test(asked=asked, deck=[each.mana_value for each in deck], met=met):
            words = asked_by(companion(asked))
            assert words == asked
            assert is_met(words, deck, beyond) is met


def with_companion(asked: str, listing: str, kind: DeckKind = DeckKind.CONSTRUCTED) -> DeckReport:
    return check_deck(listing, kind, Cards([*CARDS, companion(asked)]))


@pytest.mark.clauses("CR 702.139")
def test_a_deck_is_what_its_companion_asks_for_or_it_is_illegal() -> None:
    listing = "57 Mountain\n3 Lightning Bolt\nCompanion\n1 Friend"
    assert with_companion(ODD, listing).verdict is Verdict.LEGAL
    report = with_companion(EVEN, listing)
    assert (report.broken, said(report)) == (("CR 702.139",), [f"The deck is not what Friend asks for: {EVEN}"])
    for asked, changed in ((ACTIVATED, listing), (ODD, listing.replace("Lightning Bolt", "Qqqq"))):
        report = with_companion(asked, changed)
        assert report.verdict is Verdict.TO_BE_CHECKED
        assert f"Check whether the deck is what Friend asks for: {asked}" in said(report)
        assert report.findings[-1].clauses == ("CR 702.139",)


@pytest.mark.clauses("CR 702.139")
def test_copies_and_the_least_size_are_counted_for_a_companion() -> None:
    listing = "{lands} Mountain\n2 Lightning Bolt\nCompanion\n1 Friend"
    assert with_companion(NAMES, listing.format(lands=58)).broken == ("CR 702.139",)
    assert with_companion(LARGE, listing.format(lands=78)).verdict is Verdict.LEGAL
    assert with_companion(LARGE, listing.format(lands=77)).broken == ("CR 702.139",)
    in_limited = with_companion(LARGE, listing.format(lands=58), DeckKind.LIMITED)
    assert in_limited.verdict is Verdict.LEGAL


@pytest.mark.clauses("CR 702.139")
def test_a_deck_has_one_companion_and_it_is_one() -> None:
    report = check_deck("60 Mountain\nCompanion\n1 Qqqq\n1 Tana\n1 Toothy", DeckKind.CONSTRUCTED, KNOWN)
    assert list(zip([each.line for each in report.findings], said(report), strict=True)) == [
        (3, "The card texts have no “Qqqq”. Look at the card."),
        (4, "Tana is no companion: nothing on the card says so."),
        (5, "A deck has one companion at most."),
        (5, "Toothy is no companion: nothing on the card says so."),
    ]
    assert {(each.verdict, each.clauses) for each in report.findings[1:]} == {(Verdict.ILLEGAL, ("CR 702.139",))}
    unknown = check_deck("60 Mountain\nCompanion\n1 Qqqq", DeckKind.CONSTRUCTED, KNOWN)
    assert unknown.verdict is Verdict.TO_BE_CHECKED


@pytest.mark.clauses("CR 903.11a", "CR 702.139")
def test_a_companion_in_commander_stands_beside_the_hundred_and_keeps_to_colors_and_names() -> None:
    deck = "Commander\n1 {}\n\nCompanion\n1 Friend\n\nDeck\n99 Wastes"
    report = with_companion(NAMES, deck.format("Krenko, Mob Boss"), DeckKind.COMMANDER)
    assert (report.verdict, report.cards) == (Verdict.LEGAL, 100)
    assert with_companion(NAMES, deck.format("Teferi"), DeckKind.COMMANDER).broken == ("CR 903.11a",)
    twice = deck.format("Krenko, Mob Boss").replace("99 Wastes", "98 Wastes\n1 Friend")
    assert with_companion(NAMES, twice, DeckKind.COMMANDER).broken == ("CR 903.5b",)
    large = with_companion(LARGE, deck.format("Krenko, Mob Boss"), DeckKind.COMMANDER)
    assert large.broken == ("CR 702.139",)
