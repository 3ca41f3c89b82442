"""The results about a loop, as stored and as shown: the only place that reads certificates for pages.

Sentences stay texts, so that every reader gets them in their own language; numbers of any size are digits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.loops.desk import Resource
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.automatic_sentences import automatic_sentences
from floorjudge.magic.playing.counter_names import amounts_by_name
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase, case_value
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.positions.text_form import position_text
from floorjudge.magic.proof.certificates import Certificate, Segment, certificate_value
from floorjudge.magic.search import LoopStep, Product, body_words, how_often, loop_steps, own_loss, products_of
from floorjudge.texts import Language, Text, counted, render, text
from floorjudge.web.finder.scenes import Scene, scenes_of

if TYPE_CHECKING:
    # The workers' code does not import the storage of jobs.
    from floorjudge.web.jobs.kept import Job

JsonObject = dict[str, Any]


class Amount(msgspec.Struct, frozen=True):
    """A counted amount: its value at first, its change in an iteration, its value at the end.

    `each` has several changes if they grow, and is `even` if the first iteration makes the same one; `start` and
    `after` are None if they are not known.
    """

    key: str
    said: Text
    each: tuple[str, ...]
    start: str | None
    after: str | None
    part: bool = False
    even: bool = False


class LaterAmount(msgspec.Struct, frozen=True):
    """An amount after the loop has changed.

    `last` is its change in the last iteration before that, `each` its changes in the iterations from then on: one
    number, the first ones, or nothing if no other follows.
    """

    said: Text
    last: str
    each: tuple[str, ...]


class FirstAmount(msgspec.Struct, frozen=True):
    """An amount that the first iterations change differently: by how much each of them, or all of them `together`."""

    said: Text
    each: tuple[str, ...]
    together: str


class Later(msgspec.Struct, frozen=True):
    """The changes of the iterations from `begins` on; `odd` is the one before them, if it differs from both."""

    begins: str
    odd: str | None
    period: int
    amounts: tuple[LaterAmount, ...]


class Loop(msgspec.Struct, frozen=True, kw_only=True):
    """A loop with the facts about repeating it.

    `warnings` are shown first: the player who plays it loses. `before` is done once; `ring` are the choices of an
    iteration; `scenes` show it. `others` are the options of the players who do not keep it going. `certificate` is the
    certificate as JSON, its sentences in English; `case` its subject. `later` is the rest of the loop if an iteration
    changes something else after a while, `first` has the different changes of the first `begins_otherwise` iterations,
    `automatic` the engine's own decisions. `gives` is the gain of an iteration, `costs` its cost to the player who does
    it. `of_the_end` is the moment of the last amounts, if something stops the loop.
    """

    case: JsonObject
    board: str
    players: tuple[str, ...]
    before: tuple[Text, ...]
    ring: tuple[LoopStep, ...]
    scenes: tuple[Scene, ...]
    others: tuple[Text, ...]
    gives: tuple[Text, ...]
    how_often: Text
    sentences: tuple[Text, ...]
    clauses: tuple[str, ...]
    amounts: tuple[Amount, ...]
    evidence: str
    checked_to: str
    assumes: tuple[Text, ...]
    times: str | None
    iterations: str | None
    verdict: str
    mandatory: bool
    maintained_by: tuple[int, ...]
    ends: bool
    period: int
    certificate: JsonObject
    later: tuple[Later, ...] = ()
    warnings: tuple[Text, ...] = ()
    costs: tuple[Text, ...] = ()
    begins_otherwise: int = 0
    of_the_end: Text | None = None
    first: tuple[FirstAmount, ...] = ()
    automatic: tuple[Text, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether the certificate proves the effect of repeating it."""
        return self.evidence in {"certified", "extended"} and self.verdict not in {"refused", "undecided"}

    @property
    def gained(self) -> tuple[Text, ...]:
        """Its gains, without the end of the game, which the sentences have but older stored answers include here."""
        return tuple(each for each in self.gives if each not in self.sentences)

    @property
    def never_ends(self) -> bool:
        """Whether the loop never ends, which is a draw; the last position is then one where a player breaks it."""
        return self.verdict == "draw" and not self.ends

    @property
    def maintainers(self) -> tuple[str, ...]:
        """The names of the players who keep it going."""
        return tuple(self.players[seat] for seat in self.maintained_by)

    def steps(self, say: Callable[[Text], str]) -> str:
        """Return the choices of an iteration, one on each line."""
        return "\n".join("; ".join(map(say, step.said)) for step in self.ring)

    def sheet(self, say: Callable[[Text], str]) -> tuple[Resource, ...]:
        """Return the changes of an iteration as a sheet for the loop desk.

        Return only constant changes; nothing for a loop that something ends or changes, which the desk would not
        notice.
        """
        even = [each for each in self.amounts if not each.part and each.start is not None and each.even]
        return tuple(
            Resource(
                say(each.said), each.start or "", each.each[0] if each.each[0].startswith("-") else f"+{each.each[0]}"
            )
            for each in (even if self.period == 1 and not (self.ends or self.later) else ())
        )


