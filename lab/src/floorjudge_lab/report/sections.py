"""The sections of the report: the results of many rows, as sentences and as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from floorjudge_lab.report import words
from floorjudge_lab.report.words import kind_words, number, part_of, place_of, plural, share
from floorjudge_lab.rows import VERDICTS, Row

_Name = TypeVar("_Name", bound=str)
_MARKS = (1, 2, 5, 10, 20, 30, 60)


class Table(msgspec.Struct, frozen=True):
    """A table: its title, the heads of its columns, its lines."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


class Section(msgspec.Struct, frozen=True):
    """A section of the report with a heading: sentences, and tables."""

    title: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...]


def headline(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the main results, in a few sentences."""
    certified, whole = len(_certified(rows)), len(rows)
    yield f"A loop was certified for {number(certified)} of {number(whole)} combinations: {share(certified, whole)}."
    groups = _by_number_of_cards(rows)
    for cards, group in groups.items():
        if len(groups) > 1:
            here = len(_certified(group))
            yield f"With {_cards(cards)}: {share(here, len(group))} ({number(here)} of {number(len(group))})."
    reasons = Counter(row.reason for row in _unresolved(rows) if row.reason is not None)
    for reason, count in reasons.most_common(1):
        others = part_of(count, whole - certified)
        yield f"What most often stood in the way of the others: {words.REASON_WORDS[reason]}, {others}."


def sections(rows: Sequence[Row]) -> Iterator[Section]:
    """Yield the sections that have something to show."""
    certified = _certified(rows)
    yield _verdicts(rows)
    if any(_gains(row) for row in certified):
        yield _kinds(certified)
    if _unresolved(rows):
        yield _reasons(rows)
    if any(row.details.gaps for row in rows if row.verdict != "certified"):
        yield _gaps(rows)
    yield _times(rows)


def _certified(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.verdict == "certified"]


def _unresolved(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without a certificate that did not even win."""
    return [row for row in rows if row.verdict not in ("certified", "played_out")]


def _by_number_of_cards(rows: Sequence[Row]) -> dict[int, list[Row]]:
    numbers = sorted({len(row.cards) for row in rows})
    return {each: [row for row in rows if len(row.cards) == each] for each in numbers}


def _cards(count: int) -> str:
    return plural(count, "card", "cards")


def _gains(row: Row) -> set[str]:
    """Return the kinds of products of a loop, without its cost and the end of the game."""
    return {each.kind for each in row.produces} - {"cost", "result"}


def _ranked(sets: Sequence[set[_Name]]) -> list[tuple[_Name, int, int]]:
    """Return each name with the number of its sets, and of those with nothing else; the most frequent first, then by name."""
    counts = Counter(each for names in sets for each in names)
    alone = Counter(next(iter(names)) for names in sets if len(names) == 1)
    return [(name, count, alone[name]) for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def _verdicts(rows: Sequence[Row]) -> Section:
    groups = _by_number_of_cards(rows)
    columns = {**{_cards(count): group for count, group in groups.items()}, "all": rows}
    certified = tuple(
        (name, number(len(group)), part_of(len(_certified(group)), len(group))) for name, group in columns.items()
    )
    counts = [Counter(row.verdict for row in group) for group in columns.values()]
    verdicts = tuple(
        (words.VERDICT_WORDS[verdict], *(part_of(each[verdict], each.total()) for each in counts))
        for verdict in VERDICTS
    )
    total = ("together", *(number(each.total()) for each in counts))
    tables = (
        Table(
            "Certified combinations, by number of cards", ("Number of cards", "Combinations", "certified"), certified
        ),
        Table("Verdicts, by number of cards", ("Verdict", *columns), (*verdicts, total)),
    )
    return Section("By number of cards", (), tables)


def _kinds(certified: Sequence[Row]) -> Section:
    lines = tuple(
        (kind_words(kind), part_of(count, len(certified)), number(alone))
        for kind, count, alone in _ranked([_gains(row) for row in certified])
    )
    heads = ("Product", "certified loops", "that give nothing else")
    table = Table("Certified loops by what they give", heads, lines)
    sentence = "One loop often gives several things, so the parts add up to more than all."
    return Section("What the loops give", (sentence,), (table,))


def _reasons(rows: Sequence[Row]) -> Section:
    left, groups = _unresolved(rows), _by_number_of_cards(rows)
    reasons = Counter(row.reason for row in left)
    lines = tuple(
        (
            words.NO_REASON if reason is None else words.REASON_WORDS[reason],
            *(number(sum(row.reason == reason for row in _unresolved(group))) for group in groups.values()),
            part_of(count, len(left)),
            "" if reason is None else words.NEXT[reason],
        )
        for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0] or ""))
    )
    heads = ("Reason", *map(_cards, groups), "all", "What would help")
    tables = [Table("Combinations without a certificate, by reason", heads, lines)]
    places = [[place_of(each.where)[0] for each in row.details.unread] for row in rows]
    if any(places):
        sentences = Counter(place for each in places for place in each)
        unread = tuple(
            (words.PLACES[place], number(sentences[place]), number(combinations))
            for place, combinations, _ in _ranked([{*each} for each in places])
        )
        heads = ("Where it stands", "sentences", "combinations")
        tables.append(Table("Sentences that were not understood, by where they stand", heads, unread))
    sentence = "Each combination counts once, under the first reason that stopped it."
    return Section("Why not", (sentence,), tuple(tables))


def _gaps(rows: Sequence[Row]) -> Section:
    gaps = _ranked([{*row.details.gaps} for row in rows if row.verdict != "certified"])
    cards, most = _cards(len(gaps)), plural(gaps[0][1], "combination", "combinations")
    table = Table(
        "Cards that the engine does not understand fully",
        ("Card", "combinations without a certificate", "with no other such card"),
        tuple((card, number(count), number(alone)) for card, count, alone in gaps),
    )
    sentences = (
        f"The engine does not fully understand {cards}; the most frequent is in {most} without a certificate.",
        "A card counts also when something else stopped the combination first.",
    )
    return Section("Cards that the engine does not fully understand", sentences, (table,))


def _times(rows: Sequence[Row]) -> Section:
    groups = _by_number_of_cards(rows)

    def within(group: Sequence[Row], seconds: float) -> str:
        return share(sum(row.seconds <= seconds for row in _certified(group)), len(group))

    growing = tuple((f"{mark} s", *(within(group, mark) for group in groups.values())) for mark in _MARKS)
    work = tuple(
        (name, number(len(times)), *map(words.seconds, (*_quantiles(times), sum(times))))
        for name, group in (("certified", _certified(rows)), ("all", rows))
        for times in [sorted(row.seconds for row in group)]
    )
    tables = (
        Table("Share of combinations certified within so many seconds", ("Within", *map(_cards, groups)), growing),
        Table("Seconds of computing", ("Rows", "number", "median", "90th percentile", "maximum", "together"), work),
    )
    return Section("Time", (), tables)


def _quantiles(ordered: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 90th percentile and the maximum; zeros for no values."""
    if not ordered:
        return 0.0, 0.0, 0.0
    last = len(ordered) - 1
    return ordered[last // 2], ordered[(9 * last + 5) // 10], ordered[-1]
