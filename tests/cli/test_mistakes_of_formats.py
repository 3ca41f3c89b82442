"""A format whose methods raise or return nothing of use, each in turn: commands are stored whole or not at all, and the answer names the method."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from floorjudge.cli.event.stdio import answers
from floorjudge.events.service import EventService
from floorjudge.formats import all_formats, folder_of
from floorjudge.formats.claims import Claim
from floorjudge.formats.display import Badge, Cell, Column, SeatResult
from floorjudge.formats.errors import FormatFailed
from floorjudge.formats.log import Reported
from floorjudge.formats.protocol import Format, LoopEdition
from floorjudge.formats.protocol.guarding import guard, is_of, overridden, returned_by
from floorjudge.store import open_log
from floorjudge.texts import Text, text
from tests.cli.conftest import CommandLine
from tests.support.further_formats import further_formats, write_knockout


class FieldsOfItsOwn(Reported, frozen=True, tag="OfItsOwn"):
    """A struct of a format, with a field that the protocol knows nothing of."""

    table: int
    claim: Any
    winner: str


SEED = "a seed of these tests, which is long enough"
LOOKS = ("show", "tables", "standings", "log")


@pytest.fixture(scope="module", autouse=True)
def with_knockout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    place = tmp_path_factory.mktemp("formats")
    write_knockout(place)
    with further_formats(place):
        yield


def raising(*_given: object, **_named: object) -> Any:
    raise ZeroDivisionError("a mistake of this test")


def returning_nothing_of_use(*_given: object, **_named: object) -> Any:
    return object()


# What a method does instead of its work, with the beginning of the reason that the answer gives.
MISTAKES: dict[Any, str] = {
    raising: "ZeroDivisionError: a mistake of this test",
    returning_nothing_of_use: "TypeError: it returned object, not ",
}


def broken(patch: pytest.MonkeyPatch, rules: Format, method: str, mistake: Any = raising) -> None:
    patch.setattr(type(rules).__mro__[1], method, mistake)


def methods() -> dict[str, list[str]]:
    """Return every method of the seam that a format has, once, by formats."""
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    for format_id, rules in sorted(all_formats().items()):
        own: Any = type(rules).__mro__[1]
        found[format_id] = sorted({*overridden(own)} - seen)
        seen |= {*found[format_id]}
    return found


def commands(service: EventService, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield what an organiser sends, as far as the event comes."""
    for number in range(1, 6):
        yield {"do": "register", "player": f"p{number}"}
    yield {"do": "start"}
    for table in service.state.open_tables():
        said = SAID[service.state.format](service.state, table, chance)
        yield {"do": "propose", "table": table.table, "player": table.players[0], **said}
        yield {"do": "report", "table": table.table, **said}
    yield {"do": "amend", "round": 1, "table": 1, "reason": "misheard", "preview": True}
    yield {"do": "unreport", "table": 1, "reason": "the wrong table"}
    yield {"do": "leave", "player": "p1"}
    yield {"do": "come_back", "player": "p1"}
    yield {"do": "next"}
    yield {"do": "undo"}
    yield {"do": "show"}


# Chance of a format's own is asked before it is broken.
SAID: dict[str, Any] = {}


def test_a_value_is_of_a_type_with_all_that_it_holds(subtests: pytest.Subtests) -> None:
    cases: list[tuple[object, Any, bool]] = [
        (None, Sequence[Text], False),
        ([None], Sequence[Text], False),
        ("ab", Sequence[Text], False),
        ([text("a")], Sequence[Text], True),
        ((text("a"), "b"), tuple[Text | str, ...], True),
        ((text("a"),), tuple[Text, Text], False),
        ({"a": "1"}, dict[str, int], False),
        ({"a": 1}, dict[str, int], True),
        (None, Text | None, True),
        ("mtr", LoopEdition | None, True),
        ("none", LoopEdition | None, False),
        ((Claim,), tuple[type[Claim], ...], True),
        ((Text,), tuple[type[Claim], ...], False),
        (iter(()), Iterator[Text], True),
        (5, Iterator[Text], False),
        (len, Callable[[str], int], True),
    ]
    for value, kind, fits in cases:
        with subtests.test(value=value, kind=kind):
            assert is_of(value, kind) is fits


def test_a_format_is_guarded_once_however_often_formats_are_looked_up() -> None:
    for format_ in all_formats().values():
        kind = type(format_)
        guard(format_, folder_of(format_.id))
        assert type(format_) is kind
        guards = [each for each in kind.__mro__ if "guarded_as" in vars(each)]
        assert guards == [kind]