class HowFar(msgspec.Struct, frozen=True):
    """The progress of a job: positions `reached`, loops found (`candidates`), and work `done`, from 0 to 1.

    `best` are the steps of the best loop so far, `hints` the facts about the cards known beforehand.
    """

    reached: int = 0
    candidates: int = 0
    done: float = 0.0
    best: tuple[Text, ...] = ()
    hints: tuple[Text, ...] = ()


class Uncertain(msgspec.Struct, frozen=True):
    """A sequence that came back, and could not be certified: its steps, and the reason."""

    case: JsonObject
    steps: tuple[Text, ...]
    why: tuple[Text, ...]


class Found(msgspec.Struct, frozen=True):
    """The result of a search, or of certifying a case (then nothing was `looked_at`).

    `also_needs` are the cards that the loop needs and the question does not name, `ended` is why the search ended
    (“unsure”: it tried everything, and may have missed a loop all the same), `board` the plainest position it began
    from, in words.
    """

    loop: Loop | None
    also_needs: tuple[Text, ...] = ()
    looked_at: tuple[Text, ...] = ()
    ended: str = ""
    board: str = ""
    uncertain: tuple[Uncertain, ...] = ()
    doubts: tuple[Text, ...] = ()


def found_by(job: Job) -> Found | None:
    """Return the result of a job; None while it has no answer."""
    return None if job.answer is None else msgspec.convert(job.answer, Found)


_T = TypeVar("_T")
_NUMBERED = re.compile(r"Player ([1-9]\d?)")
# A value that is processed or checked again names the players in the source's form.
_AS_WRITTEN = frozenset({"board", "case", "certificate"})


def numbered(shown: _T, language: Language, names: Sequence[str] = ()) -> _T:
    """Return a result with its numbered players, `Player 1`, called so in the reader's language.

    If the players' `names` are known, use these.
    """
    if isinstance(shown, str):
        number = _NUMBERED.fullmatch(shown)
        return shown if number is None else cast("_T", _called(number[1], language, names))
    if isinstance(shown, tuple):
        return cast("_T", tuple(numbered(each, language, names) for each in shown))
    if isinstance(shown, dict):
        return cast("_T", {name: numbered(each, language, names) for name, each in shown.items()})
    if isinstance(shown, msgspec.Struct):
        fields = msgspec.structs.asdict(shown).items()
        return msgspec.structs.replace(
            shown, **{name: numbered(each, language, names) for name, each in fields if name not in _AS_WRITTEN}
        )
    return shown


def _called(number: str, language: Language, names: Sequence[str]) -> str:
    if int(number) <= len(names):
        return names[int(number) - 1]
    return render(text("Player {number}", number=number), language)


