"""Checking a Magic deck list: size, sideboard, copies and names; the rules of Commander are in `commander_decks`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from floorjudge.deck_lists.listing import Entry, read_list
from floorjudge.deck_lists.names import fold_name
from floorjudge.deck_lists.sections import MOST_BESIDE, DeckKind, DeckList, copies, in_sections
from floorjudge.formats.decks import DeckReport, Finding, Verdict
from floorjudge.formats.magic_decks.banned import Ban, BannedList, banned_words
from floorjudge.formats.magic_decks.cards import (
    BASIC_LANDS,
    CardFacts,
    KnownCards,
    copies_by_text,
    is_basic,
    is_of_no_deck,
)
from floorjudge.formats.magic_decks.commander_decks import judge_commanders
from floorjudge.formats.magic_decks.companions import asked_by, is_met
from floorjudge.formats.magic_decks.played import Lookup, Played
from floorjudge.texts import Text, counted, text

# A search for similar names takes milliseconds each; a list with more unknown names is no deck of this game.
MOST_GUESSES = 20
_BASICS = frozenset(map(fold_name, BASIC_LANDS))
_MOST_COPIES = {DeckKind.CONSTRUCTED: 4, DeckKind.COMMANDER: 1}
_OF_SIZE = {
    DeckKind.CONSTRUCTED: ("MTR 6.1", "CR 100.2a"),
    DeckKind.LIMITED: ("MTR 7.1", "CR 100.2b"),
    DeckKind.COMMANDER: ("CR 903.5a",),
}
_OF_COPIES = {DeckKind.CONSTRUCTED: ("MTR 6.1", "CR 100.2a"), DeckKind.COMMANDER: ("CR 903.5b",)}


def check_deck(
    listing: str, kind: DeckKind, cards: KnownCards | None = None, banned: BannedList | None = None
) -> DeckReport:
    """Return the report on a Magic deck list.

    `listing` is the list as its player wrote it, `kind` is how decks are built in the event. `cards` are the card
    texts: without them sizes and copies are checked, and the report notes that names were not. `banned` is the list of
    banned cards, if any.
    Raises BadInput if the list is far longer than any deck, and for the damaged file of a program.
    """
    lookup = Lookup(cards)
    entries = read_list(listing, lookup.knows)
    arranged = in_sections(entries, kind)
    deck, beside, leading, companions = map(
        lookup.played, (arranged.deck, arranged.sideboard, arranged.commanders, arranged.companions)
    )
    # In Commander a companion is outside of the deck, but its name counts.
    together = (*leading, *deck, *(companions if kind is DeckKind.COMMANDER else beside))
    of_deck = [
        *judge_size(kind, copies(arranged.deck) + copies(arranged.commanders)),
        *judge_sideboard(kind, copies(arranged.sideboard)),
        *(Finding(Verdict.TO_BE_CHECKED, doubt) for doubt in arranged.doubts),
        *([] if cards else [_names_unchecked(kind)]),
        *(
            judge_commanders(leading, (*deck, *companions), known=cards is not None)
            if kind is DeckKind.COMMANDER
            else ()
        ),
    ]
    of_lines = [
        *_doubted(lookup.played(_counted(arranged))),
        *_unknown_names(together, cards),
        *judge_copies(together, kind, banned),
        *_of_no_deck(together, kind),
        *_banned(together, companions, kind, banned),
        *judge_companions(companions, (*leading, *deck), kind),
    ]
    findings = sorted((*of_deck, *of_lines), key=lambda finding: finding.line or 0)
    return DeckReport(
        copies(arranged.deck) + copies(arranged.commanders),
        tuple(findings),
        copies(arranged.sideboard),
        tuple(_notes(kind, banned, lookup if cards else None)),
    )


def judge_size(kind: DeckKind, cards: int) -> tuple[Finding, ...]:
    """Return a finding if a deck of this many cards, commanders included, is too small, or in Commander too large.

    Clauses: MTR 6.1, MTR 7.1, CR 100.2a, CR 100.2b, CR 903.5a
    """
    if cards == kind.least or (cards > kind.least and kind is not DeckKind.COMMANDER):
        return ()
    if kind is DeckKind.COMMANDER:
        sentence = counted(
            "The deck has {count} card, commanders included; it needs exactly {exactly}.",
            "The deck has {count} cards, commanders included; it needs exactly {exactly}.",
            count=cards,
            exactly=kind.least,
        )
    else:
        sentence = counted(
            "The deck has {count} card; it needs at least {least}.",
            "The deck has {count} cards; it needs at least {least}.",
            count=cards,
            least=kind.least,
        )
    return (Finding(Verdict.ILLEGAL, sentence, _OF_SIZE[kind]),)


def judge_sideboard(kind: DeckKind, cards: int) -> tuple[Finding, ...]:
    """Return a finding if a sideboard of this many cards is too large, or not needed.

    In a limited event all cards outside the deck are the sideboard.
    Clauses: MTR 6.1, CR 100.4a, CR 100.4b, CR 903.5e
    """
    if kind is DeckKind.CONSTRUCTED and cards > MOST_BESIDE:
        sentence = counted(
            "The sideboard has {count} card; it may have at most {most}.",
            "The sideboard has {count} cards; it may have at most {most}.",
            count=cards,
            most=MOST_BESIDE,
        )
        return (Finding(Verdict.ILLEGAL, sentence, ("MTR 6.1", "CR 100.4a")),)
    if kind is DeckKind.COMMANDER and cards:
        sentence = counted(
            "Commander has no sideboard: {count} card of the list is no part of the deck.",
            "Commander has no sideboard: {count} cards of the list are no part of the deck.",
            count=cards,
        )
        return (Finding(Verdict.TO_BE_CHECKED, sentence, ("CR 903.5e",)),)
    return ()


def judge_copies(together: Iterable[Played], kind: DeckKind, banned: BannedList | None) -> Iterator[Finding]:
    """Yield a finding for each card with too many copies in deck and sideboard together, at the first line beyond the limit.

    Clauses: MTR 6.1, CR 100.2a, CR 100.2b, CR 100.4a, CR 903.5b, CR 903.11a
    """
    by_card: defaultdict[str, list[Played]] = defaultdict(list)
    for each in together:
        by_card[each.key].append(each)
    for same in by_card.values():
        total = sum(each.entry.copies for each in same)
        of_list = _ban(same[0], banned) is Ban.RESTRICTED
        most = 1 if of_list else _most_copies(same[0].card, same[0].key, kind)
        if most is not None and total > most:
            clauses = ("MTR 6.1",) if of_list else _OF_COPIES[kind]
            yield _too_many(same, total, most, sure=of_list or same[0].card is not None, clauses=clauses)


def _most_copies(card: CardFacts | None, key: str, kind: DeckKind) -> int | None:
    """Return the number of copies of a card that are allowed; None for any number."""
    most = _MOST_COPIES.get(kind)
    if most is None or (is_basic(card) if card else key in _BASICS):
        return None
    return copies_by_text(card, most) if card else most


def _too_many(same: Sequence[Played], total: int, most: int, *, sure: bool, clauses: tuple[str, ...]) -> Finding:
    so_far = accumulate(each.entry.copies for each in same)
    at = next(each for each, copies_so_far in zip(same, so_far, strict=True) if copies_so_far > most)
    if sure:
        sentence = counted(
            "There are {copies} copies of {name}; at most {count} is allowed.",
            "There are {copies} copies of {name}; at most {count} are allowed.",
            count=most,
            copies=total,
            name=at.name,
        )
        return at.finding(Verdict.ILLEGAL, sentence, *clauses)
    sentence = counted(
        "There are {copies} copies of {name}; at most {count} is allowed, unless its text says otherwise.",
        "There are {copies} copies of {name}; at most {count} are allowed, unless its text says otherwise.",
        count=most,
        copies=total,
        name=at.name,
    )
    return at.finding(Verdict.TO_BE_CHECKED, sentence, *clauses)


def judge_companions(companions: Sequence[Played], deck: Sequence[Played], kind: DeckKind) -> Iterator[Finding]:
    """Yield the findings about the companions of a list; `deck` are the cards that they go with, commanders included.

    Clauses: CR 702.139
    """
    known = [each.card for each in deck if each.card and each.entry.copies for _ in range(min(each.entry.copies, 2))]
    beyond = sum(each.entry.copies for each in deck) - kind.least
    if sum(each.entry.copies for each in companions) > 1:
        yield companions[-1].finding(Verdict.ILLEGAL, text("A deck has one companion at most."), "CR 702.139")
    for each in companions:
        if each.card is None:
            continue
        asked = asked_by(each.card)
        if asked is None:
            sentence = text("{name} is no companion: nothing on the card says so.", name=each.name)
            yield each.finding(Verdict.ILLEGAL, sentence, "CR 702.139")
            continue
        met = is_met(asked, known, beyond)
        if met is False:
            sentence = text("The deck is not what {name} asks for: {asked}", name=each.name, asked=asked)
            yield each.finding(Verdict.ILLEGAL, sentence, "CR 702.139")
        elif met is None or any(one.card is None for one in deck):
            sentence = text("Check whether the deck is what {name} asks for: {asked}", name=each.name, asked=asked)
            yield each.finding(Verdict.TO_BE_CHECKED, sentence, "CR 702.139")


def _counted(arranged: DeckList) -> Sequence[Entry]:
    """Return every entry of the deck and of the sideboard, each once."""
    entries = (*arranged.commanders, *arranged.deck, *arranged.sideboard, *arranged.companions)
    return tuple({entry.line: entry for entry in entries}.values())


def _doubted(played: Iterable[Played]) -> Iterator[Finding]:
    for each in played:
        yield from (each.finding(Verdict.TO_BE_CHECKED, doubt) for doubt in each.entry.doubts)


def _names_unchecked(kind: DeckKind) -> Finding:
    if kind is DeckKind.COMMANDER:
        sentence = text("No card texts are installed: names, colors and what may be a commander were not checked.")
    else:
        sentence = text("No card texts are installed: names were not checked.")
    return Finding(Verdict.TO_BE_CHECKED, sentence)


def _unknown_names(together: Iterable[Played], cards: KnownCards | None) -> Iterator[Finding]:
    if cards is None:
        return
    unknown = [each for each in together if each.card is None and each.entry.copies]
    for number, each in enumerate(unknown):
        similar = tuple(cards.similar(each.entry.name)) if number < MOST_GUESSES else ()
        if similar:
            sentence = text("The card texts have no “{name}”. Did you mean: {names}?", name=each.name, names=similar)
        else:
            sentence = text("The card texts have no “{name}”. Look at the card.", name=each.name)
        yield each.finding(Verdict.TO_BE_CHECKED, sentence)


def _of_no_deck(together: Iterable[Played], kind: DeckKind) -> Iterator[Finding]:
    for each in together:
        if each.card and is_of_no_deck(each.card, drafted=kind is DeckKind.LIMITED):
            types = tuple((*each.card.types, *each.card.subtypes)[:3])
            sentence = text("{name} ({types}) cannot be in a deck.", name=each.name, types=types)
            yield each.finding(Verdict.ILLEGAL, sentence, "CR 100.2d")


def _ban(played: Played, banned: BannedList | None) -> Ban | None:
    return banned.of(played.name) if banned else None


def _banned(
    together: Iterable[Played], companions: Iterable[Played], kind: DeckKind, banned: BannedList | None
) -> Iterator[Finding]:
    if banned is None:
        return
    clauses = () if kind is DeckKind.LIMITED else ("MTR 6.1",)
    for each in together:
        if each.entry.copies and _ban(each, banned) is Ban.BANNED:
            sentence = text(
                "{name} is banned by the list “{list}” of {date}.", name=each.name, list=banned.name, date=banned.date
            )
            yield each.finding(Verdict.ILLEGAL, sentence, *clauses)
    for each in companions:
        if _ban(each, banned) is Ban.AS_COMPANION:
            sentence = text(
                "{name} is banned as a companion by the list “{list}” of {date}.",
                name=each.name,
                list=banned.name,
                date=banned.date,
            )
            yield each.finding(Verdict.ILLEGAL, sentence, *clauses)


def _notes(kind: DeckKind, banned: BannedList | None, lookup: Lookup | None) -> Iterator[Text]:
    """Yield what the check rests on, and what it leaves out."""
    if kind is DeckKind.LIMITED:
        yield text("Which cards were opened or drafted is not checked.")
    else:
        yield text("Which sets may be played is not checked.")
    if banned is not None:
        yield banned_words(banned)
        unknown = tuple(name for name in banned.names if lookup and not lookup.knows(name))
        if unknown:
            yield text("The list of banned cards names cards that the card texts do not have: {names}.", names=unknown)
    elif kind is not DeckKind.LIMITED:
        yield text("Banned cards are not checked: no list of them was given.")
