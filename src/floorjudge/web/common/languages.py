"""The language of a reader, numbers and times as that language writes them, and finding names however they are typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from math import inf
from typing import Literal, TypeAlias

import msgspec
from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time, format_timedelta, get_datetime_format
from starlette.requests import HTTPConnection

from floorjudge.exact import digits, read_number
from floorjudge.exact.digits import in_powers_of_ten
from floorjudge.texts import LANGUAGES, Language, Text, in_groups, render, text

COOKIE = "lang"
# Each language under its own name, for the switch.
NAMES: Mapping[Language, str] = {"en": "English", "es": "Español", "fr": "Français", "pt": "Português"}
_LOCALES: Mapping[Language, str] = {"en": "en", "es": "es", "fr": "fr", "pt": "pt_BR"}
_LONGEST_HEADER = 500
# More digits than this are not shown at once; more than the other not at all, but for their beginning and end.
SHOWN_AT_ONCE = 24
SHOWN_AT_ALL = 5_000
_ENDS = 9
# A number that is so short in powers of ten is shown in them.
_LONGEST = 36


def language_of(request: HTTPConnection) -> Language:
    """Return the language a session has chosen (a cookie), else the one their browser asks for, else English.

    Programs choose with `?lang=`.
    """
    asked = request.query_params.get("lang", "") if request.url.path.startswith("/api/") else ""
    chosen = known(asked) or known(request.cookies.get(COOKIE, ""))
    return chosen or _wanted(request.headers.get("accept-language", "")[:_LONGEST_HEADER])


def style_of(request: HTTPConnection, language: Language) -> str:
    """Return how dates and times are written for whoever reads a language: as where their browser says they are.

    It is a name of a locale, such as `en_GB`; the language itself when the browser names no country.
    """
    header = request.headers.get("accept-language", "")[:_LONGEST_HEADER]
    tags = (item.partition(";")[0].strip().replace("-", "_") for item in header.split(","))
    return next((tag for tag in tags if known(tag.partition("_")[0]) == language and _is_style(tag)), language)


@lru_cache(maxsize=256)
def _is_style(tag: str) -> bool:
    try:
        return Locale.parse(tag).territory is not None
    except (ValueError, UnknownLocaleError):
        return False


def known(code: str) -> Language | None:
    """Return the language of a code such as `pt` or `pt-BR`; None if we do not speak it."""
    short = code.strip().lower().partition("-")[0]
    return next((language for language in LANGUAGES if language == short), None)


@lru_cache(maxsize=256)
def _wanted(header: str) -> Language:
    """Return the best of an Accept-Language header, the first of equals."""
    best: Language = "en"
    weight = 0.0
    for item in header.split(","):
        code, _, parameters = item.partition(";")
        language = known(code)
        given = _weight(parameters)
        if language is not None and given > weight:
            best, weight = language, given
    return best


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 0.0


@lru_cache(maxsize=256)
def locale_of(style: str) -> Locale:
    """Return babel's locale for a language, or for a style of `style_of`."""
    code = known(style)
    return Locale.parse(_LOCALES[code] if code == style else style)


@lru_cache(maxsize=4096)
def number(value: int, language: Language) -> str:
    """Return a whole number as people write it: `1,024` or `1.024`, in Spanish `1024`; a negative one with a real minus sign."""
    return in_groups(str(value), language)


class BigNumber(msgspec.Struct, frozen=True):
    """A number for a page: `short` for the eye, `full` all digits in groups (None when `short` has them all)."""

    short: str
    full: str | None
    digits: int


def big_number(number: int | str, language: Language) -> BigNumber:
    """Return a number of any size, or its digits, for a page: in groups, the middle of a long one folded."""
    value = read_number(number, "") if isinstance(number, str) else number
    written = digits(abs(value))
    sign = "−" if value < 0 else ""
    if len(written) <= SHOWN_AT_ONCE:
        return BigNumber(sign + in_groups(written, language), None, len(written))
    brief = in_powers_of_ten(value, _LONGEST, minus="−", grouped=lambda many: in_groups(many, language))
    if brief is None:
        brief = sign + "…".join(in_groups(part, language) for part in (written[:_ENDS], written[-_ENDS:]))
    full = in_groups(written, language) if len(written) <= SHOWN_AT_ALL else None
    return BigNumber(brief, None if full is None else sign + full, len(written))


def written(shown: str | Text, language: Language) -> str:
    """Return what stands in a cell as people write it: `1,024½`, `0.3333`; words as they are."""
    return render(shown, language) if isinstance(shown, Text) else in_groups(shown, language)


def moment(at: str, style: str, zone: tzinfo | None = None) -> str:
    """Return the day and time of an ISO text in `zone` (that of the server when None); `style` is a language or see `style_of`."""
    joined = str(get_datetime_format("medium", locale=locale_of(style)))
    return joined.replace("{1}", day(at, style, zone)).replace("{0}", hour(at, style, zone)).replace("'", "")


def day(at: str, style: str, zone: tzinfo | None = None) -> str:
    """Return the day of an ISO text."""
    return format_date(datetime.fromisoformat(at).astimezone(zone), "medium", locale=locale_of(style))


def hour(at: str, style: str, zone: tzinfo | None = None) -> str:
    """Return the time of day of an ISO text, hours and minutes."""
    return format_time(datetime.fromisoformat(at).astimezone(zone), "short", locale=locale_of(style))


_Unit: TypeAlias = Literal["day", "hour", "minute"]
_MINUTES: Mapping[_Unit, int] = {"day": 1_440, "hour": 60, "minute": 1}


def ago(at: str, now: int, language: Language) -> str:
    """Return how long ago an ISO text is at `now` (milliseconds since 1970), in whole minutes, hours or days: `3 minutes ago`.

    Hours begin with two of them, days as well. `static/calls.js` goes on counting by the same rule.
    """
    minutes = (now - int(datetime.fromisoformat(at).timestamp() * 1_000)) // 60_000
    if minutes < 1:
        return render(text("just now"), language)
    unit: _Unit = next((unit for unit, long in _MINUTES.items() if minutes >= 2 * long), "minute")
    passed = timedelta(minutes=minutes // _MINUTES[unit] * _MINUTES[unit])
    return format_timedelta(-passed, granularity=unit, threshold=inf, add_direction=True, locale=locale_of(language))


# Letters that Unicode does not take apart into a letter and a mark. `static/find.js` has the same.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
)


def plain(words: str) -> str:
    """Return words as a search compares them: `Łukasz Müller` is `lukasz muller`."""
    apart = unicodedata.normalize("NFKD", words.casefold().translate(_LETTERS))
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())


# Signs inside a name that many leave out or type in another form, and all others. `static/find.js` has the same.
_APOSTROPHES = re.compile("['’‘ʼ`´]")
_OTHER_SIGNS = re.compile(r"[^\w]+")


def looked_for(words: str) -> tuple[str, ...]:
    """Return the words of a search, or those of a name: `O’Brien-Núñez, Ana` is `obrien`, `nunez`, `ana`."""
    bare = plain(words)
    return tuple(_OTHER_SIGNS.sub(" ", _APOSTROPHES.sub("", bare)).split() or bare.split())


def fits(name: str, wanted: tuple[str, ...]) -> bool:
    """Return whether a name holds all that is looked for, see `looked_for`, in any order."""
    held = " ".join(looked_for(name))
    return all(word in held for word in wanted)
