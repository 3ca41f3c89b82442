"""A stream of positions as lines of JSON: two have equal keys exactly when they hold the same JSON value.

The order of an object's keys does not matter, that of a list does; of equal keys in one object the last counts. `1`,
`1.0` and `true` are three values. Whole numbers (without point and exponent) are the same when their values are, so are
all other numbers, by their exact decimal value and never by the nearest float: `1.0`, `1.00` and `10e-1` are one value,
`1e400` and `1e401` two, and so are `0.1` and `0.1000000000000000055`. `-0` is `0`, and `-0.0` is `0.0`.

A key is the value written in one certain way, numbers that are not whole as `#<digits>e<exponent>`, which no JSON has.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import msgspec

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.exact import digits, read_number
from floorjudge.loops.repetition.watches import CheckpointWatch, RepetitionWatch
from floorjudge.texts import Language, text

_NEW = '{"seen": false}\n'
# Python can refuse numbers above a set length, but not these.
_SHORT = 600


class NoJson(BadInput):
    sentence = text("This is not a JSON value that can be read.")


def watch_answers(
    lines: Iterable[bytes], watch: RepetitionWatch[bytes] | CheckpointWatch[bytes], language: Language
) -> Iterator[str]:
    """Yield the answer to each line, with its line break; a line of invalid JSON gets an error and does not count."""
    see = watch.see
    for number, line in enumerate(lines, 1):
        try:
            seen = see(json_line_key(line))
        except FloorjudgeError as error:
            yield json.dumps({"error": error.at(f"line {number}").as_json(language)}, ensure_ascii=False) + "\n"
            continue
        yield _NEW if seen is None else f'{{"seen": true, "first": {seen.first}, "now": {seen.now}}}\n'


def json_line_key(line: bytes) -> bytes:
    """Return the key of the JSON value on a line, in UTF-8.

    Raises BadInput if the line has no JSON value, more than one, or half a character (a lone surrogate).
    """
    try:
        return _write(_read(line))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _rare_key(line)


def _decimal(written: str) -> msgspec.Raw:
    """Return the one way to write a number that has a point or an exponent."""
    mantissa, _, exponent = written.lower().partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, part = mantissa.removeprefix("-").partition(".")
    significant = (whole + part).lstrip("0")
    if not significant:
        return msgspec.Raw(b"#0")
    kept = significant.rstrip("0")
    power = len(significant) - len(kept) - len(part)
    if exponent:
        power += read_number(exponent.removeprefix("+"), "exponent")
    return msgspec.Raw(f"#{sign}{kept}e{digits(power)}".encode())


_read = msgspec.json.Decoder(float_hook=_decimal).decode
_write = msgspec.json.Encoder(order="deterministic").encode


def _rare_key(line: bytes) -> bytes:
    """Return the key of a line that msgspec does not read: a whole number too long for it, or invalid JSON."""
    try:
        value = json.loads(line.decode(), parse_int=_whole, parse_float=_decimal, parse_constant=_constant)
        return _write(value)
    except (ValueError, RecursionError):
        raise NoJson from None


def _whole(written: str) -> int | msgspec.Raw:
    return int(written) if len(written) <= _SHORT else msgspec.Raw(written.encode())


def _constant(name: str) -> None:
    """Refuse NaN and the infinities, which Python reads although JSON has none."""
    raise ValueError(name)
