"""`event stdio` and whatever may come in: always one answer, never an exception, never a change with an error."""

from __future__ import annotations

import json
from collections.abc import Callable

from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.events import view
from floorjudge.events.service import EventService
from tests.cli.talk import ODD_NAMES, POSSIBLE, STAGES, Json, registering, send
from tests.events.floor.small_event import NAMES

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


@given(
    st.sampled_from(STAGES), st.sampled_from(["open", "register", "deck", "start", "report", "next", "amend"]), VALUES
)
def test_any_fields_are_answered(make: Callable[[], EventService], do: str, value: object) -> None:
    fields = value if isinstance(value, dict) else {"player": value, "table": value}
    unharmed(make, json.dumps({"do": do} | fields).encode())


MISSING = object()


def changed(command: Json, data: st.DataObject) -> Json:
    """Return a command with one field, or one part of a field, changed, taken out or added."""
    field = data.draw(st.sampled_from([*command, "id", "preview", "note", "seed", "qualified", "extra"]))
    new = data.draw(VALUES | st.just(MISSING))
    old = command.get(field)
    if isinstance(old, dict) and old and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(list(old)))
        new = {name: new if name == key else value for name, value in old.items() if new is not MISSING or name != key}
    elif isinstance(old, list) and data.draw(st.booleans()):
        new = [*old[1:], new] if new is not MISSING else old[1:]
    return {key: value for key, value in (command | {field: new}).items() if value is not MISSING}


@given(st.data())
def test_a_command_with_one_thing_wrong_is_answered(data: st.DataObject) -> None:
    make, command, _ = data.draw(st.sampled_from(list(POSSIBLE.values())))
    unharmed(make, json.dumps(changed(command(make()), data)).encode())


@given(st.data())
def test_a_command_at_any_time_is_answered(data: st.DataObject) -> None:
    make = data.draw(st.sampled_from(STAGES))
    source, command, _ = data.draw(st.sampled_from(list(POSSIBLE.values())))
    unharmed(make, json.dumps(command(source())).encode())
