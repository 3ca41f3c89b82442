"""The shapes of answers and errors, for the description of the API; the core makes the values themselves."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from floorjudge.errors import FloorjudgeError
from floorjudge.events.errors import BadJson, EventFinishedAlready
from floorjudge.events.service.access.errors import NotYours
from floorjudge.events.service.errors import BadSeen, SeenTooOld
from floorjudge.formats.errors import MissingField
from floorjudge.reading import WrittenTwice
from floorjudge.store.errors import UnknownTournament
from floorjudge.texts import text
from floorjudge.web.error_pages import status_of
from floorjudge.web.errors import (
    BadToken,
    ForeignForm,
    MovedOnSince,
    NoSuchPage,
    NotAForm,
    OtherServer,
    StoreAway,
    StoreDamaged,
    TakesTooLong,
    TooMuchSent,
    TooOften,
    WentWrong,
)

Moment = Annotated[str, Field(examples=["2026-03-06T19:04:11.250+00:00"], description="UTC, ISO 8601.")]
EventId = Annotated[str, Field(examples=["friday"])]
Whole = Annotated[int, Field(ge=0)]
Digits = Annotated[str, Field(pattern=r"^-?\d+$", examples=["1000000"], description="A whole number of any size.")]
Clause = Annotated[str, Field(examples=["MTR 4.4.3"])]


class Shape(BaseModel):
    """A model whose answers have no other fields."""

    model_config = ConfigDict(extra="forbid")


class Error(Shape):
    """An error: a stable code, a sentence for people, the place in the request."""

    code: str
    message: str
    where: str | None


class Failure(Shape):
    """Nothing was changed."""

    ok: Literal[False]
    error: Error


class OfAFormat(BaseModel):
    """A value of a format; the description puts the shapes of all formats in its place."""

    model_config = ConfigDict(extra="allow")


class View(OfAFormat):
    """The public view of a tournament, in the shape of its format."""


class Player(OfAFormat):
    """A player's line of the view, in the shape of the event's format."""


class Table(OfAFormat):
    """A table of the stage being played, in the shape of the event's format."""


class Game(OfAFormat):
    """A finished game, in the shape of the event's format."""


class Published(Shape):
    """The public parts of an event."""

    places: bool
    decks: bool


class Floor(Shape):
    """The floor around the tables, as far as the caller may see it."""

    stage: Whole
    clock: dict[str, Any] | None
    extensions: dict[str, int]
    proposals: list[dict[str, Any]]
    calls: list[Call]
    self_registration: bool
    phones_shared: bool
    published: Published
    announcement: str | None
    details: Details


class Details(Shape):
    """The organiser's description of the event beside its name; the minutes are those of a round."""

    date: str | None
    place: str | None
    about: str | None
    capacity: Whole | None
    minutes: Whole | None
    time_over: str | None


class Call(Shape):
    """A call for a judge with its history; judges' notes are for judges."""

    number: Whole
    opened_at: Moment
    round: Whole
    stage: Whole
    table: int | None
    player: str | None
    about: str | None
    dispute: bool
    state: str
    history: list[dict[str, Any]]
    taken_by: str | None
    final: bool
    loop_case: dict[str, Any] | None
    loop_sheet: dict[str, Any] | None
    loop_found: str | None


class Kept(Shape):
    """An event on this server."""

    event: EventId
    name: str
    opened_at: Moment
    records: Whole


class Events(Shape):
    """Events, the newest first; `next` is the `after` of the following page, null on the last one."""

    events: list[Kept]
    next: int | None


class Event(Shape):
    """An event after record `number`, and the caller: their role, and their name as a player."""

    event: EventId
    number: Whole
    role: Literal["owner", "organiser", "head_judge", "judge", "scorekeeper", "player", "anybody"]
    player: str | None
    view: View
    venue: Floor


class Answer(Shape):
    """The answer to a command: its events, and the tournament after it; `number` is that of its record.

    A preview has `changes` instead of events. The view is left out on request.
    """

    ok: Literal[True]
    event: EventId
    number: Whole
    events: list[dict[str, Any]]
    changes: list[dict[str, Any]] | None = None
    view: View | None = None


class PlayerPage(Shape):
    """The event for one player: their standing, what comes next, their table, their games so far."""

    number: Whole
    player: Player
    next: list[str]
    table: Table | None
    games: list[Game]
    deck_list: str | None


class Calls(Shape):
    """The calls that the caller may see, the newest first."""

    calls: list[Call]


class Record(Shape):
    """One record of the log in plain words; `said` is null for what only judges may read.

    For organisers with the event itself and its hash.
    """

    number: Whole
    at: Moment
    by: str | None
    said: str | None
    event: dict[str, Any] | None = None
    hash: str | None = None


