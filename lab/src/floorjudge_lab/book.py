"""Make the book of known loops: of cases of our own, and of the rows that `floorjudge-lab verify` wrote.

Each loop is certified anew, and all its cards take part, before it goes in. What is proved is kept in a folder as soon as
it is, so that the next run goes on. What a loop of a collection does not need beside its cards is taken out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from floorjudge import __version__
from floorjudge.errors import FloorjudgeError, reason_of
from floorjudge.magic.answer.given import looks_at_the_start
from floorjudge.magic.book.entries import STATES, Entry, Head, State, packed, sealed, unpacked
from floorjudge.magic.book.facts import (
    OTHER_LIVES,
    afterwards_value,
    at_life,
    facts_for_book,
    happened_value,
    may_change_with_life,
)
from floorjudge.magic.book.lookup import FILE
from floorjudge.magic.book.meanings import MEANINGS, Meaning
from floorjudge.magic.book.opening import granted_cards
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.colours import COLOURS
from floorjudge.magic.engine.engine import engine_version
from floorjudge.magic.engine.work import UNITS_PER_SECOND, Work
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.proof.certificates import Certificate, hash_of
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.search import LIFE, LIVES, afterwards
from floorjudge.magic.search.confirming import TIMES, Tried, aimed_to_win, with_certificate
from floorjudge.magic.search.drafts import Granted
from floorjudge.magic.search.paring import does_without, pared
from floorjudge.magic.search.products import Product, happenings, products_with
from floorjudge.reading import JsonObject
from floorjudge_lab.errors import NotACase
from floorjudge_lab.rows import NAME, Row, RowFile, read_rows, write_whole

PROOFS = "proofs.jsonl"
# How much a certificate may try, in seconds of a usual machine.
BUDGET = 2.0
# How much work the loop without one of its cards may take.
_TRYING_WITHOUT = 2 * UNITS_PER_SECOND
# The way in which proofs are made: with another one, all are made anew.
_WAY = 4
# Of ten rows of a collection three measure the search, and nothing may know them.
_PARTS, _MEASURING = 10, 7
Reason: TypeAlias = Literal[
    "measures", "not_certified", "unknown_card", "not_certified_now", "card_not_needed", "gives_nothing", "same_cards",
]  # fmt: skip
REASON_WORDS: Mapping[Reason, str] = {
    "measures": "set aside by its id: it measures the search",
    "not_certified": "its row is not certified",
    "unknown_card": "a card is not among the imported ones",
    "not_certified_now": "it cannot be certified any more",
    "card_not_needed": "the loop goes on without one of the cards",
    "gives_nothing": "an iteration gives nothing",
    "same_cards": "another row has a loop of the same cards",
}
_GIVES: Mapping[str, Meaning] = {"cards": "mill"}


class Source(msgspec.Struct, frozen=True):
    """A loop that may go into the book. A case of our own has a `kind`, and stays where nothing certifies it."""

    id: str
    cards: tuple[str, ...]
    case: dict[str, Any]
    kind: str = ""


class Proved(msgspec.Struct, frozen=True):
    """The result for a source: its entry, or why it has none. The `id` is a hash of the source and of the versions."""

    id: str
    source: str
    entry: Entry | None = None
    reason: Reason | None = None


class LeftOut(msgspec.Struct, frozen=True):
    """A source that is not in the book, and why."""

    source: str
    reason: Reason


class Made(msgspec.Struct, frozen=True):
    """The book that was made: its entries, what was left out, the size of its file in bytes."""

    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...]
    size: int


def measures(identity: str) -> bool:
    """Return whether a row of a collection is set aside to measure the search, by its id alone."""
    return int(sha256(identity.encode()).hexdigest(), 16) % _PARTS >= _MEASURING


def sources(inputs: Iterable[Path]) -> Iterator[Source | LeftOut]:
    """Yield what may go into the book: of a folder the rows in it, or the cases; of a file the rows, the case, or the loops of a book.

    Raises BadInput for what cannot be read.
    """
    for given in inputs:
        file = given / NAME if (given / NAME).is_file() else given
        if file.is_dir():
            yield from map(_case, sorted(file.glob("*.json")))
        elif file.suffix == ".json":
            yield _case(file)
        elif file.suffix == ".gz":
            yield from _of_book(file)
        else:
            yield from map(_of_row, read_rows(file, Row))


def _of_book(file: Path) -> Iterator[Source]:
    """Yield the loops of a book that are not cases of our own."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise NotACase(str(file), reason_of(error)) from None
    entries = (each for each in unpacked(content).entries if not each.kind)
    yield from (Source(each.id, each.cards, each.facts["case"]) for each in entries)


