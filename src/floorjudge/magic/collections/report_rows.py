"""The list of all rows in the report: which cards, and what came of them. What the collection says is not quoted, only its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.magic.collections import report_words as words
from floorjudge.magic.collections.report_parts import Speaker
from floorjudge.magic.collections.rows import VERDICTS, Row
from floorjudge.magic.collections.summaries import place_of
from floorjudge.magic.collections.words import REASON_WORDS, VERDICT_WORDS
from floorjudge.texts import text


class Line(msgspec.Struct, frozen=True):
    """A row as it stands in the list: its id, its cards, what came of it (the first thing is the main one), and its seconds."""

    id: str
    cards: str
    says: tuple[str, ...]
    seconds: str


class Group(msgspec.Struct, frozen=True):
    """The rows of one verdict: what it is called, what it means, its share of all, and the rows."""

    name: str
    title: str
    means: str
    share: str
    lines: tuple[Line, ...]


def groups(rows: Sequence[Row], speaker: Speaker) -> Iterator[Group]:
    """Yield the rows of each verdict that has any."""
    for verdict in VERDICTS:
        found = [row for row in rows if row.verdict == verdict]
        if found:
            yield Group(
                verdict.replace("_", "-"),
                speaker.say(VERDICT_WORDS[verdict]),
                speaker.say(words.MEANS[verdict]),
                speaker.part(len(found), len(rows)),
                tuple(_line(row, speaker) for row in found),
            )


def _line(row: Row, speaker: Speaker) -> Line:
    says = tuple(_certified(row, speaker) if row.verdict == "certified" else _because(row, speaker))
    return Line(row.id, " + ".join(row.cards), says, speaker.seconds(row.seconds))


def _certified(row: Row, speaker: Speaker) -> Iterator[str]:
    kinds = dict.fromkeys(each.kind for each in row.produces)
    if kinds:
        yield ", ".join(speaker.say(words.kind_said(kind)) for kind in kinds)
    else:
        yield speaker.say(text("nothing is left over"))
    said = (words.EVIDENCE.get(row.evidence or ""), words.CERTIFICATES.get(row.certificate_verdict or ""))
    yield "; ".join(speaker.say(each) for each in said if each is not None)


def _because(row: Row, speaker: Speaker) -> Iterator[str]:
    say, details = speaker.say, row.details
    if row.verdict != "played_out":
        yield say(words.NO_REASON if row.reason is None else REASON_WORDS[row.reason])
    if details.unknown:
        yield say(text("Not known: {cards}.", cards=details.unknown))
    if details.gaps:
        yield say(text("Not fully understood by the engine: {cards}.", cards=details.gaps))
    if details.unneeded:
        yield say(text("Not needed: {cards}.", cards=details.unneeded))
    if details.unread:
        places = dict.fromkeys(say(words.place_said(*place_of(each.where))) for each in details.unread)
        yield say(text("Not understood: {places}.", places=tuple(places)))
