"""The loop finder: from names of cards, or a position, to a loop of real cards; a search's progress and result."""

from __future__ import annotations

from asyncio import wait_for
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.magic.answer import Answer
from floorjudge.magic.book.claimed import FirstLines
from floorjudge.magic.book.known import STATE_WORDS
from floorjudge.magic.book.lookup import installed_book, lookup
from floorjudge.magic.book.meanings import MEANINGS
from floorjudge.magic.cards.typed import MOST_CARDS
from floorjudge.magic.search import LIFE, SECONDS
from floorjudge.texts import Text, text
from floorjudge.web.asking import Asking
from floorjudge.web.common.responses import as_file, back_to, json_response
from floorjudge.web.errors import NoSuchPage, NotAForm, TakesTooLong
from floorjudge.web.finder import work
from floorjudge.web.finder.known import job_that_opens, kind_of, listed_loops
from floorjudge.web.finder.names import FIELDS, LONGEST_LINE, TypedNames, as_line, chosen_names
from floorjudge.web.finder.questions import (
    LONGER,
    MOST_TIMES,
    SOON,
    ZONES,
    Change,
    NoCardsNamed,
    check_board,
    read_names,
    read_times,
)
from floorjudge.web.finder.results import Found, HowFar, JsonObject, Loop, found_by, shown_to
from floorjudge.web.finder.scenes import Scene, changed
from floorjudge.web.forms import SentForm, number_in
from floorjudge.web.jobs.kept import Job
from floorjudge.web.loops.setup import Setup, begun_from, filled_in
from floorjudge.web.security import STEPS
from floorjudge.web.sessions import Session, named, with_browser
from floorjudge.web.shared import QUICK

HOME = "/loops"
router = APIRouter(prefix=HOME)
T = TypeVar("T")
# The title of a loop from a position has this many of its cards.
SHOWN_CARDS = 4
# What reading names may take: little, so that it waits for nothing longer.
NAMES = msgspec.structs.replace(QUICK, seconds=3.0)
# So long a page waits for the steps of a loop before it shows the verdict without them, in seconds.
A_MOMENT = 0.5
KINDS = {
    "mana": text("Mana"),
    "tokens": text("Tokens"),
    "damage": text("Damage"),
    "life": text("Life"),
    "death": text("Creatures dying"),
    "undying": text("Creatures coming back"),
    "persist": text("Creatures coming back, with persist"),
    "copy": text("Copies"),
    "blink": text("Permanents leaving and coming back"),
    "combats": text("Combats"),
    "turns": text("Turns"),
    "mill": text("Cards from libraries"),
    "growth": text("Growing creatures"),
    "storm": text("Casting the same spell again"),
}
# With how much life a game begins, and in which formats.
LIVES = {LIFE: text("20, as in most formats"), 40: text("40, as in Commander")}
JobId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


@router.get("")
async def start(session: Asking) -> Response:
    """Show the form for the names of cards."""
    asked = session.request.query_params.getlist("card")[:MOST_CARDS]
    session.application.prepare_cards()
    return with_browser(named(session), _form(session, {"cards": "\n".join(asked)}))


@router.post("")
async def ask(session: Asking) -> Response:
    """Take card names, or a position in words, and begin the search; the same question leads to the same page."""
    session = named(session)
    sent = await session.form()
    fields = chosen_names(sent) | {"board": sent.word("board"), "starting": sent["starting"]}
    step, change, life = sent.word("do") or sent.word("then"), _change(sent), _life(fields)
    typed = TypedNames()
    try:
        lines = [read_names(fields[name].splitlines(), LONGEST_LINE) for name in FIELDS]
        check_board(fields["board"])
        if not lines[0] and not fields["board"]:
            raise NoCardsNamed
        await session.application.cards_prepared()
        typed = await session.work_out(work.names_typed, *lines, limits=NAMES)
        fields |= typed.lines()
        names, helping = typed.names()
        if step in {"board", "change"}:
            board, scene = await session.work_out(work.board_of, names, helping, fields["board"], change, life)
            return _form(session, fields | {"board": board}, scene=scene, editing=True)
        if fields["board"] and change != Change():
            fields["board"], _ = await session.work_out(work.board_of, names, helping, fields["board"], change, life)
        question = await session.work_out(work.prepared, names, helping, fields["board"], life)
        if not fields["board"] and "known" not in question and "anyway" not in sent.typed:
            reason = None
            # A process that has just been started may need too long for it: then it is searched.
            with suppress(TakesTooLong):
                reason = await session.work_out(work.why_unlikely, names, helping, limits=NAMES)
            if reason is not None:
                asked = [("card", name) for name in names] + [("helper", name) for name in helping]
                asked += [("starting", str(life))] if life != LIFE else []
                return with_browser(session, back_to(f"{HOME}/unlikely?{urlencode(asked)}"))
        return await led_to_job(session, kind_of(question), question | {"seconds": SECONDS})
    except FloorjudgeError as error:
        editing = bool(fields["board"])
        return _form(session, fields, error=error, editing=editing, typed=typed, then=step)


