"""What many rows say together: counts by everything that a reader asks about. Nothing here is a sentence yet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.collections.report.meanings import MEASURED, Meaning, agreement_of
from floorjudge.magic.collections.rows import VERDICTS, Reason, Row, Verdict

MARKS = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0)

Place: TypeAlias = Literal["prerequisites", "state", "mana", "steps", "else"]
_PLACE = re.compile(r"(?P<field>\w+)(?:\[(?P<at>\d+)\])?")
_PLACES: dict[str, Place] = {"prerequisites": "prerequisites", "uses": "state", "manaNeeded": "mana", "steps": "steps"}


class ByCards(msgspec.Struct, frozen=True):
    """The combinations of so many cards: how many there are, and how many of each verdict, all verdicts named."""

    cards: int
    total: int
    verdicts: dict[Verdict, int]

    @property
    def certified(self) -> int:
        """Return how many were certified."""
        return self.verdicts["certified"]


class Counted(msgspec.Struct, frozen=True):
    """Something and how many combinations have it; `alone` are those of them that have nothing else of its sort."""

    what: str
    count: int
    alone: int = 0


class ByReason(msgspec.Struct, frozen=True):
    """A reason why combinations were not certified, with how many for each number of cards; None: no row says why."""

    reason: Reason | None
    count: int
    by_cards: dict[int, int]


class ByPlace(msgspec.Struct, frozen=True):
    """Where sentences stand that were not understood: how many of them, in how many combinations."""

    place: Place
    sentences: int
    combinations: int


class Times(msgspec.Struct, frozen=True):
    """Seconds of computing of some rows: how many rows, the median, the 90th percentile, the maximum, and their sum."""

    rows: int
    median: float
    ninetieth: float
    maximum: float
    total: float


class ByTime(msgspec.Struct, frozen=True):
    """Rows that took from `start` to less than `end` seconds (None: no end); `certified` of them have a certificate."""

    start: float
    end: float | None
    rows: int
    certified: int


class ByMeaning(msgspec.Struct, frozen=True):
    """A meaning in the collection's words on certified combinations: how often, and how often the certificate sees it."""

    meaning: Meaning
    said: int
    agreed: int


class Agreements(msgspec.Struct, frozen=True):
    """What certificates see beside what the collection says, for certified rows.

    `compared` rows have words of the collection that a certificate can measure, in `whole` of them all was seen, in
    `none` nothing; `silent` rows have no words. `unsaid` are kinds that were seen and not spoken of, `unmeasured` rows
    speak of what a certificate has no measure for, `unknown` rows have a phrase that was not understood.
    """

    compared: int
    whole: int
    none: int
    silent: int
    meanings: tuple[ByMeaning, ...]
    unsaid: tuple[Counted, ...]
    unmeasured: int
    unknown: int


