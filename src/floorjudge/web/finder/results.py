"""The results about a loop, as stored and as shown: the answer, and what only pages need beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from floorjudge.loops.desk import Resource
from floorjudge.magic.answer import Answer, NotFound, answer_on, numbered
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.positions.loop_case import LoopCase, case_value
from floorjudge.magic.positions.setting_up import set_up_loop
from floorjudge.magic.positions.text_form import position_text
from floorjudge.magic.proof.certificates import Certificate, certificate_value
from floorjudge.texts import Language, Text
from floorjudge.web.finder.scenes import Scene, scenes_of

if TYPE_CHECKING:
    # The workers' code does not import the storage of jobs.
    from floorjudge.web.jobs.kept import Job

JsonObject = dict[str, Any]


class Loop(msgspec.Struct, frozen=True, kw_only=True):
    """A loop: the answer on it, and the `scenes` of an iteration.

    `case` is the subject of the certificate, `board` its position in words, `named` are the cards that were named for
    it, None if a visitor has set up the position. The `certificate` is JSON, its sentences in English.
    """

    answer: Answer
    case: JsonObject
    board: str
    named: tuple[str, ...] | None
    scenes: tuple[Scene, ...]
    certificate: JsonObject

    def steps(self, say: Callable[[Text], str]) -> str:
        """Return the choices of an iteration, one on each line."""
        return "\n".join(" ".join(map(say, step.sentences)) for step in self.answer.steps for _ in range(step.times))

    def sheet(self, say: Callable[[Text], str]) -> tuple[Resource, ...]:
        """Return the changes of an iteration as a sheet for the loop desk.

        Return only constant changes; nothing for a loop that something ends or changes, which the desk would not
        notice.
        """
        amounts = self.answer.amounts
        if amounts.period > 1 or self.answer.ends or amounts.later:
            return ()
        even = [each for each in amounts.lines if not each.part and each.start is not None and each.even]
        return tuple(
            Resource(
                say(each.label), each.start or "", each.each[0] if each.each[0].startswith("-") else f"+{each.each[0]}"
            )
            for each in even
        )


class HowFar(msgspec.Struct, frozen=True):
    """The progress of a job: positions `reached`, loops found (`candidates`), and work `done`, from 0 to 1.

    `best` are the steps of the best loop so far, `hints` the facts about the cards known beforehand. `step` is what is
    done now: so many (`count`) `cards` are read, `tables` set, or it is `playing` or `proving`; empty before the first report.
    """

    reached: int = 0
    candidates: int = 0
    done: float = 0.0
    best: tuple[Text, ...] = ()
    hints: tuple[Text, ...] = ()
    step: str = ""
    count: int = 0


class Found(msgspec.Struct, frozen=True):
    """The result of a search, or of certifying a case (then nothing was `looked_at`): a loop, or why there is none.

    `board` is the plainest position that a search began from, in words; `hints` are known without any search. `known` says
    that the book had the loop, and that it was proved again; `unproved` is why one of the book was not, and was searched for.
    """

    loop: Loop | None
    missing: NotFound | None = None
    looked_at: tuple[Text, ...] = ()
    board: str = ""
    hints: tuple[Text, ...] = ()
    known: bool = False
    unproved: Text | None = None


def found_by(job: Job) -> Found | None:
    """Return the result of a job; None while it has no answer, and if an older version of the program has stored it."""
    try:
        return None if job.answer is None else msgspec.convert(job.answer, Found)
    except msgspec.ValidationError:
        return None


_T = TypeVar("_T")
# A value that is processed or checked again names the players in the source's form.
_AS_WRITTEN = frozenset({"board", "case", "certificate"})


def shown_to(shown: _T, language: Language, names: Sequence[str] = ()) -> _T:
    """Return a result with its numbered players called as the reader's language does, or by their `names`."""
    return numbered(shown, language, names, but=_AS_WRITTEN)


def loop_of(
    case: LoopCase,
    certificate: Certificate,
    library: CardLibrary,
    named: Sequence[str] | None = None,
    reservations: Sequence[Text] = (),
) -> Loop:
    """Return a loop in the form for a page. Raises the errors of playing the steps before it."""
    table = set_up_loop(case, library)
    return Loop(
        answer=answer_on(case, certificate, library, named=named, reservations=reservations),
        case=case_value(msgspec.structs.replace(case, times=None)),
        board=position_text(case.position),
        named=None if named is None else tuple(named),
        scenes=scenes_of(table, case.body),
        certificate=certificate_value(certificate, "en"),
    )
