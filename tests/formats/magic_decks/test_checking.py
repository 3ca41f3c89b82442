"""Sizes, sideboards, copies and names of Magic decks, by their clauses."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.formats.decks import DeckReport, Finding, Verdict
from floorjudge.formats.magic_decks import DeckKind, check_deck
from floorjudge.formats.magic_decks.banned import read_banned
from floorjudge.texts import render
from tests.formats.magic_decks.cards import CARDS, KNOWN

CONSTRUCTED, LIMITED, COMMANDER = DeckKind
LED = "Commander\n1 Krenko, Mob Boss\n\n"


def checked(listing: str, kind: DeckKind = CONSTRUCTED) -> DeckReport:
    return check_deck(listing, kind, KNOWN)


def only(report: DeckReport) -> Finding:
    (finding,) = report.findings
    return finding


def said(report: DeckReport) -> list[str]:
    return [render(finding.reason, "en") for finding in report.findings]


@pytest.mark.clauses("MTR 6.1", "MTR 7.1", "CR 100.2a", "CR 100.2b", "CR 903.5a")
def test_a_deck_has_so_many_cards(subtests: pytest.Subtests) -> None:
    for kind, listing, clauses in [
        (CONSTRUCTED, "59 Mountain", ("CR 100.2a", "MTR 6.1")),
        (CONSTRUCTED, "60 Mountain", ()),
        (CONSTRUCTED, "250 Mountain", ()),
        (LIMITED, "39 Mountain", ("CR 100.2b", "MTR 7.1")),
        (LIMITED, "40 Mountain", ()),
        (COMMANDER, LED + "98 Mountain", ("CR 903.5a",)),
        (COMMANDER, LED + "99 Mountain", ()),
        (COMMANDER, LED + "100 Mountain", ("CR 903.5a",)),
    ]:
        with subtests.test(kind=kind, listing=listing):
            report = checked(listing, kind)
            assert report.broken == clauses
            assert report.verdict is (Verdict.ILLEGAL if clauses else Verdict.LEGAL)


@pytest.mark.clauses("CR 903.5a")
def test_commanders_are_counted_in_the_hundred() -> None:
    report = checked("Commander\n1 Tana\n1 Tymna\n\n98 Mountain", COMMANDER)
    assert (report.cards, report.verdict) == (100, Verdict.LEGAL)
    assert (
        said(checked(LED + "1 Mountain", COMMANDER))[0]
        == "The deck has 2 cards, commanders included; it needs exactly 100."
    )


@pytest.mark.clauses("MTR 6.1", "CR 100.4a")
def test_a_constructed_sideboard_has_fifteen_cards_at_most() -> None:
    assert checked("60 Mountain\nSideboard\n15 Forest").verdict is Verdict.LEGAL
    report = checked("60 Mountain\nSideboard\n16 Forest")
    assert report.broken == ("CR 100.4a", "MTR 6.1")
    assert report.sideboard == 16


@pytest.mark.clauses("CR 100.4b", "CR 100.2b")
def test_in_limited_everything_else_is_the_sideboard_and_there_may_be_any_number_of_a_card() -> None:
    report = checked("31 Mountain\n9 Lightning Bolt\nSideboard\n60 Lightning Bolt", LIMITED)
    assert (report.verdict, report.sideboard) == (Verdict.LEGAL, 60)


@pytest.mark.clauses("CR 903.5e")
def test_commander_has_no_sideboard() -> None:
    for number, cards in ((1, "1 card of the list is"), (3, "3 cards of the list are")):
        report = checked(f"{LED}99 Mountain\n\nSideboard\n{number} Lightning Bolt", COMMANDER)
        assert (only(report).verdict, only(report).clauses) == (Verdict.TO_BE_CHECKED, ("CR 903.5e",))
        assert said(report) == [f"Commander has no sideboard: {cards} no part of the deck."]


@pytest.mark.clauses("CR 903.5b")
def test_a_commander_deck_has_one_of_each_card_but_basic_lands() -> None:
    report = checked(LED + "50 Mountain\n47 Snow-Covered Mountain\n1 Sol Ring\n1 Krenko, Mob Boss", COMMANDER)
    assert (report.broken, only(report).line) == (("CR 903.5b",), 7)


@pytest.mark.clauses("CR 100.2d")
def test_some_cards_are_of_no_deck() -> None:
    for name in ("The Academy", "Power Play", "Balloon Stand"):
        assert only(checked(f"60 Mountain\n1 {name}")).clauses == ("CR 100.2d",)
    assert said(checked("60 Mountain\n1 The Academy")) == ["The Academy (Plane, Dominaria) cannot be in a deck."]
    assert checked("40 Mountain\n1 Power Play", LIMITED).verdict is Verdict.LEGAL


def test_an_unknown_name_is_to_be_checked_and_counts() -> None:
    finding = only(checked("59 Mountain\n1 Lightnin Bolt"))
    assert (finding.verdict, finding.line, finding.clauses) == (Verdict.TO_BE_CHECKED, 2, ())
    assert render(finding.reason, "en") == "The card texts have no “Lightnin Bolt”. Did you mean: Lightning Bolt?"
    assert said(checked("59 Mountain\n1 Qqqq")) == ["The card texts have no “Qqqq”. Look at the card."]
    assert [finding.verdict for finding in checked("55 Mountain\n5 Qqqq").findings] == [Verdict.TO_BE_CHECKED] * 2


def test_a_list_of_unknown_names_is_not_searched_for_long() -> None:
    report = checked("60 Mountain\n" + "\n".join(f"1 Light{number}" for number in range(50)))
    assert sum("Did you mean" in each for each in said(report)) == 20
    assert len(report.findings) == 50


def test_without_card_texts_sizes_and_copies_are_checked_and_the_rest_is_said() -> None:
    report = check_deck("50 Mountain\n5 Lightning Bolt\n5 Wastes\nSideboard\n16 Snow-Covered Island", CONSTRUCTED)
    assert report.verdict is Verdict.ILLEGAL
    assert said(report) == [
        "The sideboard has 16 cards; it may have at most 15.",
        "No card texts are installed: names were not checked.",
        "There are 5 copies of Lightning Bolt; at most 4 are allowed, unless its text says otherwise.",
    ]
    assert report.findings[2].clauses == ("MTR 6.1", "CR 100.2a")
    assert check_deck("60 Mountain", CONSTRUCTED).verdict is Verdict.TO_BE_CHECKED


def test_doubts_about_lines_and_the_list_are_findings() -> None:
    report = checked("59 Mountain\n0 Sol Ring\n\n15 Forest")
    assert [(finding.line, finding.verdict) for finding in report.findings] == [
        (None, Verdict.TO_BE_CHECKED),
        (2, Verdict.TO_BE_CHECKED),
    ]
    assert said(report) == [
        "Nothing says whether the cards from line 4 on are the sideboard; they were counted in the deck. Write “Sideboard” above a sideboard.",
        "With 0 copies this line adds no card to the deck.",
    ]
    finding = only(report := checked("60 Mountain\n" + "x" * 501))
    assert (finding.line, finding.written, report.cards) == (2, "x" * 119 + "…", 60)
    assert said(report) == ["This line has more than 500 characters; it was not read and adds no card to the deck."]
    assert "The card texts have no" in said(checked("60 Mountain\n1 " + "x" * 498))[0]


ENTRIES = st.lists(st.tuples(st.sampled_from(CARDS), st.integers(1, 6)), max_size=30)


@pytest.mark.clauses("MTR 6.1", "CR 100.2a", "CR 100.4a")
@given(ENTRIES, ENTRIES, st.booleans())
def test_copies_agree_with_counting_every_card(main: list, side: list, names: bool) -> None:  # type: ignore[type-arg]  # noqa: FBT001
    """Compare with a model that writes every copy down and reads the limits from the names."""
    lines = [f"{copies} {card.name.split(' // ')[0] if names else card.name}" for card, copies in main]
    beside = [f"{copies} {card.name}" for card, copies in side]
    report = checked("\n".join(["Deck", *lines, "Sideboard", *beside]))
    laid_out = Counter(itertools.chain.from_iterable([card.name] * copies for card, copies in (*main, *side)))
    free = {"Plains", "Island", "Mountain", "Forest", "Snow-Covered Mountain", "Wastes", "Relentless Rats"}
    limits = {"Seven Dwarves": 7, "Once More with Feeling": 1}
    wanted = {name for name, copies in laid_out.items() if name not in free and copies > limits.get(name, 4)}
    found = {each.reason.values["name"] for each in report.findings if "copies of" in each.reason.message}
    assert found == wanted
    too_small = sum(copies for _, copies in main) < 60
    assert too_small == any("needs at least" in each.reason.message for each in report.findings)
    assert (sum(copies for _, copies in side) > 15) == any(
        "sideboard has" in each.reason.message for each in report.findings
    )
    of_no_deck = {card.name for card, _ in (*main, *side)} & {"The Academy", "Power Play", "Balloon Stand"}
    assert (report.verdict is Verdict.ILLEGAL) == bool(
        wanted or of_no_deck or too_small or sum(c for _, c in side) > 15
    )


BANNED = """\
# of the shop
name: Friday
date: 2026-11-06
Sol Ring
ice

