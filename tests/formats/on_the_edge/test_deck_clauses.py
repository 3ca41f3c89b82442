"""Section 1 of the On the Edge tournament rules 1.2, clause by clause."""

import pytest

from floorjudge.formats.on_the_edge.decks import DeckReport, Finding, Verdict, check_deck, load_catalogue, read_cards
from floorjudge.formats.on_the_edge.decks import with_further_cards as with_further
from floorjudge.texts import render
from tests.formats.on_the_edge.slow_decks import DEGENERATE, OBJECTIVE, ROWS, by_name, is_banned
from tests.support.sentences import plain_english

LEGAL = "39 Barber Hammock [112]\n"
ILLEGAL, UNSURE = Verdict.ILLEGAL, Verdict.TO_BE_CHECKED


def checked(line: str) -> DeckReport:
    """Check a deck that would be legal but for one line, the second."""
    report = check_deck(f"{LEGAL}{line}")
    assert all(finding.line == 2 for finding in report.findings)
    return report


def outcome(line: str) -> tuple[str, list[tuple[str, ...]]]:
    report = checked(line)
    return report.verdict.value, [finding.clauses for finding in report.findings]


@pytest.mark.clauses("OTE 1.1")
@pytest.mark.parametrize(("count", "verdict"), [(0, ILLEGAL), (39, ILLEGAL), (40, Verdict.LEGAL), (60, Verdict.LEGAL)])
def test_a_deck_has_at_least_40_cards(count: int, verdict: Verdict) -> None:
    report = check_deck("\n".join(["Barber Hammock [112]"] * count))
    assert (report.cards, report.verdict) == (count, verdict)
    if verdict is ILLEGAL:
        (finding,) = report.findings
        assert (finding.clauses, finding.line, finding.written) == (("OTE 1.1",), None, None)
        assert finding.reason.values == {"count": count}


@pytest.mark.clauses("OTE 1.2")
@pytest.mark.parametrize("copies", [40, 1_000, 10_000])
def test_any_number_of_copies_of_one_card_will_do(copies: int) -> None:
    assert check_deck(f"{copies} Astral Wisdom [28]") == DeckReport(copies)


@pytest.mark.clauses("OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6")
def test_every_printing_of_the_card_list() -> None:
    for row in ROWS:
        verdict = "illegal" if is_banned(row) else "legal"
        assert checked(f"1 {row.name} [{row.number}]").verdict == verdict, row
        assert checked(f"1 [{row.number}]").verdict == verdict, row


@pytest.mark.exhaustive
@pytest.mark.clauses("OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6")
def test_every_name_of_the_card_list() -> None:
    for name in {row.name for row in ROWS} - {"C. A. Radford (C67)"}:
        assert checked(name).verdict == by_name(name), name


@pytest.mark.clauses("OTE 1.4")
def test_chase_cards_are_out() -> None:
    for number in ("CHASE1", "CHASE 1", "chase-1", "Chase 01"):
        for line in (f"Janis [{number}]", f"1 {number}", "Janis"):
            assert outcome(line) == ("illegal", [("OTE 1.4",)]), line


@pytest.mark.clauses("OTE 1.3", "OTE 1.4")
def test_the_number_chase4_is_out_whichever_card_carries_it() -> None:
    assert outcome("Chris Robinson [CHASE4]") == ("illegal", [("OTE 1.4",)])
    assert outcome("Sekhem [CHASE4]") == ("illegal", [("OTE 1.3",)])
    either = checked("CHASE4").findings
    assert [(finding.clauses, finding.reason.values["name"]) for finding in either] == [
        (("OTE 1.4",), "Chris Robinson"),
        (("OTE 1.3",), "Sekhem"),
    ]
    assert outcome("Janis [CHASE4]") == ("illegal", [("OTE 1.3", "OTE 1.4")])


