"""Magic deck lists as people and programs write them."""

import csv
import io
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.deck_lists.lines import LONGEST_LINE, MOST_CHARACTERS, MOST_COPIES, MOST_LINES
from floorjudge.deck_lists.listing import Entry, Section, read_list
from floorjudge.deck_lists.sections import DeckKind, DeckList, in_sections
from floorjudge.errors import BadInput
from floorjudge.texts import render
from tests.formats.magic_decks.cards import CARDS, KNOWN
from tests.support.refusals import error_of

Read = tuple[int, str]

FORMS = (
    "{copies} {name}",
    "{copies}x {name}",
    "{copies} × {name}",
    "  {copies}\t{name}  ",
    "- {copies} {name}",
    "x{copies} {name}",
    "{name} x{copies}",
    "{name} (x{copies})",
    "{copies} {name} (DMU) 137",
    "{copies} {name} (plst) AKH-123",
    "{copies}x {name} (2XM) 304★ *F*",
    "{copies} [M10:146] {name}",
    "{copies} {name} [M10]",
    "{copies} {name} <extended> [SLD] (F)",
    "{copies} {name}|M10|1",
    "{copies} {name} # a note",
    "{copies} {name} #burn #cheap",
    "{copies} {name} ^Have,#37d67a^",
    "{copies}x {name} (cmr) 472 [Ramp]",
)
KNOWN_ONLY = ("{copies} {name} // a note", "{copies} {name} / a note", "{copies} {name} (DMU)", "{name}")
NAMES = st.sampled_from([card.name for card in CARDS])
# As people type them: in small letters, without accents, a half alone, with one stroke.
TYPED = st.sampled_from(
    [
        str.upper,
        str.lower,
        lambda name: name.replace("û", "u").replace("'", "’"),
        lambda name: name.split(" // ")[-1],
        lambda name: name.replace(" // ", "/"),
    ]
)


def knows(name: str) -> bool:
    return KNOWN.named(name) is not None


def nothing_known(_name: str) -> bool:
    return False


def whole(name: str) -> str:
    card = KNOWN.named(name)
    return card.name if card else name


def cards_of(entries: Sequence[Entry]) -> list[Read]:
    return [(entry.copies, whole(entry.name)) for entry in entries]


def arranged(listing: str, kind: DeckKind = DeckKind.CONSTRUCTED) -> DeckList:
    return in_sections(read_list(listing, knows), kind)


@given(
    st.lists(st.tuples(st.sampled_from((*FORMS, *KNOWN_ONLY)), st.integers(1, MOST_COPIES), NAMES, TYPED), max_size=8)
)
def test_every_form_is_read_back(lines: list[tuple[str, int, str, object]]) -> None:
    listing = "\n".join(form.format(copies=copies, name=typed(name)) for form, copies, name, typed in lines)  # type: ignore[operator]
    read = read_list(listing, knows)
    assert not [entry.doubts for entry in read if entry.doubts]
    assert cards_of(read) == [(copies if "copies" in form else 1, name) for form, copies, name, _ in lines]


PLAIN_NAMES = [
    card.name for card in CARDS if card.name[0].isalpha() and not card.name.startswith("X ") and "(" not in card.name
]


@given(
    st.lists(st.tuples(st.sampled_from(FORMS), st.integers(1, MOST_COPIES), st.sampled_from(PLAIN_NAMES)), max_size=8)
)
def test_without_card_texts_the_forms_are_read_back_as_well(lines: list[tuple[str, int, str]]) -> None:
    listing = "\n".join(form.format(copies=copies, name=name) for form, copies, name in lines)
    read = read_list(listing, nothing_known)
    assert [(entry.copies, entry.name) for entry in read] == [(copies, name) for _, copies, name in lines]


@given(st.text(max_size=300), st.sampled_from(DeckKind))
def test_any_text_is_read(listing: str, kind: DeckKind) -> None:
    for known in (knows, nothing_known):
        try:
            entries = read_list(listing, known)
        except BadInput:
            assert "<" in listing
            continue
        assert [entry.line for entry in entries] == sorted({entry.line for entry in entries})
        assert all(0 <= entry.copies <= MOST_COPIES for entry in entries)
        given_out = in_sections(entries, kind)
        kept = {entry.line for entry in entries if entry.section is not Section.LEFT_OUT}
        parts = (*given_out.deck, *given_out.sideboard, *given_out.commanders, *given_out.companions)
        assert {entry.line for entry in parts} == kept