def _life(fields: Mapping[str, str]) -> int:
    """Return the life with which a form lets the game begin."""
    return next((each for each in LIVES if str(each) == fields.get("starting")), LIFE)


async def led_to_job(session: Session, kind: str, question: JsonObject, *, anew: bool = False) -> Response:
    """Return the redirect to a job's page; begin the job unless it is known. See `Jobs.ask`, also for its errors."""
    # The answer on a known loop stands on its page at once.
    patience = 0.0 if kind == "known" else SOON
    job = await session.begin(kind, question, anew=anew, patience=patience)
    return with_browser(session, back_to(f"{HOME}/{job}"))


@router.get("/cards")
async def names(session: Asking, q: Annotated[str, Query(max_length=100)] = "") -> Response:
    """Return card names that match the typed text; none while the card texts are being prepared."""
    if not session.application.prepare_cards().done():
        return json_response([], headers={"retry-after": "1"})
    found = await session.work_out(work.complete, q, limit=STEPS, limits=NAMES)
    return json_response(found, headers={"cache-control": "public, max-age=3600"})


@router.get("/cards/typed")
async def division(session: Asking, q: Annotated[str, Query(max_length=LONGEST_LINE)] = "") -> Response:
    """Return the cards in a typed line: of each what was written, its line in a form, if it is clear, similar names."""
    if not session.application.prepare_cards().done():
        return json_response([], headers={"retry-after": "1"})
    typed: TypedNames = await session.work_out(
        work.names_typed, [q] if q.strip() else [], [], limit=STEPS, limits=NAMES
    )
    return json_response([as_line(card) for card in typed.cards])


@router.get("/famous")
async def gallery(session: Asking) -> Response:
    """List the famous loops by their effect."""
    listed = await to_thread.run_sync(listed_loops)
    return session.page("finder/gallery.html", listed=listed, kinds=KINDS, evidence=STATE_WORDS, meanings=MEANINGS)


@router.get("/famous/{name}")
@router.get("/known/{name}")
async def known(session: Asking, name: Annotated[str, Path(max_length=100)]) -> Response:
    """Open a loop of the book by its id: redirect to the job that proves it again."""
    entry = (await to_thread.run_sync(installed_book)).by_id.get(name)
    if entry is None:
        raise NoSuchPage
    session = named(session)
    await session.application.cards_prepared()
    return await led_to_job(session, *job_that_opens(entry))


@router.get("/unlikely")
async def judge(session: Asking) -> Response:
    """Show why a loop of some cards is unlikely, before anything is played; the search is one tap away."""
    asked = session.request.query_params
    lines = [read_names(asked.getlist(name)[:MOST_CARDS], LONGEST_LINE) for name in ("card", "helper")]
    await session.application.cards_prepared()
    typed: TypedNames = await session.work_out(work.names_typed, *lines, limit=STEPS, limits=NAMES)
    if not typed.cards or typed.unclear:
        return _form(session, typed.lines(), typed=typed)
    names, helping = typed.names()
    reason = await session.work_out(work.why_unlikely, names, helping, limit=STEPS, limits=NAMES)
    desk = begun_from({}, (*names, *helping), (), session.language).hidden_fields()
    life = _life(asked)
    values = {"names": names, "helpers": helping, "question": names, "reason": reason, "desk": desk, "life": life}
    return session.page("finder/unlikely.html", **values, job=None, known=lookup(names), meanings=MEANINGS)


