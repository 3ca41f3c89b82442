"""Players from a file or a pasted list: questions that the list leaves open, then all players are registered or none."""

from __future__ import annotations

import base64
import binascii

import msgspec
from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from floorjudge.decoding import Decoded, possible_encodings
from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events.errors import NoRoomForMore
from floorjudge.events.service import EventService
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.roster import Choices, Entry, People, Sifted, read_people, sift
from floorjudge.events.service.roster.errors import EncodingUnknown, HeadingUnknown
from floorjudge.events.tournament.checks import LARGEST_EVENT
from floorjudge.store.opening import VenueStore
from floorjudge.texts import Language, counted
from floorjudge.web.asking import Organiser
from floorjudge.web.commands import all_taken, written
from floorjudge.web.common.responses import with_news
from floorjudge.web.common.templating import rendered
from floorjudge.web.errors import NotAForm
from floorjudge.web.forms import SentForm, failure, number_in
from floorjudge.web.live.event_cache import counting
from floorjudge.web.organiser.frame import desk_page
from floorjudge.web.organiser.players import show_players

router = APIRouter()


# More than a form has fields for, and than an organiser decides one by one.
MOST_DOUBTS = 150


class ManyDoubles(BadInput):
    sentence = counted(
        "{count} name of this list stands there twice or looks like another. Import the list in parts, each person once.",
        "{count} names of this list stand there twice or look like others. Import the list in parts, each person once.",
        count=0,
    )
    count: int


class Letters(msgspec.Struct, frozen=True):
    """A file with several possible encodings: its bytes, to be sent again, and the encodings."""

    content: str
    ways: tuple[Decoded, ...]


class Imported(msgspec.Struct, frozen=True):
    """The result of an import: the number of new players, and of those who were registered before."""

    count: int
    there: int


class Shown(msgspec.Struct, frozen=True):
    """The people that a list would add, and the open questions; `reading` is the set of choices behind it, `listed` the people, in HTML."""

    people: People
    sifted: Sifted
    reading: str
    asks_skip: bool
    listed: Markup


@router.post("/e/{event}/desk/players/import")
async def import_players(at: Organiser) -> Response:
    """Register all people in a file or a pasted list who are not registered yet, or none of them.

    Open questions come first, with the people who are registered, occur twice, or look like another one.
    """
    sent = await at.session.form()
    try:
        came = await written(at, import_list, given_list(sent), SentForm(sent.fields), at.language)
    except FloorjudgeError as error:
        return await show_players(await at.now(), failed=failure("import", error, sent))
    if isinstance(came, Imported):
        with counting([{"do": "register"}] * came.count):
            return with_news(at.request, f"/e/{at.event}/desk/players?added={came.count}&there={came.there}")
    if isinstance(came, Letters):
        return desk_page(at, "import_letters", tab="players", sent=sent, letters=came)
    return desk_page(at, "import", tab="players", sent=sent, shown=came)


def given_list(sent: SentForm) -> bytes | str:
    """Return the list in a form: a file, the bytes of one that is sent again, or text; raises BadInput for invalid bytes."""
    if content := sent.files.get("file"):
        return content
    if sent["bytes"]:
        try:
            return base64.b64decode(sent["bytes"], validate=True)
        except binascii.Error:
            raise NotAForm("bytes") from None
    return sent["list"]


def import_list(
    store: VenueStore, event: str, role: Role, author: str, given: bytes | str, sent: SentForm, language: Language
) -> Imported | Letters | Shown:
    """Register the players of a list, or return the page to show first. Reads and writes: to be called in a process.

    Raises what `read_people`, `sift` and `EventService.take_all` raise; NoRoomForMore.
    """
    service = EventService(store.log, event)
    try:
        people = read_people(given, _choices(given, sent))
    except EncodingUnknown:
        assert isinstance(given, bytes)  # noqa: S101 (a text has no encoding)
        return Letters(base64.b64encode(given).decode(), tuple(possible_encodings(given)))
    if len({*service.state.players, *(entry.name for entry in people.entries)}) > LARGEST_EVENT:
        raise NoRoomForMore(LARGEST_EVENT)
    # Decisions on single people hold for the choices behind the page.
    reading = " ".join((people.skip, people.columns, *people.status))
    decided = _decided(people.entries, sent) if sent["reading"] == reading else {}
    sifted = sift(service.state, people.entries, decided)
    if len(sifted.doubts) > MOST_DOUBTS:
        raise ManyDoubles(len(sifted.doubts))
    step, form = sent["step"], sent["id"]
    # The same form, sent twice by an impatient user, leaves no questions: the first one has registered these players.
    again = bool(form) and any(service.has_done(f"{form}/{entry.line}") for entry in people.entries)
    if people.questions or sifted.doubts or step == "preview" or (sifted.there and step != "add" and not again):
        doubtful = {doubt.line for doubt in sifted.doubts}
        carried = [(line, name) for line, name in decided.items() if line not in doubtful]
        asks_skip = bool(sent["skip"]) or any(isinstance(question, HeadingUnknown) for question in people.questions)
        # Writing a thousand records takes some time, here and not in the process that serves pages.
        listed = rendered("organiser/import_people.html", language, sifted=sifted, carried=carried)
        return Shown(people, sifted, reading, asks_skip, listed)
    # Sent again, the form adds no player.
    taken = [
        {"do": "register", "player": entry.name, "alike": True} | ({"id": f"{form}/{entry.line}"} if form else {})
        for entry in sifted.new
    ]
    done = all_taken(store, event, role, author, taken, [f"line {entry.line}" for entry in sifted.new])
    return Imported(done.count, 0 if again else len(sifted.there))


def _choices(given: bytes | str, sent: SentForm) -> Choices:
    status = tuple(sent.every("status")) if sent["status_asked"] else None
    return Choices(
        sent["encoding"] or None,
        number_in(sent["skip"]),
        sent["columns"] or None,
        status,
        plain=isinstance(given, str),
    )


def _decided(entries: tuple[Entry, ...], sent: SentForm) -> dict[int, str | None]:
    """Return the decisions on single people: the name to register, None for a person left out."""
    typed = sent.typed
    lines = {entry.line for entry in entries if f"as{entry.line}" in typed}
    return {line: None if typed.get(f"out{line}") == "yes" else typed[f"as{line}"] for line in lines}