Restricted
Lightning Bolt
Relentless Rats
Banned as companion:
Toothy
"""


def with_bans(listing: str, kind: DeckKind = CONSTRUCTED) -> DeckReport:
    return check_deck(listing, kind, KNOWN, read_banned(BANNED, "bans.txt"))


@pytest.mark.clauses("MTR 6.1")
def test_a_list_of_banned_cards_is_applied_and_named() -> None:
    report = with_bans("56 Mountain\n1 Lightning Bolt\n2 Fire // Ice\nSideboard\n1 Sol Ring")
    assert said(report) == [
        "The deck has 59 cards; it needs at least 60.",
        "Fire // Ice is banned by the list “Friday” of 2026-11-06.",
        "Sol Ring is banned by the list “Friday” of 2026-11-06.",
    ]
    assert "Banned cards: the list “Friday” of 2026-11-06." in [render(note, "en") for note in report.notes]
    assert with_bans("59 Mountain\n1 Lightning Bolt").verdict is Verdict.LEGAL


@pytest.mark.clauses("MTR 6.1")
def test_there_may_be_one_of_a_restricted_card_whatever_its_text_says() -> None:
    for name in ("Lightning Bolt", "Relentless Rats"):
        finding = only(with_bans(f"59 Mountain\n1 {name}\nSideboard\n1 {name}"))
        assert (finding.clauses, finding.line) == (("MTR 6.1",), 4)


@pytest.mark.clauses("MTR 6.1")
def test_a_card_may_be_banned_as_a_companion_only() -> None:
    assert with_bans("59 Mountain\n1 Toothy").verdict is Verdict.LEGAL
    report = with_bans("60 Mountain\nCompanion\n1 Toothy")
    assert "Toothy is banned as a companion by the list “Friday” of 2026-11-06." in said(report)
    assert "MTR 6.1" in report.broken


def test_in_limited_a_ban_is_the_organisers_own_rule() -> None:
    finding = only(with_bans("40 Mountain\n1 Sol Ring", LIMITED))
    assert (finding.verdict, finding.clauses) == (Verdict.ILLEGAL, ())


def test_names_of_a_list_that_the_card_texts_do_not_have_are_said() -> None:
    report = check_deck("60 Mountain", CONSTRUCTED, KNOWN, read_banned("2026-11-06\nSol Rign\nSol Ring", "bans.txt"))
    assert (
        render(report.notes[-1], "en")
        == "The list of banned cards names cards that the card texts do not have: Sol Rign."
    )
    assert len(check_deck("60 Mountain", CONSTRUCTED, None, read_banned("2026-11-06\nSol Rign", "bans.txt")).notes) == 2
