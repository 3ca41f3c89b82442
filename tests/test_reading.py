"""Fields of JSON objects: what is wrong is named with its place, under its own code or its document's."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.reading import (
    BadDocument,
    FieldLeftOut,
    Fields,
    NoSuchField,
    NotACount,
    NotAList,
    NotAnObject,
    NotTrueOrFalse,
    NotWords,
    UnknownChoice,
    WrittenTwice,
    json_value,
)
from floorjudge.texts import text
from tests.support.refusals import error_of


class BadRecipe(BadDocument):
    """A field of a recipe is of the wrong kind."""

    code = "bad_recipe"
    sentence = text("A recipe needs here: {expected}.")
    outermost = "recipe"


WRONG: list[tuple[Callable[[Fields], Any], type[BadInput], str, str]] = [
    (lambda fields: fields.words("number"), NotWords, "here.number", "a text"),
    (lambda fields: fields.words("blank"), NotWords, "here.blank", "a text"),
    (lambda fields: fields.optional_words("number"), NotWords, "here.number", "a text"),
    (lambda fields: fields.words("missing"), FieldLeftOut, "here.missing", "a text"),
    (lambda fields: fields.need("null"), FieldLeftOut, "here.null", "a value"),
    (lambda fields: fields.flag("number"), NotTrueOrFalse, "here.number", "true or false"),
    (lambda fields: fields.flag("null"), NotTrueOrFalse, "here.null", "true or false"),
    (lambda fields: fields.count("flag"), NotACount, "here.flag", "a plain whole number"),
    (lambda fields: fields.count("missing"), FieldLeftOut, "here.missing", "a plain whole number"),
    (lambda fields: fields.items("number"), NotAList, "here.number", "a list"),
    (lambda fields: fields.names("missing"), FieldLeftOut, "here.missing", "a list"),
    (lambda fields: fields.names("list"), NotWords, "here.list[1]", "a text"),
    (lambda fields: fields.inner("list"), NotAnObject, "here.list", "an object"),
    (lambda fields: fields.inner("missing"), FieldLeftOut, "here.missing", "an object"),
    (lambda fields: fields.inner("object", ("b", "c")), NoSuchField, "here.object.a", "one of the fields b, c"),
    (lambda fields: fields.objects("list"), NotAnObject, "here.list[0]", "an object"),
    (lambda fields: fields.choice("number", (None, "x", "y"), "x"), UnknownChoice, "here.number", "one of x, y"),
]
GIVEN = {"number": 3, "blank": " ", "null": None, "flag": True, "list": ["Ana", 4], "object": {"a": "word"}}


def test_what_is_wrong_is_said_with_its_place(subtests: pytest.Subtests) -> None:
    for read, kind, where, needed in WRONG:
        with subtests.test(read=read, kind=kind, where=where, needed=needed):
            alone = error_of(kind, read, Fields.of(GIVEN, "here"))
            assert (type(alone), alone.where) == (kind, where)
            document = error_of(BadRecipe, read, Fields.of(GIVEN, "here", document=BadRecipe))
            assert document.where == where
            assert document.message("en") == f"A recipe needs here: {needed}."


def test_what_is_right_is_read() -> None:
    fields = Fields.of(GIVEN, "", tuple(GIVEN), BadRecipe)
    assert fields.inner("object").words("a") == "word"
    assert (fields.count("number"), fields.flag("flag"), fields.flag("missing")) == (3, True, False)
    assert (fields.optional_words("null"), fields.optional_words("missing")) == (None, None)
    assert fields.items("list") == [("Ana", "list[0]"), (4, "list[1]")]
    assert (fields.items("null"), fields.optional_names("missing"), fields.objects("missing")) == ([], [], [])
    assert fields.choice("missing", (None, "x"), None) is None
    assert fields.choice("number", (2, 3), 2) == 3


@pytest.mark.parametrize("given", [None, 3, "text", ["list"]])
def test_what_is_no_object_has_no_fields(given: object) -> None:
    assert error_of(NotAnObject, Fields.of, given, "", ("a",)).where == "case"
    assert error_of(BadRecipe, Fields.of, given, "", ("a",), BadRecipe).where == "recipe"


_WORDS = st.text("ab", min_size=1, max_size=2)
_JSON = st.recursive(
    st.integers() | _WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3)
)


@given(_JSON, st.lists(_WORDS | st.integers(0, 3), max_size=4))
def test_a_name_that_stands_twice_is_found_anywhere_with_its_place(value: Any, path: list[str | int]) -> None:
    written, where = '{"twice": 1, "x": 2, "twice": 3}', "twice"
    for step in reversed(path):
        rest = json.dumps(value)
        if isinstance(step, int):
            written, where = f"[{f'{rest}, ' * step}{written}, {rest}]", f"[{step}].{where}".replace("].[", "][")
        else:
            written, where = f'{{"y": {rest}, "{step}": {written}, "z": []}}', f"{step}.{where}".replace(".[", "[")
    assert error_of(WrittenTwice, json_value, written).where == where
    assert json_value(json.dumps(value)) == value


def test_of_a_name_twice_the_outermost_is_named_where_an_inner_one_is_written_over() -> None:
    assert error_of(WrittenTwice, json_value, '{"a": {"b": 1, "b": 2}, "a": 3}').where == "a"
