"""Every error and every explanation, in every language; every error code means one thing and is documented."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

import pytest

from floorjudge.errors import BadInput, Conflict, Damaged, FloorjudgeError, Refused
from floorjudge.events import events
from floorjudge.events.codec import kinds_of_events
from floorjudge.events.explain import event_text, undone_text
from floorjudge.formats.log import (
    Decided,
    EventEnded,
    GameAmended,
    GameReopened,
    GameReported,
    PlayerDropped,
    PlayerEntered,
    PlayerRejoined,
    Seats,
    SeatsMoved,
    TournamentEvent,
)
from floorjudge.formats.log import Otherwise as ShortOtherwise
from floorjudge.formats.on_the_edge import log
from floorjudge.formats.on_the_edge.claims import Alone, Won
from floorjudge.formats.on_the_edge.decks import Verdict
from floorjudge.formats.on_the_edge.display.sentences import otherwise_lines
from floorjudge.formats.on_the_edge.display.texts import stage_text, why_text
from floorjudge.formats.on_the_edge.log import Otherwise
from floorjudge.formats.on_the_edge.tables import (
    Advanced,
    Drawn,
    DrawnOffNumbered,
    Kind,
    Ranked,
    Table,
    TableSet,
    Tied,
    Why,
)
from floorjudge.formats.pods.log import PodsSeated
from floorjudge.formats.pods.results import AllLeft, LastLeft, PodDrawn, PodWon
from floorjudge.formats.pods.tables import CutPod, DrawnPod, Pod, RankedPod
from floorjudge.formats.swiss.log import RoundPaired
from floorjudge.formats.swiss.tables import Match, Seeded
from floorjudge.texts import LANGUAGES, Text, counted, text
from tests.support.error_page import declared, error_codes, error_lists, own_errors
from tests.support.messages import GAP
from tests.support.sentences import check_every_language

Declared = type[FloorjudgeError]

ERRORS = sorted(own_errors(), key=lambda kind: (kind.__module__, kind.__name__))


OF_TOURNAMENT = {kind for kind in kinds_of_events().values() if issubclass(kind, TournamentEvent)}


def texts(count: int) -> dict[Any, Any]:
    """Return samples of a sentence that fills a gap, and of a list of so many."""
    said = text("it is too short.")
    return {Text: said, tuple[Text, ...]: (said,) * count}


# Arguments of each kind: usual ones, none or one of them, and what a hostile user would send.
SAMPLES: Mapping[str, Mapping[Any, Any]] = MappingProxyType(
    {
        "usual": {str: "Ana", int: 3, bool: True, tuple[str, ...]: ("Bo", "Cy"), **texts(2)},
        "few": {str: "", int: 1, bool: False, tuple[str, ...]: (), **texts(0)},
        "hostile": {str: "{0} %s {player}", int: -(10**40), bool: True, tuple[str, ...]: ("{", "}", "%"), **texts(1)},
    }
)


def asked_for(kind: Declared) -> dict[str, Any]:
    """Return what an error has to be given: the name and kind of each field."""
    kinds = get_type_hints(kind)
    return {name: kinds[name] for name in kind.gaps}


def built(kind: Declared, sample: Mapping[Any, Any], *, missing: bool = False) -> FloorjudgeError:
    """Make an error with fields of the kinds that it asks for; `missing`: without those that may be missing."""
    return kind(**{name: _sampled(of, sample, missing=missing) for name, of in asked_for(kind).items()})


def _sampled(kind: Any, sample: Mapping[Any, Any], *, missing: bool) -> Any:
    if type(None) not in get_args(kind):
        return sample[kind]
    return None if missing else sample[next(each for each in get_args(kind) if each is not type(None))]


def called(kind: Declared) -> str:
    return f"{kind.__module__.removeprefix('floorjudge.')}.{kind.__name__}"


def test_every_error_can_be_said(subtests: pytest.Subtests) -> None:
    for declaration in ERRORS:
        with subtests.test(error=called(declaration)):
            for language, (kind, sample) in product(LANGUAGES, SAMPLES.items()):
                error = built(declaration, sample, missing=kind == "few")
                message = error.message(language)
                assert message.strip()
                assert error.as_json(language) == {"code": error.code, "message": message, "where": error.where}
                if kind != "hostile":
                    assert not GAP.findall(message)


def test_every_error_says_what_it_was_told(subtests: pytest.Subtests) -> None:
    """What a declaration is given is in its message or its place: nothing is asked for in vain."""
    for declaration in ERRORS:
        with subtests.test(error=called(declaration)):
            for name, kind in asked_for(declaration).items():
                if kind in (str, int):
                    told = {**SAMPLES["usual"], kind: "something else" if kind is str else 47}
                    assert built(declaration, told).as_json("en") != built(declaration, SAMPLES["usual"]).as_json(
                        "en"
                    ), name


def test_every_error_has_a_code_and_a_docstring(subtests: pytest.Subtests) -> None:
    for declaration in ERRORS:
        with subtests.test(error=called(declaration)):
            error = built(declaration, SAMPLES["usual"])
            assert error.code.replace("_", "").isalpha()
            assert error.code == error.code.lower()
            assert declaration.__doc__
            assert sum(isinstance(error, family) for family in (BadInput, Refused, Conflict, Damaged)) == 1


def test_errors_of_a_format_that_is_gone_are_not_listed() -> None:
    """Until Python frees its module, they are declared; half of one that was refused, too."""
    gone = {"__module__": "floorjudge.formats.gone"}
    with pytest.raises(TypeError, match="Plain has no sentence") as refused:
        type("Plain", (Refused,), {**gone, "sentence": "They left."})
    kept = refused.value, type("Left", (Refused,), {**gone, "sentence": text("They left.")})
    assert {kind.__name__ for kind in declared() if kind.__module__ == gone["__module__"]} == {"Plain", "Left"}
    own = own_errors()
    assert kept[1] not in own
    assert "Plain" not in {kind.__name__ for kind in own}


def test_every_error_code_means_one_thing() -> None:
    places = defaultdict(set)
    for code, place, _, _ in error_codes():
        places[code].add(place)
    assert {code: sorted(found) for code, found in places.items() if len(found) > 1} == {}


def test_the_list_has_every_error() -> None:
    found = {(place, code) for code, place, _, _ in error_codes()}
    assert {(called(each), built(each, SAMPLES["usual"]).code) for each in ERRORS} <= found


def test_every_error_code_is_documented() -> None:
    assert all(when for _, _, _, when in error_codes())


def test_the_list_is_sorted_and_says_a_thing_once() -> None:
    lines = error_lists().splitlines()
    headings, rows = ([line for line in lines if line.startswith(mark)] for mark in ("## ", "- `"))
    assert headings == sorted(set(headings))
    assert len(set(rows)) == len(rows)
    assert "- `not_an_object`: An object in braces is needed here." in rows
    assert "## reading: bad input" in headings


class TooSoon(Refused):
    """Somebody comes before it is time."""

    sentence = counted("{player} is {count} hour early.", "{player} is {count} hours early.", count=0)
    place = "clock"
    cites = ("OTE 2.1", "OTE 2.3")
    player: str
    count: int


def test_an_error_carries_its_fields_its_clauses_and_its_place() -> None:
    error = TooSoon("Ana", count=2)
    assert (error.player, error.where) == ("Ana", "clock")
    assert str(error) == "too_soon: Ana is 2 hours early. (OTE 2.1, OTE 2.3)"
    assert TooSoon("Ana", 1, clauses=("OTE 2.4",)).message("en") == "Ana is 1 hour early. (OTE 2.4)"
    moved = error.at("there")
    assert moved.as_json("en") == {"code": "too_soon", "message": error.message("en"), "where": "there"}
    assert (type(moved), error.where) == (TooSoon, "clock")


def test_an_error_goes_from_one_process_to_another() -> None:
    sent = pickle.loads(pickle.dumps(TooSoon("Ana", 2, where="here")))  # noqa: S301 (our own)
    assert (type(sent), sent.player, sent.count, sent.where) == (TooSoon, "Ana", 2, "here")
    assert sent.full_sentence == TooSoon("Ana", 2).full_sentence


SEATS = ("Ana", "Bo", "Cy")
WHYS: list[tuple[TableSet, tuple[str, ...], Why]] = [
    (TableSet.ACTIVE, SEATS, Drawn(first_round=True)),
    (TableSet.ACTIVE, SEATS, Drawn(first_round=False)),
    (TableSet.ACTIVE, SEATS[:2], DrawnOffNumbered(5, first_round=True, again=())),
    (TableSet.ACTIVE, SEATS[:2], DrawnOffNumbered(5, first_round=False, again=())),
    (TableSet.ACTIVE, SEATS[:2], DrawnOffNumbered(5, first_round=False, again=("Bo",))),
    (TableSet.INACTIVE, SEATS, Ranked(1, 3, 9)),
    (TableSet.INACTIVE, SEATS[:2], Ranked(1, 2, 5)),
    (TableSet.READMISSION, SEATS, Tied(1, "31/2")),
    (TableSet.READMISSION, SEATS, Tied(2, "31/2")),
    (TableSet.FINAL, SEATS, Advanced(())),
    (TableSet.FINAL, SEATS, Advanced(("Cy",))),
]
INFLUENCE = {"Ana": 16, "Bo": 7, "Cy": -2}
TABLES = tuple(Table(number, of, seats, why) for number, (of, seats, why) in enumerate(WHYS, 1))
OTHERWISE = Otherwise(("Ana",), ("Bo",), "final", (("Ana", "Cy"),))
POD_CLAIMS = (
    PodWon("Ana"),
    PodWon("Ana", (("Bo",), ("Cy", "Dee"))),
    PodDrawn(),
    PodDrawn(("Ana",)),
    LastLeft("Ana"),
    AllLeft(SEATS),
)
HAPPENED: list[TournamentEvent] = [
    *(events.EventOpened("Friday", "ote-1.2", "0" * 64, short) for short in (True, False)),
    events.EventOpened("Friday", "ote-1.2", "0" * 64, short_seed=False, typed=True),
    events.SeedRenewed("0" * 64),
    events.PlayerRegistered("Ana"),
    log.LatecomerAdmitted("Ana", 4),
    events.RosterClosed(3, "0" * 64),
    events.RosterReopened(),
    *(events.DeckSubmitted("Ana", "40 Astral Wisdom", verdict) for verdict in Verdict),
    *(log.RoundGrouped(stage, 2, TABLES) for stage in ("round", "readmission", "final")),
    *(log.RoundGrouped("round", 1, tables, deck_reason="let in") for tables in (TABLES, TABLES[:1])),
    log.RoundGrouped("round", 1, TABLES[:1], public="said", roster="0" * 64),
    *(log.ResultReported(1, "Ana", INFLUENCE, note) for note in (None, "conceded")),
    log.ReadmissionReported(1, ("Ana",)),
    log.GameDrawn(1),
    *(log.ResultUnreported(1, "wrong table", winner) for winner in (None, "Ana")),
    log.PlayerLeft("Ana"),
    log.PlayerLeft("Ana", 1, winner="Bo"),
    log.PlayerLeft("Ana", 1, qualified=("Bo", "Cy")),
    *(log.ResultAmended(1, 1, "Ana", INFLUENCE, "x", None, other) for other in (None, Otherwise(), OTHERWISE)),
    log.ResultAmended(1, 1, "Ana", INFLUENCE, "x", "conceded"),
    *(log.ReadmissionAmended(1, 1, ("Ana",), "x", other) for other in (None, Otherwise(), OTHERWISE)),
    *(log.PlayerReturned("Ana", name) for name in ("active", "inactive", None)),
    *(RoundPaired(stage, 2, (Match(1, ("Ana", "Bo"), Seeded((1, 2))),)) for stage in ("round", "playoff")),
    *(
        PodsSeated(stage, 2, (Pod(1, ("Ana", "Bo", "Cy"), pod),))
        for stage, pod in (
            ("round", DrawnPod()),
            ("round", RankedPod(1, 3, 3)),
            ("round", RankedPod(1, 3, 3, ("Ana", "Bo"))),
            ("playoff", CutPod((1, 2, 3))),
        )
    ),
    *(GameReported(1, claim) for claim in POD_CLAIMS),
    events.PlayerRenamed("Ana", "Anna"),
    events.PlayerForgotten("№ 7"),
    events.PlayerForgotten("Anna", former=True),
    events.OrderDrawn(("a", "b"), "OTE 2.8.4", ("b", "a")),
    GameReported(1, Won("Ana", INFLUENCE)),
    *(GameReopened(1, "wrong table", claim) for claim in (None, Alone("Ana"))),
    *(
        GameAmended(1, 1, Won("Ana", INFLUENCE), "x", other)
        for other in (None, ShortOtherwise(), ShortOtherwise("final", (("Ana", "Bo"),)))
    ),
    SeatsMoved((Seats(1, ("Ana", "Bo")),), (), "by the door"),
    PlayerEntered("Ana", 7),
    *(PlayerDropped("Ana", decided) for decided in ((), (Decided(1, Alone("Bo")),))),
    PlayerRejoined("Ana"),
    EventEnded("seed"),
    *(log.EventFinished("seed", winner) for winner in (None, "Ana")),
    *(
        events.CommandUndone(kind.__name__)
        for kind in OF_TOURNAMENT
        if kind not in (events.EventOpened, events.CommandUndone, *events.LASTING)
    ),
]
EXPLANATIONS: list[Text] = [
    *map(why_text, TABLES),
    *map(event_text, HAPPENED),
    *(line for each in (Otherwise(), OTHERWISE, Otherwise(active=("Ana",))) for line in otherwise_lines(each)),
    *(stage_text(stage) for stage in ("registration", *Kind, "finished")),
    *(undone_text(event.undone) for event in HAPPENED if isinstance(event, events.CommandUndone)),
]


def test_there_is_a_sample_of_every_event_and_every_reason() -> None:
    assert {type(event) for event in HAPPENED} == OF_TOURNAMENT
    assert {type(why) for _, _, why in WHYS} == set(get_args(Why))


def test_every_explanation_can_be_said(subtests: pytest.Subtests) -> None:
    check_every_language(EXPLANATIONS, subtests)
