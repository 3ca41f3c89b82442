"""The sections of the report: sentences, tables and pictures still to be drawn, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.magic.collections.report import counts, words
from floorjudge.magic.collections.report.charts import Bar, Curve
from floorjudge.magic.collections.report.counts import ByCards
from floorjudge.magic.collections.report.meanings import MEANINGS
from floorjudge.magic.collections.report.words import Speaker
from floorjudge.magic.collections.rows import VERDICTS, Row
from floorjudge.texts import counted, text

_MOST_GAPS_DRAWN = 12
_SOON = 10.0


class Table(msgspec.Struct, frozen=True):
    """A table: what it shows, its heads, its rows; the first `words` columns are words, the others numbers.

    `more` is what else is to be said of each row, for all rows or for none.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    more: tuple[str, ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """A picture still to be drawn, of bars or of curves; `says`: what is to be seen in it, `how`: how to read it.

    Curves are over seconds up to `most`.
    """

    name: str
    says: str
    bars: tuple[Bar, ...] = ()
    curves: tuple[Curve, ...] = ()
    how: str = ""
    most: float = 0.0


class Section(msgspec.Struct, frozen=True):
    """A section of the report with a heading: sentences, at most one picture, tables."""

    name: str
    title: str
    says: tuple[str, ...] = ()
    picture: Picture | None = None
    tables: tuple[Table, ...] = ()


def headline(rows: Sequence[Row], speaker: Speaker) -> tuple[str, ...]:
    """Return what matters most, in a few sentences."""
    say, found = speaker.say, len(counts.certified(rows))
    whole, share = speaker.number(len(rows)), speaker.share(found, len(rows))
    part = speaker.number(found)
    said = [
        text("A loop was certified for {part} of {whole} combinations: {share}.", part=part, whole=whole, share=share)
    ]
    groups = counts.by_cards(rows)
    if len(groups) > 1:
        for group in groups:
            cards, part = speaker.cards(group.cards), speaker.of(group.certified, group.total)
            share = speaker.share(group.certified, group.total)
            said.append(text("With {cards}: {share} ({part}).", cards=cards, share=share, part=part))
    reasons = counts.by_reason(rows)
    if reasons and reasons[0].reason is not None:
        part = speaker.part(reasons[0].count, len(rows) - found)
        why = say(words.REASON_WORDS[reasons[0].reason])
        said.append(text("What most often stood in the way of the others: {why}, {part}.", why=why, part=part))
    return speaker.each(*said)


def sections(rows: Sequence[Row], speaker: Speaker) -> Iterator[Section]:
    """Yield the sections that have something to say."""
    yield _by_cards(rows, speaker)
    if counts.by_kind(rows):
        yield _by_kind(rows, speaker)
    if counts.by_reason(rows):
        yield _by_reason(rows, speaker)
    if counts.by_gap(rows):
        yield _by_gap(rows, speaker)
    yield _by_time(rows, speaker)
    if counts.certified(rows):
        yield _by_certificate(rows, speaker)
        yield _agreement(rows, speaker)


def _by_cards(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, groups = speaker.say, counts.by_cards(rows)
    bars: list[Bar] = []
    for group in groups:
        cards, whole = speaker.cards(group.cards), speaker.number(group.total)
        heading = say(text("{cards}: {whole} combinations", cards=cards, whole=whole))
        for verdict, count in group.verdicts.items():
            if count:
                part = speaker.part(count, group.total)
                bars.append(Bar(say(words.VERDICT_WORDS[verdict]), count / group.total, part, 1.0, heading))
    together = ByCards(0, len(rows), {each: sum(group.verdicts[each] for group in groups) for each in VERDICTS})
    heads = (say(text("What came of it")), *(speaker.cards(group.cards) for group in groups), say(text("all")))
    columns = (*groups, together)
    cells = (
        *(
            (say(words.VERDICT_WORDS[verdict]), *(speaker.part(each.verdicts[verdict], each.total) for each in columns))
            for verdict in VERDICTS
        ),
        (say(text("together")), *(speaker.number(each.total) for each in columns)),
    )
    shares = speaker.each(
        *(
            text(
                "{share} with {cards}",
                share=speaker.share(group.certified, group.total),
                cards=speaker.cards(group.cards),
            )
            for group in groups
        )
    )
    says = say(text("A loop was certified for {shares}.", shares=shares))
    how = say(text("Each pale bar is all combinations of so many cards."))
    return Section(
        "cards",
        say(text("By number of cards")),
        picture=Picture("cards", says, tuple(bars), how=how),
        tables=(Table(say(text("What came of the combinations, by number of cards")), heads, cells),),
    )


def _by_kind(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, kinds = speaker.say, counts.by_kind(rows)
    found = len(counts.certified(rows))
    names = [say(words.kind_said(each.what)) for each in kinds]
    parts = [speaker.part(each.count, found) for each in kinds]
    heads = speaker.each(text("What it gives"), text("certified loops"), text("that give nothing else"))
    cells = tuple(zip(names, parts, (speaker.number(each.alone) for each in kinds), strict=True))
    says = say(text("Most often there is this without end: {kind}, {part}.", kind=names[0], part=parts[0]))
    bars = tuple(Bar(name, each.count, part) for name, part, each in zip(names, parts, kinds, strict=True))
    return Section(
        "kinds",
        say(text("What the loops give")),
        (say(text("One loop often gives several things, so the parts add up to more than all.")),),
        Picture("kinds", says, bars),
        (Table(say(text("Certified loops by what they give")), heads, cells),),
    )


def _by_reason(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, number, reasons = speaker.say, speaker.number, counts.by_reason(rows)
    left = sum(each.count for each in reasons)
    names = [say(words.NO_REASON if each.reason is None else words.REASON_WORDS[each.reason]) for each in reasons]
    parts = [speaker.part(each.count, left) for each in reasons]
    says = say(
        text(
            "What most often stood in the way: {reason}, {part} of those without a certificate.",
            reason=names[0],
            part=parts[0],
        )
    )
    heads = (say(text("Why not")), *map(speaker.cards, reasons[0].by_cards), say(text("all")))
    cells = tuple(
        (name, *map(number, each.by_cards.values()), part)
        for name, part, each in zip(names, parts, reasons, strict=True)
    )
    helps = tuple("" if each.reason is None else say(words.NEXT[each.reason]) for each in reasons)
    title = say(text("Combinations without a certificate, by reason, and what would help"))
    tables = [Table(title, heads, cells, more=helps)]
    places = counts.by_place(rows)
    if places:
        heads = speaker.each(text("Where it stands"), text("sentences"), text("combinations"))
        unread = tuple(
            (say(words.PLACES[each.place]), number(each.sentences), number(each.combinations)) for each in places
        )
        tables.append(Table(say(text("Sentences that were not understood, by where they stand")), heads, unread))
    bars = tuple(Bar(name, each.count, part) for name, part, each in zip(names, parts, reasons, strict=True))
    return Section(
        "reasons",
        say(text("Why not")),
        (say(text("Each combination counts once, under the first reason that stopped it.")),),
        Picture("reasons", says, bars),
        tuple(tables),
    )


def _by_gap(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, number, gaps = speaker.say, speaker.number, counts.by_gap(rows)
    says = say(
        counted(
            "The engine does not fully understand one card; it is in {most} combinations without a certificate.",
            "The engine does not fully understand {count} cards; the most frequent is in {most} combinations without a certificate.",
            count=len(gaps),
            most=number(gaps[0].count),
        )
    )
    title = text(
        "Cards that the engine does not understand fully, by how many combinations without a certificate they are in"
    )
    heads = speaker.each(text("Card"), text("combinations without a certificate"), text("with no other such card"))
    cells = tuple((each.what, number(each.count), number(each.alone)) for each in gaps)
    bars = tuple(Bar(each.what, each.alone, number(each.count), each.count) for each in gaps[:_MOST_GAPS_DRAWN])
    how = say(text("The full part of a bar: combinations in which this is the only such card."))
    return Section(
        "gaps",
        say(text("Cards that the engine does not fully understand")),
        (say(text("A card counts also when something else stopped the combination first.")),),
        Picture("gaps", says, bars, how=how),
        (Table(say(title), heads, cells),),
    )


def _by_time(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, certified = speaker.say, counts.certified(rows)
    groups = {cards: [row for row in rows if len(row.cards) == cards] for cards in sorted({len(r.cards) for r in rows})}
    end = max((1.0, *(row.seconds for row in rows)))
    curves = tuple(
        Curve(
            say(text("{cards}: {share}", cards=speaker.cards(cards), share=speaker.share(len(found), len(group)))),
            (*counts.growing(group), (end, len(found) / len(group))),
        )
        for cards, group in groups.items()
        if (found := counts.certified(group))
    )
    part = speaker.share(counts.within(rows, _SOON), len(certified))
    says = say(
        text("{part} of the certified loops were found within {seconds}.", part=part, seconds=speaker.mark(_SOON))
    )
    tables = (_within(groups, speaker), _times(rows, speaker), _distribution(rows, speaker))
    picture = Picture("time", says, curves=curves, most=end) if curves else None
    return Section("time", say(text("How long it took")), picture=picture, tables=tables)


def _within(groups: dict[int, list[Row]], speaker: Speaker) -> Table:
    heads = (speaker.say(text("Within")), *(speaker.cards(cards) for cards in groups))
    cells = tuple(
        (
            speaker.mark(mark),
            *(speaker.share(counts.within(group, mark), len(group)) for group in groups.values()),
        )
        for mark in counts.MARKS
    )
    return Table(speaker.say(text("Share of combinations certified within so many seconds")), heads, cells)


def _times(rows: Sequence[Row], speaker: Speaker) -> Table:
    heads = speaker.each(
        text("Rows"), text("how many"), text("median"), text("90th percentile"), text("maximum"), text("together")
    )  # fmt: skip
    lines = ((text("certified"), counts.times(counts.certified(rows))), (text("all"), counts.times(rows)))
    cells = tuple(
        (
            speaker.say(name),
            speaker.number(of.rows),
            *map(speaker.seconds, (of.median, of.ninetieth, of.maximum, of.total)),
        )
        for name, of in lines
    )
    return Table(speaker.say(text("Seconds of computing")), heads, cells)


def _distribution(rows: Sequence[Row], speaker: Speaker) -> Table:
    say, number = speaker.say, speaker.number
    heads = speaker.each(text("Seconds"), text("rows"), text("certified"))
    cells = tuple(
        (
            say(text("{start} and more", start=number(int(each.start))))
            if each.end is None
            else say(text("{start} to {end}", start=number(int(each.start)), end=number(int(each.end)))),
            number(each.rows),
            number(each.certified),
        )
        for each in counts.by_time(rows)
    )
    return Table(say(text("How many rows took how long")), heads, cells)


def _by_certificate(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, found = speaker.say, counts.by_certificate(rows)
    whole = sum(count for *_, count in found)
    heads = speaker.each(text("How that is known"), text("What becomes of it"), text("certified loops"))
    cells = tuple(
        (
            say(words.EVIDENCE[evidence]) if evidence in words.EVIDENCE else evidence,
            say(words.CERTIFICATES[verdict]) if verdict in words.CERTIFICATES else verdict,
            speaker.part(count, whole),
        )
        for evidence, verdict, count in found
    )
    table = Table(say(text("Certified loops by what the certificate says")), heads, cells, 2)
    says = speaker.each(*words.EVIDENCE_MEANS)
    return Section("certificates", say(text("What the certificates say")), says, tables=(table,))


def _agreement(rows: Sequence[Row], speaker: Speaker) -> Section:
    """Return the section about what certificates see beside what the collection says."""
    say, number, found = speaker.say, speaker.number, counts.agreements(rows)
    tables: list[Table] = []
    picture = None
    if found.meanings:
        names = speaker.each(*(MEANINGS[each.meaning] for each in found.meanings))
        heads = speaker.each(text("What the collection says"), text("how often"), text("seen by the certificate too"))
        cells = tuple(
            (name, number(each.said), speaker.part(each.agreed, each.said))
            for name, each in zip(names, found.meanings, strict=True)
        )
        tables.append(Table(say(text("What the collection says, and the certificate sees")), heads, cells))
        says = text(
            "In {whole} certified loops, the certificate sees everything that the collection speaks of and that it can measure; in {none} others, nothing of it.",
            whole=speaker.of(found.whole, found.compared),
            none=number(found.none),
        )
        bars = tuple(
            Bar(name, each.agreed, speaker.of(each.agreed, each.said), each.said)
            for name, each in zip(names, found.meanings, strict=True)
        )
        how = text(
            "A whole bar: how often the collection says it. The full part: how often the certificate sees it too."
        )
        picture = Picture("agreement", say(says), bars, how=say(how))
    if found.unsaid:
        heads = speaker.each(text("What it gives"), text("certified loops"))
        unsaid = tuple((say(words.kind_said(each.what)), number(each.count)) for each in found.unsaid)
        tables.append(Table(say(text("What certificates see, and the collection does not say")), heads, unsaid))
    more = (
        text("The collection says nothing of {count} certified loops.", count=number(found.silent)),
        text(
            "In {count} it speaks of something that a certificate has no measure for, such as untapping.",
            count=number(found.unmeasured),
        ),
        text("In {count} there is a phrase that was not understood.", count=number(found.unknown)),
        text("What was certified is often a smaller loop than the one written down, or gives more than anybody wrote."),
    )
    title = say(text("Beside what the collection says"))
    return Section("agreement", title, speaker.each(*more), picture, tuple(tables))
