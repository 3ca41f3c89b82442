"""The live page in fragments, and the changes on a screen after an event.

A fragment is an element with an id; a list (an element with `data-list`) has fragments as children, in an order. After
a result, two or three fragments of hundreds change, so only those are rendered and sent: the same few bytes to all
readers of one language. A new round changes all of them, so rendering yields to other requests in between.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

import msgspec
from markupsafe import Markup

from floorjudge.formats.display import Column
from floorjudge.texts import Language
from floorjudge.web.common.formats import templates_for
from floorjudge.web.common.templating import rendered
from floorjudge.web.live.event_cache import EventSnapshot
from floorjudge.web.live.own import player_now
from floorjudge.web.live.views import (
    Reason,
    Standings,
    StandingView,
    TableView,
    clock_face,
    places_are_public,
    reasons_view,
    standings_view,
    table_views,
)

# Fragments are cached while time passes: they have the end of the clock, and a script counts down.
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
# The number of rows to render before yielding to other requests: some milliseconds.
ROWS_AT_A_TIME = 40
_Row: TypeAlias = "tuple[TableView] | tuple[StandingView, tuple[Column, ...], bool, bool]"


class LivePage(msgspec.Struct, frozen=True):
    """The contents of a live page at one moment, in any language: the rows by the ids of their fragments, and the ids of each list in order.

    `shape` changes if the page has other lists or another head: then only the whole page is sent. `done` tables are
    over.
    """

    snapshot: EventSnapshot
    shape: str
    rows: dict[str, _Row]
    lists: dict[str, tuple[str, ...]]
    done: int
    listed: Standings
    reasons: tuple[Reason, ...]
    path: Any


class Fragments(msgspec.Struct, frozen=True):
    """A live page in a language: `html` by id of the fragment, made from `page`."""

    page: LivePage
    html: dict[str, Markup]

    @property
    def number(self) -> int:
        """The number of the newest record on it."""
        return self.page.snapshot.number

    def of_list(self, name: str) -> Markup:
        """Return the fragments of a list, one after another."""
        return Markup("").join(self.html[fragment] for fragment in self.page.lists[name])


def live_page(snapshot: EventSnapshot) -> LivePage:
    """Return the contents of the live page of an event."""
    state = snapshot.state
    tables = table_views(state)
    listed = standings_view(state, with_places=places_are_public(state))
    opens = listed.opens
    at_tables: dict[str, _Row] = {f"t-{row.number}": (row,) for row in tables}
    # The page itself counts the lines: one result moves hundreds of lines, and changes a few.
    standing: dict[str, _Row] = {
        f"p-{line.number}": (msgspec.structs.replace(line, rank=None), listed.columns, listed.ranked, opens)
        for line in listed.lines
    }
    path = state.rules.path(state)
    # A stage after an undone grouping has other tables under the same numbers. The description of the event is in no
    # fragment, because the day is written in the reader's own style.
    lists_shown = f"{state.stage}/{state.round}/{listed.placed}/{len(tables)}/{path is None}"
    shape = f"{lists_shown}/{state.venue.details}"
    lists = {"tables": tuple(at_tables), "standing": tuple(standing)}
    done = sum(row.done for row in tables)
    reasons = reasons_view(state.rules, state.tables)
    note = state.rules.stage_note(state)
    if note is not None:
        reasons = (*reasons, Reason(note, ()))
    return LivePage(snapshot, shape, at_tables | standing, lists, done, listed, reasons, path)


async def fragments_of(page: LivePage, language: Language, before: Fragments | None = None) -> Fragments:
    """Return a live page in a language; unchanged rows are taken from `before`, an earlier page in the same language.

    It yields to other requests before, in between and afterwards: the steps before and after it take milliseconds, too.
    """
    snapshot, state = page.snapshot, page.snapshot.state
    html: dict[str, Markup] = {}
    new = 0
    await asyncio.sleep(0)
    for fragment, row in page.rows.items():
        if before is not None and before.page.rows.get(fragment) == row:
            html[fragment] = before.html[fragment]
            continue
        html[fragment] = _row(row, snapshot.id, language)
        new += 1
        if new % ROWS_AT_A_TIME == 0:
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    total = len(page.lists["tables"])
    html["count"] = rendered("live/count.html", language, count=page.listed.count)
    html["unranked"] = rendered("live/unranked.html", language, unranked=bool(total) and not page.listed.begun)
    html["stage"] = rendered("live/stage.html", language, state=state, done=page.done, total=total)
    html["clock"] = rendered("live/clock.html", language, face=clock_face(snapshot.state, LONG_AGO), exact=False)
    html["notice"] = rendered("live/notice.html", language, state=state, venue=state.venue, event=snapshot.id)
    html["why"] = rendered("live/why.html", language, reasons=page.reasons)
    if page.path is not None:
        html["path"] = rendered(templates_for(state.format, "path"), language, path=page.path, event=snapshot.id)
    await asyncio.sleep(0)
    return Fragments(page, html)


def _row(row: _Row, event: str, language: Language) -> Markup:
    if len(row) == 1:
        return rendered("live/table.html", language, row=row[0], event=event)
    line, columns, ranked, opens = row
    return rendered("live/standing.html", language, row=line, event=event, columns=columns, ranked=ranked, opens=opens)


def own_pieces(before: EventSnapshot, after: EventSnapshot, name: str, language: Language) -> dict[str, str]:
    """Return the pieces of a player's page that other games have changed."""
    if name not in before.state.players:
        return {}
    was, now = (player_now(each.state, each.state.players[name]) for each in (before, after))
    found = {}
    if now.next_steps != was.next_steps:
        found["own-next"] = str(rendered("live/own_next.html", language, now=now))
    if msgspec.structs.replace(now, next_steps=was.next_steps) != was:
        found["own-numbers"] = str(rendered("live/own_numbers.html", language, now=now))
    return found


def difference(before: Fragments, after: Fragments) -> dict[str, Any] | None:
    """Return the difference of two pages as a JSON value; None if only the whole page will do.

    `pieces`: the changed ones by id; `moves`: by list, [fragment, the fragment before it or ""], in this order; `gone`:
    fragments to remove.
    """
    if before.page.shape != after.page.shape:
        return None
    changed = {fragment: str(html) for fragment, html in after.html.items() if before.html.get(fragment) != html}
    moves = {name: _moves(before.page.lists[name], order) for name, order in after.page.lists.items()}
    gone = [fragment for fragment in before.html if fragment not in after.html]
    return {"pieces": changed, "moves": {name: moved for name, moved in moves.items() if moved}, "gone": gone}


def _moves(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
    """Return the fewest moves [fragment, fragment before it] that put a list in order; fragments that leave it are not included."""
    if before == after:
        return []
    position = {fragment: index for index, fragment in enumerate(before)}
    stay = _longest_rising([position.get(fragment, -1) for fragment in after])
    return [(fragment, after[index - 1] if index else "") for index, fragment in enumerate(after) if index not in stay]


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return the indexes of a longest increasing subsequence, without negative numbers."""
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
