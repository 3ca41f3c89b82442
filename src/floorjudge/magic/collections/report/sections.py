"""The sections of the report: what many rows say together, as sentences and as tables whose lines carry a bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from floorjudge.magic.collections.report import words
from floorjudge.magic.collections.report.meanings import MEANINGS, MEASURED, agreement_of
from floorjudge.magic.collections.report.words import Speaker, place_of
from floorjudge.magic.collections.rows import VERDICTS, Row
from floorjudge.texts import counted, text

_Thing = TypeVar("_Thing", bound=str)
_MARKS = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0)


class Line(msgspec.Struct, frozen=True):
    """A line of a table: what it is of, its numbers, the length of its bar (0 to 1; None: no bar), what else is said."""

    name: str
    numbers: tuple[str, ...]
    bar: float | None = None
    more: str = ""


class Table(msgspec.Struct, frozen=True):
    """A table: what it shows, the heads of its columns, its lines."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[Line, ...]


class Section(msgspec.Struct, frozen=True):
    """A section of the report with a heading: sentences, and tables."""

    name: str
    title: str
    says: tuple[str, ...]
    tables: tuple[Table, ...]


def headline(rows: Sequence[Row], speaker: Speaker) -> tuple[str, ...]:
    """Return what matters most, in a few sentences."""
    found, whole = len(_certified(rows)), len(rows)
    said = [
        text(
            "A loop was certified for {part} of {whole} combinations: {share}.",
            part=speaker.number(found),
            whole=speaker.number(whole),
            share=speaker.share(found, whole),
        )
    ]
    groups = _by_number_of_cards(rows)
    for number, group in groups.items():
        if len(groups) > 1:
            certified = len(_certified(group))
            share, part = speaker.share(certified, len(group)), speaker.of(certified, len(group))
            said.append(text("With {cards}: {share} ({part}).", cards=speaker.cards(number), share=share, part=part))
    reasons = Counter(row.reason for row in _unresolved(rows) if row.reason is not None)
    for reason, count in reasons.most_common(1):
        why, part = words.REASON_WORDS[reason], speaker.part(count, whole - found)
        said.append(text("What most often stood in the way of the others: {why}, {part}.", why=why, part=part))
    return speaker.each(*said)


def sections(rows: Sequence[Row], speaker: Speaker) -> Iterator[Section]:
    """Yield the sections that have something to say."""
    certified = _certified(rows)
    yield _verdicts(rows, speaker)
    if any(_gains(row) for row in certified):
        yield _kinds(certified, speaker)
    if _unresolved(rows):
        yield _reasons(rows, speaker)
    if any(row.details.gaps for row in rows if row.verdict != "certified"):
        yield _gaps(rows, speaker)
    yield _times(rows, speaker)
    if certified:
        yield _certificates(certified, speaker)
        yield _agreement(certified, speaker)


def _certified(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.verdict == "certified"]


