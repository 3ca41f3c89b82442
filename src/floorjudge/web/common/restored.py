"""The result of a restore, in the address of the one page that shows it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args
from urllib.parse import urlencode

from starlette.requests import Request

from floorjudge.store.backup import How, Restored, restored_text
from floorjudge.texts import Text, counted, text
from floorjudge.web.common.responses import is_news

# An address has no room for more.
MOST_NAMED = 20


def restored_query(restored: Sequence[Restored], *, links: str) -> str:
    """Return the query of the page with the result; `links`: the choice about them, `take`, `leave` or nothing."""
    named = [("restored", f"{each.how} {each.records} {each.was} {each.id}") for each in restored[:MOST_NAMED]]
    more = len(restored) - len(named)
    return urlencode([*named, *([("more", str(more))] if more else []), *([("links", links)] if links else [])])


def restored_sentences(request: Request) -> list[Text]:
    """Return sentences with the result of the restore; none if there was none."""
    if not is_news(request):
        return []
    query = request.query_params
    found = [restored_text(event) for written in query.getlist("restored") if (event := _read(written)) is not None]
    if query.get("more", "").isdecimal():
        found.append(counted("{count} more event, too.", "{count} more events, too.", count=int(query["more"])))
    if query.get("links") == "take":
        found.append(text("The links of the backup open this installation, too."))
    elif query.get("links") == "leave":
        found.append(text("The links of the backup were left out."))
    return found


def _read(written: str) -> Restored | None:
    how, _, rest = written.partition(" ")
    records, _, ids = rest.partition(" ")
    was, _, here = ids.partition(" ")
    known: How | None = next((each for each in get_args(How) if each == how), None)
    return Restored(was, here, int(records), known) if known is not None and records.isdecimal() and here else None
