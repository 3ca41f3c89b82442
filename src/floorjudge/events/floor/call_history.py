"""The changes of calls for a judge, and the search in their texts.

Every event adds a line to the history of its call, and no line is ever removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from floorjudge.events import events
from floorjudge.events.floor.calls import declared
from floorjudge.events.lookalikes import without_accents
from floorjudge.events.state import State
from floorjudge.events.venue import Call, CallState, Entry, EntryKind, Moment, Venue
from floorjudge.formats.claims import Claim
from floorjudge.loops.mtr.codec import read_kept_case
from floorjudge.loops.mtr.explain import declaration_text
from floorjudge.rulebook import for_people
from floorjudge.texts import LANGUAGES, Text, render, text

_NUMBER = re.compile(r"\d+")


def opened(venue: Venue, event: events.CallOpened, moment: Moment, state: State) -> Venue:
    """Return the venue with a new call."""
    entry = _entry(moment, EntryKind.OPENED, event.about, player=event.player)
    return _with_new(venue, event, moment, state, (entry,))


def with_dispute(venue: Venue, event: events.ResultDisputed, moment: Moment, state: State) -> Venue:
    """Return the venue with a player's different report in the call of their table, which may be new.

    A new call begins with the statements of the others at the table.
    """
    entry = _entry(moment, EntryKind.DISPUTED, event.text, player=event.player, said=event.said)
    if event.call in venue.calls:
        return _with_entry(venue, event.call, entry)
    proposal = venue.proposals.get(event.table)
    before = [
        Entry(known.at, None, EntryKind.DISPUTED, known.text, known.player, known.said)
        for known in (proposal.statements if proposal else ())
    ]
    return _with_new(venue, event, moment, state, (*before, entry))


def taken(venue: Venue, event: events.CallTaken, moment: Moment, _: State) -> Venue:
    """Return the venue with a judge on the way; an appeal stays one until it is decided."""
    appealed_now = venue.calls[event.call].state is CallState.APPEALED
    becomes = CallState.APPEALED if appealed_now else CallState.TAKEN
    return _with_entry(venue, event.call, _entry(moment, EntryKind.TAKEN), state=becomes, taken_by=moment.by)


def noted(venue: Venue, event: events.CallNoted, moment: Moment, _: State) -> Venue:
    """Return the venue with a note on a call."""
    return _with_entry(venue, event.call, _entry(moment, EntryKind.NOTE, event.text))


def loop_asked(venue: Venue, event: events.LoopAsked, moment: Moment, _: State) -> Venue:
    """Return the venue with a loop for the players of a call."""
    entry = _entry(moment, EntryKind.LOOP, loop={"case": event.case})
    case = read_kept_case(event.case)
    return _with_entry(venue, event.call, entry, loop_case=case, loop_sheet=event.sheet, loop_found=event.found)


def loop_declared(venue: Venue, event: events.LoopDeclared, moment: Moment, _: State) -> Venue:
    """Return the venue with a player's answer to the loop desk."""
    case = declared(venue.calls[event.call].loop_case, event.player, event.says, event.steps)
    said = case.declarations[-1]
    words = render(declaration_text(said), "en")
    entry = _entry(moment, EntryKind.DECLARED, words, player=event.player, declaration=said)
    return _with_entry(venue, event.call, entry, loop_case=case)


def ruled(venue: Venue, event: events.Ruled, moment: Moment, _: State) -> Venue:
    """Return the venue with a ruling."""
    entry = _entry(moment, EntryKind.RULING, event.text, clauses=event.clauses, loop=event.loop)
    return _with_entry(venue, event.call, entry, state=CallState.RULED)


def appealed(venue: Venue, event: events.Appealed, moment: Moment, _: State) -> Venue:
    """Return the venue with an appeal."""
    entry = _entry(moment, EntryKind.APPEAL, event.text, player=event.player)
    return _with_entry(venue, event.call, entry, state=CallState.APPEALED)


def appeal_ruled(venue: Venue, event: events.AppealRuled, moment: Moment, _: State) -> Venue:
    """Return the venue with the head judge's ruling."""
    entry = _entry(moment, EntryKind.APPEAL_RULING, event.text, clauses=event.clauses, loop=event.loop)
    return _with_entry(venue, event.call, entry, state=CallState.RULED, final=True)


def extended(venue: Venue, call: int, minutes: int, moment: Moment) -> Venue:
    """Return the venue with minutes given because of a call."""
    return _with_entry(venue, call, _entry(moment, EntryKind.EXTENSION, minutes=minutes))


