"""What was found of a loop, as it is kept and shown: the one place that reads certificates for pages.

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
from floorjudge.magic.searching import LoopStep, Product, body_words, how_often, loop_steps, own_loss, products_of
from floorjudge.texts import Language, Text, counted, render, text
from floorjudge.web.finder.scenes import Scene, scenes_of

if TYPE_CHECKING:
    # Where loops are worked out nothing is known of how jobs are kept.
    from floorjudge.web.jobs.kept import Job

JsonObject = dict[str, Any]


class Amount(msgspec.Struct, frozen=True):
    """Something that is counted: what there is at first, what an iteration does to it, what there is in the end.

    `each` has several changes where they grow, and is `even` where the first iteration does the same; `start` and `after` are
    None where they are not known.
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

    `last` is its change in the last iteration before that, `each` in every one from then on: one number,
    the first ones, or nothing where no other follows.
    """

    said: Text
    last: str
    each: tuple[str, ...]


class FirstAmount(msgspec.Struct, frozen=True):
    """An amount that the first iterations change otherwise than those that follow: by so much each of them, or all of them `together`."""

    said: Text
    each: tuple[str, ...]
    together: str


class Later(msgspec.Struct, frozen=True):
    """What the iterations from `begins` on change; `odd` is the one before them, where it does something else again."""

    begins: str
    odd: str | None
    period: int
    amounts: tuple[LaterAmount, ...]


class Loop(msgspec.Struct, frozen=True, kw_only=True):
    """A loop with what is known of repeating it.

    `warnings` are read before anything else: whoever plays it loses. `before` is done once; `ring` are the choices of an
    iteration; `scenes` show it. `others` say what those may do who do not keep it going. `certificate` is the certificate
    as JSON, its sentences in English; `case` what it is about. `later` is how it goes on where an iteration changes
    something else after a while, `first` what the `begins_otherwise` first iterations change otherwise, `automatic` what
    the engine decides by itself. `gives` is what an iteration gives, `costs` what it costs whoever does it.
    `of_the_end` is of which moment the amounts are told at last, where something stops the loop.
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
        """Whether the certificate says for sure what repeating it does."""
        return self.evidence in {"certified", "extended"} and self.verdict not in {"refused", "undecided"}

    @property
    def gained(self) -> tuple[Text, ...]:
        """What it gives, without how the game ends: the sentences say that. It is among what older answers have kept."""
        return tuple(each for each in self.gives if each not in self.sentences)

    @property
    def never_ends(self) -> bool:
        """Whether the game is a draw because it goes on for ever: its position in the end is one in which somebody breaks it."""
        return self.verdict == "draw" and not self.ends

    @property
    def maintainers(self) -> tuple[str, ...]:
        """The names of those who keep it going."""
        return tuple(self.players[seat] for seat in self.maintained_by)

    def steps(self, say: Callable[[Text], str]) -> str:
        """Return the choices of an iteration, one a line."""
        return "\n".join("; ".join(map(say, step.said)) for step in self.ring)

    def sheet(self, say: Callable[[Text], str]) -> tuple[Resource, ...]:
        """Return what an iteration changes as the loop desk reckons with it.

        Only what is the same each time; nothing of a loop that something ends or changes, which the desk would not notice.
        """
        even = [each for each in self.amounts if not each.part and each.start is not None and each.even]
        return tuple(
            Resource(
                say(each.said), each.start or "", each.each[0] if each.each[0].startswith("-") else f"+{each.each[0]}"
            )
            for each in (even if self.period == 1 and not (self.ends or self.later) else ())
        )


class HowFar(msgspec.Struct, frozen=True):
    """How far a job is: positions `reached`, loops that came back (`candidates`), how much of the work is `done`, from 0 to 1.

    `best` are the steps of the best loop so far, `hints` what is known of the cards beforehand.
    """

    reached: int = 0
    candidates: int = 0
    done: float = 0.0
    best: tuple[Text, ...] = ()
    hints: tuple[Text, ...] = ()


class Uncertain(msgspec.Struct, frozen=True):
    """A sequence that came back, and could not be certified: its steps, and why."""

    case: JsonObject
    steps: tuple[Text, ...]
    why: tuple[Text, ...]


class Found(msgspec.Struct, frozen=True):
    """What came of a search, or of a case that was certified (then nothing was `looked_at`).

    `also_needs` is what the loop needs that nobody named, `ended` why the search ended (“unsure”: all was
    tried, and a loop may have been missed all the same), `board` the plainest position it began from, in words.
    """

    loop: Loop | None
    also_needs: tuple[Text, ...] = ()
    looked_at: tuple[Text, ...] = ()
    ended: str = ""
    board: str = ""
    uncertain: tuple[Uncertain, ...] = ()
    doubts: tuple[Text, ...] = ()


def found_by(job: Job) -> Found | None:
    """Return what came of a job; None while it has no answer."""
    return None if job.answer is None else msgspec.convert(job.answer, Found)


_T = TypeVar("_T")
_NUMBERED = re.compile(r"Player ([1-9]\d?)")
# What is worked on again, or checked, names players as it was written.
_AS_WRITTEN = frozenset({"board", "case", "certificate"})


def numbered(shown: _T, language: Language, names: Sequence[str] = ()) -> _T:
    """Return what is shown to somebody with its players who have only numbers, `Player 1`, called so in their language.

    Where the players' `names` are known, each is called by their name.
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
    """Return a loop as it is shown. Raises what playing its body does."""
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    start = table.snapshot()
    starts = amounts_by_name(start, start.abstraction.counters, certificate.players)
    scenes = scenes_of(table, case.body)
    then = table.snapshot()
    first = amounts_by_name(then, then.abstraction.counters, certificate.players)
    # Not everything comes round twice: a game may be over before, or a step not be possible again.
    ring: tuple[LoopStep, ...] = ()
    made: tuple[Product, ...] = ()
    with suppress(FloorjudgeError):
        ring = loop_steps(case, library)
        # Nothing is claimed of what is undecided.
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
    """Yield what is counted; `starts` is what there is before the first iteration, `first` after it."""
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
    """Yield what those may do in an iteration who do not keep it going: get priority, answer what they are asked."""
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
