"""The parts of the report that count: each a heading, a sentence of what is to be seen, a picture, and its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from floorjudge.magic.collections import report_words as words
from floorjudge.magic.collections import summaries
from floorjudge.magic.collections.charts import Bar
from floorjudge.magic.collections.report_agreement import of_agreement, of_certificates
from floorjudge.magic.collections.report_parts import Picture, Section, Speaker, Table
from floorjudge.magic.collections.report_reasons import of_gaps, of_reasons
from floorjudge.magic.collections.report_times import of_time
from floorjudge.magic.collections.rows import VERDICTS, Row
from floorjudge.magic.collections.summaries import ByCards, Counted
from floorjudge.magic.collections.words import REASON_WORDS, VERDICT_WORDS
from floorjudge.texts import text


def headline(rows: Sequence[Row], speaker: Speaker) -> tuple[str, ...]:
    """Return what matters most, in a few sentences."""
    say = speaker.say
    found = len(summaries.certified(rows))
    whole, share = speaker.number(len(rows)), speaker.share(found, len(rows))
    said = [
        say(
            text(
                "A loop was certified for {part} of {whole} combinations: {share}.",
                part=speaker.number(found),
                whole=whole,
                share=share,
            )
        )
    ]
    groups = summaries.by_cards(rows)
    if len(groups) > 1:
        said += [_of_group(group, speaker) for group in groups]
    reasons = summaries.by_reason(rows)
    if reasons and reasons[0].reason is not None:
        part = speaker.part(reasons[0].count, len(rows) - found)
        why = say(REASON_WORDS[reasons[0].reason])
        said.append(say(text("What most often stood in the way of the others: {why}, {part}.", why=why, part=part)))
    return tuple(said)


def _of_group(group: ByCards, speaker: Speaker) -> str:
    share, part = speaker.share(group.certified, group.total), speaker.of(group.certified, group.total)
    return speaker.say(
        text("With {cards}: {share} ({part}).", cards=speaker.cards(group.cards), share=share, part=part)
    )


def sections(rows: Sequence[Row], speaker: Speaker) -> Iterator[Section]:
    """Yield the parts that have something to say."""
    yield _by_cards(rows, speaker)
    if summaries.by_kind(rows):
        yield _by_kind(rows, speaker)
    if summaries.by_reason(rows):
        yield of_reasons(rows, speaker)
    if summaries.by_gap(rows):
        yield of_gaps(rows, speaker)
    yield of_time(rows, speaker)
    if summaries.certified(rows):
        yield of_certificates(rows, speaker)
        yield of_agreement(rows, speaker)


def _by_cards(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, groups = speaker.say, summaries.by_cards(rows)
    drawn = tuple(
        Bar(
            say(VERDICT_WORDS[verdict]),
            group.verdicts[verdict] / group.total,
            speaker.part(group.verdicts[verdict], group.total),
            1.0,
            say(
                text(
                    "{cards}: {whole} combinations", cards=speaker.cards(group.cards), whole=speaker.number(group.total)
                )
            ),
        )
        for group in groups
        for verdict in VERDICTS
        if group.verdicts[verdict]
    )
    together = ByCards(0, len(rows), {each: sum(group.verdicts[each] for group in groups) for each in VERDICTS})
    heads = (say(text("What came of it")), *(speaker.cards(group.cards) for group in groups), say(text("all")))
    columns = (*groups, together)
    cells = [
        (say(VERDICT_WORDS[verdict]), *(speaker.part(each.verdicts[verdict], each.total) for each in columns))
        for verdict in VERDICTS
    ]
    whole = (say(text("together")), *(speaker.number(each.total) for each in columns))
    shares = tuple(
        say(
            text(
                "{share} with {cards}",
                share=speaker.share(group.certified, group.total),
                cards=speaker.cards(group.cards),
            )
        )
        for group in groups
    )
    says = say(text("A loop was certified for {shares}.", shares=shares))
    how = say(text("Each pale bar is all combinations of so many cards."))
    return Section(
        "cards",
        say(text("By number of cards")),
        picture=Picture("cards", says, drawn, how=how),
        tables=(Table(say(text("What came of the combinations, by number of cards")), heads, (*cells, whole)),),
    )


def _by_kind(rows: Sequence[Row], speaker: Speaker) -> Section:
    say, kinds = speaker.say, summaries.by_kind(rows)
    found = len(summaries.certified(rows))
    heads = speaker.each(text("What it gives"), text("certified loops"), text("that give nothing else"))
    cells = tuple(
        (say(words.kind_said(each.what)), speaker.part(each.count, found), speaker.number(each.alone)) for each in kinds
    )
    best = say(words.kind_said(kinds[0].what))
    says = say(
        text(
            "Most often there is this without end: {kind}, {part}.", kind=best, part=speaker.part(kinds[0].count, found)
        )
    )
    return Section(
        "kinds",
        say(text("What the loops give")),
        (say(text("One loop often gives several things, so the parts add up to more than all.")),),
        Picture("kinds", says, _bars(kinds, found, speaker)),
        (Table(say(text("Certified loops by what they give")), heads, cells),),
    )


def _bars(kinds: Sequence[Counted], whole: int, speaker: Speaker) -> tuple[Bar, ...]:
    return tuple(
        Bar(speaker.say(words.kind_said(each.what)), each.count, speaker.part(each.count, whole)) for each in kinds
    )