@router.get("/{job}")
async def show(session: Asking, job: JobId) -> Response:
    """Show the progress of a search, or its result."""
    seen = await session.application.jobs.look(job)
    found = shown_to(found_by(seen), session.language)
    values: dict[str, Any]
    if found is None:
        far = msgspec.convert(seen.progress or {}, HowFar)
        hints = far.hints
        if seen.kind == "search" and not hints:
            hints = await _worked_out(session, seen, work.known_first) or ()
        far = shown_to(msgspec.structs.replace(far, hints=hints), session.language)
        words = _question_words(seen)
        known = lookup(_named(seen))
        desk = _desk_fields(session, seen, far.best)
        answer = shown_to(await _claimed(session, seen), session.language)
        whole = isinstance(answer, Answer)
        values = {
            "whole": whole,
            "job": seen,
            "question": words,
            "far": far,
            "known": known,
            "meanings": MEANINGS,
            "desk": desk,
        }
        return session.page("finder/job.html", **values, answer=answer, gives=_gives(seen))
    values = _around(seen, found)
    if found.loop is None:
        longer = seen.question.get("seconds", 0) < LONGER
        known = lookup(_named(seen))
        uncertain = () if found.missing is None else found.missing.uncertain
        desk = _desk_fields(session, seen, *((uncertain[0].steps, uncertain[0].case) if uncertain else ((),)))
        return session.page("finder/not_found.html", **values, longer=longer, known=known, meanings=MEANINGS, desk=desk)
    return session.page("finder/result.html", **values, **_loop_shown(session, found.loop))


async def _claimed(session: Session, seen: Job) -> Answer | FirstLines | None:
    """Return the answer of the book on a loop that is being proved again; None where it gives none, and once that failed.

    Where its steps have to be played for longer than a moment, these are its first lines: the page looks again.
    """
    # What is not proved again is searched for, and only a search tells how far it is.
    if seen.kind != "known" or seen.progress is not None:
        return None
    first = await _worked_out(session, seen, work.claimed_first_lines)
    with suppress(TimeoutError):
        return await wait_for(_worked_out(session, seen, work.claimed), A_MOMENT)
    return first


def _gives(seen: Job) -> list[Text]:
    """Return what the book says that a loop which is being proved again gives; nothing of any other job."""
    entry = installed_book().by_digest.get(seen.question.get("known", "")) if seen.progress is None else None
    return [] if entry is None or seen.kind != "known" else [MEANINGS[each] for each in entry.gives]


async def _worked_out(session: Session, seen: Job, ask: Callable[[JsonObject], T]) -> T | None:
    """Return what is known of the question of a job before it is answered; None once it is over, and where it is refused."""
    if seen.is_over:
        return None

    async def worked_out() -> T | None:
        with suppress(FloorjudgeError):
            found: T = await session.work_out(ask, seen.question, limit=STEPS)
            return found
        return None

    return await session.application.once((ask, seen.id), worked_out)


@router.post("/{job}/cancel")
async def cancel(session: Asking, job: JobId) -> Response:
    """Cancel a search that no other visitor wants."""
    await session.application.jobs.cancel(job, session.asker)
    return back_to(f"{HOME}/{job}")


@router.post("/{job}/again")
async def again(session: Asking, job: JobId) -> Response:
    """Repeat a failed or cancelled job, search with more time, or search for another loop than the known one."""
    session = named(session)
    seen = await session.application.jobs.look(job)
    how = (await session.form()).word("do")
    if seen.kind == "certify" or how not in {"longer", "search"}:
        return await led_to_job(session, seen.kind, seen.question, anew=True)
    question = {name: value for name, value in seen.question.items() if name != "known"}
    return await led_to_job(session, "search", question | ({"seconds": LONGER} if how == "longer" else {}))


@router.post("/{job}/times")
async def after(session: Asking, job: JobId) -> Response:
    """Show the position after a number of iterations, on a page with another address."""
    session = named(session)
    seen = await session.application.jobs.look(job)
    sent = await session.form()
    found = found_by(seen)
    if found is None:
        return back_to(f"{HOME}/{job}")
    try:
        question = {"case": _case(found, sent.word("which")), "times": read_times(sent.word("times"))}
        if found.loop is not None and found.loop.named is not None:
            question["named"] = list(found.loop.named)
        return await led_to_job(session, "certify", question)
    except FloorjudgeError as error:
        found = shown_to(found, session.language)
        if found.loop is None:
            raise
        shown = _loop_shown(session, found.loop, times=sent.word("times"))
        return session.page("finder/result.html", error=error, **_around(seen, found), **shown)


