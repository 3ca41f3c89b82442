"""The book of known loops: what it finds by cards is what is in it, and nothing in it is believed unproved."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic import CardLibrary
from floorjudge.magic.answer import Answer, answer_on
from floorjudge.magic.book.claimed import FirstLines, claimed_answer, claimed_first_lines
from floorjudge.magic.book.entries import STATES, SURE, Book, DamagedBook, Entry, packed, unpacked
from floorjudge.magic.book.facts import begun_at, facts_for_book
from floorjudge.magic.book.lookup import installed_book, lookup
from floorjudge.magic.book.opening import opened, tried_from
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.positions.position import Position
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.search import LIFE
from tests.magic.book.made_up_book import book_of, certified, entry, pinger, with_what_happens
from tests.magic.made_up import watched
from tests.magic.strategies import positions

NAMES = st.sampled_from("ABCDE")


@st.composite
def books(draw: st.DrawFn) -> Book:
    listed = draw(st.lists(st.tuples(st.lists(NAMES, min_size=1, max_size=4), st.sampled_from(STATES)), max_size=12))
    return book_of(*(entry(str(number), tuple(cards), state) for number, (cards, state) in enumerate(listed)))


def slowly(cards: set[str], book: Book) -> list[set[tuple[str, ...]]]:
    """Look through every entry and compare sets of cards; return those of each kind of answer."""
    sure = [set(each.cards) for each in book.entries if each.state in SURE]
    kinds = (
        [each for each in sure if each == cards],
        [each for each in sure if each < cards],
        [each for each in sure if len(each - cards) == 1 and cards < each],
        [each for each in sure if cards < each and len(cards) == 1],
    )
    return [{tuple(sorted(each)) for each in found} for found in kinds]


@given(positions())
def test_a_position_in_the_book_is_the_one_that_was_certified(position: Position) -> None:
    case = LoopCase(position=position, body=read_body([{"do": "resolve"}]), times=1)
    kept = facts_for_book(Certificate(case=case, players=position.names, sentences=()))["case"]
    assert read_loop_case(kept) == case


@given(books(), st.sets(NAMES, min_size=1, max_size=4))
def test_what_is_looked_up_is_what_a_look_through_all_entries_finds(book: Book, cards: set[str]) -> None:
    known = lookup(cards, book)
    with_one_more = [each.entry for each in known.with_one_more]
    kinds = (known.exact, known.within, with_one_more, known.of_card)
    assert [{tuple(sorted(set(each.cards))) for each in found} for found in kinds] == slowly(cards, book)
    assert all(set(each.entry.cards) - cards == {each.card} for each in known.with_one_more)
    # All of the same cards are there, the surest first; of the others one of each set of cards.
    assert len(known.exact) == sum(set(each.cards) == cards for each in book.entries if each.is_sure)
    states = [STATES.index(each.state) for each in known.exact]
    assert states == sorted(states)
    for found in (known.within, with_one_more, known.of_card):
        assert len({frozenset(each.cards) for each in found}) == len(found)


@given(books())
def test_a_packed_book_is_the_same_again(book: Book) -> None:
    content = packed(book.head, book.entries)
    assert unpacked(content) == book
    assert packed(book.head, unpacked(content).entries) == content


def test_an_entry_that_was_changed_is_refused(subtests: pytest.Subtests) -> None:
    for was, now in [
        ('"A"', '"C"'),
        ('"certified"', '"extended"'),
        ('"players":2', '"players":3'),
        ('"entries":2', '"entries":3'),
        ('"form":2', '"form":3'),
    ]:
        with subtests.test(was=was, now=now):
            book = book_of(entry("1", ("A", "B"), facts={"case": {"players": 2}}), entry("2", ("D", "E")))
            content = gzip.decompress(packed(book.head, book.entries)).decode()
            assert was in content
            with pytest.raises(DamagedBook, match="Install floorjudge again"):
                unpacked(gzip.compress(content.replace(was, now, 1).encode()))


def test_what_is_no_book_is_said_to_be_none(subtests: pytest.Subtests) -> None:
    for content in [b"", b"no book", gzip.compress(b""), gzip.compress(b"{}\n"), gzip.compress(b"1\n2\n")[:-3]]:
        with subtests.test(content=content), pytest.raises(DamagedBook):
            unpacked(content)


def test_every_installed_entry_is_a_loop_of_its_cards() -> None:
    """Whoever unpacks the book has compared the hashes of all entries."""
    entries = installed_book().entries
    assert len({each.id for each in entries}) == len(entries)
    for each in entries:
        facts = each.facts
        case = json.dumps(facts["case"], ensure_ascii=False)
        assert all(any(side in case for side in card.split(" // ")) for card in each.cards), each.id
        assert each.is_sure == (facts["evidence"] in SURE and facts["verdict"] not in {"refused", "undecided"}), each.id
        assert each.is_sure or each.kind, each.id
        assert not each.is_sure or each.state == facts["evidence"], each.id
        assert all(step["do"] for step in facts["case"]["body"]), each.id


SURE_ENTRIES = [each for each in installed_book().entries if each.is_sure]
# Of 25 that were drawn these run every branch that any of them runs; the first ones are quick.
PROVED = "elvish-archdruid-staff-of-domination 3398-4228 1300-1636".split()
PROVED_TOO = "141-2959 1636-5663 1409-3456 2773-3046 1636-4995 89-2353 niv-mizzet-parun-curiosity".split()


# What the facts of an entry do not give: how the game ends exactly.
NOT_CLAIMED = {"others", "amounts", "ruling", "rests_on", "automatic"}
# Nor do those of an entry of the first form.
NOT_CLAIMED_AT_FIRST = {"chooses", "clauses", *NOT_CLAIMED}


def agrees(known: Entry, library: CardLibrary, life: int = LIFE) -> bool:
    """Return whether the facts of an entry give an answer; it is then the one that the proof gives, as far as it goes."""
    claimed, found = claimed_answer(known, library, known.cards, life), opened(known, library, life)
    assert found.loop is not None, found.why
    proved = found.loop
    own_life = proved.case.position.life == read_loop_case(known.facts["case"]).position.life
    # With less life it may be over before it can be certified; then its player was seen to win.
    assert proved.certificate.evidence == known.state or (not own_life and proved.wins)
    first = claimed_first_lines(known, library, known.cards, life)
    if claimed is None:
        assert first is None
        return False
    if first is not None:
        assert all(getattr(first, name) == getattr(claimed, name) for name in FirstLines.__struct_fields__)
    answer = answer_on(proved.case, proved.certificate, library, named=known.cards)
    is_first_form = "happens" not in known.facts
    for name in set(Answer.__struct_fields__) - (NOT_CLAIMED_AT_FIRST if is_first_form else NOT_CLAIMED):
        assert getattr(claimed, name) == getattr(answer, name), name
    # The facts say that a player loses, and only the proof in which iteration.
    proved_chooses = {
        re.sub(r"loses in iteration \S+?(?=[:.])", "loses by this loop", str(each)) for each in answer.chooses
    }
    assert set(map(str, claimed.chooses)) <= proved_chooses | set(map(str, answer.chooses))
    assert set(map(str, claimed.others)) <= set(map(str, answer.others))
    return True


@pytest.mark.parametrize("name", [*PROVED, *(pytest.param(each, marks=pytest.mark.engine) for each in PROVED_TOO)])
def test_a_loop_of_the_book_is_proved_again_and_its_facts_give_the_same_answer(name: str, library: CardLibrary) -> None:
    known = installed_book().by_id[name]
    assert agrees(known, library) == ("with_life" in known.facts or "life" not in known.facts["case"])


def test_an_end_that_another_life_may_move_is_not_claimed() -> None:
    library = CardLibrary.of_texts([])
    assert agrees(pinger(), library)
    assert not agrees(pinger(), library, 40)
    assert claimed_answer(pinger(case={"players": 2, "body": []}), library, ["Engine"], LIFE) is None


def test_what_needs_a_life_of_its_own_is_not_claimed_with_another() -> None:
    (heavens,) = (each for each in installed_book().entries if each.id == "1636-1951")
    library = CardLibrary.of_texts([])
    facts = {name: fact for name, fact in heavens.facts.items() if name != "with_life"}
    without = entry(heavens.id, heavens.cards, heavens.state, facts)
    for claim in (claimed_answer, claimed_first_lines):
        assert claim(without, library, heavens.cards, LIFE) is None


@pytest.mark.parametrize(("life", "lives"), [(20, (40, 40)), (30, (50, 50)), (40, (60, 60))])
def test_where_a_card_looks_at_the_start_a_loop_has_as_much_more_life_than_that(
    library: CardLibrary, life: int, lives: tuple[int, int]
) -> None:
    (heavens,) = (each for each in installed_book().entries if each.id == "1636-1951")
    loop = opened(heavens, library, life).loop
    assert loop is not None
    position = loop.case.position
    assert (position.life, position.starting_life) == (lives, life)
    assert (claimed_answer(heavens, library, heavens.cards, life) is None) == (life != LIFE)


def test_a_player_of_a_game_that_began_with_less_life_has_some_left() -> None:
    case = read_loop_case({**watched("Untap this creature."), "life": [20, 5]})
    position = begun_at(case, 7).position
    assert (position.life, position.starting_life) == ((7, 1), 7)


def test_the_first_lines_are_known_without_any_play_where_the_facts_give_the_verdict(library: CardLibrary) -> None:
    """In the first form: of a win, a loss and a draw, and of gains that the changes of an iteration show; in the second, of all loops."""
    kinds: Counter[str] = Counter()
    for each in SURE_ENTRIES:
        first = claimed_first_lines(each, library, each.cards, LIFE)
        kinds["none" if first is None else first.kind] += 1
        assert first is None or first.kind != "any" or not each.facts["breaks"] or "happens" in each.facts
    assert min(kinds[kind] for kind in ("win", "loss", "draw", "any")) > 10
    assert installed_book().head.form == 1 or not kinds["none"]


PAGE = {"name": "Own Page", "type": "Artifact"}


def pages(copies: int) -> dict[str, Any]:
    """Return the libraries of both players, each with so many cards that do nothing."""
    return {"cards": [PAGE], "library": [[{"card": "Own Page", "copies": copies}]] * 2}


# Loops whose verdict needs what happens on the way, the changes of an amount on a permanent, or what comes after a break.
ON_THE_WAY = {
    "draws": ("{0}: Draw a card.", pages(40)),
    "gains life": ("{0}: You gain 1 life.", {}),
    "grows": ("{0}: Put a +1/+1 counter on this artifact.", {}),
    "energy": ("{0}: You get {E}.", {}),
    "mills, then an empty library": ("{0}: Each player mills a card.", pages(6)),
    "mills, and gains after that": ("{0}: You gain 1 life. Each opponent mills a card.", pages(6)),
    "exiles, and nothing after": (
        "{0}: Each opponent exiles the top card of their library.",
        pages(6),
    ),
    "wins": ("{0}: Each opponent loses 2 life.", {}),
    "loses": ("{0}: You lose 3 life.", {}),
}


@pytest.mark.engine
def test_the_facts_of_the_second_form_give_the_first_lines_of_every_loop_without_any_play(
    library: CardLibrary, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    """They are those of the proved answer; an entry of the first form needs some play where what happens on the way decides."""
    for name, (words, more) in ON_THE_WAY.items():
        with subtests.test(name=name), monkeypatch.context() as without_play:
            found = certified(watched(words, **more))
            known = with_what_happens(found)
            answer = answer_on(found.case, found, library, named=known.cards)
            without_play.setattr("floorjudge.magic.engine.table.Table.at", lambda *_, **__: pytest.fail("played"))
            without_play.setattr("floorjudge.magic.book.claimed.set_up_loop", lambda *_, **__: pytest.fail("played"))
            first = claimed_first_lines(known, library, known.cards, LIFE)
            assert first is not None
            for field in FirstLines.__struct_fields__:
                assert getattr(first, field) == getattr(answer, field), field
            facts = {key: value for key, value in known.facts.items() if key not in {"happens", "afterwards"}}
            old = claimed_first_lines(entry("old", known.cards, known.state, facts), library, known.cards, LIFE)
            assert (old is None) == (first.kind in {"any", "changes"})


def test_a_book_of_the_first_form_can_still_be_read() -> None:
    book = book_of(pinger())
    old = unpacked(packed(msgspec.structs.replace(book.head, form=1), book.entries))
    assert old.entries == book.entries
    assert old.head.form == 1


def test_the_facts_with_another_life_are_claimed_with_it() -> None:
    """Where nothing is certified with it, the loop from its own position is."""
    library = CardLibrary.of_texts([])
    higher = certified(watched("{0}: Each opponent loses 2 life.", life=[40, 40]))
    other = {name: value for name, value in facts_for_book(higher).items() if name != "case"}
    known = pinger(happens=[], with_life={"40": other, "30": None})
    assert agrees(known, library)
    assert agrees(known, library, 40)
    first = claimed_first_lines(known, library, known.cards, 40)
    assert first is not None
    assert "The game is over in iteration 20." in map(str, first.chooses)
    assert claimed_first_lines(known, library, known.cards, 30) == claimed_first_lines(
        known, library, known.cards, LIFE
    )
    assert claimed_first_lines(known, library, known.cards, 50) is None
    found = opened(known, library, 30)
    assert found.loop is not None
    assert found.loop.case.position.life == (LIFE, LIFE)


def test_an_entry_leads_the_prover_to_the_same() -> None:
    found = opened(pinger(), CardLibrary.of_texts([]))
    assert found.loop is not None
    assert found.outcome is not None
    assert found.outcome.loop is found.loop
    assert found.why is None


def test_a_forged_fact_is_never_certified(subtests: pytest.Subtests) -> None:
    cases: list[dict[str, Any]] = [
        {"per_iteration": {"life.1": "-3"}},
        {"per_iteration": {}},
        {"verdict": "draw"},
        {"evidence": "extended"},
        {"evidence": "undecided"},
        {"mandatory": True},
        {"stopped_by": None},
        {"stopped_by": {"kind": "life", "over": True, "winner": 1}},
        {"more": 1},
        {"version": 2},
        {"case": {"players": 2, "battlefield": [["No Such Card"], []], "body": [{"do": "resolve"}]}},
        {"case": {"players": 2, "body": []}},
    ]
    for forged in cases:
        with subtests.test(forged=forged):
            found = opened(pinger(**forged), CardLibrary.of_texts([]))
            assert found.loop is None
            assert found.outcome is None
            assert found.why is not None


def test_the_steps_of_a_known_loop_are_tried_from_a_position_of_ones_own() -> None:
    library, known = CardLibrary.of_texts([]), pinger()
    own = read_loop_case(watched("{0}: Each opponent loses 2 life.", times="10^100")).position
    higher = msgspec.structs.replace(own, life=(3, 31))
    found = tried_from(higher, ["Engine"], library, book_of(known))
    assert found is not None
    assert found.entry == known
    assert found.loop is not None
    assert found.loop.case.position == higher
    assert tried_from(higher, ["Other"], library, book_of(known)) is None
    without = msgspec.structs.replace(higher, battlefield=((), own.battlefield[0]))
    assert tried_from(without, ["Engine"], library, book_of(known)) is None