class Log(Shape):
    """Records in order; `newest` is the number of the last record."""

    records: list[Record]
    newest: Whole


class Verified(Shape):
    """Every group, score, place and hash is right; draws wait for the seed until it is revealed."""

    verified: Literal[True]
    name: str
    records: Whole
    head: str
    draws_proved: Whole
    draws_waiting: Whole
    shortened: Whole
    draws_lost: Whole


class Ruling(BaseModel):
    """A ruling on a loop, or the player to answer next; docs: Loops and shortcuts."""

    model_config = ConfigDict(extra="allow")
    outcome: Literal["advance", "draw", "refused", "judge", "waiting"]


class Reckoned(BaseModel):
    """The result of a loop on a sheet."""

    model_config = ConfigDict(extra="allow")
    iterations: Digits | None
    never_stops: bool | None
    evidence: str


class Shortened(BaseModel):
    """The end of a shortcut, or the player to answer next."""

    model_config = ConfigDict(extra="allow")
    outcome: Literal["taken", "refused", "waiting"]


class UnknownLine(Shape):
    """A line of a deck list that names no card."""

    line: Whole
    name: str
    similar: list[str]


class DeckCombination(Shape):
    """A combination of cards: whether it is known, what it is claimed to give, the command that searches it, the card that the deck lacks."""

    id: str
    cards: list[str]
    state: Literal["certified", "extended", "undecided"]
    gives: list[str]
    search: str
    missing: str | None = None


class DeckCombinations(Shape):
    """The combinations in a deck; the counts are of all, the lists have the first of them."""

    cards: Whole
    beside: Whole
    unknown: list[UnknownLine]
    compared: Whole
    held_count: Whole
    held: list[DeckCombination]
    one_short_count: Whole
    one_short: list[DeckCombination]


class NearLoop(Shape):
    """A known loop near the requested cards: of one of them, of all with one more, or of some."""

    id: str
    cards: list[str]
    missing: list[str]
    state: Literal["certified", "extended"]
    gives: list[str]
    page: str


class LoopJob(Shape):
    """A search for a loop of real cards, or a certificate in progress; `before` is the number of earlier jobs in the queue.

    `known`: the loop was known, and was proved again. `near` are known loops of other cards. `verdict` is the answer in
    one line, `doubts` what the loop depends on, what the engine may not play as the cards say, and named cards that the loop does not use.
    """

    job: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
    state: Literal["waiting", "running", "done", "cancelled", "failed"]
    before: Whole
    seconds: Whole
    done: float | None
    found: bool | None
    known: bool | None
    near: list[NearLoop]
    verdict: str | None
    doubts: list[str]
    text: str | None
    gives: list[str]
    others: list[str]
    looked_at: list[str]
    certificate: dict[str, Any] | None
    error: Error | None
    page: str


Responses: TypeAlias = dict[int | str, dict[str, Any]]
# The errors that any request may get.
ALWAYS = (BadToken(), TooOften(), StoreAway(), StoreDamaged(), WentWrong(), OtherServer())
OF_AN_EVENT = (*ALWAYS, UnknownTournament("friday"), NoSuchPage())
OF_A_QUERY = (NotAForm("limit"),)
OF_A_BODY = (
    BadJson(text("it cannot be read as JSON.")),
    WrittenTwice("do", where="do"),
    TooMuchSent(200),
    ForeignForm(),
)
OF_A_COMMAND = (
    *OF_A_BODY,
    MissingField("do"),
    BadSeen(17),
    NotYours(),
    SeenTooOld(),
    EventFinishedAlready(),
    MovedOnSince(18),
)
OF_COSTLY_WORK = (*ALWAYS, *OF_A_BODY, TakesTooLong())


def taking(schema: str | dict[str, Any], example: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the description of a body: its schema, or the name of one of the description, and an example."""
    named = {"$ref": f"#/components/schemas/{schema}"} if isinstance(schema, str) else schema
    content = {"schema": named} | ({} if example is None else {"example": example})
    return {"requestBody": {"required": True, "content": {"application/json": content}}}


def answering(good: Responses, *errors: FloorjudgeError) -> Responses:
    """Return the descriptions of good answers and of these errors, together by status."""
    found: Responses = {}
    for error in errors:
        described = found.setdefault(status_of(error), _description())
        value = {"ok": False, "error": error.as_json("en")}
        described["content"]["application/json"]["examples"][error.code] = {"value": value}
    for described in found.values():
        codes = described["content"]["application/json"]["examples"]
        described["description"] = ", ".join(f"`{code}`" for code in codes)
    return {**good, **found}


def _description() -> dict[str, Any]:
    return {"model": Failure, "content": {"application/json": {"examples": {}}}}