def _of_row(row: Row) -> Source | LeftOut:
    if measures(row.id):
        return LeftOut(row.id, "measures")
    if row.verdict != "certified" or row.case is None:
        return LeftOut(row.id, "not_certified")
    return Source(row.id, row.cards, row.case)


def _case(file: Path) -> Source:
    try:
        given = json.loads(file.read_text("utf-8"))
        about = given.pop("about")
        given.pop("expected", None)
        return Source(file.stem, tuple(about["cards"]), given, about["kind"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise NotACase(str(file), reason_of(error)) from None


def make_book(
    inputs: Iterable[Path],
    out: Path,
    library: CardLibrary,
    *,
    origin: str = "",
    again: bool = False,
    watch: Callable[[int, int], None] = lambda _done, _all: None,
) -> Made:
    """Make the book in a folder and return what is in it; what the folder has proved already is not proved `again`.

    `watch` is called with the number of sources done and of all. Raises BadInput for what cannot be read or written.
    """
    given = list(sources(inputs))
    left_out = [each for each in given if isinstance(each, LeftOut)]
    wanted = [each for each in given if isinstance(each, Source)]
    proved_entries: list[Entry] = []
    with RowFile(out, Proved, PROOFS) as file:
        known = {} if again else {each.id: each for each in file.rows()}
        for number, source in enumerate(wanted, 1):
            proved = known.get(_key(source))
            if proved is None:
                proved = _proved(source, library)
                file.add(proved)
            if proved.entry is not None:
                proved_entries.append(proved.entry)
            else:
                left_out.append(LeftOut(source.id, proved.reason or "not_certified_now"))
            watch(number, len(wanted))
    entries, doubled = _one_of_each(proved_entries)
    head = Head(entries=len(entries), floorjudge=__version__, engine=engine_version(), origin=origin)
    content = packed(head, entries)
    write_whole(out / FILE, content)
    return Made(entries, (*left_out, *doubled), len(content))


def _key(source: Source) -> str:
    return hash_of([msgspec.to_builtins(source), _WAY, BUDGET, __version__, engine_version()])[:32]


def _proved(source: Source, library: CardLibrary) -> Proved:
    entry, reason = _entry_of(source, library)
    return Proved(_key(source), source.id, entry, reason)


def _entry_of(source: Source, library: CardLibrary) -> tuple[Entry | None, Reason | None]:
    """Return the entry of a source that is certified now, or why there is none."""
    whole = [library.whole_name(name) for name in source.cards]
    cards = tuple(name for name in whole if name is not None)
    if len(cards) < len(source.cards):
        return None, "unknown_card"
    try:
        loop = _certified(msgspec.structs.replace(read_loop_case(source.case), times=TIMES), library)
        if not loop.is_certified:
            facts = facts_for_book(loop.certificate)
            return (_undecided(source, cards, facts), None) if source.kind else (None, "not_certified_now")
        if not source.kind:
            # What was pared away may be what took more life.
            loop = _with_usual_life(_pared(aimed_to_win(loop, library, BUDGET), cards, library), library)
        happened = happenings(loop.case, library)
        made = products_with(loop.certificate, loop.case.position.priority, happened)
        reason = None if source.kind else _why_not(loop, cards, made, library)
        facts = _facts(loop, library) | {"happens": happened_value(happened)} | _with_other_lives(loop, library)
    except (FloorjudgeError, ValueError):
        return None, "not_certified_now"
    if reason is not None:
        return None, reason
    state: State = "certified" if loop.certificate.evidence == "certified" else "extended"
    return _entry(source, cards, state, tuple(_gives(loop, made)), facts), None


def _facts(loop: Tried, library: CardLibrary) -> JsonObject:
    """Return the facts of a certified loop, with those of the iterations after its last break."""
    after = None
    with suppress(FloorjudgeError):
        after = afterwards(loop.case, loop.certificate, library)
    return facts_for_book(loop.certificate) | {"afterwards": afterwards_value(after)}


def _with_other_lives(loop: Tried, library: CardLibrary) -> JsonObject:
    """Return which facts another usual life changes: of each life, None where nothing holds with it.

    Where a card looks at the life with which the game began, `with_life` needs none: the loop is played again.
    """
    others: JsonObject = {}
    if looks_at_the_start(loop.case.position, library):
        return others
    for life in LIVES:
        case = at_life(loop.case, life)
        if case != loop.case and may_change_with_life(facts_for_book(loop.certificate)):
            tried = with_certificate(case, library, BUDGET)
            holds = tried is not None and tried.holds
            others[str(life)] = _facts(tried, library) if tried is not None and holds else None
            if holds:
                del others[str(life)]["case"]
    return {OTHER_LIVES: others} if others else {}


def _certified(case: LoopCase, library: CardLibrary) -> Tried:
    """Return a case with its certificate, with the usual life, or with its own where that one does not hold.

    Raises BadInput when the steps cannot be played.
    """
    usual = _with_usual_life(Tried(case, Certificate(case=case, players=(), sentences=())), library)
    if usual.case != case:
        return usual
    certificate = certify(case, library, budget=BUDGET)
    return Tried(certificate.case, certificate)


def _with_usual_life(loop: Tried, library: CardLibrary) -> Tried:
    """Return a loop with the usual life of each player, itself where it has that or does not hold with it."""
    case = at_life(loop.case, LIFE)
    usual = None if case == loop.case else with_certificate(case, library, BUDGET)
    return usual if usual is not None and usual.is_certified else loop


def _pared(loop: Tried, cards: Sequence[str], library: CardLibrary) -> Tried:
    """Return a loop without what it does not need beside some cards, which are given by their whole names.

    Without coloured mana, the answer to a question that asks for it may make no difference, and nothing is certified: then
    that mana stays.
    """
    position = loop.case.position
    things = granted_cards(cards, position.priority)
    coloured = "".join(letter for letter in position.mana[0] if letter in COLOURS)
    tries = (pared(loop, Granted(things, mana), library, BUDGET) for mana in dict.fromkeys(("", coloured)))
    return next((each for each in tries if each is not loop), loop)


def _why_not(loop: Tried, cards: Sequence[str], made: Sequence[Product], library: CardLibrary) -> Reason | None:
    """Return why a certified loop of a collection is not one of its cards: it gives nothing, or does not need one."""
    if not any(each.is_gain for each in made):
        return "gives_nothing"
    spare = (each for each in dict.fromkeys(cards) if does_without(loop, each, library, Work(_TRYING_WITHOUT)))
    return "card_not_needed" if any(spare) else None


def _undecided(source: Source, cards: tuple[str, ...], facts: JsonObject) -> Entry:
    gives: tuple[Meaning, ...] = tuple(meaning for meaning in MEANINGS if meaning == source.kind)
    return _entry(source, cards, "undecided", gives, facts)


def _entry(
    source: Source, cards: tuple[str, ...], state: State, gives: tuple[Meaning, ...], facts: JsonObject
) -> Entry:
    written = msgspec.Raw(msgspec.json.encode(facts))
    return sealed(Entry(id=source.id, cards=cards, state=state, gives=gives, kind=source.kind, certificate=written))


def _gives(loop: Tried, made: Sequence[Product]) -> Iterator[Meaning]:
    """Yield what a loop gives, each once: first how the game ends for whoever plays it, then what is gained."""
    certificate = loop.certificate
    if certificate.draw:
        yield "drawn_game"
    elif any(
        stop.winner == loop.case.position.priority
        for stop in (certificate.stopped_by, certificate.left_on_stack)
        if stop
    ):
        yield "wins"
    kinds = {_GIVES.get(each.kind, each.kind) for each in made if each.is_gain}
    yield from (meaning for meaning in MEANINGS if meaning in kinds)


def _one_of_each(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], tuple[LeftOut, ...]]:
    """Return the entries in their order: our own, and of collections one for each other set of cards.

    That is the surest and shortest. A case of our own that is undecided takes the place of no other.
    """
    chosen: list[Entry] = []
    doubled: list[LeftOut] = []
    known: set[frozenset[str]] = set()
    for entry in sorted(entries, key=_preferred):
        cards = frozenset(entry.cards)
        if entry.kind or cards not in known:
            chosen.append(entry)
        else:
            doubled.append(LeftOut(entry.id, "same_cards"))
        if entry.state != "undecided":
            known.add(cards)
    return tuple(sorted(chosen, key=lambda entry: (not entry.kind, entry.id))), tuple(doubled)


def _preferred(entry: Entry) -> tuple[bool, int, int, str]:
    return not entry.kind, STATES.index(entry.state), len(bytes(entry.certificate)), entry.id
