"""The further rules of a Commander deck: its commanders, and its colors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from floorjudge.deck_lists.listing import Section
from floorjudge.formats.decks import Finding, Verdict
from floorjudge.formats.magic_decks.cards import CardFacts
from floorjudge.formats.magic_decks.commanders import chooses_its_colour, may_lead, may_lead_together
from floorjudge.formats.magic_decks.played import Played
from floorjudge.texts import Text, text

_COLOURS = {"W": text("white"), "U": text("blue"), "B": text("black"), "R": text("red"), "G": text("green")}
_BASIC_TYPES = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})
_MOST = 2


def judge_commanders(leading: Sequence[Played], others: Sequence[Played], *, known: bool) -> Iterator[Finding]:
    """Yield the findings about the commanders, and about the other cards, companions included.

    Without card texts (`known` is false) only the number of commanders can be checked.
    Clauses: CR 903.3, CR 702.124
    """
    if not leading:
        sentence = text(
            "Which card is the commander? Write “Commander” above it, or “*CMDR*” behind its name; colors were not checked."
        )
        yield Finding(Verdict.TO_BE_CHECKED, sentence, ("CR 903.3",))
        return
    number = sum(each.entry.copies for each in leading)
    if number > _MOST:
        sentence = text("The list has {number} commanders; a deck has one, or two that go together.", number=number)
        yield Finding(Verdict.ILLEGAL, sentence, ("CR 702.124",))
    cards = [each.card for each in leading if each.card]
    if len(cards) < len(leading):
        if known:
            yield Finding(Verdict.TO_BE_CHECKED, text("A commander is not known, so colors were not checked."))
        return
    if len(cards) == 1:
        yield from _alone(leading[0], cards[0])
    elif len(cards) == _MOST:
        yield from _together(*cards)
    yield from judge_colours(cards, others)


def _alone(played: Played, card: CardFacts) -> Iterator[Finding]:
    if not may_lead(card):
        sentence = text(
            "{name} cannot be a commander: it is no legendary creature, and nothing on the card says that it can be one.",
            name=card.name,
        )
        yield played.finding(Verdict.ILLEGAL, sentence, "CR 903.3")


def _together(one: CardFacts, other: CardFacts) -> Iterator[Finding]:
    may = may_lead_together(one, other)
    if may is None:
        sentence = text(
            "Check on the cards whether {one} and {other} may be commanders together.", one=one.name, other=other.name
        )
        yield Finding(Verdict.TO_BE_CHECKED, sentence, ("CR 702.124",))
    elif not may:
        sentence = text(
            "{one} and {other} cannot be commanders together: no ability of theirs lets both lead one deck.",
            one=one.name,
            other=other.name,
        )
        yield Finding(Verdict.ILLEGAL, sentence, ("CR 702.124",))


def judge_colours(leading: Sequence[CardFacts], others: Sequence[Played]) -> Iterator[Finding]:
    """Yield a finding for each card whose color identity goes beyond that of the commanders.

    A commander whose player chooses its color may add any one color: the list need not name it, as long as one
    suffices.
    Clauses: CR 903.4, CR 903.5c, CR 903.5d, CR 903.11a
    """
    allowed = {letter for card in leading for letter in card.identity}
    beyond = [(each, {*each.card.identity} - allowed) for each in others if each.card and each.entry.copies]
    free = sum(map(chooses_its_colour, leading))
    if len({letter for _, letters in beyond for letter in letters}) <= free:
        return
    for each, letters in beyond:
        if letters and each.card:
            sentence = text(
                "The color identity of {name} goes beyond that of the commanders: {colors}.",
                name=each.name,
                colors=_said(letters),
            )
            yield each.finding(Verdict.ILLEGAL, sentence, _clause(each, each.card))


def _clause(played: Played, card: CardFacts) -> str:
    if played.entry.section is Section.COMPANION:
        return "CR 903.11a"
    return "CR 903.5d" if _BASIC_TYPES & {*card.subtypes} else "CR 903.5c"


def _said(letters: set[str]) -> tuple[Text, ...]:
    return tuple(colour for letter, colour in _COLOURS.items() if letter in letters)
