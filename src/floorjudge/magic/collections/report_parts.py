"""What a report is made of, and how it says numbers in a language; a page and a file of Markdown are made from the same parts."""

from __future__ import annotations

import msgspec
from babel import Locale
from babel.numbers import format_decimal

from floorjudge.magic.collections.charts import Bar, Curve
from floorjudge.texts import Language, Text, counted, render, text

_LOCALES = {"en": "en", "es": "es", "fr": "fr", "pt": "pt_BR"}
_FINE, _HOUR = 10, 3600


class Table(msgspec.Struct, frozen=True):
    """A table: what it shows, its heads, its rows; the first `words` columns are words, the others numbers.

    `more` is what else is to be said of each row, for all rows or for none.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    more: tuple[str, ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """A picture still to be drawn, of bars or of curves; `says` is what is to be seen in it, in a sentence, `how` how to read it.

    Curves are over seconds up to `most`.
    """

    name: str
    says: str
    bars: tuple[Bar, ...] = ()
    curves: tuple[Curve, ...] = ()
    how: str = ""
    most: float = 0.0


class Section(msgspec.Struct, frozen=True):
    """A part of the report with a heading: sentences, at most one picture, tables."""

    name: str
    title: str
    says: tuple[str, ...] = ()
    picture: Picture | None = None
    tables: tuple[Table, ...] = ()


class Speaker(msgspec.Struct, frozen=True):
    """Says sentences and numbers in one language."""

    language: Language

    def say(self, said: Text) -> str:
        """Return a sentence."""
        return render(said, self.language)

    def each(self, *said: Text) -> tuple[str, ...]:
        """Return several sentences."""
        return tuple(map(self.say, said))

    def number(self, value: int) -> str:
        """Return a whole number."""
        return str(format_decimal(value, locale=self._locale))

    def decimal(self, value: float) -> str:
        """Return a number with at most two digits behind its comma."""
        return str(format_decimal(value, format="#,##0.##", locale=self._locale))

    def percent(self, share: float) -> str:
        """Return a share of 0 to 1 without digits behind the comma."""
        return self.say(text("{number}\N{NO-BREAK SPACE}%", number=self.number(round(100 * share))))

    def share(self, part: int, whole: int) -> str:
        """Return a part of a whole, with a digit behind the comma while it is small; a dash when there is no whole."""
        if not whole:
            return "–"
        if not 0 < part * _FINE < whole:
            return self.percent(part / whole)
        written = format_decimal(100 * part / whole, format="0.0", locale=self._locale)
        return self.say(text("{number}\N{NO-BREAK SPACE}%", number=str(written)))

    def part(self, part: int, whole: int) -> str:
        """Return a part and its share of the whole: `120 (8 %)`."""
        return self.say(text("{number} ({share})", number=self.number(part), share=self.share(part, whole)))

    def of(self, part: int, whole: int) -> str:
        """Return a part beside the whole: `31 of 40`."""
        return self.say(text("{part} of {whole}", part=self.number(part), whole=self.number(whole)))

    def seconds(self, value: float) -> str:
        """Return seconds, with a digit behind the comma; long times as hours."""
        if value >= _HOUR:
            return self.say(text("{hours}\N{NO-BREAK SPACE}h", hours=self._fine(value / _HOUR)))
        return self.say(text("{seconds}\N{NO-BREAK SPACE}s", seconds=self._fine(value)))

    def mark(self, value: float) -> str:
        """Return seconds that somebody has chosen, with no more digits than they need."""
        return self.say(text("{seconds}\N{NO-BREAK SPACE}s", seconds=self.decimal(value)))

    def cards(self, count: int) -> str:
        """Return a number of cards."""
        return self.say(counted("{count} card", "{count} cards", count=count))

    def _fine(self, value: float) -> str:
        return str(format_decimal(value, format="#,##0.0", locale=self._locale))

    @property
    def _locale(self) -> Locale:
        return Locale.parse(_LOCALES[self.language])
