"""Every error and every explanation, in every language; every error code means one thing and is documented."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

import pytest

import floorjudge
from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.texts import LANGUAGES, Language, Text, render, text
from floorjudge.tournament import events
from floorjudge.tournament.decks import Verdict
from floorjudge.tournament.events import Event, Otherwise
from floorjudge.tournament.explain import event_text, otherwise_text, stage_text, undone_text, why_text
from floorjudge.tournament.state import Stage
from floorjudge.tournament.tables import Advanced, Drawn, DrawnOffNumbered, Ranked, Table, TableSet, Tied, Why
from tests.support.error_page import error_codes, error_page

Constructor = Callable[..., FloorjudgeError]


def constructors() -> Iterator[Constructor]:
    """Yield the public functions of every module `refusals` of the package."""
    for module in pkgutil.walk_packages(floorjudge.__path__, "floorjudge."):
        if module.name.endswith(".refusals"):
            members = inspect.getmembers(importlib.import_module(module.name), inspect.isfunction)
            yield from (
                function
                for name, function in members
                if function.__module__ == module.name and not name.startswith("_")
            )


CONSTRUCTORS = list(constructors())

# Arguments of each kind: usual ones, none or one of them, and what a hostile user would send.
SAMPLES: Mapping[str, Mapping[Any, Any]] = MappingProxyType(
    {
        "usual": {str: "Ana", int: 3, tuple[str, ...]: ("Bo", "Cy"), Text: text("it is too short.")},
        "few": {str: "", int: 1, tuple[str, ...]: (), Text: text("it is too short.")},
        "hostile": {str: "{0} %s {player}", int: -(10**40), tuple[str, ...]: ("{", "}", "%"), Text: text("a")},
    }
)


def built(function: Constructor, sample: Mapping[Any, Any]) -> FloorjudgeError:
    """Call a constructor with arguments of the kinds that it asks for."""
    kinds = get_type_hints(function)
    kinds.pop("return")
    return function(**{name: sample[kind] for name, kind in kinds.items()})


def called(function: Constructor) -> str:
    return f"{function.__module__.removeprefix('floorjudge.')}.{function.__name__}"


def test_the_constructors_are_found() -> None:
    modules = {function.__module__ for function in CONSTRUCTORS}
    assert {"floorjudge.tournament.refusals", "floorjudge.floor.refusals", "floorjudge.store.refusals"} <= modules
    assert len(CONSTRUCTORS) > 60


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("function", CONSTRUCTORS, ids=called)
def test_every_error_can_be_said(function: Constructor, language: Language) -> None:
    for kind, sample in SAMPLES.items():
        error = built(function, sample)
        message = error.message(language)
        assert message.strip()
        assert error.as_json(language) == {"code": error.code, "message": message, "where": error.where}
        if kind != "hostile":
            assert "{" not in message
            assert "}" not in message


@pytest.mark.parametrize("function", CONSTRUCTORS, ids=called)
def test_every_error_says_what_it_was_told(function: Constructor) -> None:
    """What a constructor is given is in its message or its place: nothing is asked for in vain."""
    for name, kind in get_type_hints(function).items():
        if kind in (str, int):
            told = {**SAMPLES["usual"], kind: "something else" if kind is str else 47}
            assert built(function, told).as_json("en") != built(function, SAMPLES["usual"]).as_json("en"), name


@pytest.mark.parametrize("function", CONSTRUCTORS, ids=called)
def test_every_error_has_a_code_and_a_docstring(function: Constructor) -> None:
    error = built(function, SAMPLES["usual"])
    assert error.code.replace("_", "").isalpha()
    assert error.code == error.code.lower()
    assert inspect.getdoc(function)
    assert issubclass(get_type_hints(function)["return"], FloorjudgeError)
    assert type(error) in FloorjudgeError.__subclasses__()


def test_every_error_code_means_one_thing() -> None:
    places = defaultdict(set)
    for code, place, _, _ in error_codes():
        places[code].add(place)
    assert {code: sorted(found) for code, found in places.items() if len(found) > 1} == {}


def test_codes_are_written_out_where_errors_are_made() -> None:
    """The page is read from the source; it must have found what the constructors really give."""
    found = {(place, code) for code, place, _, _ in error_codes()}
    assert {(called(function), built(function, SAMPLES["usual"]).code) for function in CONSTRUCTORS} <= found


def test_every_error_code_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "errors.md").read_text("utf-8")
    assert page == error_page()
    for code, place, _, when in error_codes():
        (row,) = [line for line in page.splitlines() if f"| `{code}` |" in line and f"`{place}`" in line]
        assert when
        assert when.replace("|", "\\|") in row


def test_the_page_is_sorted_and_says_a_thing_once() -> None:
    rows = [line for line in error_page().splitlines() if line.startswith("| `")]
    codes = [row.split("`")[1] for row in rows]
    assert codes == sorted(codes)
    assert len(set(rows)) == len(rows)
    assert "| `bad_json` | A line is not a JSON object. | bad input | `tournament.refusals.bad_json` |" in rows


def test_an_error_carries_its_clauses_and_its_place() -> None:
    error = BadInput("code", text("A sentence."), where="here", clauses=("OTE 2.1", "OTE 2.3"))
    assert str(error) == "code: A sentence. (OTE 2.1, OTE 2.3)"
    assert error.at("there").as_json("en") == {
        "code": "code",
        "message": "A sentence. (OTE 2.1, OTE 2.3)",
        "where": "there",
    }
    assert type(error.at("there")) is BadInput


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
HAPPENED: list[Event] = [
    *(events.EventOpened("Friday", "ote-1.2", "0" * 64, short) for short in (True, False)),
    events.PlayerRegistered("Ana"),
    *(events.DeckSubmitted("Ana", "40 Astral Wisdom", verdict) for verdict in Verdict),
    *(events.RoundGrouped(stage, 2, TABLES) for stage in ("round", "readmission", "final")),
    *(events.RoundGrouped("round", 1, tables, deck_reason="let in") for tables in (TABLES, TABLES[:1])),
    events.RoundGrouped("round", 1, TABLES[:1], public="said", roster="0" * 64),
    *(events.ResultReported(1, "Ana", INFLUENCE, note) for note in (None, "conceded")),
    events.ReadmissionReported(1, ("Ana",)),
    events.GameDrawn(1),
    events.PlayerLeft("Ana"),
    events.PlayerLeft("Ana", 1, winner="Bo"),
    events.PlayerLeft("Ana", 1, qualified=("Bo", "Cy")),
    *(events.ResultAmended(1, 1, "Ana", INFLUENCE, "x", None, other) for other in (None, Otherwise(), OTHERWISE)),
    *(events.ReadmissionAmended(1, 1, ("Ana",), "x", other) for other in (None, Otherwise(), OTHERWISE)),
    events.OrderDrawn(("a", "b"), "OTE 2.8.4", ("b", "a")),
    *(events.EventFinished("seed", winner) for winner in (None, "Ana")),
    *(
        events.CommandUndone(kind.__name__)
        for kind in get_args(Event)
        if kind not in (events.EventOpened, events.CommandUndone)
    ),
]
EXPLANATIONS: list[Text] = [
    *map(why_text, TABLES),
    *map(event_text, HAPPENED),
    *map(otherwise_text, (Otherwise(), OTHERWISE, Otherwise(active=("Ana",)))),
    *(stage_text(stage.value) for stage in Stage),
    *(undone_text(event.undone) for event in HAPPENED if isinstance(event, events.CommandUndone)),
]


def test_there_is_a_sample_of_every_event_and_every_reason() -> None:
    assert {type(event) for event in HAPPENED} == set(get_args(Event))
    assert {type(why) for _, _, why in WHYS} == set(get_args(Why))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", EXPLANATIONS, ids=lambda said: said.message[:50])
def test_every_explanation_can_be_said(said: Text, language: Language) -> None:
    sentence = render(said, language)
    assert sentence.strip()
    assert "{" not in sentence
    assert "}" not in sentence
    if language != "en" and " " in said.message:
        assert sentence != render(said, "en")