def test_a_mistake_in_a_value_that_comes_later_is_named_as_well() -> None:
    def wrong_later(*_given: object) -> Iterator[object]:
        yield text("The first is right.")
        yield None

    rules = next(each for each in all_formats().values() if "leaving" in overridden(type(each).__mro__[1]))
    with pytest.MonkeyPatch.context() as patch:
        broken(patch, rules, "leaving", wrong_later)
        values = rules.leaving(None, None, None)  # type: ignore[arg-type]
        next(values)
        with pytest.raises(FormatFailed, match=r"folder on_the_edge .* leaving .*NoneType, not Text"):
            next(values)


WRONG: Any = 5
TITLE = text("Title")


def test_a_wrong_field_in_what_a_method_returns_is_named(subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, Any, str]] = [
        ("columns", [Column("a", TITLE, TITLE), Column("b", TITLE, WRONG)], r"\$\[1\]\.short"),
        (
            "table_badges",
            (Badge("moved", Text("Moved", {"at": WRONG, "by": (TITLE, WRONG)})),),
            r"\$\[0\]\.label\.values\[...\]\[1\]",
        ),
        ("result_rows", (SeatResult("Ana", won=True, cells=(Cell("1", WRONG),)),), r"\$\[0\]\.cells\[0\]\.shown"),
        ("group_title", Text(WRONG), r"\$\.message"),
        ("reported", FieldsOfItsOwn(1, None, WRONG), r"\$\.winner"),
    ]
    for method, returned, where in cases:
        rules = next(each for each in all_formats().values() if method in overridden(type(each).__mro__[1]))
        with subtests.test(method=method), pytest.MonkeyPatch.context() as patch:
            broken(patch, rules, method, lambda *_, returned=returned: returned)
            with pytest.raises(FormatFailed, match=f"in its method {method} .*in what it returned: .*at `{where}`"):
                getattr(rules, method)(None, None)


@pytest.mark.exhaustive
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_on_stdio_and_nothing_is_stored_half(mistake: Any, subtests: pytest.Subtests) -> None:
    for format_id, named in methods().items():
        rules = all_formats()[format_id]
        SAID[format_id] = getattr(type(rules).__mro__[1], "by_chance").__get__(rules)  # noqa: B009 (a class of formats)
        # Any value is one of a method that returns the format's own values.
        for method in (each for each in named if mistake is raising or returned_by(each) is not Any):
            log = open_log()
            service = EventService(log)
            service.take({"do": "open", "name": "Cup", "format": format_id, "seed": SEED}, "en")
            with subtests.test(format=format_id, method=method), pytest.MonkeyPatch.context() as patch:
                broken(patch, rules, method, mistake)
                for command in commands(service, random.Random(1)):
                    before = service.number
                    (line,) = answers(service, [json.dumps(command).encode()], "en")
                    answer = json.loads(line)
                    wrong = answer.get("error") or answer.get("unshown")
                    if wrong is not None and wrong["code"] == "format_failed":
                        assert (
                            f"folder {folder_of(format_id)} made a mistake, in its method {method} " in wrong["message"]
                        )
                        assert MISTAKES[mistake] in wrong["message"]
                    changes = answer["ok"] and command["do"] != "show" and not command.get("preview")
                    assert service.number == before + changes
                    assert answer.get("unshown") is None or (answer["view"] is None and "is stored" in wrong["message"])
            with subtests.test(format=format_id, mended=method):
                assert EventService(log, service.event_id).state == service.state


def records() -> int:
    """Return how many records the event has."""
    with closing(open_log(os.environ["FLOORJUDGE_DB"])) as log:
        return log.tournaments()[0].records


@pytest.mark.exhaustive
def test_a_mistake_is_named_on_the_command_line_and_whether_the_command_is_stored(
    floorjudge: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    rules, named = all_formats()["knockout"], set()
    for method in methods()["knockout"]:
        with subtests.test(method=method), pytest.MonkeyPatch.context() as patch:
            monkeypatch.setenv("FLOORJUDGE_DB", str(tmp_path / f"{method}.db"))
            floorjudge.done("event", "new", "Cup", "--format", "knockout", "--seed", SEED)
            floorjudge.done("event", "register", "p1", "p2", "p3", "p4")
            floorjudge.done("event", "start")
            broken(patch, rules, method)
            for words in (("report", "1", "1"), ("report", "2", "1"), ("next",), *((look,) for look in LOOKS)):
                before = records()
                ran = floorjudge("event", *words)
                assert (ran.code, ran.err == "") in {(0, True), (2, False)}
                if f"made a mistake, in its method {method} (ZeroDivisionError" in ran.err:
                    is_stored = "is stored" in ran.err
                    assert records() - before == is_stored
                    named.add(is_stored)
                else:
                    assert "mistake" not in ran.err
    assert named == {False, True}
