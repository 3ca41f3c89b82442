"""Deck lists as people write them."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.deck_lists.lines import LONGEST_LINE, MOST_CHARACTERS, MOST_COPIES, MOST_LINES
from floorjudge.errors import BadInput
from floorjudge.formats.decks import DeckLine
from floorjudge.formats.on_the_edge.decks import Verdict, check_deck, report_json
from floorjudge.formats.on_the_edge.decks.listing import read_list
from floorjudge.formats.on_the_edge.format import FORMAT
from tests.formats.on_the_edge.slow_decks import ROWS
from tests.support.refusals import error_of

Card = tuple[int, str, str | None]

LONG_NAME = next(row.name for row in ROWS if row.number == "1")
FORMS = (
    "{copies} {name} [{number}]",
    "{copies}x {name} [{number}]",
    "{copies} x {name} ({number})",
    "{copies}×{name} #{number}",
    "{copies} × {name} # {number} # a note",
    "x{copies} {name} [{number}] // a note",
    "- {copies} {name} [{number}]",
    "  {copies}\t{name}\t[{number}]  ",
    "{name} [{number}] x{copies}",
    "{name} x{copies} [{number}]",
    "{name} #{number} x{copies}",
    "{name} ({number}) ×{copies}",
    "{name} ({number}) {copies}x",
    "{name} [no. {number}] (x{copies})",
    "[{number}] {name} x{copies}",
)
BARE_FORMS = ("{copies} {name} {number}", "{name} {number} x{copies}", "{number} {name} x{copies}")
NAME_FORMS = ("{copies} {name}", "{copies}x {name}", "{copies} × {name}", "{name} x{copies}", "{name}, x{copies}")

# One name ends in its own number, which is read as such, as it should be.
READ_BACK = [row for row in ROWS if not row.name.endswith(f"({row.number})")]
cards = st.tuples(st.integers(1, MOST_COPIES), st.sampled_from(READ_BACK)).map(lambda card: (card[0], *card[1][1::-1]))
names = cards.map(lambda card: (card[0], card[1], None))


def cards_of(listing: str) -> list[Card]:
    entries = read_list(listing)
    assert not any(entry.doubts or entry.perhaps_heading for entry in entries)
    return [(entry.copies, entry.name, entry.number) for entry in entries]


def written(form: str, card: Card) -> str:
    return form.format(copies=card[0], name=card[1], number=card[2])


@given(st.lists(st.tuples(st.sampled_from(FORMS), cards), max_size=8), st.sampled_from(["\n", "\r\n", "\r", "\n\n"]))
def test_every_form_is_read_back(lines: list[tuple[str, Card]], end: str) -> None:
    listing = end.join(written(form, card) for form, card in lines)
    assert cards_of(listing) == [card for _, card in lines]
    assert cards_of(f"\ufeff{listing}{end}") == [card for _, card in lines]


@given(st.sampled_from(BARE_FORMS), cards.filter(lambda card: not card[2].isdigit()))
def test_a_number_with_a_letter_needs_no_brackets(form: str, card: Card) -> None:
    assert cards_of(written(form, card)) == [card]


@given(st.sampled_from(NAME_FORMS), names)
def test_a_name_is_enough(form: str, card: Card) -> None:
    assert cards_of(written(form, card)) == [card]


@given(st.sampled_from(READ_BACK), st.sampled_from(["{name} [{number}]", "[{number}] {name}", "* {name} #{number}"]))
def test_without_a_count_it_is_one_copy(row: tuple[str, ...], form: str) -> None:
    card = (1, row[1], row[0])
    assert cards_of(written(form, card)) == [card]


@given(
    st.lists(cards | names, max_size=8),
    st.sampled_from([("qty", "name", "number"), ("Cantidad", "Carta", "Número"), ("Quantité", "Nom", "N°")]),
    st.permutations([0, 1, 2]),
    st.sampled_from(",;\t"),
)
def test_tables_are_read_back(deck: list[Card], headings: tuple[str, ...], order: list[int], separator: str) -> None:
    table = io.StringIO()
    writer = csv.writer(table, delimiter=separator)
    writer.writerow([headings[at] for at in order])
    writer.writerows([[card[at] for at in order] for card in deck])
    assert cards_of(table.getvalue()) == deck


def test_tables(subtests: pytest.Subtests) -> None:
    for listing, expected in [
        ("Name;Count\nJanis;2\n;;\n# no\nLope", [(2, "Janis", None), (1, "Lope", None)]),
        ("nombre;cantidad\nLope;3", [(3, "Lope", None)]),
        ("nombre;nom;numéro\n3;Lope;143", [(3, "Lope", "143")]),
        ("quantidade,nome,número\n3,Lope,143", [(3, "Lope", "143")]),
        ("sep=;\nName;Set;No.\nLope;Specials;S 8", [(1, "Lope", "S8")]),
        ("count,number\n2,C47\nx3,chase 4\n4x,28", [(2, "", "C47"), (3, "", "CHASE4"), (4, "", "28")]),
        (f'count,name\n2,"{LONG_NAME}"', [(2, LONG_NAME, None)]),
        (f"count;name\n2;{LONG_NAME}", [(2, LONG_NAME, None)]),
        ("count,name\n2,Lope [143]", [(2, "Lope", "143")]),
    ]:
        with subtests.test(listing=listing):
            assert cards_of(listing) == expected


def test_lines(subtests: pytest.Subtests) -> None:
    for line, expected in [
        (f"2 {LONG_NAME}", (2, LONG_NAME, None)),
        ("El Zod 7", (1, "El Zod 7", None)),
        ("3 El Zod 7", (3, "El Zod 7", None)),
        ("El Zod 7 x3", (3, "El Zod 7", None)),
        ("CHASE 4", (1, "", "CHASE4")),
        ("2 CHASE-4", (2, "", "CHASE4")),
        ("[28] x3", (3, "", "28")),
        ("S1 Astral Wisdom", (1, "Astral Wisdom", "S1")),
        ("3 #28", (3, "", "28")),
        ("Lope #1 of my favourites", (1, "Lope", None)),
        ("Lope // #28", (1, "Lope", None)),
        ("3 Lope [#143]", (3, "Lope", "143")),
        ("3 Lope (nº 143)", (3, "Lope", "143")),
        ("3 Lope [0143]", (3, "Lope", "143")),
        ("• Lope", (1, "Lope", None)),
        ("Break-Bones [ver 1]", (1, "Break-Bones [ver 1]", None)),
        ("28", (1, "28", None)),
    ]:
        with subtests.test(line=line, expected=expected):
            assert cards_of(line) == [expected]


def test_lines_without_a_card(subtests: pytest.Subtests) -> None:
    for line in ["", "  ", "\t", "# 28 Lope", "// 3 Lope", "#28", "-----", "=====", "\u200b", "???"]:
        with subtests.test(line=line):
            assert cards_of(f"{line}\n3 Lope\n{line}") == [(3, "Lope", None)]
            assert read_list(f"{line}\n3 Lope\n{line}")[0].line == 2


def test_headings_are_no_cards(subtests: pytest.Subtests) -> None:
    for line in ["Characters:", "Gear (12):", "== Gear ==", "[Plots]", "**Plots**", "<Gear>", "-- Gear"]:
        with subtests.test(line=line):
            report = check_deck(f"{line}\n40 Lope [143]")
            assert (report.cards, report.findings) == (40, ())
            assert check_deck(f"name,count\n{line},\nLope (Shadows),40").cards == (40 if line.endswith(":") else 41)


def test_what_looks_like_a_heading_may_be_a_card() -> None:
    report = check_deck("Janis:\n[Lope]\n39 Lope [143]")
    assert (report.cards, report.verdict) == (41, Verdict.ILLEGAL)
    assert [finding.line for finding in report.findings] == [1, 2]
    assert FORMAT.deck_lines("Gear:\nLope:\n3 Lope [143]\n[112]") == [
        DeckLine(1, None, "Gear", None),
        DeckLine(2, 1, "Lope", None),
        DeckLine(3, 3, "Lope", "143"),
        DeckLine(4, 1, "[112]", "112"),
    ]


def test_doubts(subtests: pytest.Subtests) -> None:
    for listing, copies, doubts in [
        ("0 Lope [143]", 0, ["With 0 copies"]),
        ("-3 Lope", 0, ["With -3 copies"]),
        ("Lope x0", 0, ["With 0 copies"]),
        ("10001 Lope", MOST_COPIES, ["That many copies"]),
        (f"{'9' * 400} Lope", MOST_COPIES, ["That many copies"]),
        ("3 ???", 0, ["This line names no card"]),
        ("x3", 0, ["This line names no card"]),
        ("3 Lo\x00pe", 3, ["characters that cannot be read"]),
        ("\x01\x02", 0, ["This line names no card", "characters that cannot be read"]),
        ("3 Lope \ud800", 3, ["characters that cannot be read"]),
        ("x" * (LONGEST_LINE + 1), 0, ["This line has more than 500 characters"]),
        ("count,name\nmany,Lope", 1, ["“many” is no number of copies"]),
        ("count,name,number\n2,Lope,n/a", 2, ["“n/a” is no collector number"]),
        ("count,name\n2,", 0, ["This line names no card"]),
        ("count,name\n0,Lope", 0, ["With 0 copies"]),
        (f"count,name\n2,{'x' * LONGEST_LINE}", 0, ["This line has more than 500 characters"]),
    ]:
        with subtests.test(listing=listing, copies=copies, doubts=doubts):
            (entry,) = read_list(listing)
            assert entry.copies == copies
            findings = check_deck(listing).findings
            assert len(entry.doubts) == len(doubts)
            for doubt, finding in zip(doubts, findings[1 if copies < 40 else 0 :], strict=False):
                assert doubt in report_json(check_deck(listing), "en")["findings"][findings.index(finding)]["reason"]
                assert (finding.verdict, finding.line) == (Verdict.TO_BE_CHECKED, listing.count("\n") + 1)


def test_what_was_written_is_shown_short_and_readable() -> None:
    assert read_list("3 Lo\x1bpe\t[143]")[0].written == "3 Lo�pe [143]"
    assert len(read_list("Lope " * 90)[0].written) == 120


@pytest.mark.parametrize("listing", ["\n" * MOST_LINES, "x" * (MOST_CHARACTERS + 1)])
def test_a_text_far_longer_than_a_deck_is_refused(listing: str) -> None:
    assert error_of(BadInput, check_deck, listing).code == "deck_too_long"


def test_the_longest_list_is_read() -> None:
    assert check_deck("\n".join(["Barber Hammock [112]"] * MOST_LINES)).cards == MOST_LINES


pieces = st.sampled_from(
    (*'3x×…é²٣[]()#,;:-" \t\n\r\0\ufeff\ud800', "==", "//", "28", "S1", "CHASE 4", "Lope", "name", "count", "number")
)


@given(st.text() | st.lists(pieces, max_size=40).map("".join))
def test_any_text_has_a_report(listing: str) -> None:
    report = check_deck(listing)
    entries = read_list(listing)
    assert report.cards <= sum(entry.copies for entry in entries)
    assert report.cards >= sum(entry.copies for entry in entries if not entry.perhaps_heading)
    assert (report.cards < 40) == any(finding.line is None for finding in report.findings)
    assert {finding.line for finding in report.findings} <= {None, *(entry.line for entry in entries)}
    said = json.loads(json.dumps(report_json(report, "en")))
    assert (said["verdict"], said["cards"], len(said["findings"])) == (
        report.verdict.value,
        report.cards,
        len(report.findings),
    )
