"""The workers' functions for pages: search, certify, play. Each takes and returns JSON."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic import certify as certified
from floorjudge.magic.answer import Answer, case_words, not_found
from floorjudge.magic.book.claimed import FirstLines, claimed_answer
from floorjudge.magic.book.claimed import claimed_first_lines as first_lines
from floorjudge.magic.book.lookup import installed_book, lookup
from floorjudge.magic.book.opening import Opened, opened, tried_from
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.doubts import known_doubts, without_repeats
from floorjudge.magic.errors import NoCardTexts
from floorjudge.magic.positions.json_form import position_value, read_position
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.positions.text_form import position_text, read_position_text
from floorjudge.magic.search import (
    LIFE,
    Layout,
    Limits,
    Outcome,
    Progress,
    find,
    layouts,
    looked_at,
    names_in,
    unlikely,
    with_life,
)
from floorjudge.texts import Text, text
from floorjudge.web.finder.by_hand import Moment, moment
from floorjudge.web.finder.names import TypedNames, typed_names
from floorjudge.web.finder.questions import Change
from floorjudge.web.finder.results import Found, HowFar, loop_of
from floorjudge.web.finder.scenes import Scene, scene_of
from floorjudge.web.jobs.worker import Report

JsonObject = dict[str, Any]
# How often a page gets the progress of a search, in seconds, and the work allowed for one certificate.
_TELL_EVERY, _BUDGET = 0.3, 5.0
MOST_NAMES = 8
_MAY_BE_MISSED = text(
    "The rules engine does not play these cards in every way as they say: a loop of theirs may be missed, or not be certified."
)


@cache
def _library() -> CardLibrary:
    return CardLibrary.open()


def seconds_of(question: JsonObject) -> float:
    """Return for how many seconds of a usual computer a search may work."""
    return float(question["seconds"])


def search(report: Report, question: JsonObject) -> JsonObject:
    """Search for a loop among cards by their names, or from a position; see `floorjudge.magic.search.find`."""
    library, names = _library(), list(question["names"])
    asked, hints = _asked(question), known_first(question)
    report(_value(HowFar(hints=hints, step="cards", count=len(asked))))
    if question.get("position") is None:
        begins = with_life(layouts(names, question.get("helpers", ()), library), question.get("life", LIFE))
    else:
        position = read_position(question["position"])
        begins, names = (Layout(position, 0.0),), names or names_in(position)
        own = tried_from(position, names, library)
        if own is not None:
            return _value(_found_known(own, None, library))
    report(_value(HowFar(hints=hints, step="tables", count=len(begins))))
    told, step = 0.0, ""

    def watch(progress: Progress) -> None:
        """Report the progress now and then, and the beginning of a proof."""
        nonlocal told, step
        now = "proving" if progress.proves else "playing"
        # A proof may begin and end between two reports, and last for seconds: its beginning is reported at once.
        if time.monotonic() - told > _TELL_EVERY or (progress.proves and step != now):
            told, step = time.monotonic(), now
            best = () if progress.best is None else tuple(case_words(progress.best.case, library))
            done = min(1.0, progress.done)
            report(_value(HowFar(progress.reached, progress.candidates, done, best, hints, now)))

    outcome = find(begins, names, library, Limits(seconds_of(question)), watch=watch)
    named = None if question.get("position") else asked
    return _value(_found(outcome, begins, named, library, tuple(_unlikely_because(question))))


def known(report: Report, question: JsonObject) -> JsonObject:
    """Prove the loop of the book that a question names again; search among its cards where that fails."""
    library, entry = _library(), installed_book().by_digest.get(question["known"])
    if entry is None:
        return search(report, question)
    opening = opened(entry, library, question.get("life", LIFE))
    if opening.loop is not None:
        return _value(_found_known(opening, _asked(question), library))
    return search(report, question) | {"unproved": msgspec.to_builtins(opening.why)}


def claimed(question: JsonObject) -> Answer | None:
    """Return the answer on the loop of the book that a question names, before it is proved again; see `claimed_answer`."""
    entry = installed_book().by_digest.get(question["known"])
    if entry is None:
        return None
    return claimed_answer(entry, _library(), _asked(question), question.get("life", LIFE))


def claimed_first_lines(question: JsonObject) -> FirstLines | None:
    """Return the first lines of what `claimed` gives, at once; None where these need some play."""
    entry = installed_book().by_digest.get(question["known"])
    if entry is None:
        return None
    return first_lines(entry, _library(), _asked(question), question.get("life", LIFE))


def _asked(question: JsonObject) -> tuple[str, ...]:
    return *question["names"], *question.get("helpers", ())


def certify(report: Report, question: JsonObject, budget: float = _BUDGET) -> JsonObject:
    """Return the effect of repeating a case; see `floorjudge.magic.certify`, also for the `budget`."""
    report(_value(HowFar()))
    case = read_loop_case(question["case"] | {"times": question["times"]})
    certificate = certified(case, _library(), budget=budget)
    return _value(Found(loop_of(case, certificate, _library(), question.get("named"))))


def get_ready() -> None:
    """Prepare the card texts, which takes some seconds the first time; do nothing if there are none yet."""
    with suppress(FloorjudgeError):
        next(_library().names(), None)


def names_typed(cards: Sequence[str], helpers: Sequence[str]) -> TypedNames:
    """Return the cards in the lines of a form; see `floorjudge.web.finder.names`."""
    return typed_names(cards, helpers, _library())


def complete(typed: str) -> list[str]:
    """Return the names that may be meant, the likeliest first; nothing if there are no card texts."""
    try:
        return _library().completion.complete(typed, MOST_NAMES)
    except NoCardTexts:
        return []


def prepared(names: Sequence[str], helpers: Sequence[str], board: str, life: int = LIFE) -> JsonObject:
    """Return the question for these names of cards, or for a position in words, with whole names and checked.

    Where the book knows a loop of exactly these cards, `known` is its digest.

    Raises BadInput for an unknown card, and for an invalid position.
    """
    library = _library()
    whole = [library.card(name).name for name in names]
    if board.strip():
        position = read_position_text(board)
        set_up(position, library)
        return {"names": whole, "helpers": [], "position": position_value(position)}
    helping = [_with_whole_name(each, library) for each in helpers]
    best = lookup(whole).best
    question = {"names": whole, "helpers": helping, "position": None} | ({"known": best.digest} if best else {})
    return question if life == LIFE else question | {"life": life}


def board_of(
    names: Sequence[str], helpers: Sequence[str], board: str, change: Change | None, life: int = LIFE
) -> tuple[str, Scene]:
    """Return a position in words and as a table: the given one, or the plainest for some cards, then changed.

    Raises BadInput for an unknown card, and for an invalid position.
    """
    position = read_position_text(board) if board.strip() else _plainest(names, helpers, life)
    if change is not None:
        position = change.made(position, _library())
    return position_text(position), scene_of(set_up(position, _library()))


def _plainest(names: Sequence[str], helpers: Sequence[str], life: int) -> Position:
    return with_life(layouts(names, helpers, _library()), life)[0].position


def played(board: str, did: Sequence[str]) -> Moment:
    """Return a position in words after some choices; see `floorjudge.web.finder.by_hand.moment`."""
    return moment(read_position_text(board), did, _library())


def _with_whole_name(helper: str, library: CardLibrary) -> str:
    """Return a helper card, such as “4 Forest”, with its number and its whole name."""
    many, name = _counted(helper)
    whole = library.card(name).name
    return f"{many} {whole}" if many else whole


def _counted(helper: str) -> tuple[int, str]:
    """Return the number before a helper card's name, 0 if there is none, and the name."""
    many, _, name = helper.strip().partition(" ")
    if many.isascii() and many.isdecimal() and name:
        return int(many), name.strip()
    return 0, helper


