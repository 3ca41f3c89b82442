"""The live page in fragments, and what has to be changed on a screen when something has happened.

A fragment is an element with an id; a list (an element with `data-list`) is an element whose children are fragments, in
an order. When a result comes in, two or three fragments of hundreds change, so only those are made, and sent: the same few
bytes to everybody who reads the same language. A new round changes all, so others have their turn in between.
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

# Fragments are kept while time goes by: they say until when, and a script counts.
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
# How many rows are made before others have their turn: some milliseconds.
ROWS_AT_A_TIME = 40
_Row: TypeAlias = "tuple[TableView] | tuple[StandingView, tuple[Column, ...], bool, bool]"


class LivePage(msgspec.Struct, frozen=True):
    """What a live page shows at one moment, in any language: a row by the id of its fragment, and the ids of each list in order.

    `shape` changes when the page has other lists or another head: then nothing but the whole page will do. `done` tables are over.
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
        """The newest record that it shows."""
        return self.page.snapshot.number

    def of_list(self, name: str) -> Markup:
        """Return the fragments of a list, one after another."""
        return Markup("").join(self.html[fragment] for fragment in self.page.lists[name])


def live_page(snapshot: EventSnapshot) -> LivePage:
    """Return what the live page of an event shows."""
    state = snapshot.state
    tables = table_views(state)
    listed = standings_view(state, with_places=places_are_public(state))
    opens = listed.opens
    at_tables: dict[str, _Row] = {f"t-{row.number}": (row,) for row in tables}
    # The number of a line is counted by the page: one result moves hundreds of lines, and changes a few.
    standing: dict[str, _Row] = {
        f"p-{line.number}": (msgspec.structs.replace(line, rank=None), listed.columns, listed.ranked, opens)
        for line in listed.lines
    }
    path = state.rules.path(state)
    # A stage that is played again after an undone grouping has other tables under the same numbers. What the event is about
    # stands in no fragment, since the day is written in the reader's own style.
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
    """Return a live page in a language; rows that stand in `before`, an earlier one in the same language, are taken from there.

    Others have their turn before, in between and afterwards: what leads here and what follows takes milliseconds, too.
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
    """Return the pieces of the pages of a player that moved for them while others played."""
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
    """Return what turns one page into the other, as a JSON value; None when only the whole page will do.

    `pieces`: the changed ones by id; `moves`: by list, [fragment, the fragment it comes after or ""] to be done in this order;
    `gone`: fragments to be removed.
    """
    if before.page.shape != after.page.shape:
        return None
    changed = {fragment: str(html) for fragment, html in after.html.items() if before.html.get(fragment) != html}
    moves = {name: _moves(before.page.lists[name], order) for name, order in after.page.lists.items()}
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
