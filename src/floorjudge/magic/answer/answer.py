"""The answer on a loop of real cards as one value, in the order in which a judge needs its parts.

Pages and the terminal show the same value. Sentences stay texts, so that every reader gets them in their own language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits, read_number
from floorjudge.loops.mtr.explain import number
from floorjudge.magic.answer.amounts import Amounts, amounts_of
from floorjudge.magic.answer.given import taken_for_granted
from floorjudge.magic.answer.responses import responses
from floorjudge.magic.answer.steps import LoopStep, loop_steps, steps_before
from floorjudge.magic.answer.verdicts import VerdictKind, by_importance, how_often, verdict_on
from floorjudge.magic.cards.helper_cards import REST
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.automatic import automatic_sentences
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.proof.assumptions import doubtful_cards
from floorjudge.magic.proof.certificates import Certificate, Evidence, Outcome
from floorjudge.magic.search import Product, afterwards, products_of
from floorjudge.texts import Text, Value, counted, text


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer on a loop.

    `verdict` is one line, of a `kind`, `chooses` are the sentences on who chooses what, `clauses` those that it rests on, `doubts`
    what it depends on and what the engine may have misread of the cards. `given` is what was taken for granted, in phrases. `before` is done
    once; `steps` are an iteration, which `gives` something, as often as `how_often` says, and `costs` its player
    something. `others` are the possible actions of the players who do not keep it going.

    What follows is for a second look: `amounts` that change; the `ruling` in sentences, for the asked number of `times`;
    `how_known` with its `evidence`, what that `rests_on`, and what the engine decides by itself (`automatic`).
    """

    kind: VerdictKind
    verdict: Text
    chooses: tuple[Text, ...]
    clauses: tuple[str, ...]
    doubts: tuple[Text, ...]
    given: tuple[Text, ...]
    before: tuple[LoopStep, ...]
    steps: tuple[LoopStep, ...]
    gives: tuple[Text, ...]
    how_often: Text
    costs: tuple[Text, ...]
    others: tuple[Text, ...]
    amounts: Amounts
    ruling: tuple[Text, ...]
    times: str | None
    iterations: str | None
    players: tuple[str, ...]
    maintained_by: tuple[int, ...]
    kept_going: Text | None
    outcome: Outcome
    ends: bool
    evidence: Evidence
    how_known: Text
    rests_on: tuple[Text, ...]
    automatic: tuple[Text, ...]

    @property
    def is_sure(self) -> bool:
        """Return whether the certificate proves what repeating the loop does."""
        return self.evidence in {"certified", "extended"} and self.outcome not in {"refused", "undecided"}

    @property
    def never_ends(self) -> bool:
        """Return whether the loop never ends, which is a draw; the last position is then one where a player breaks it."""
        return self.outcome == "draw" and not self.ends

    @property
    def whose_actions(self) -> Text:
        """Return the heading of the possible actions: those of all players where no player keeps the loop going."""
        return text("What the other players can do") if self.maintained_by else text("What the players can do")

    @property
    def last_amounts(self) -> Text | None:
        """Return the heading that names the moment of the last amounts; None where they are not known."""
        if self.amounts.of_the_end is not None:
            return self.amounts.of_the_end
        if self.ends:
            return text("In the end")
        if self.times is None:
            return None
        if self.never_ends:
            return text("If broken after {iterations} times", iterations=_number(self.times))
        return text("After one time") if self.times == "1" else text("After {times} times", times=_number(self.times))

    @property
    def before_ruling(self) -> Text:
        """Return the words before the ruling: after how many times, where it is known that nothing else ends the loop."""
        if self.times is None or self.ends or self.never_ends or not self.is_sure:
            return text("What becomes of it:")
        return text("{times} times, if no other player steps in:", times=_number(self.times))


def _of_turns_without_draws(case: LoopCase) -> Iterator[Text]:
    """Yield that the loop holds only as an invented card of its position skips the draw of each turn.

    Clauses: MTR 4.4.5
    """
    if REST in case.position.cards:
        yield text(
            "It is a loop only because no card is drawn ({card}). With a draw in each turn it is none, and the turns are taken one by one (MTR 4.4.5).",
            card=REST.name,
        )