def _value(told: Found | HowFar) -> JsonObject:
    value: JsonObject = msgspec.to_builtins(told)
    return value


def why_unlikely(names: Sequence[str], helpers: Sequence[str]) -> Text | None:
    """Return why a loop is unlikely among cards, and others that may help; see `floorjudge.magic.search.unlikely`."""
    return unlikely([*names, *(_counted(each)[1] for each in helpers)], _library())


def known_first(question: JsonObject) -> tuple[Text, ...]:
    """Return what is known of a question to a search before anything is played, in sentences.

    They say why a loop is unlikely, and what the engine does not play as the cards say.
    """
    position, cards = question.get("position"), _library()
    names = [*question["names"], *(_counted(each)[1] for each in question.get("helpers", ()))]
    if position is not None:
        begun = read_position(position)
        names, cards = names or names_in(begun), begun.with_own_cards(cards)
    doubts = [each.sentence for each in without_repeats(known_doubts(dict.fromkeys(names), cards))]
    return (*_unlikely_because(question), *((_MAY_BE_MISSED, *doubts) if doubts else ()))


def _unlikely_because(question: JsonObject) -> Iterator[Text]:
    reason = None if question.get("position") else why_unlikely(question["names"], question.get("helpers", ()))
    if reason is not None:
        yield reason


def _found_known(opening: Opened, named: Sequence[str] | None, library: CardLibrary) -> Found:
    """Return the result of opening a loop that is proved."""
    assert opening.loop is not None  # noqa: S101 (the caller has looked)
    loop = loop_of(opening.loop.case, opening.loop.certificate, library, named)
    return Found(loop, board=position_text(opening.loop.case.position), known=True)


def _found(
    outcome: Outcome, begins: Sequence[Layout], named: Sequence[str] | None, library: CardLibrary, hints: Sequence[Text]
) -> Found:
    loop, board = outcome.loop, position_text(begins[0].position)
    seen = tuple(looked_at(outcome))
    if loop is None:
        return Found(None, not_found(outcome, library), seen, board, tuple(hints))
    return Found(loop_of(loop.case, loop.certificate, library, named, outcome.reservations), None, seen, board)
