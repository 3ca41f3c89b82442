"""Options and fields of another kind: each is answered in words, with its place, whichever way it came in."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from floorjudge.errors import BadInput
from floorjudge.formats import all_formats
from floorjudge.formats.errors import BadField, MissingField, OptionUnknown
from floorjudge.formats.kinds import converted
from floorjudge.formats.protocol import Format
from floorjudge.formats.protocol.option_fields import form_of, from_form, typed_options
from floorjudge.texts import LANGUAGES
from tests.support.refusals import error_of

# Words of programs that no person needs to know.
PROGRAMMERS = re.compile(r"\b(int|str|bool|null|float|array|None|Enum|struct)\b|[|`$]")


class Inner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    most: Annotated[int, Meta(ge=1)] | None = None


class Every(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One option of each kind."""

    needed: int
    rounds: Annotated[int, Meta(ge=1, le=20)] | None = None
    points: int = 3
    share: float = 0.5
    seeded: bool = False
    title: str = ""
    pairs: Literal["random", "standings"] | None = None
    size: Literal[3, 4] = 4
    worth: tuple[Annotated[int, Meta(ge=0)], ...] = ()
    by_name: dict[str, int] = {}
    either: int | str = 0
    inner: Inner = Inner()


def unknown(field: str, known: tuple[str, ...]) -> BadInput:
    return OptionUnknown(field, known)


def test_a_value_of_another_kind_is_answered_with_what_would_be_right(subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str, str, str]] = [
        ({"rounds": "abc"}, "a whole number, 1 to 20", "abc", "rounds"),
        ({"rounds": 0}, "a whole number, 1 to 20", "0", "rounds"),
        ({"rounds": 21}, "a whole number, 1 to 20", "21", "rounds"),
        ({"rounds": 1.5}, "a whole number, 1 to 20", "1.5", "rounds"),
        ({"rounds": True}, "a whole number, 1 to 20", "true", "rounds"),
        ({"points": None}, "a whole number", "null", "points"),
        ({"share": "half"}, "a number", "half", "share"),
        ({"seeded": "maybe"}, "true or false", "maybe", "seeded"),
        ({"title": 5}, "a text", "5", "title"),
        ({"pairs": "best"}, "one of random, standings", "best", "pairs"),
        ({"pairs": 3}, "one of random, standings", "3", "pairs"),
        ({"size": 5}, "one of 3, 4", "5", "size"),
        ({"worth": 3}, "a list", "3", "worth"),
        ({"worth": [1, -1]}, "a whole number, 0 or more", "-1", "worth[1]"),
        ({"by_name": {"Ana": 1, "Bo": "x"}}, "a whole number", "x", "by_name.Bo"),
        ({"either": []}, "a whole number or a text", "[…]", "either"),
        ({"inner": "x"}, "an object", "x", "inner"),
        ({"inner": {"most": 0}}, "a whole number, 1 or more", "0", "inner.most"),
        ({"inner": {"name": {}}}, "a text", "{…}", "inner.name"),
    ]
    for value, needed, got, where in cases:
        with subtests.test(where=where, got=got):
            wrong = error_of(BadField, converted, {"needed": 1, **value}, Every, unknown)
            assert (str(wrong.expected), wrong.got, wrong.where) == (needed, got, where)
            for language in LANGUAGES:
                assert not PROGRAMMERS.search(wrong.message(language).replace(got, ""))


def test_a_field_that_is_missing_or_unknown_is_named_with_its_place() -> None:
    assert error_of(MissingField, converted, {}, Every, unknown).where == "needed"
    found = error_of(OptionUnknown, converted, {"needed": 1, "inner": {"least": 1}}, Every, unknown)
    assert (found.where, found.known) == ("inner.least", ("name", "most"))


WORDS = st.one_of(
    st.sampled_from(
        ["", "abc", "-1", "0", "1", "2", "99999999999999999999999", "1.5", "true", "yes", "no", "null", "[1]"]
    ),
    st.sampled_from(["{}", "3 2 1", "3,2,x", '"a"', "５", "standings", "byes", "NaN", "[" * 100_000, "1" * 5_000]),
    st.text(max_size=8),
)


def options_with_parts() -> list[tuple[str, str]]:
    found = []
    for rules in all_formats().values():
        for field in msgspec.structs.fields(rules.options):
            inner = getattr(field.type, "__struct_fields__", ())
            found += [(rules.id, field.name), *((rules.id, f"{field.name}.{part}") for part in inner)]
    return found


def refusal(rules: Format, value: dict[str, Any]) -> BadInput | None:
    try:
        rules.options_from_json(value)
    except BadInput as refused:
        return refused
    return None


@given(st.sampled_from(options_with_parts()), WORDS)
def test_any_word_for_any_option_is_taken_or_refused_in_words(option: tuple[str, str], word: str) -> None:
    format_id, name = option
    rules = all_formats()[format_id]
    for value in (typed_options(rules.options, {name: word}), rules.options_from_form({name: word})):
        refused = refusal(rules, value)
        assert refused is None or (refused.where or "").startswith("options")
        said = "" if refused is None else refused.message("en")
        assert not PROGRAMMERS.search(said.replace(f"“{word}", "“").replace("“null”", ""))


def test_what_is_typed_is_what_is_sent() -> None:
    sent = {
        "needed": 1, "rounds": 3, "share": 0.25, "seeded": True, "title": "5", "pairs": "standings", "size": 3,
        "worth": [3, 2, 1], "by_name": {"Ana": 1}, "either": "x", "inner": {"name": "true", "most": 4},
    }  # fmt: skip
    typed = {
        "needed": "1", "rounds": "3", "share": "0.25", "seeded": "yes", "title": "5", "pairs": "standings", "size": "3",
        "worth": "3, 2 1", "by_name": json.dumps({"Ana": 1}), "either": "x", "inner.name": "true", "inner.most": "4",
    }  # fmt: skip
    assert typed_options(Every, typed) == sent
    assert msgspec.convert(sent, Every).worth == (3, 2, 1)
    assert error_of(BadField, typed_options, Every, {"inner": "5", "inner.most": "4"}).where == "options.inner"


def test_the_form_of_options_has_their_limits_and_leaves_out_what_is_empty() -> None:
    fields = {field.name: field for field in form_of(Every).fields}
    assert set(fields) == {"needed", "rounds", "points", "seeded", "title", "pairs"}
    rounds: Any = fields["rounds"]
    assert (rounds.least, rounds.most) == (1, 20)
    assert from_form(Every, {"needed": "1", "rounds": "", "seeded": "", "title": ""}) == {"needed": 1, "seeded": False}
