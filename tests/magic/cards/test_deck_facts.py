"""What deck checks ask of real card texts, and decks of real cards."""

import sqlite3
from contextlib import nullcontext
from pathlib import Path

import pytest

from floorjudge.formats.decks import Verdict
from floorjudge.formats.magic_decks import DeckKind, KnownCards, check_deck
from floorjudge.formats.magic_decks.commanders import may_lead, may_lead_together
from floorjudge.formats.magic_decks.companions import asked_by, is_met
from floorjudge.magic import CardLibrary
from floorjudge.magic.cards.deck_facts import DeckCards, PrintedCard, installed_cards
from floorjudge.magic.errors import NoCardTexts


@pytest.fixture(scope="module")
def cards(library: CardLibrary) -> DeckCards:
    return DeckCards(library)


def card(cards: DeckCards, name: str) -> PrintedCard:
    found = cards.named(name)
    assert found is not None
    return found


def test_what_is_printed_on_a_card(cards: DeckCards) -> None:
    assert card(cards, "dryad arbor") == PrintedCard(
        name="Dryad Arbor",
        supertypes=(),
        types=("Land", "Creature"),
        subtypes=("Forest", "Dryad"),
        identity="G",
        words="(This land isn't a spell, it's affected by summoning sickness, and it has \"{T}: Add {G}.\")",
        cost="",
        mana_value=0,
        has_size=True,
    )


def test_a_card_is_known_by_either_side_and_however_it_is_typed(cards: DeckCards) -> None:
    for name in ("Fire", "ice", "Fire/Ice", "fire//ice", "FIRE // ICE"):
        assert card(cards, name).name == "Fire // Ice"
    assert card(cards, "insectile aberration").name == "Delver of Secrets // Insectile Aberration"
    assert cards.named("Nobody Knows") is None
    assert "Lightning Bolt" in cards.similar("Lightnin Bolt")


def test_the_back_belongs_to_the_colors_and_to_nothing_else(cards: DeckCards) -> None:
    esika = card(cards, "Esika, God of the Tree")
    assert (esika.identity, esika.mana_value, "Creature" in esika.types) == ("WUBRG", 3, True)
    abbey = card(cards, "Westvale Abbey")
    assert (abbey.identity, abbey.types, abbey.mana_value) == ("B", ("Land",), 0)


def test_both_halves_make_the_cost_and_one_alone_says_nothing(cards: DeckCards) -> None:
    assert card(cards, "Fire").cost is None
    halves = [
        {"name": "Fire // Ice", "faceName": half, "layout": "split", "manaCost": cost, "text": half}
        for half, cost in (("Fire", "{1}{R}"), ("Ice", "{1}{U}"))
    ]

    class Both(CardLibrary):
        def sides(self, name: str) -> tuple[str, list[dict[str, object]]]:
            return name, [dict(half) for half in halves]

    whole = card(DeckCards(Both(None)), "Fire // Ice")
    assert (whole.cost, whole.mana_value, whole.words) == ("{1}{R}{1}{U}", 4, "Fire\nIce")


def test_the_cards_of_this_user_are_open_while_a_block_runs(
    card_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path))
    (tmp_path / "magic-cards.sqlite3").symlink_to(card_file)
    with installed_cards() as cards:
        assert cards is not None
        assert card(cards, "forest").identity == "G"
    with pytest.raises(sqlite3.ProgrammingError):
        cards.named("Island")


def test_without_card_texts_there_is_nothing_to_ask() -> None:
    empty = CardLibrary(None)
    assert empty.is_empty
    with installed_cards(lambda: nullcontext(empty)) as cards:
        assert cards is None
    with pytest.raises(NoCardTexts):
        DeckCards(empty).named("Forest")