HEADINGS = {
    Section.SIDEBOARD: "Sideboard, SIDEBOARD:, Sideboard (3), // Sideboard, [Sideboard], === Side ===, Banquillo, Réserve".split(
        ", "
    ),
    Section.COMMANDER: ("Commander", "Commander (1)", "// Commander", "Comandante:", "Commandant"),
    Section.COMPANION: ("Companion", "Compañero", "Companheiro:"),
    Section.LEFT_OUT: ("Maybeboard", "Considering", "Tokens:", "About"),
    Section.DECK: ("Deck", "Main", "Mainboard (60)", "Mazo", "Baralho"),
}


def test_headings_begin_sections(subtests: pytest.Subtests) -> None:
    for section, headings in HEADINGS.items():
        for heading in headings:
            with subtests.test(heading=heading):
                (entry,) = read_list(f"{heading}\n1 Sol Ring", nothing_known)
                assert (entry.section, entry.name) == (section, "Sol Ring")


def test_what_stands_on_a_line_says_its_section(subtests: pytest.Subtests) -> None:
    for line, section in [
        ("SB: 2 Pyroblast", Section.SIDEBOARD),
        ("SB:  2 [ICE] Pyroblast", Section.SIDEBOARD),
        ("Sideboard: 2 Pyroblast", Section.SIDEBOARD),
        ("Commander: 2 Pyroblast", Section.COMMANDER),
        ("2 Pyroblast *CMDR*", Section.COMMANDER),
        ("2x Pyroblast (ICE) 213 *F* *CMDR*", Section.COMMANDER),
        ("2 Pyroblast # !Commander", Section.COMMANDER),
        ("2x Pyroblast (cmr) 656 *F* [Commander{top}]", Section.COMMANDER),
        ("2x Pyroblast (ice) 213 [Maybeboard{noDeck}{noPrice},Removal]", Section.LEFT_OUT),
        ("2x Pyroblast [Sideboard]", Section.SIDEBOARD),
        ("2x Pyroblast [Removal]", None),
    ]:
        with subtests.test(line=line):
            (entry,) = read_list(line, nothing_known)
            assert (entry.copies, entry.name, entry.section) == (2, "Pyroblast", section)


def test_comments_and_headings_of_groups_name_no_card() -> None:
    listing = """
# my deck
// NAME : Burn
Name: Burn
Deck: Burn
Format = Modern
Creatures (14)
2 Tana

Removal:
Lands
~~ Ramp ~~
[Spells]
---
2 Sol Ring
"""
    assert cards_of(read_list(listing, knows)) == [(2, "Tana"), (2, "Sol Ring")]


def test_numbers_in_brackets_behind_all_names_are_copies() -> None:
    assert cards_of(read_list("Lightning Bolt (4)\nNobody Knows (3)\nCreatures (2)", nothing_known)) == [
        (4, "Lightning Bolt"),
        (3, "Nobody Knows"),
    ]


def test_an_empty_line_or_a_group_ends_the_commanders() -> None:
    for listing in ("Commander\n\n1 Tana\n1 Tymna\n\n98 Forest", "Commander\n1 Tana\n1 Tymna\nLands (98)\n98 Forest"):
        deck = arranged(listing, DeckKind.COMMANDER)
        assert cards_of(deck.commanders) == [(1, "Tana"), (1, "Tymna")]
        assert cards_of(deck.deck) == [(98, "Forest")]


def test_an_export_of_arena() -> None:
    listing = """About
Name Goblins

Companion
1 Toothy (BBD) 224

Deck
40 Mountain (NEO) 290
4 Lightning Bolt (STA) 42

Sideboard
1 Toothy (BBD) 224
3 Pyroblast (ICE) 213
"""
    deck = arranged(listing)
    assert cards_of(deck.deck) == [(40, "Mountain"), (4, "Lightning Bolt")]
    assert cards_of(deck.sideboard) == [(1, "Toothy"), (3, "Pyroblast")]
    assert cards_of(deck.companions) == [(1, "Toothy")]
    of_commander = arranged(listing, DeckKind.COMMANDER)
    assert cards_of(of_commander.sideboard) == [(3, "Pyroblast")]


def test_a_companion_is_a_card_of_the_sideboard() -> None:
    assert cards_of(arranged("60 Mountain\nCompanion: Toothy").sideboard) == [(1, "Toothy")]


