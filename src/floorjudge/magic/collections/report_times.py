"""The part of the report about time: how soon loops are certified, and what all of it took."""

from __future__ import annotations

from collections.abc import Sequence

from floorjudge.magic.collections import summaries
from floorjudge.magic.collections.charts import Curve
from floorjudge.magic.collections.report_parts import Picture, Section, Speaker, Table
from floorjudge.magic.collections.rows import Row
from floorjudge.texts import text

_SOON = 10.0


def of_time(rows: Sequence[Row], speaker: Speaker) -> Section:
    """Return the part about seconds of computing."""
    say = speaker.say
    groups = {cards: [row for row in rows if len(row.cards) == cards] for cards in sorted({len(r.cards) for r in rows})}
    found = summaries.certified(rows)
    end = max((1.0, *(row.seconds for row in rows)))
    drawn = tuple(
        Curve(
            say(text("{cards}: {share}", cards=speaker.cards(cards), share=speaker.share(len(got), len(group)))),
            (*summaries.growing(group), (end, len(got) / len(group))),
        )
        for cards, group in groups.items()
        if (got := summaries.certified(group))
    )
    soon = speaker.share(summaries.within(rows, _SOON), len(found))
    says = say(
        text("{part} of the certified loops were found within {seconds}.", part=soon, seconds=speaker.mark(_SOON))
    )
    tables = (_within(groups, speaker), _spent(rows, speaker), _distribution(rows, speaker))
    picture = Picture("time", says, curves=drawn, most=end) if drawn else None
    return Section("time", say(text("How long it took")), picture=picture, tables=tables)


def _spent(rows: Sequence[Row], speaker: Speaker) -> Table:
    heads = speaker.each(
        text("Rows"), text("how many"), text("the middle one"), text("nine in ten within"), text("the longest"), text("together")
    )  # fmt: skip
    lines = ((text("certified"), summaries.spent(summaries.certified(rows))), (text("all"), summaries.spent(rows)))
    cells = tuple(
        (
            speaker.say(name),
            speaker.number(of.rows),
            *map(speaker.seconds, (of.middle, of.nine_in_ten, of.longest, of.together)),
        )
        for name, of in lines
    )
    return Table(speaker.say(text("Seconds of computing")), heads, cells)


def _within(groups: dict[int, list[Row]], speaker: Speaker) -> Table:
    say = speaker.say
    heads = (say(text("Within")), *(speaker.cards(cards) for cards in groups))
    cells = tuple(
        (
            speaker.mark(mark),
            *(speaker.share(summaries.within(group, mark), len(group)) for group in groups.values()),
        )
        for mark in summaries.MARKS
    )
    return Table(say(text("Share of combinations certified within so many seconds")), heads, cells)


def _distribution(rows: Sequence[Row], speaker: Speaker) -> Table:
    say = speaker.say
    heads = speaker.each(text("Seconds"), text("rows"), text("certified"))
    cells = tuple(
        (
            say(text("{start} and more", start=speaker.number(int(each.start))))
            if each.end is None
            else say(
                text("{start} to {end}", start=speaker.number(int(each.start)), end=speaker.number(int(each.end)))
            ),
            speaker.number(each.rows),
            speaker.number(each.certified),
        )
        for each in summaries.by_time(rows)
    )
    return Table(say(text("How many rows took how long")), heads, cells)
