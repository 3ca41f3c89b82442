"""What the engine is known, or seen, to play otherwise than the rules in a loop: where that is so, nothing is certified.

Clauses: MTR 4.4.9
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.certificates import Certificate, Misplay, not_certified
from floorjudge.magic.phase.misreadings import ITSELF, misreadings_of
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.auditing import Audit, Remark, audited
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.texts import Text, text

_NOTHING_BECAUSE_OF_IT = text(
    "So nothing of this loop is certified, as the rules engine would have to play it by the rules. A judge decides."
)


def with_misplays(
    certificate: Certificate, case: LoopCase, library: CardLibrary, start: Table, later: Table | None
) -> Certificate:
    """Return a certificate with what the engine paid by itself in an iteration; not certified where it is known or seen to be wrong.

    `start` is a table on which the case is set up and nothing has been played, `later` one on which an iteration is about to begin that
    may differ from the first ones, None where there is none. Both are played on.

    Clauses: MTR 4.4.9
    """
    audits = [audited(start, case.before, case.body, case.body)]
    if later is not None:
        audits.append(audited(later, case.body, case.body))
    remarks = tuple(dict.fromkeys(remark for audit in audits for remark in audit.remarks))
    found = (*_misread(case, library, audits), *(Misplay(each.card, each.oddity, _said(each)) for each in remarks))
    certificate = msgspec.structs.replace(certificate, payments=audits[-1].payments)
    if not found:
        return certificate
    sentences = (*(each.said for each in found), _NOTHING_BECAUSE_OF_IT)
    return msgspec.structs.replace(not_certified(certificate, sentences), misplayed=found)


def _misread(case: LoopCase, library: CardLibrary, audits: list[Audit]) -> Iterator[Misplay]:
    """Yield the known misreadings of the cards that were in play; of what has to be used for it to matter, those that were."""
    known = library.with_texts([card.side() for card in case.position.cards])
    used = frozenset().union(*(audit.used for audit in audits))
    for name in sorted(frozenset().union(*(audit.present for audit in audits))):
        try:
            card = known.card(name)
        except BadInput:  # a token has no card behind it
            continue
        for each in misreadings_of(card.faces):
            if each.matters == "in play" or each.words in used:
                yield Misplay(card.name, each.code, each.said(card.name))


def _said(remark: Remark) -> Text:
    fields = {"card": remark.card, "words": remark.words.replace(ITSELF, remark.card)}
    if remark.oddity == "late":
        return text(
            "The rules engine put a triggered ability of {card} onto the stack only after somebody had had priority since: “{words}”",
            **fields,
        )
    if remark.oddity == "doubled":
        return text(
            "In the rules engine, an ability of {card} triggered more than once for one event: “{words}”", **fields
        )
    if remark.oddity == "targeted":
        return text(
            "In the rules engine, an ability of {card} has a target, which its words do not say, and something triggered on that: “{words}”",
            **fields,
        )
    if remark.oddity == "free_cast":
        return text(
            "The rules engine does not apply this of {card} to a spell that is cast while something resolves: “{words}”",
            **fields,
        )
    if remark.oddity == "unpaid":
        return text("For {card}, “yes” was the answer, but nothing was paid: “{words}”", **fields)
    return text("An ability of {card} resolved in the rules engine without changing anything: “{words}”", **fields)