def _unresolved(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without a certificate that did not even win."""
    return [row for row in rows if row.verdict not in ("certified", "played_out")]


def _by_number_of_cards(rows: Sequence[Row]) -> dict[int, list[Row]]:
    numbers = sorted({len(row.cards) for row in rows})
    return {number: [row for row in rows if len(row.cards) == number] for number in numbers}


def _gains(row: Row) -> set[str]:
    """Return the kinds of what a loop gives, without what it costs and how the game ends."""
    return {each.kind for each in row.produces} - {"cost", "result"}


def _ranked(sets: Sequence[set[_Thing]]) -> list[tuple[_Thing, int, int]]:
    """Return each thing, how many sets it is in, and how many have nothing else; the most frequent first, then by name."""
    counts = Counter(each for found in sets for each in found)
    alone = Counter(next(iter(found)) for found in sets if len(found) == 1)
    return [(what, count, alone[what]) for what, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def _verdicts(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, number, groups = speaker.say, speaker.number, _by_number_of_cards(rows)
    columns = [*groups.values(), rows]
    names = (*map(speaker.cards, groups), say(text("all")))
    certified = tuple(
        Line(name, (number(len(group)), speaker.part(part, len(group))), part / len(group))
        for name, group in zip(names, columns, strict=True)
        for part in [len(_certified(group))]
    )
    counts = [Counter(row.verdict for row in group) for group in columns]
    came = tuple(
        Line(
            say(words.VERDICT_WORDS[verdict]),
            tuple(speaker.part(each[verdict], each.total()) for each in counts),
            counts[-1][verdict] / len(rows),
        )
        for verdict in VERDICTS
    )
    heads = speaker.each(text("Number of cards"), text("Combinations"), text("certified"))
    tables = (
        Table(say(text("Certified combinations, by number of cards")), heads, certified),
        Table(
            say(text("What came of the combinations, by number of cards")),
            (say(text("What came of it")), *names),
            (*came, Line(say(text("together")), tuple(number(each.total()) for each in counts))),
        ),
    )
    return Section("cards", say(text("By number of cards")), (), tables)


def _kinds(certified: Sequence[Row], speaker: Speaker) -> Section:
    say, kinds = speaker.say, _ranked([_gains(row) for row in certified])
    heads = speaker.each(text("What it gives"), text("certified loops"), text("that give nothing else"))
    lines = tuple(
        Line(
            say(words.kind_said(kind)),
            (speaker.part(count, len(certified)), speaker.number(alone)),
            count / len(certified),
        )
        for kind, count, alone in kinds
    )
    says = say(text("One loop often gives several things, so the parts add up to more than all."))
    table = Table(say(text("Certified loops by what they give")), heads, lines)
    return Section("kinds", say(text("What the loops give")), (says,), (table,))


def _reasons(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, number = speaker.say, speaker.number
    left, groups = _unresolved(rows), _by_number_of_cards(rows)
    reasons = Counter(row.reason for row in left)
    lines = tuple(
        Line(
            say(words.NO_REASON if reason is None else words.REASON_WORDS[reason]),
            (
                *(number(sum(row.reason == reason for row in _unresolved(group))) for group in groups.values()),
                speaker.part(count, len(left)),
            ),
            count / len(left),
            "" if reason is None else say(words.NEXT[reason]),
        )
        for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0] or ""))
    )
    heads = (say(text("Why not")), *map(speaker.cards, groups), say(text("all")))
    title = say(text("Combinations without a certificate, by reason, and what would help"))
    tables = [Table(title, heads, lines)]
    places = [[place_of(each.where)[0] for each in row.details.unread] for row in rows]
    if any(places):
        sentences = Counter(place for each in places for place in each)
        heads = speaker.each(text("Where it stands"), text("sentences"), text("combinations"))
        unread = tuple(
            Line(say(words.PLACES[place]), (number(sentences[place]), number(combinations)))
            for place, combinations, _ in _ranked([{*each} for each in places])
        )
        tables.append(Table(say(text("Sentences that were not understood, by where they stand")), heads, unread))
    says = say(text("Each combination counts once, under the first reason that stopped it."))
    return Section("reasons", say(text("Why not")), (says,), tuple(tables))


def _gaps(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, number = speaker.say, speaker.number
    gaps = _ranked([{*row.details.gaps} for row in rows if row.verdict != "certified"])
    most = gaps[0][1]
    says = counted(
        "The engine does not fully understand one card; it is in {most} combinations without a certificate.",
        "The engine does not fully understand {count} cards; the most frequent is in {most} combinations without a certificate.",
        count=len(gaps),
        most=number(most),
    )
    title = text(
        "Cards that the engine does not understand fully, by how many combinations without a certificate they are in"
    )
    heads = speaker.each(text("Card"), text("combinations without a certificate"), text("with no other such card"))
    lines = tuple(Line(card, (number(count), number(alone)), count / most) for card, count, alone in gaps)
    return Section(
        "gaps",
        say(text("Cards that the engine does not fully understand")),
        speaker.each(says, text("A card counts also when something else stopped the combination first.")),
        (Table(say(title), heads, lines),),
    )


def _times(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, groups = speaker.say, _by_number_of_cards(rows)

    def within(group: Sequence[Row], seconds: float) -> int:
        return sum(row.seconds <= seconds for row in _certified(group))

    growing = tuple(
        Line(
            speaker.mark(mark),
            tuple(speaker.share(within(group, mark), len(group)) for group in groups.values()),
            within(rows, mark) / len(rows),
        )
        for mark in _MARKS
    )
    took = tuple(
        Line(say(name), (speaker.number(len(seconds)), *map(speaker.seconds, (*_quantiles(seconds), sum(seconds)))))
        for name, found in ((text("certified"), _certified(rows)), (text("all"), rows))
        for seconds in [sorted(row.seconds for row in found)]
    )
    heads = speaker.each(
        text("Rows"), text("how many"), text("median"), text("90th percentile"), text("maximum"), text("together")
    )  # fmt: skip
    tables = (
        Table(
            say(text("Share of combinations certified within so many seconds")),
            (say(text("Within")), *map(speaker.cards, groups)),
            growing,
        ),
        Table(say(text("Seconds of computing")), heads, took),
    )
    return Section("time", say(text("How long it took")), (), tables)


def _quantiles(ordered: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 90th percentile and the maximum; zeros of nothing."""
    if not ordered:
        return 0.0, 0.0, 0.0
    last = len(ordered) - 1
    return ordered[last // 2], ordered[(9 * last + 5) // 10], ordered[-1]


def _certificates(certified: Sequence[Row], speaker: Speaker) -> Section:
    say = speaker.say
    found = Counter("; ".join(words.certificate_said(row, speaker)) for row in certified)
    lines = tuple(
        Line(said, (speaker.part(count, len(certified)),), count / len(certified))
        for said, count in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    )
    heads = speaker.each(text("How that is known, and what becomes of it"), text("certified loops"))
    table = Table(say(text("Certified loops by what the certificate says")), heads, lines)
    return Section(
        "certificates", say(text("What the certificates say")), speaker.each(*words.EVIDENCE_MEANS), (table,)
    )


def _agreement(certified: Sequence[Row], speaker: Speaker) -> Section:
    """Return the section about what certificates see beside what the collection says."""
    say, number = speaker.say, speaker.number
    found = [agreement_of(_gains(row), row.said_to_produce, row.certificate_verdict) for row in certified]
    compared = [each for each in found if each.agreed or each.unseen]
    agreed = Counter(meaning for each in found for meaning in each.agreed)
    said = agreed + Counter(meaning for each in found for meaning in each.unseen)
    says = []
    tables = []
    if compared:
        says.append(
            text(
                "In {whole} certified loops, the certificate sees everything that the collection speaks of and that it can measure; in {none} others, nothing of it.",
                whole=speaker.of(sum(not each.unseen for each in compared), len(compared)),
                none=number(sum(not each.agreed for each in compared)),
            )
        )
        heads = speaker.each(text("What the collection says"), text("how often"), text("seen by the certificate too"))
        lines = tuple(
            Line(
                say(MEANINGS[meaning]),
                (number(said[meaning]), speaker.part(agreed[meaning], said[meaning])),
                agreed[meaning] / said[meaning],
            )
            for meaning in sorted(MEASURED, key=lambda each: -said[each])
            if said[meaning]
        )
        tables.append(Table(say(text("What the collection says, and the certificate sees")), heads, lines))
    unsaid = _ranked([{*each.unsaid} for each in found])
    if unsaid:
        heads = speaker.each(text("What it gives"), text("certified loops"))
        lines = tuple(Line(say(words.kind_said(kind)), (number(count),)) for kind, count, _ in unsaid)
        tables.append(Table(say(text("What certificates see, and the collection does not say")), heads, lines))
    counts: Mapping[str, int] = Counter(
        sort
        for each in found
        for sort, holds in (("silent", not each.said), ("unmeasured", each.unmeasured), ("unknown", each.unknown))
        if holds
    )
    says += [
        text("The collection says nothing of {count} certified loops.", count=number(counts["silent"])),
        text(
            "In {count} it speaks of something that a certificate has no measure for, such as untapping.",
            count=number(counts["unmeasured"]),
        ),
        text("In {count} there is a phrase that was not understood.", count=number(counts["unknown"])),
        text("What was certified is often a smaller loop than the one written down, or gives more than anybody wrote."),
    ]
    return Section("agreement", say(text("Beside what the collection says")), speaker.each(*says), tuple(tables))