@router.get("/{job}/certificate")
async def certificate(session: Asking, job: JobId) -> Response:
    """Return the certificate of a loop as a JSON file, which `floorjudge magic check` checks."""
    found = found_by(await session.application.jobs.look(job))
    if found is None or found.loop is None:
        return back_to(f"{HOME}/{job}")
    return json_response(found.loop.certificate, headers=as_file(f"certificate-{job}.json"))


def _case(found: Found, which: str) -> dict[str, Any]:
    """Return the selected case: the loop, or one of the sequences that could not be certified."""
    if found.loop is not None:
        return found.loop.case
    index = number_in(which, 2)
    uncertain = () if found.missing is None else found.missing.uncertain
    if index is None or index >= len(uncertain):
        raise NotAForm("which")
    return uncertain[index].case


def _form(
    session: Session,
    fields: Mapping[str, str],
    *,
    error: FloorjudgeError | None = None,
    editing: bool = False,
    scene: Scene | None = None,
    typed: TypedNames = TypedNames(),
    then: str = "",
) -> Response:
    """Return the form; if some cards in it are not clear, each has its similar names, and a tap goes on with `then`."""
    return session.page(
        "finder/form.html",
        error=error,
        editing=editing,
        scene=shown_to(scene, session.language),
        changed=frozenset(),
        zones=ZONES,
        typed_names=typed,
        then=then if then in {"board", "change"} else "search",
        cards=fields.get("cards", ""),
        helpers=fields.get("helpers", ""),
        board=fields.get("board", ""),
        life=_life(fields),
        lives=LIVES,
    )


def _change(sent: SentForm) -> Change:
    """Return the form's change of the table; the position in words may have other changes."""
    life, mana = _typed(sent, "life"), _typed(sent, "mana")
    if life == mana == () and not sent.word("card"):
        return Change()
    return Change(
        life=life,
        mana=mana,
        card=sent.word("card"),
        copies=number_in(sent.word("copies"), 3) or 1,
        seat=number_in(sent.word("seat"), 3) or 0,
        zone=sent.word("zone"),
        tapped=sent["tapped"] == "yes",
        sick=sent["sick"] == "yes",
        counters=sent.word("counters"),
    )


def _typed(sent: SentForm, name: str) -> tuple[str | None, ...]:
    """Return the fields with a name, None for unchanged ones; nothing if all are unchanged."""
    now, was = ([each[:200] for each in sent.every(field)] for field in (name, f"{name}-was"))
    typed = tuple(None if was[seat : seat + 1] == [each] else each for seat, each in enumerate(now))
    return typed if any(each is not None for each in typed) else ()


def _named(job: Job) -> Sequence[str]:
    """Return the names of the cards that a job was asked about."""
    names: Sequence[str] = job.question.get("names", ())
    return names


def _question_words(job: Job) -> tuple[str, ...]:
    """Return the subject of a job: the names of the cards."""
    return (*job.question.get("names", ()), *job.question.get("helpers", ()))


def _desk_fields(
    session: Session, job: Job, steps: Sequence[Text], case: JsonObject | None = None
) -> list[tuple[str, str]]:
    """Return the fields that fill in the loop desk with what is known of a job without a loop."""
    return begun_from(job.question, _question_words(job), steps, session.language, case).hidden_fields()


def _around(job: Job, found: Found) -> dict[str, Any]:
    words = _question_words(job)
    if not words and found.loop is not None:
        invented = {card["name"] for card in found.loop.case.get("cards", ())}
        boxes = [box.name for side in found.loop.scenes[0].sides for box in side.boxes if not box.token]
        words = tuple(dict.fromkeys(name for name in boxes if name not in invented))[:SHOWN_CARDS]
    return {"job": job, "question": words, "found": found}


def _loop_shown(session: Session, loop: Loop, *, times: str = "") -> dict[str, Any]:
    """Return the values that a loop's page shows beside the result: one scene of it, numbers in readable form."""
    asked = number_in(session.request.query_params.get("scene", ""), 3) or 0
    at = min(asked, len(loop.scenes) - 1)
    before = loop.scenes[at - 1] if at else None
    return {
        "loop_found": loop,
        "at": at,
        "scene": loop.scenes[at],
        "changed": changed(before, loop.scenes[at]),
        "times": times,
        "stepping": "scene" in session.request.query_params,
        "open_amounts": loop.answer.times not in (None, digits(MOST_TIMES)),
        "evidence": STATE_WORDS,
        "settle": filled_in(Setup(loop.answer.players), loop, session.language).hidden_fields(),
    }
