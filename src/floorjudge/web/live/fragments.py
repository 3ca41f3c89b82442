"""The live page in fragments, and what has to be changed on a screen when something has happened.

A fragment is an element with an id; a list (an element with `data-list`) is an element whose children are fragments, in
an order. When a result comes in, two or three fragments of hundreds change, so only those are sent: the same few bytes to
everybody who reads the same language.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from markupsafe import Markup

from floorjudge.events.explain import why_text
from floorjudge.events.standings import StandingRow, standings
from floorjudge.formats.on_the_edge.tables import FINALISTS, Stage, Table
from floorjudge.texts import Language, render
from floorjudge.web.common.templating import rendered
from floorjudge.web.live import rows
from floorjudge.web.live.event_cache import EventSnapshot
from floorjudge.web.live.qualification import diagram_of, qualification_of
from floorjudge.web.live.rows import clock_face

# Fragments are kept while time goes by: they say until when, and a script counts.
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
# Rows of a few events with some thousands of players, each in one or two languages.
ROWS_KEPT = 20_000


class Fragments(msgspec.Struct, frozen=True):
    """A live page at one record: `html` by id of the fragment, `lists` the ids in order by id of the list.

    `shape` changes when the page has other lists: then nothing but the whole page will do.
    """

    number: int
    shape: str
    html: dict[str, Markup]
    lists: dict[str, tuple[str, ...]]

    def of_list(self, name: str) -> Markup:
        """Return the fragments of a list, one after another."""
        return Markup("").join(self.html[fragment] for fragment in self.lists[name])


def fragments_of(snapshot: EventSnapshot, language: Language) -> Fragments:
    """Return the live page of an event in a language."""
    state, venue = snapshot.state, snapshot.venue
    tables = rows.table_rows(state, venue)
    with_places = rows.places_to_be_seen(state, venue)
    listed = standings(state, with_places=with_places)
    ranked = state.stage is not Stage.REGISTRATION
    html = {f"t-{row.number}": _table(row, snapshot.id, language) for row in tables}
    lists = {"tables": tuple(html)}
    for row in listed:
        html[f"p-{row.player.number}"] = _standing(row, snapshot.id, language, ranked=ranked)
    lists["standing"] = tuple(f"p-{row.player.number}" for row in listed)
    html["count"] = rendered("live/count.html", language, count=len(listed))
    qualification = qualification_of(state)
    done = sum(1 for row in tables if row.progress == "done")
    html["stage"] = rendered("live/stage.html", language, state=state, done=done, total=len(tables))
    html["clock"] = rendered("live/clock.html", language, face=clock_face(venue, LONG_AGO), exact=False)
    html["notice"] = rendered("live/notice.html", language, state=state, venue=venue, event=snapshot.id)
    html["why"] = rendered("live/why.html", language, reasons=_reasons(state.tables, language))
    drawn = {"state": state, "qualification": qualification, "diagram": diagram_of(qualification, language)}
    html["path-way"] = rendered("live/qualification_rounds.html", language, **drawn)
    html["path-next"] = rendered("live/qualification_next.html", language, **drawn)
    # A stage that is played again after an undone grouping has other tables under the same numbers.
    shape = f"{state.stage.value}/{state.round}/{with_places}/{len(tables)}/{len(state.players) >= FINALISTS}"
    return Fragments(snapshot.number, shape, html, lists)


def _reasons(tables: Iterable[Table], language: Language) -> list[tuple[str, list[int]]]:
    """Return why the players of each table sit together, each reason once with its tables."""
    found: dict[str, list[int]] = {}
    for table in tables:
        found.setdefault(render(why_text(table), language), []).append(table.table)
    return list(found.items())


@lru_cache(maxsize=ROWS_KEPT)
def _table(row: rows.TableRow, event: str, language: Language) -> Markup:
    return rendered("live/table.html", language, row=row, event=event)


def _standing(row: StandingRow, event: str, language: Language, *, ranked: bool) -> Markup:
    # The number of a line is counted by the page: one result moves hundreds of lines, and changes a few.
    shown = msgspec.structs.replace(row, rank=None if row.rank is None else 0)
    return _standing_line(shown, event, language, ranked=ranked)


@lru_cache(maxsize=ROWS_KEPT)
def _standing_line(row: StandingRow, event: str, language: Language, *, ranked: bool) -> Markup:
    return rendered("live/standing.html", language, row=row, event=event, ranked=ranked)


def difference(before: Fragments, after: Fragments) -> dict[str, Any] | None:
    """Return what turns one page into the other, as a JSON value; None when only the whole page will do.

    `pieces`: the changed ones by id; `moves`: by list, [fragment, the fragment it comes after or ""] to be done in this order;
    `gone`: fragments to be removed.
    """
    if before.shape != after.shape or before.lists.keys() != after.lists.keys():
        return None
    changed = {fragment: str(html) for fragment, html in after.html.items() if before.html.get(fragment) != html}
    moves = {name: _moves(before.lists[name], order) for name, order in after.lists.items()}
    gone = [fragment for fragment in before.html if fragment not in after.html]
    return {"pieces": changed, "moves": {name: moved for name, moved in moves.items() if moved}, "gone": gone}


def _moves(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
    """Return the fewest [fragment, fragment before it] that put a list in order; fragments that leave it are not named."""
    if before == after:
        return []
    position = {fragment: index for index, fragment in enumerate(before)}
    stay = _longest_rising([position.get(fragment, -1) for fragment in after])
    return [(fragment, after[index - 1] if index else "") for index, fragment in enumerate(after) if index not in stay]


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return the indexes of a longest rising run, negative numbers left out."""
    ends: list[int] = []
    ends_at: list[int] = []
    previous: dict[int, int | None] = {}
    for index, number in enumerate(numbers):
        if number < 0:
            continue
        length = bisect_left(ends, number)
        previous[index] = ends_at[length - 1] if length else None
        ends[length : length + 1] = [number]
        ends_at[length : length + 1] = [index]
    found: set[int] = set()
    last = ends_at[-1] if ends_at else None
    while last is not None:
        found.add(last)
        last = previous[last]
    return found