MTGO = """<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <Cards CatID="1" Quantity="4" Sideboard="false" Name="Lim-D&#251;l's Vault" Annotation="0" />
  <Cards CatID="2" Quantity="3" Sideboard="true" Name="Fire/Ice" Annotation="0" />
</Deck>
"""
COCKATRICE = """<cockatrice_deck version="1">
  <deckname>Burn</deckname>
  <zone name="main"><card number="4" name="Lim-Dûl's Vault"/></zone>
  <zone name="side"><card number="3" name="Fire // Ice"/></zone>
  <zone name="tokens"><card number="1" name="Goblin"/></zone>
</cockatrice_deck>
"""


@pytest.mark.parametrize("listing", [MTGO, COCKATRICE, "\ufeff" + MTGO])
def test_decks_as_programs_save_them(listing: str) -> None:
    deck = arranged(listing)
    assert cards_of(deck.deck) == [(4, "Lim-Dûl's Vault")]
    assert cards_of(deck.sideboard) == [(3, "Fire // Ice")]
    assert deck.deck[0].line == next(at for at, line in enumerate(listing.splitlines(), 1) if "Vault" in line)
    assert "Vault" in deck.deck[0].written


def test_what_a_saved_deck_leaves_out_is_one_copy_in_the_deck() -> None:
    for listing in (
        '\n <Deck><Cards Name="Opt"/><Cards/></Deck>',
        '<cockatrice_deck version="1"><zone><card name="Opt"/><card/></zone></cockatrice_deck>',
    ):
        assert cards_of(arranged(listing).deck) == [(1, "Opt"), (0, "")]


def test_a_damaged_file_of_a_program_is_refused(subtests: pytest.Subtests) -> None:
    for listing, code, said in [
        (MTGO.replace("</Deck>", ""), "damaged_deck_file", "line 7"),
        (MTGO.replace('"4"', '"four"'), "deck_file_count", "“four” in line 4"),
        ('<!DOCTYPE d [<!ENTITY a "b">]><Deck><Cards Quantity="1" Name="&a;"/></Deck>', "damaged_deck_file", "line 1"),
    ]:
        with subtests.test(listing=listing, code=code):
            refused = error_of(BadInput, read_list, listing, nothing_known)
            assert refused.code == code
            assert said in refused.message("en")


def test_an_empty_line_below_a_complete_deck_begins_the_sideboard() -> None:
    deck = arranged("4 Lightning Bolt\n\n56 Mountain\n\n3 Pyroblast\n\n12 Sol Ring")
    assert cards_of(deck.deck) == [(4, "Lightning Bolt"), (56, "Mountain")]
    assert cards_of(deck.sideboard) == [(3, "Pyroblast"), (12, "Sol Ring")]
    assert deck.doubts == ()
    pool = arranged("17 Mountain\n\n23 Sol Ring\n\n30 Pyroblast\n15 Tana", DeckKind.LIMITED)
    assert cards_of(pool.sideboard) == [(30, "Pyroblast"), (15, "Tana")]


def test_groups_of_a_deck_are_no_sideboard(subtests: pytest.Subtests) -> None:
    for listing in ["20 Sol Ring\n\n40 Mountain", "50 Sol Ring\n\n20 Mountain", "50 Sol Ring\n\n15 Mountain"]:
        with subtests.test(listing=listing):
            deck = arranged(listing)
            assert (deck.sideboard, deck.doubts) == ((), ())


@pytest.mark.parametrize("listing", ["59 Sol Ring\n\n15 Mountain", "60 Sol Ring\n\n\n16 Mountain"])
def test_where_nothing_says_what_is_the_sideboard_that_is_asked(listing: str) -> None:
    deck = arranged(listing)
    assert deck.sideboard == ()
    (doubt,) = deck.doubts
    assert f"from line {len(listing.splitlines())} on" in render(doubt, "en")


def test_one_or_two_cards_apart_are_the_commanders(subtests: pytest.Subtests) -> None:
    for listing in [
        "1 Tana\n1 Tymna\n\n98 Forest",
        "98 Forest\n\n1 Tana\n1 Tymna",
        "98 Forest\nSideboard\n1 Tana\n1 Tymna",
        "98 Forest\nSB: 1 Tana\nSB: 1 Tymna",
    ]:
        with subtests.test(listing=listing):
            deck = arranged(listing, DeckKind.COMMANDER)
            assert (cards_of(deck.deck), cards_of(deck.commanders)) == ([(98, "Forest")], [(1, "Tana"), (1, "Tymna")])
            assert deck.sideboard == ()
    assert cards_of(arranged("1 Tana\n\n99 Forest", DeckKind.COMMANDER).commanders) == [(1, "Tana")]