def certified(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows with a certificate."""
    return tuple(row for row in rows if row.verdict == "certified")


def by_cards(rows: Sequence[Row]) -> tuple[ByCards, ...]:
    """Return the counts by number of cards, the smallest first."""
    found = []
    for cards in sorted({len(row.cards) for row in rows}):
        verdicts = Counter(row.verdict for row in rows if len(row.cards) == cards)
        found.append(ByCards(cards, verdicts.total(), {verdict: verdicts[verdict] for verdict in VERDICTS}))
    return tuple(found)


def by_kind(rows: Sequence[Row]) -> tuple[Counted, ...]:
    """Return the kinds of product of certified loops, the most frequent first; `alone`: of loops that give no other."""
    return _ranked([set(_gains(row)) for row in certified(rows)])


def _gains(row: Row) -> Iterator[str]:
    """Yield the kinds of what a loop gives, without what it costs and how the game ends."""
    return (each.kind for each in row.produces if each.kind not in ("cost", "result"))


def by_reason(rows: Sequence[Row]) -> tuple[ByReason, ...]:
    """Return the reasons of the rows without a certificate that did not even win, the most frequent first."""
    left = [row for row in rows if row.verdict not in ("certified", "played_out")]
    numbers = sorted({len(row.cards) for row in rows})
    reasons = Counter(row.reason for row in left)
    return tuple(
        ByReason(
            reason,
            count,
            {number: sum(row.reason == reason and len(row.cards) == number for row in left) for number in numbers},
        )
        for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0] or ""))
    )


def by_gap(rows: Sequence[Row]) -> tuple[Counted, ...]:
    """Return the cards not fully understood, by how many combinations without a certificate have them.

    `alone` are the combinations that have no other such card.
    """
    return _ranked([set(row.details.gaps) for row in rows if row.verdict != "certified"])


def by_place(rows: Sequence[Row]) -> tuple[ByPlace, ...]:
    """Return where the sentences stand that were not understood, the most frequent place first."""
    sentences: Counter[Place] = Counter()
    combinations: Counter[Place] = Counter()
    for row in rows:
        places = [place_of(each.where)[0] for each in row.details.unread]
        sentences.update(places)
        combinations.update(set(places))
    ranked = sorted(sentences.items(), key=lambda item: (-item[1], item[0]))
    return tuple(ByPlace(place, count, combinations[place]) for place, count in ranked)


def place_of(where: str) -> tuple[Place, int]:
    """Return what sort of place a sentence stands at, and which of them, from 1; 0 where there is only one."""
    found = _PLACE.match(where)
    if found is None:
        return "else", 0
    return _PLACES.get(found["field"], "else"), int(found["at"] or -1) + 1


def by_certificate(rows: Sequence[Row]) -> tuple[tuple[str, str, int], ...]:
    """Return (evidence, verdict of the certificate, how many) of certified rows, the most frequent first."""
    found = Counter((row.evidence or "", row.certificate_verdict or "") for row in certified(rows))
    return tuple((*key, count) for key, count in sorted(found.items(), key=lambda item: (-item[1], item[0])))


def times(rows: Sequence[Row]) -> Times:
    """Return how long rows took; zeros when there are none."""
    took = sorted(row.seconds for row in rows)
    if not took:
        return Times(0, 0.0, 0.0, 0.0, 0.0)
    last = len(took) - 1
    return Times(len(took), took[last // 2], took[(9 * last + 5) // 10], took[-1], sum(took))


def by_time(rows: Sequence[Row]) -> tuple[ByTime, ...]:
    """Return how many rows took how long."""
    found = []
    for start, end in zip((0.0, *MARKS), (*MARKS, None), strict=True):
        within = [row for row in rows if start <= row.seconds and (end is None or row.seconds < end)]
        found.append(ByTime(start, end, len(within), len(certified(within))))
    return tuple(found)


def within(rows: Sequence[Row], seconds: float) -> int:
    """Return how many rows were certified in at most so many seconds."""
    return sum(row.seconds <= seconds for row in certified(rows))


def growing(rows: Sequence[Row]) -> tuple[tuple[float, float], ...]:
    """Return (seconds, share of the rows certified by then) for each row that was certified."""
    times = sorted(row.seconds for row in certified(rows))
    return tuple((seconds, (at + 1) / len(rows)) for at, seconds in enumerate(times))


def agreements(rows: Sequence[Row]) -> Agreements:
    """Return what certificates see beside what the collection says."""
    found = [agreement_of(_gains(row), row.said_to_produce, row.certificate_verdict) for row in certified(rows)]
    compared = [each for each in found if each.agreed or each.unseen]
    agreed = Counter(meaning for each in found for meaning in each.agreed)
    said = agreed + Counter(meaning for each in found for meaning in each.unseen)
    ranked = sorted((meaning for meaning in MEASURED if said[meaning]), key=lambda meaning: -said[meaning])
    return Agreements(
        compared=len(compared),
        whole=sum(not each.unseen for each in compared),
        none=sum(not each.agreed for each in compared),
        silent=sum(not each.said for each in found),
        meanings=tuple(ByMeaning(meaning, said[meaning], agreed[meaning]) for meaning in ranked),
        unsaid=_ranked([set(each.unsaid) for each in found]),
        unmeasured=sum(bool(each.unmeasured) for each in found),
        unknown=sum(bool(each.unknown) for each in found),
    )


def _ranked(sets: Sequence[set[str]]) -> tuple[Counted, ...]:
    """Return how many sets each thing is in, and how many have nothing else; the most frequent first, then by name."""
    counts = Counter(each for found in sets for each in found)
    alone = Counter(next(iter(found)) for found in sets if len(found) == 1)
    return tuple(
        Counted(what, count, alone[what])
        for what, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )
