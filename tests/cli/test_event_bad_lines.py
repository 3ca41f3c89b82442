"""`event stdio` and lines that are no commands, or wrong ones, or anything at all: one answer in one shape, and with an error nothing has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.events import view
from floorjudge.events.codec import read_object
from floorjudge.events.service import EventService
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.texts import LANGUAGES
from tests.cli.talk import (
    ODD_NAMES,
    ORDER,
    STAGES,
    Json,
    amendment,
    done,
    error,
    first_open,
    in_round,
    refused,
    registering,
    say,
    send,
    unopened,
)
from tests.events.floor.small_event import NAMES, SEED, opened, report_of

# What can be wrong with a line, and where the error says it is.
NO_COMMANDS = [
    (b"", "bad_json", None),
    (b"\n", "bad_json", None),
    (b"   \r\n", "bad_json", None),
    (b'{"do": "open", "name": "Friday", "name": "Saturday"}', "written_twice", "name"),
    (b'{"do": "report", "influence": {"Ana": 16, "Ana": 3}}', "written_twice", "influence.Ana"),
    (b"null", "bad_json", None),
    (b"[]", "bad_json", None),
    (b'"show"', "bad_json", None),
    (b"3", "bad_json", None),
    (b'{"do": "show"', "bad_json", None),
    (b'{"do": "show"} {"do": "show"}', "bad_json", None),
    (b'{"do": "register", "player": NaN}', "bad_json", None),
    (b'{"do": "drawn", "table": Infinity}', "bad_json", None),
    (b'{"do": "drawn", "table": 1e999}', "bad_json", None),
    (b'{"do": "drawn", "table": ' + b"1" * 5000 + b"}", "bad_json", None),
    (b'{"do": "register", "player": "\\ud800"}', "bad_json", None),
    (b'{"do": "register", "player": "\xff"}', "bad_json", None),
    (b'{"do": "register", "player": "\x01"}', "bad_json", None),
    (b"[" * 100_000, "bad_json", None),
    (b'{"do":' * 100_000, "bad_json", None),
    (b'{"do":"register","player":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "bad_json", None),
    (b"{}", "missing_field", "do"),
    (b'{"do": null}', "unknown_command", "do"),
    (b'{"do": "Show"}', "unknown_command", "do"),
    (b'{"do": "quit"}', "unknown_command", "do"),
    (b'{"do": ["show"]}', "unknown_command", "do"),
    (b'{"do": {"show": 1}}', "unknown_command", "do"),
    (b'{"do": "register"}', "missing_field", "player"),
    (b'{"do": "register", "player": "Zoe", "team": "X"}', "unknown_field", "team"),
    (b'{"do": "show", "player": "Zoe"}', "unknown_field", "player"),
    (b'{"do": "register", "player": null}', "bad_field", "player"),
    (b'{"do": "register", "player": 5}', "bad_field", "player"),
    (b'{"do": "register", "player": ["Zoe"]}', "bad_field", "player"),
    (b'{"do": "register", "player": ""}', "bad_name", "player"),
    (b'{"do": "register", "player": " \\t "}', "bad_name", "player"),
    (b'{"do": "register", "player": "a\\u0000b"}', "bad_name", "player"),
    (b'{"do": "register", "player": "a\\u001b[31m"}', "bad_name", "player"),
    (b'{"do": "register", "player": "a\\u202eb"}', "bad_name", "player"),
    (b'{"do": "register", "player": "' + b"x" * 101 + b'"}', "bad_name", "player"),
    (b'{"do": "register", "player": "' + b"x" * 100_000 + b'"}', "bad_name", "player"),
]


def test_a_line_that_is_no_command_is_answered_with_an_error(subtests: pytest.Subtests) -> None:
    for line, code, where in NO_COMMANDS:
        with subtests.test(line=line, code=code, where=where):
            assert refused(registering(), line) == (code, where)


def test_a_number_too_long_for_any_field_is_told_from_broken_json() -> None:
    for written in ("9" * 5_000, "-" + "9" * 5_000, "1e400"):
        with pytest.raises(BadInput, match="a number in it is too long; write it as a text"):
            read_object(f'{{"do": "declare", "says": {written}}}')


def test_deep_nesting_is_no_danger_at_any_depth(subtests: pytest.Subtests) -> None:
    for depth in [10, 100, 300, 500, *range(900, 1010, 3), 2000]:
        with subtests.test(depth=depth):
            desk = registering()
            nested = b"[" * depth + b"]" * depth
            for line in (
                b'{"do":%s}' % nested,
                b'{"do":"register","player":%s}' % nested,
                b'{"do":"register","player":%s,"id":"x"}' % nested,
                b'{"do":"register","player":"Zoe","id":%s}' % nested,
                b'{"do":"register","player":"Zoe","preview":%s}' % nested,
                b'{"do":"register","player":"Zoe","%s":1}' % nested,
            ):
                refused(desk, line)


def test_what_a_result_cannot_say_is_named_with_its_place(subtests: pytest.Subtests) -> None:
    desk = in_round()
    report, correction = first_open(desk), amendment(desk)
    influence: Json = report["influence"]
    player, last, stranger = report["winner"], list(influence)[-1], desk.state.tables[0].players[0]
    without = {name: points for name, points in influence.items() if name != last}
    cases: list[tuple[Json, str, str]] = [
        *(({"table": table}, "no_such_table", "table") for table in (0, -1, 3, 2**63, 2**64, 10**30, -(10**30))),
        *(({"table": table}, "bad_field", "table") for table in (True, False, 1.0, 1.5, "1", None, [1], {"x": 1})),
        *(({"winner": name}, "not_at_the_table", "winner") for name in (stranger, "")),
        ({"influence": influence | {stranger: 1}}, "not_at_the_table", f"influence.{stranger}"),
        *(({"influence": fewer}, "influence_missing", "influence") for fewer in (without, {})),
        ({"influence": dict.fromkeys(influence, 15)}, "target_not_reached", "note"),
        *(
            ({"influence": influence | {player: points}}, "bad_field", f"influence.{player}")
            for points in (True, 1.0, "16", None, [16], {"x": 1})
        ),
        *(
            ({"influence": influence | {player: points}}, "absurd_influence", f"influence.{player}")
            for points in (10**6 + 1, -(10**6) - 1, 2**63, 10**100)
        ),
    ]
    for change, code, where in cases:
        with subtests.test(change=change):
            assert error(desk, **report | change) == (code, where)
            if "table" in change:
                assert error(desk, do="drawn", id="x", **change) == error(desk, **correction | change) == (code, where)
    for round_ in (0, -1, 2, 10**30):
        assert error(desk, **correction | {"round": round_}) == ("no_such_round", "round")
    for words in ("", "  ", "\n", "a\x00b", "\x1b[31m", "x" * 2001):
        with subtests.test(words=words):
            for command, field in ((report, "note"), (correction, "note"), (correction, "reason"), (ORDER, "reason")):
                assert error(desk, **command | {field: words}) == ("bad_words", field)
            assert error(desk, **ORDER | {"items": ["a", words]}) == ("bad_words", "items[1]")


def test_odd_names_play_a_whole_event() -> None:
    desk = opened()
    for name in ODD_NAMES:
        done(desk, do="register", player=name)
    draw = {"commitment": hashlib.sha256(SEED.encode()).hexdigest(), "typed": True, "closed": False}
    seen = done(desk, do="show")["view"]
    assert seen["draw"] == draw | {"seed": None, "public": None, "starts": 0}
    done(desk, do="start", public="other words")
    done(desk, do="undo")
    seen = done(desk, do="start", public='{0} "words" [red]x[/red]')["view"]
    assert {player["player"] for player in seen["players"]} == set(ODD_NAMES)
    done(desk, do="leave", player=ODD_NAMES[0])
    while desk.state.stage != "finished":
        for table in desk.state.open_tables():
            done(desk, **report_of(table, vacancies(desk.state)))
        seen = done(desk, do="next")["view"]
    assert {player["player"] for player in seen["players"]} == set(ODD_NAMES)
    assert seen["draw"] == draw | {"seed": SEED, "public": "0wordsredxred", "starts": 2}
    assert [player["set"] for player in seen["players"]].count("left") == 1


def test_a_name_may_be_written_with_the_accents_apart() -> None:
    """Many systems send é as two characters: it is the same name wherever it is said."""
    apart = "Jose\u0301"
    desk = opened()
    assert done(desk, do="register", player=apart)["view"]["players"][0]["player"] == "José"
    for name in NAMES[:3]:
        done(desk, do="register", player=name)
    assert error(desk, do="register", player=apart) == ("name_taken", "player")
    done(desk, do="start")
    table = desk.state.tables[0]
    influence = {apart if name == "José" else name: 16 if name == "José" else 0 for name in table.players}
    done(desk, do="report", table=1, winner=apart, influence=influence)
    done(desk, do="amend", round=1, table=1, winner=apart, influence=influence, reason="again")
    done(desk, do="leave", player=apart)


def test_the_seed_is_any_text(subtests: pytest.Subtests) -> None:
    for seed in ["x", " ", "a\r\nb", "\t", "[red]{0}%s", "\N{SNOWMAN}" * 5000, "a\x00b"]:
        with subtests.test(seed=seed):
            desk = unopened()
            answer = done(desk, do="open", name="Friday", seed=seed)
            assert answer["view"]["draw"]["commitment"] == hashlib.sha256(seed.encode()).hexdigest()


def test_what_an_event_must_be_opened_with() -> None:
    assert error(unopened(), do="open") == ("missing_field", "name")
    assert error(unopened(), do="open", name="") == ("bad_name", "name")
    assert error(unopened(), do="open", name="Friday", format="chess") == ("unknown_format", "format")
    assert error(unopened(), do="open", name="Friday", seed=5) == ("bad_field", "seed")
    assert error(unopened(), do="show") == ("not_open", None)


def test_messages_do_not_grow_with_what_was_sent() -> None:
    desk = in_round()
    for command in (
        {"do": "x" * 100_000},
        {"do": "register", "player": "x" * 100_000},
        {"do": "leave", "player": "x" * 100_000},
        {"do": "drawn", "table": 1, "x" * 100_000: 1},
        {"do": "drawn", "table": 10**4000},
        first_open(desk) | {"winner": "x" * 100_000},
        first_open(desk) | {"influence": {"x" * 100_000: 1}},
    ):
        answer = say(desk, **command)
        assert not answer["ok"]
        assert len(json.dumps(answer)) < 2000


def test_messages_are_in_the_language_that_was_asked_for(subtests: pytest.Subtests) -> None:
    for language in LANGUAGES:
        with subtests.test(language=language):
            desk = registering()
            answer = send(desk, b'{"do":"next"}', language)
            assert answer["error"]["code"] == "not_started"
            assert (answer["error"]["message"] == say(desk, do="next")["error"]["message"]) is (language == "en")
            desk = in_round()
            why = send(desk, b'{"do":"show"}', language)["view"]["tables"][0]["why"]
            assert (why == say(desk, do="show")["view"]["tables"][0]["why"]) is (language == "en")


# JSON values of every kind, with what is hard about them.
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 20)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([*NAMES, *ODD_NAMES, "", "show", "undo", 10**25, -(10**25), "\ud800", "\x00", "x" * 3000, "16"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | st.sampled_from(NAMES), inner, max_size=4)
    ),
    max_leaves=8,
)


def unharmed(make: Callable[[], EventService], line: bytes) -> None:
    """Send a line to a desk: it is answered once, in shape, and an error has changed nothing."""
    desk = make()
    before = (desk.records, desk._state)
    answer = send(desk, line)
    if answer["ok"]:
        assert desk.records[: len(before[0])] == before[0]
        assert answer["view"] == json.loads(json.dumps(view(desk.state, "en")))
    else:
        assert (desk.records, desk._state) == before


@given(st.sampled_from(STAGES), st.binary(max_size=200).map(lambda line: line.replace(b"\n", b"")))
@example(registering, b'\xef\xbb\xbf{"do":"show"}')
def test_any_bytes_are_answered(make: Callable[[], EventService], line: bytes) -> None:
    unharmed(make, line)


@given(st.sampled_from(STAGES), VALUES)
def test_any_json_value_is_answered(make: Callable[[], EventService], value: object) -> None:
    unharmed(make, json.dumps(value).encode())