@pytest.mark.parametrize("listing", ["100 Forest", "1 Tana\n1 Tymna\n1 Toothy\n\n97 Forest", "1 Tana\n\n40 Forest"])
def test_otherwise_no_commander_is_guessed(listing: str) -> None:
    assert arranged(listing, DeckKind.COMMANDER).commanders == ()


def test_a_commander_is_a_card_of_the_deck_in_other_events() -> None:
    assert cards_of(arranged("Commander\n1 Tana\n\n59 Forest").deck) == [(1, "Tana"), (59, "Forest")]


def test_what_cannot_be_understood_is_doubted(subtests: pytest.Subtests) -> None:
    for line, copies, said in [
        ("0 Sol Ring", 0, "With 0 copies"),
        ("-3 Sol Ring", 0, "With -3 copies"),
        ("99999 Sol Ring", MOST_COPIES, "surely a mistake"),
        ("3", 0, "names no card"),
        ("3 ?!", 0, "names no card"),
        ("4 Sol\x01Ring", 4, "cannot be read"),
        ("4 " + "x" * LONGEST_LINE, 0, "more than"),
        ("Nobody Knows", 1, "no number of copies"),
    ]:
        with subtests.test(line=line[:20]):
            entry = read_list(f"2 Sol Ring\n{line}", knows)[-1]
            assert entry.copies == copies
            assert [said in render(doubt, "en") for doubt in entry.doubts] == [True]


@pytest.mark.parametrize("listing", ["\n" * MOST_LINES, "x" * (MOST_CHARACTERS + 1)])
def test_a_text_far_longer_than_a_deck_is_refused(listing: str) -> None:
    refused = error_of(BadInput, read_list, listing, nothing_known)
    assert refused.message("en").endswith("it may have up to 200,000 characters and 5,000 lines.")
    read_list(listing[1:], nothing_known)


TABLES = (
    (
        "Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,\n"
        '"Krenko, Mob Boss",2,45,Rare,DDT,52,No,No,\nFire // Ice,4,46,Uncommon,APC,128,No,Yes,\n'
    ),
    "sep=;\nCount;Name;Board\n2;Krenko, Mob Boss;main\n;;\n4;fire/ice;Sideboard\n",
    "carta\tcantidad\tsección\nkrenko, mob boss\t2\t\nICE\t4x\tBanquillo",
)


@pytest.mark.parametrize("listing", TABLES)
def test_a_table_names_its_columns(listing: str) -> None:
    deck = arranged(listing)
    assert cards_of(deck.deck) == [(2, "Krenko, Mob Boss")]
    assert cards_of(deck.sideboard) == [(4, "Fire // Ice")]
    assert not [entry.doubts for entry in (*deck.deck, *deck.sideboard) if entry.doubts]


def test_the_lines_of_a_table_are_counted_and_what_is_wrong_in_one_is_doubted() -> None:
    first, second, third = read_list(f"\nname,count\nSol Ring,many\n,3\n{'x' * 600},1", knows)
    assert [(entry.line, entry.copies) for entry in (first, second, third)] == [(3, 1), (4, 0), (5, 0)]
    assert [
        "is no number of copies" in render(first.doubts[0], "en"),
        "names no card" in render(second.doubts[0], "en"),
    ] == [True, True]
    # “nombre” is a number in French, and a name in Spanish.
    for headings in ("Nom;Nombre", "Carte;Nombre", "Nombre;Cantidad"):
        (entry,) = read_list(f"{headings}\nSol Ring;3", knows)
        assert (entry.name, entry.copies, entry.doubts) == ("Sol Ring", 3, ())


@given(st.lists(st.tuples(st.integers(1, MOST_COPIES), NAMES, st.booleans()), max_size=8), st.sampled_from(",;\t"))
def test_tables_are_read_back(rows: list[tuple[int, str, bool]], separator: str) -> None:
    written = io.StringIO()
    table = csv.writer(written, delimiter=separator)
    table.writerow(["Quantity", "Name", "Sideboard"])
    table.writerows([copies, name, "yes" if beside else "no"] for copies, name, beside in rows)
    read = read_list(written.getvalue(), knows)
    assert [(entry.copies, entry.name, entry.section) for entry in read] == [
        (copies, name, Section.SIDEBOARD if beside else None) for copies, name, beside in rows
    ]