def closed(venue: Venue, event: events.CallClosed, moment: Moment, _: State) -> Venue:
    """Return the venue with a closed call."""
    return _closed(venue, event.call, _entry(moment, EntryKind.CLOSED))


def settled(venue: Venue, stage: int, table: int, moment: Moment) -> Venue:
    """Return the venue after the report of a table, which each of its calls lists; a dispute without a judge is over."""
    entry = _entry(moment, EntryKind.SETTLED)
    for call in venue.unclosed_at(stage, table):
        alone = call.dispute and call.state is CallState.OPEN
        venue = _closed(venue, call.number, entry) if alone else _with_entry(venue, call.number, entry)
    return venue


def set_aside(venue: Venue, stage: int, event: events.ProposalSetAside, moment: Moment) -> Venue:
    """Return the venue after a table's reports were set aside; its disputes go on, because the game has no result yet."""
    for call in venue.disputes(stage, event.table):
        venue = _with_entry(venue, call.number, _entry(moment, EntryKind.SET_ASIDE, event.reason))
    return venue


def _entry(moment: Moment, kind: EntryKind, text: str | None = None, **more: Any) -> Entry:  # noqa: ANN401 (its other fields)
    return Entry(moment.at, moment.by, kind, text, **more)


def _with_new(
    venue: Venue,
    event: events.CallOpened | events.ResultDisputed,
    moment: Moment,
    state: State,
    history: tuple[Entry, ...],
) -> Venue:
    call = Call(
        number=event.call,
        opened_at=moment.at,
        round=state.round,
        stage=state.stage_number,
        table=event.table,
        player=event.player,
        about=event.about if isinstance(event, events.CallOpened) else None,
        dispute=isinstance(event, events.ResultDisputed),
        state=CallState.OPEN,
        history=history,
    )
    return replace(venue, calls=venue.calls.insert(call.number, call), unclosed=(*venue.unclosed, call.number))


def _with_entry(venue: Venue, number: int, entry: Entry, **changes: Any) -> Venue:  # noqa: ANN401 (a call's own fields)
    call = venue.calls[number]
    call = replace(call, history=(*call.history, entry), **changes)
    return replace(venue, calls=venue.calls.insert(number, call))


def _closed(venue: Venue, number: int, entry: Entry) -> Venue:
    venue = _with_entry(venue, number, entry, state=CallState.CLOSED)
    return replace(venue, unclosed=tuple(known for known in venue.unclosed if known != number))


def has_result(state: State, call: Call) -> bool:
    """Return whether the game at the table of a call is over."""
    return call.table is not None and (call.stage < state.stage_number or call.table in state.results)


def is_answered(state: State, call: Call) -> bool:
    """Return whether the result of its table answers an open call: it was about the result, or has a ruling.

    A call about another subject waits for its judge, an appeal for the head judge.
    """
    return call.ends_by_result and has_result(state, call)


def open_calls(state: State) -> list[Call]:
    """Return the calls that are neither closed nor answered by a result, in the order of their numbers."""
    return [call for call in state.venue.unclosed_calls() if not is_answered(state, call)]


def search_calls(venue: Venue, words: str) -> tuple[Call, ...]:
    """Return the calls with all of these words, the newest first; all calls without words.

    The search covers all texts, names, clauses and authors; it ignores case and accents. A number matches only itself:
    `table 3` does not find table 30, and `mesa 3` finds the same as `table 3`.
    """
    wanted = [without_accents(word.casefold()) for word in words.split()]
    newest_first = reversed(venue.all_calls())
    return tuple(call for call in newest_first if _has_all(call, wanted))


def _has_all(call: Call, wanted: list[str]) -> bool:
    content = without_accents("\n".join(_texts(call)).casefold())
    numbers = set(_NUMBER.findall(content))
    return all(word in numbers if word.isdecimal() else word in content for word in wanted)


def _texts(call: Call) -> Iterator[str]:
    yield f"#{call.number} {call.state.value}"
    if call.table is not None:
        yield _in_every_language(text("table {table}", table=call.table))
    for entry in call.history:
        yield from (part for part in (entry.by, entry.player, entry.text) if part is not None)
        yield from entry.clauses
        yield from map(for_people, entry.clauses)
        yield from _claimed(entry.said)
        if entry.loop is not None:
            yield str(entry.loop.get("answer", {}).get("text", ""))


def _claimed(said: Claim | None) -> Iterator[str]:
    for words in () if said is None else said.words():
        yield words if isinstance(words, str) else _in_every_language(words)


def _in_every_language(said: Text) -> str:
    """Return a text in the form for comparison."""
    return " ".join(render(said, language) for language in LANGUAGES)