@pytest.mark.clauses("CR 903.3")
def test_real_commanders(cards: DeckCards, subtests: pytest.Subtests) -> None:
    for name, leads in [
        ("Kenrith, the Returned King", True),
        ("Esika, God of the Tree", True),
        ("Grist, the Hunger Tide", True),
        ("Teferi, Temporal Archmage", True),
        ("Heart of Kiran", True),
        ("The Seriema", True),
        ("Faceless One", True),
        ("Noble Heritage", False),
        ("Urborg, Tomb of Yawgmoth", False),
        ("Karn Liberated", False),
        ("Wizard from Beyond", False),
        ("Grizzly Bears", False),
    ]:
        with subtests.test(name=name):
            assert may_lead(card(cards, name)) is leads


@pytest.mark.clauses("CR 702.124")
def test_real_pairs_of_commanders(cards: DeckCards, subtests: pytest.Subtests) -> None:
    for one, other, wanted in [
        ("Rograkh, Son of Rohgahh", "Ishai, Ojutai Dragonspeaker", True),
        ("Pir, Imaginative Rascal", "Toothy, Imaginary Friend", True),
        ("Pir, Imaginative Rascal", "Rograkh, Son of Rohgahh", False),
        ("Gut, True Soul Zealot", "Noble Heritage", True),
        ("Gut, True Soul Zealot", "Wilson, Refined Grizzly", False),
        ("Rose Noble", "The Tenth Doctor", True),
        ("Rose Noble", "The Master, Multiplied", False),
        ("Ellie, Brick Master", "Elmar, Ulvenwald Informant", False),
        ("The Bus Runner", "The Wheeling Runner", None),
    ]:
        with subtests.test(one=one, other=other):
            assert may_lead_together(card(cards, one), card(cards, other)) is wanted


@pytest.mark.clauses("CR 702.139")
def test_every_companion_is_understood_or_left_to_a_person(cards: DeckCards, subtests: pytest.Subtests) -> None:
    asks_for_more = {"Zirda, the Dawnwaker"}
    for name in (
        "Gyruda, Doom of Depths",
        "Jegantha, the Wellspring",
        "Kaheera, the Orphanguard",
        "Keruga, the Macrosage",
        "Lurrus of the Dream-Den",
        "Lutri, the Spellchaser",
        "Obosh, the Preypiercer",
        "Umori, the Collector",
        "Yorion, Sky Nomad",
        "Zirda, the Dawnwaker",
    ):
        with subtests.test(name=name):
            asked = asked_by(card(cards, name))
            assert asked is not None
            forests = [card(cards, "Forest")] * 2
            assert is_met(asked, forests, 20) is (None if name in asks_for_more else True)


def test_decks_of_real_cards(cards: KnownCards, subtests: pytest.Subtests) -> None:
    for kind, listing, broken in [
        (DeckKind.CONSTRUCTED, "20 Relentless Rats\n9 Nazgul\n7 seven dwarves\n24 snow-covered swamp", ()),
        (DeckKind.CONSTRUCTED, "10 Nazgûl\n50 Wastes", ("CR 100.2a", "MTR 6.1")),
        (DeckKind.CONSTRUCTED, "4 Fire // Ice\n1 Ice\n55 Island", ("CR 100.2a", "MTR 6.1")),
        (DeckKind.COMMANDER, "Commander\n1 Nazgûl\n\n99 Swamp", ("CR 903.3",)),
        (DeckKind.COMMANDER, "Commander\n1 Krenko, Mob Boss\n\n98 Mountain\n1 Stomping Ground", ("CR 903.5d",)),
        (DeckKind.COMMANDER, "Commander\n1 Krenko, Mob Boss\n\n98 Mountain\n1 Fire", ("CR 903.5c",)),
        (
            DeckKind.COMMANDER,
            "Commander\n1 The Prismatic Piper\n1 Rograkh, Son of Rohgahh\n\n97 Forest\n1 Stomping Ground",
            (),
        ),
    ]:
        with subtests.test(listing=listing):
            report = check_deck(listing, kind, cards)
            assert (report.broken, report.verdict) == (broken, Verdict.ILLEGAL if broken else Verdict.LEGAL)