@pytest.mark.clauses("OTE 1.5", "OTE 1.6")
def test_cards_that_change_the_objective_and_degenerate_cards_are_out(subtests: pytest.Subtests) -> None:
    for number in (*OBJECTIVE, *DEGENERATE):
        with subtests.test(number=number):
            name = next(row.name for row in ROWS if row.number == number)
            clause = "OTE 1.5" if number in OBJECTIVE else "OTE 1.6"
            clauses = ("OTE 1.3", clause) if name == "Message to Space" else (clause,)
            assert outcome(f"3 {name}") == ("illegal", [clauses])
            assert outcome(f"{name} [{number}]") == outcome(f"{name} #{number}") == ("illegal", [(clause,)])


@pytest.mark.clauses("OTE 1.7")
def test_what_no_list_has_yet_can_be_out_all_the_same(subtests: pytest.Subtests) -> None:
    for line, clauses in [
        ("Brand New Card [S25]", ("OTE 1.3", "OTE 1.7")),
        ("Brand New Card [CHASE 5]", ("OTE 1.4", "OTE 1.7")),
        ("Astral Wisdom [S99]", ("OTE 1.3", "OTE 1.7")),
        ("CHASE12", ("OTE 1.4", "OTE 1.7")),
        ("Cut-Ups Machine [E3]", ("OTE 1.5", "OTE 1.7")),
        ("Deadly Inspiration [999]", ("OTE 1.6", "OTE 1.7")),
    ]:
        with subtests.test(line=line):
            assert outcome(line) == ("illegal", [clauses])


@pytest.mark.clauses("OTE 1.3", "OTE 1.7")
def test_a_misspelled_name_does_not_hide_a_sample_number() -> None:
    assert outcome("Astrl Wisdm [S1]") == ("illegal", [("OTE 1.3",)])


@pytest.mark.clauses("OTE 1.3", "OTE 1.5", "OTE 1.6", "OTE 1.7")
def test_what_the_list_leaves_open_is_to_be_checked(subtests: pytest.Subtests) -> None:
    for line, clauses in [
        ("Astral Wisdom", ("OTE 1.3",)),
        ("Lope [28]", ("OTE 1.3",)),
        ("Lope [112]", ("OTE 1.3",)),
        ("Barber Hammock [28]", ()),
        ("Barber Hammock [66]", ("OTE 1.5",)),
        ("Deadly Inspiration [28]", ("OTE 1.6",)),
        ("Lope [999]", ("OTE 1.7",)),
        ("[999]", ("OTE 1.7",)),
        ("Nobody at All [28]", ("OTE 1.7",)),
        ("Nobody at All [66]", ("OTE 1.5", "OTE 1.7")),
        ("Nobody at All [999]", ("OTE 1.7",)),
        ("zzzzzz", ("OTE 1.7",)),
    ]:
        with subtests.test(line=line, clauses=clauses):
            assert outcome(line) == ("to be checked", [clauses])


def test_a_finding_says_what_is_known_of_the_card(subtests: pytest.Subtests) -> None:
    chase = "Janis [CHASE1] is a chase card: its number begins with CHASE."
    sample = "a number that begins with S is a sample card's."
    for line, sentence in [
        ("Janis", chase),
        ("Janis [CHASE1]", chase),
        ("Astral Wisdom [S1]", "Astral Wisdom [S1] is a sample card: its number begins with S."),
        ("Sekhem [CHASE4]", "Sekhem [S24] is a sample card, and was also printed with the wrong number CHASE4."),
        (
            "Janis [CHASE4]",
            "The number CHASE4 belongs to Chris Robinson, Sekhem and not to Janis; whichever it is, it is out.",
        ),
        ("Brand New Card [S25]", f"The card list has no number S25, but {sample}"),
        ("CHASE12", "The card list has no number CHASE12, but a number that begins with CHASE is a chase card's."),
        ("Cut-Ups Machine", "Cut-Ups Machine changes the objective of the game and is out in every printing."),
        ("Deadly Inspiration [999]", "Deadly Inspiration is a degenerate card and is out in every printing."),
        ("Message to Space", "Every printing of Message to Space is out: C47 (OTE 1.5); S16 (OTE 1.3, OTE 1.5)."),
        ("Astral Wisdom", "Which printing of Astral Wisdom is it? 28 may be played, S1 may not. Write the number."),
        ("Lope [28]", "The number 28 belongs to Astral Wisdom, but Lope has 143, S8. Look at the card."),
        ("Lope [999]", "The card list has no number 999; Lope has 143, S8. Look at the card."),
        ("[999]", "The card list has no number 999. Look at the card."),
        ("Nobody [28]", "The card list has no “Nobody”; the number 28 belongs to Astral Wisdom. Look at the card."),
        ("Nobody [999]", "The card list has no “Nobody”. Look at the card."),
        ("Astral Wisdm", "The card list has no “Astral Wisdm”. Did you mean: Astral Wisdom?"),
    ]:
        with subtests.test(line=line):
            assert [plain_english(finding.reason) for finding in checked(line).findings] == [sentence]


