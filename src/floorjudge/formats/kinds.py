"""The kinds of JSON values that fields take: what stands at a place, and in words what would be right there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.formats.errors import BadField, MissingField
from floorjudge.reading import NotAList, NotAnObject, NotTrueOrFalse, NotWords
from floorjudge.texts import Text, text

_PATH = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_FIELD = re.compile(r"(?P<what>unknown|missing required) field `(?P<field>[^`]+)`")
_STEP = re.compile(r"(?P<name>[^.\[\]]+)|\[(?P<place>[^\]]+)\]")
# The place of an entry of an object, which msgspec does not name.
_ANY = "..."
_WORDS_OF_KINDS: Mapping[Any, Text] = {
    int: text("a whole number"),
    float: text("a number"),
    bool: NotTrueOrFalse.needs,
    str: NotWords.needs,
    list: NotAList.needs,
    tuple: NotAList.needs,
}
_FLAGS = {"yes": True, "true": True, "no": False, "false": False, "": False}


def converted(given: object, kind: Any, unknown: Callable[[str, tuple[str, ...]], FloorjudgeError]) -> Any:
    """Return a JSON value as an instance of a kind; `unknown` makes the error for a field that is not among the known ones.

    Raises BadInput, with the place in the value, for the first part that is unknown, missing or of another kind.
    """
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        problem = str(error)
    path = found["path"] if (found := _PATH.search(problem)) else ""
    *_, (place, inner, value) = _walked(path, kind, given)
    field = _FIELD.search(problem)
    if field is None:
        raise BadField(needed(inner), shown(value), where=place)
    name = f"{place}.{field['field']}".lstrip(".")
    raise unknown(name, inner.__struct_fields__) if field["what"] == "unknown" else MissingField(name)


def _walked(path: str, kind: Any, given: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield for each step to a place in a value: the place so far, the kind that is right there, and the value."""
    here, kind = "", alone(kind)
    yield here, kind, given
    for step in _STEP.finditer(path):
        name, place = step["name"], step["place"]
        if name is not None:
            kind, given = get_type_hints(kind, include_extras=True)[name], given[name]
            here = f"{here}.{name}".lstrip(".")
        elif place == _ANY:
            kind = get_args(kind)[-1]
            key = next((key for key, each in given.items() if not _fits(each, kind)), next(iter(given)))
            here, given = f"{here}.{key}", given[key]
        else:
            kind, given, here = get_args(kind)[0], given[int(place)], f"{here}[{place}]"
        kind = alone(kind)
        yield here, kind, given


def shown(value: object) -> str:
    """Return a JSON value as an error repeats it."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    return value if isinstance(value, str) else json.dumps(value)


def _fits(given: object, kind: Any) -> bool:
    try:
        msgspec.convert(given, kind)
    except msgspec.ValidationError:
        return False
    return True


def alone(kind: Any) -> Any:
    """Return a kind without None, if just one other kind is left."""
    if get_origin(kind) in (Literal, Annotated):
        return kind
    parts = [each for each in get_args(kind) if each is not NoneType]
    return parts[0] if len(parts) == 1 and NoneType in get_args(kind) else kind


def kind_at(name: str, options: type[msgspec.Struct]) -> Any:
    """Return the kind of an option, such as `cut` or `points.win`, without None; None if there is no such option."""
    kind: Any = options
    for part in name.split("."):
        known = get_type_hints(kind, include_extras=True) if hasattr(kind, "__struct_fields__") else {}
        if part not in known:
            return None
        kind = alone(known[part])
    return kind


def plain(kind: Any) -> Any:
    """Return a kind without its limits and the kinds of its items: `int`, `list`; a Literal unchanged."""
    if get_origin(kind) is Annotated:
        return plain(get_args(kind)[0])
    return kind if get_origin(kind) in (None, Literal) else get_origin(kind)


def limits(kind: Any) -> tuple[int | None, int | None]:
    """Return the least and the greatest number of a kind, None where there is no limit."""
    metas = (
        [each for each in get_args(kind)[1:] if isinstance(each, msgspec.Meta)] if get_origin(kind) is Annotated else []
    )
    least = next((each.ge for each in metas if each.ge is not None), None)
    most = next((each.le for each in metas if each.le is not None), None)
    return None if least is None else int(least), None if most is None else int(most)


def needed(kind: Any) -> Text:
    """Return in words what would be right where a value of a kind is needed."""
    least, most = limits(kind)
    bare = plain(kind)
    if bare is int and least is not None:
        if most is not None:
            return text("a whole number, {least} to {most}", least=least, most=most)
        return text("a whole number, {least} or more", least=least)
    if get_origin(bare) is Literal:
        return text("one of {known}", known=tuple(map(str, get_args(bare))))
    if bare is UnionType:
        one, *others = map(needed, get_args(kind))
        return reduce(lambda sentence, other: text("{one} or {other}", one=sentence, other=other), others, one)
    return _WORDS_OF_KINDS.get(bare, NotAnObject.needs)


def from_words(kind: Any, word: str) -> Any:
    """Return a typed word as a value of a kind; the word itself if it is none, which `converted` then refuses."""
    bare = plain(kind)
    if bare is bool:
        return _FLAGS.get(word.strip(), word)
    if bare is str or isinstance(next(iter(get_args(bare)), None), str):
        return word
    try:
        value = json.loads(word)
    except (ValueError, RecursionError):
        value = word
    if bare in (list, tuple) and not isinstance(value, list):
        return [from_words(get_args(kind)[0], each) for each in word.replace(",", " ").split()]
    return value