def _number(written: str) -> Value:
    return number(read_number(written, "times"))


def answer_on(
    case: LoopCase,
    certificate: Certificate,
    library: CardLibrary,
    *,
    named: Sequence[str] | None = None,
    products: Sequence[Product] | None = None,
    reservations: Sequence[Text] = (),
) -> Answer:
    """Return the answer on a loop.

    `named` are the cards that were named for it, None if the player who asks has set up the position; `products` are
    what it produces, if that is known already, `reservations` the search's own doubts. Raises what playing the steps before the loop does.
    """
    if products is None:
        products = ()
        # An undecided loop has no claims; not every loop can be played twice.
        if certificate.verdict != "undecided":
            with suppress(FloorjudgeError):
                products = products_of(case, certificate, library)
    gains = [each for each in products if each.is_gain]
    lasting = _lasting(case, certificate, library)
    verdict = verdict_on(case, certificate, gains, lasting)
    return Answer(
        kind=verdict.kind,
        verdict=verdict.line,
        chooses=verdict.chooses,
        clauses=certificate.clauses,
        doubts=(
            *_of_turns_without_draws(case),
            *reservations,
            *(each for each in doubtful_cards(case.position, library) if each not in reservations),
        ),
        given=taken_for_granted(case.position, certificate, named, library),
        before=steps_before(case, library),
        steps=loop_steps(case, library, certificate.warm_up),
        gives=tuple(each.label for each in by_importance(gains)),
        how_often=how_often(certificate, lasts=set(map(str, gains)) <= set(map(str, lasting))),
        costs=tuple(each.label for each in products if each.kind == "cost"),
        others=responses(case, certificate, library),
        amounts=amounts_of(case, certificate, library),
        ruling=certificate.sentences,
        times=None if case.times is None else digits(case.times),
        iterations=None if certificate.iterations is None else digits(certificate.iterations),
        players=certificate.players,
        maintained_by=certificate.maintained_by,
        kept_going=_kept_going(certificate),
        outcome=certificate.verdict,
        ends=certificate.stopped_by is not None,
        evidence=certificate.evidence,
        how_known=how_known(certificate),
        rests_on=certificate.assumes,
        automatic=tuple(automatic_sentences(certificate.automatic)),
    )


def _lasting(case: LoopCase, certificate: Certificate, library: CardLibrary) -> tuple[Product, ...]:
    """Return what a loop that changes at some point gives after that; nothing for any other."""
    if certificate.verdict not in ("undecided", "refused"):
        with suppress(FloorjudgeError):
            after = afterwards(case, certificate, library)
            return () if after is None else after.products(certificate.players, case.position.priority)
    return ()


def how_known(certificate: Certificate) -> Text:
    """Return the sentence that tells how the effect of the loop is known."""
    checked = number(certificate.checked_to)
    if certificate.evidence == "certified":
        return text(
            "Certified: the engine played iterations at the beginning, at the end and in between, up to iteration {checked}.",
            checked=checked,
        )
    if certificate.evidence == "extended":
        return text(
            "Extended: the engine played iterations up to iteration {checked}; beyond it the same recurrence goes on.",
            checked=checked,
        )
    if certificate.evidence == "observed":
        return counted(
            "Observed: one iteration was performed; nothing is claimed beyond it.",
            "Observed: {count} iterations were performed; nothing is claimed beyond them.",
            count=certificate.checked_to,
        )
    return counted(
        "Undecided: one iteration was performed; nothing is claimed beyond it.",
        "Undecided: {count} iterations were performed; nothing is claimed beyond them.",
        count=certificate.checked_to,
    )


def _kept_going(certificate: Certificate) -> Text | None:
    if certificate.mandatory:
        return text("No player keeps it going by a choice: everything in it is mandatory.")
    if not certificate.maintained_by or certificate.evidence == "undecided":
        return None
    names = tuple(certificate.players[seat] for seat in certificate.maintained_by)
    if len(names) == 1:
        return text("{player} keeps it going.", player=names[0])
    return text("It is kept going by: {players}.", players=names)