@pytest.mark.clauses("OTE 1.3")
def test_one_printed_name_of_several_cards_needs_the_number() -> None:
    assert outcome("C. A. Radford") == ("to be checked", [("OTE 1.3",)])
    assert checked("C. A. Radford").findings[0].reason.values["name"] == "C. A. Radford"
    assert outcome("C. A. Radford [C66]") == ("legal", [])
    assert outcome("C. A. Radford (C67)") == ("legal", [])
    assert outcome("C. A. Radford [S20]") == ("illegal", [("OTE 1.3",)])
    assert outcome("Umberto Palladino") == ("legal", [])


def test_an_unlisted_number_of_several_cards_of_one_name_is_to_be_checked() -> None:
    further = read_cards("number;name;clause\nC67;C. A. Radford (C67);1.6", "more.csv")
    cards = with_further(load_catalogue(), further, "more.csv")
    assert check_deck("40 C. A. Radford [C99]", cards).verdict is UNSURE
    assert check_deck("40 C. A. Radford (Turmoil Eemplified) [C99]", cards).verdict is UNSURE
    assert check_deck("40 C. A. Radford [C67]", cards).verdict is ILLEGAL
    assert check_deck("40 C. A. Radford [C66]", cards).verdict is Verdict.LEGAL


def test_illegal_outranks_to_be_checked() -> None:
    unsure, illegal = (Finding(verdict, checked("Janis").findings[0].reason) for verdict in (UNSURE, ILLEGAL))
    assert DeckReport(40).verdict is Verdict.LEGAL
    assert DeckReport(40, (unsure,)).verdict is UNSURE
    assert DeckReport(40, (unsure, illegal)).verdict is ILLEGAL
    assert check_deck("Nobody at All").verdict is ILLEGAL


def test_spellings_of_banned_cards(subtests: pytest.Subtests) -> None:
    for spelling in [
        "Tulpa's Secret",
        "Tulpas' Secret",
        "tulpa’s  secret",
        "TULPAS SECRET",
        "Túlpäs’ Secrêt",
        "Sacrificial Bloodbath",
        "Sacrifical Bloodbath",
        "Dimitri Vatsavos [S3]",
        "Dmitri Vatsavos [S3]",
        "Janis\u200b",
        "J\u00adanis",
    ]:
        with subtests.test(spelling=spelling):
            assert checked(spelling).verdict is ILLEGAL


def test_both_spellings_of_a_name_are_one_card() -> None:
    for spelling in ("Dimitri Vatsavos", "Dmitri Vatsavos"):
        assert checked(f"{spelling} [259]").verdict is Verdict.LEGAL
        assert checked(spelling).verdict is UNSURE


def test_names_that_contain_what_was_written_are_suggested() -> None:
    assert checked("vatsavos").findings[0].reason.values["names"] == ("Dmitri Vatsavos",)
    assert "Umberto Palladino" in render(checked("Palladino").findings[0].reason, "en")


def test_only_the_first_unknown_names_get_a_suggestion() -> None:
    report = check_deck("\n".join(f"Astral Wisdm{'z' * at}" for at in range(25)))
    suggested = ["names" in finding.reason.values for finding in report.findings[1:]]
    assert suggested[0]
    assert not any(suggested[20:])
