"""The parts of the report about what has no certificate: why, and which cards the engine lacks."""

from __future__ import annotations

from collections.abc import Sequence

from floorjudge.magic.collections import report_words as words
from floorjudge.magic.collections import summaries
from floorjudge.magic.collections.charts import Bar
from floorjudge.magic.collections.report_parts import Picture, Section, Speaker, Table
from floorjudge.magic.collections.rows import Row
from floorjudge.magic.collections.words import REASON_WORDS
from floorjudge.texts import counted, text

MOST_GAPS = 12


def of_reasons(rows: Sequence[Row], speaker: Speaker) -> Section:
    """Return the part about why combinations have no certificate, and what would help; there is at least one such row."""
    say, reasons = speaker.say, summaries.by_reason(rows)
    left = sum(each.count for each in reasons)
    names = [say(words.NO_REASON if each.reason is None else REASON_WORDS[each.reason]) for each in reasons]
    numbers = list(reasons[0].by_cards)
    heads = (say(text("Why not")), *map(speaker.cards, numbers), say(text("all")))
    parts = [speaker.part(each.count, left) for each in reasons]
    cells = tuple(
        (name, *(speaker.number(each.by_cards[number]) for number in numbers), part)
        for name, part, each in zip(names, parts, reasons, strict=True)
    )
    drawn = tuple(Bar(name, each.count, part) for name, part, each in zip(names, parts, reasons, strict=True))
    helps = tuple("" if each.reason is None else say(words.NEXT[each.reason]) for each in reasons)
    says = say(
        text(
            "What most often stood in the way: {reason}, {part} of those without a certificate.",
            reason=names[0],
            part=parts[0],
        )
    )
    title = say(text("Combinations without a certificate, by reason, and what would help"))
    tables = [Table(title, heads, cells, more=helps)]
    places = summaries.by_place(rows)
    if places:
        heads = speaker.each(text("Where it stands"), text("sentences"), text("combinations"))
        counts = ((say(words.PLACES[each.place]), each.sentences, each.combinations) for each in places)
        unread = tuple((name, *map(speaker.number, numbers)) for name, *numbers in counts)
        tables.append(Table(say(text("Sentences that were not understood, by where they stand")), heads, unread))
    return Section(
        "reasons",
        say(text("Why not")),
        (say(text("Each combination counts once, under the first reason that stopped it.")),),
        Picture("reasons", says, drawn),
        tuple(tables),
    )


def of_gaps(rows: Sequence[Row], speaker: Speaker) -> Section:
    """Return the part about the cards that the engine does not fully understand; there is at least one."""
    say, gaps = speaker.say, summaries.by_gap(rows)
    shown = gaps[:MOST_GAPS]
    drawn = tuple(Bar(each.what, each.alone, speaker.number(each.count), each.count) for each in shown)
    heads = speaker.each(text("Card"), text("combinations without a certificate"), text("with no other such card"))
    cells = tuple((each.what, speaker.number(each.count), speaker.number(each.alone)) for each in gaps)
    says = say(
        counted(
            "The engine does not fully understand one card; it is in {most} combinations without a certificate.",
            "The engine does not fully understand {count} cards; the most frequent is in {most} combinations without a certificate.",
            count=len(gaps),
            most=speaker.number(gaps[0].count),
        )
    )
    how = say(text("The full part of a bar: combinations in which this is the only such card."))
    return Section(
        "gaps",
        say(text("Cards that the engine does not fully understand")),
        (say(text("A card counts also when something else stopped the combination first.")),),
        Picture("gaps", says, drawn, how=how),
        (
            Table(
                say(
                    text(
                        "Cards that the engine does not understand fully, by how many combinations without a certificate they are in"
                    )
                ),
                heads,
                cells,
            ),
        ),
    )