def loop_of(case: LoopCase, certificate: Certificate, library: CardLibrary) -> Loop:
    """Return a loop in the form for a page. Raises the errors of playing its body."""
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    start = table.snapshot()
    starts = amounts_by_name(start, start.abstraction.counters, certificate.players)
    scenes = scenes_of(table, case.body)
    then = table.snapshot()
    first = amounts_by_name(then, then.abstraction.counters, certificate.players)
    # Not every loop comes round twice: the game may end before, or a step may be impossible the second time.
    ring: tuple[LoopStep, ...] = ()
    made: tuple[Product, ...] = ()
    with suppress(FloorjudgeError):
        ring = loop_steps(case, library)
        # An undecided loop has no claims.
        if certificate.verdict != "undecided":
            made = products_of(case, certificate, library)
    return Loop(
        case=case_value(msgspec.structs.replace(case, times=None)),
        board=position_text(case.position),
        players=certificate.players,
        before=body_words(case.before, case.position, lambda: set_up(case.position, library)),
        ring=ring,
        scenes=scenes,
        others=tuple(_others(scenes, certificate)),
        gives=tuple(each.said for each in made if each.is_gain),
        costs=tuple(each.said for each in made if each.kind == "cost"),
        how_often=how_often(certificate),
        sentences=certificate.sentences,
        clauses=certificate.clauses,
        amounts=tuple(_amounts(certificate, starts, first)),
        evidence=certificate.evidence,
        checked_to=digits(certificate.checked_to),
        assumes=certificate.assumes,
        times=None if case.times is None else digits(case.times),
        iterations=None if certificate.iterations is None else digits(certificate.iterations),
        verdict=certificate.verdict,
        mandatory=certificate.mandatory,
        maintained_by=certificate.maintained_by,
        ends=certificate.stopped_by is not None,
        begins_otherwise=certificate.begins_otherwise,
        of_the_end=certificate.of_the_end,
        first=tuple(
            FirstAmount(each.said, tuple(map(digits, each.changes)), digits(sum(each.changes)))
            for each in certificate.first
        ),
        automatic=tuple(automatic_sentences(certificate.automatic)),
        period=certificate.period,
        certificate=certificate_value(certificate, "en"),
        later=tuple(_later(each) for each in certificate.segments if each.last_is_odd or not each.is_done),
        warnings=tuple(own_loss(case, certificate)),
    )


def _amounts(certificate: Certificate, starts: Mapping[str, int], first: Mapping[str, int]) -> Iterator[Amount]:
    """Yield the amounts; `starts` are the values before the first iteration, `first` those after it."""
    otherwise = {each.key for each in certificate.first}
    for line in certificate.lines:
        start = starts.get(line.key, 0)
        even = (
            len(line.change) == certificate.period == 1
            and line.key not in otherwise
            and (not certificate.warm_up or first.get(line.key, 0) == start + line.change[0])
        )
        after = None if line.after is None or not certificate.knows_end else digits(line.after)
        yield Amount(line.key, line.said, tuple(map(digits, line.change)), digits(start), after, line.part, even)


def _later(segment: Segment) -> Later:
    amounts = tuple(
        LaterAmount(part.said, digits(part.last), () if segment.is_done else tuple(map(digits, part.change or (0,))))
        for part in segment.parts
    )
    odd = digits(segment.after) if segment.last_is_odd else None
    return Later(digits(segment.begins), odd, segment.period, amounts)


def _others(scenes: tuple[Scene, ...], certificate: Certificate) -> Iterator[Text]:
    """Yield the options of the players who do not keep the loop going: they get priority, or answer a prompt."""
    asked = Counter((scene.by, scene.kind) for scene in scenes if scene.does is not None)
    for (seat, kind), times in sorted(asked.items()):
        if seat in certificate.maintained_by:
            continue
        player = certificate.players[seat]
        if kind == "Priority":
            yield counted(
                "{player} gets priority once in each iteration, and could respond there.",
                "{player} gets priority {count} times in each iteration, and could respond there.",
                count=times,
                player=player,
            )
        elif kind == "DeclareBlockers":
            yield text("{player} is asked for blockers in each iteration, and could block.", player=player)
        else:
            yield text("{player} makes a choice in each iteration, and could make another one.", player=player)
