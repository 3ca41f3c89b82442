"""What the engine is known, or seen, to play otherwise than the rules in a loop: where that is so, nothing is certified.

Clauses: MTR 4.4.9
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.checking.certificates import Misplay
from floorjudge.magic.phase.kept_out import Odd
from floorjudge.magic.phase.misreadings import ITSELF, NOT_READ, misreadings_of
from floorjudge.magic.playing.auditing import Audit, Oddity, Remark
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.texts import Text, text

PLAYED_OTHERWISE = text("The rules engine plays something here otherwise than the rules.")
_IN_THE_ENGINE = text("In the rules engine, the loop stops because of this:")
_NOTHING_BECAUSE_OF_IT = text(
    "So nothing of this loop is certified, as the rules engine would have to play it by the rules. A judge decides."
)


def misplays(case: LoopCase, library: CardLibrary, audits: Sequence[Audit]) -> tuple[Misplay, ...]:
    """Return what the engine is known or was seen to play otherwise than the rules in iterations of a loop that were looked over.

    Clauses: MTR 4.4.9
    """
    remarks = dict.fromkeys(remark for audit in audits for remark in audit.remarks)
    read = tuple(_misread(case, library, audits))
    told = {(each.card, each.mistake) for each in read}
    # What is not read of an ability is told in its own words where these are known.
    seen = (Misplay(each.card, each.oddity, _said(each)) for each in remarks)
    return (*read, *(each for each in seen if each.mistake != "not_read" or (each.card, each.mistake) not in told))


def misplaced(found: Sequence[Odd]) -> tuple[Misplay, ...]:
    """Return what was put where the words of a card never let it go."""
    remarks = [Remark(each.kind, each.card, each.words) for each in found]
    return tuple(Misplay(each.card, each.oddity, _said(each)) for each in remarks)


def sentences_about(found: Sequence[Misplay], stopped: Sequence[Text] = ()) -> tuple[Text, ...]:
    """Return why nothing is certified, in words; `stopped` are those about by what the engine stopped the loop."""
    where = (_IN_THE_ENGINE, *stopped) if stopped else ()
    return (*(each.said for each in found), *where, _NOTHING_BECAUSE_OF_IT)


def _misread(case: LoopCase, library: CardLibrary, audits: Sequence[Audit]) -> Iterator[Misplay]:
    """Yield the known misreadings of the cards that were in play or in a graveyard; of what has to be used for it to matter, those that were."""
    known = case.position.with_own_cards(library)
    used = frozenset().union(*(audit.used for audit in audits))
    targets = any(audit.targets for audit in audits)
    present = {(name, False) for audit in audits for name in audit.present}
    present |= {(name, True) for audit in audits for name in audit.buried}
    for name, buried in sorted(present):
        if (card := known.find(name)) is not None:  # a token has no card behind it
            for each in misreadings_of(card.faces):
                if each.has_mattered(used, targets=targets, buried=buried):
                    yield Misplay(card.name, each.code, each.said(card.name))


_SENTENCES: Mapping[Oddity, Text] = {
    "not_read": NOT_READ,
    "late": text(
        "The rules engine put a triggered ability of {card} onto the stack only after somebody had had priority since: “{words}”"
    ),
    "doubled": text("In the rules engine, an ability of {card} triggered more than once for one event: “{words}”"),
    "missed": text(
        "By the rules, an ability of {card} has triggered, and the rules engine did not put it onto the stack: “{words}”"
    ),
    "unordered": text(
        "An ability of {card} triggered together with another one of its player, and the rules engine did not ask in which order: “{words}”"
    ),
    "prevented": text(
        "In the rules engine, an ability of {card} triggered on damage that was prevented, and so was not dealt: “{words}”"
    ),
    "targeted": text(
        "In the rules engine, an ability of {card} has a target, which its words do not say, and something triggered on that: “{words}”"
    ),
    "untargeted": text(
        "In the rules engine, this of {card} is on the stack without the target that its words ask for: “{words}”"
    ),
    "free_cast": text(
        "The rules engine does not apply this of {card} to a spell that is cast while something resolves: “{words}”"
    ),
    "every_type": text(
        "The rules engine adds a mana of each type for {card}, and by the rules it is one mana, of any of these types: “{words}”"
    ),
    "once": text(
        "When it taps several permanents together, the rules engine adds the mana of {card} only once: “{words}”"
    ),
    "tapped_apart": text(
        "The rules engine creates tokens together for {card}, some tapped and some not, and by the rules all of them enter as its words say: “{words}”"
    ),
    "each_token": text(
        "What {card} adds to tokens that are created together, the rules engine adds for each of them, and by the rules it is one alone: “{words}”"
    ),
    "order_of_tokens": text(
        "The player may choose in which order this of {card} and other effects change the tokens that are created, and the rules engine did not ask: “{words}”"
    ),
    "misplaced": text(
        "The rules engine put a card into a graveyard, and by these words of {card} it never goes there: “{words}”"
    ),
    "misapplied": text(
        "These words of {card} are about what dies, and the rules engine may have applied them to a spell, which does not: “{words}”"
    ),
    "way_not_asked": text(
        "Words of something else and these of {card} would each send it elsewhere than to the graveyard; its player may choose which, and the rules engine did not ask: “{words}”"
    ),
    "wrong_payer": text(
        "The rules engine asked another player to pay than the one who controls the ability of {card}: “{words}”"
    ),
    "unpaid": text("For {card}, “yes” was the answer, but nothing was paid: “{words}”"),
    "ignored": text("The rules engine does the same whether the answer to this of {card} is yes or no: “{words}”"),
    "nothing": text("An ability of {card} resolved in the rules engine without changing anything: “{words}”"),
}


def _said(remark: Remark) -> Text:
    said = _SENTENCES[remark.oddity]
    return Text(said.message, {"card": remark.card, "words": remark.words.replace(ITSELF, remark.card)})
