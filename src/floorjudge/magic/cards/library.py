"""The cards that positions can name: those of the installed package or of an import, and those given as texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from floorjudge.magic.cards.database import CardDatabase, database_path
from floorjudge.magic.cards.importing import Progress, import_cards, installed_database
from floorjudge.magic.cards.names import CardNames
from floorjudge.magic.cards.sides import Side, folded, names_of
from floorjudge.magic.engine.engine import engine_version
from floorjudge.magic.engine.readings.faces import Face, parsed
from floorjudge.magic.errors import NoCardTexts, UnknownCard

_SIMILAR = 3
_STROKE = re.compile(r"\s*/+\s*")
# A pass over all cards must not hold them all in memory.
_REMEMBERED = 1_000


class KnownCard(NamedTuple):
    """A card: its whole name, and the engine's faces of its sides, the front first."""

    name: str
    faces: dict[str, Face]

    @property
    def front(self) -> Face:
        """Return the face with which the card is drawn, cast and put onto the battlefield."""
        return next(iter(self.faces.values()))


class CardLibrary:
    """Finds cards by name, and stores the engine's faces of each."""

    def __init__(self, database: CardDatabase | None, texts: Mapping[str, Side] | None = None) -> None:
        self._database = database
        self._texts = dict(texts or {})
        self._known: dict[str, KnownCard | None] = {}
        # The last library with further cards: those of one position are looked up again and again.
        self._extended: tuple[Sequence[Side], CardLibrary] | None = None

    @classmethod
    def open(
        cls, file: Path | None = None, watched: Callable[[], AbstractContextManager[Progress | None]] = nullcontext
    ) -> CardLibrary:
        """Return the cards in a file that `import_cards` wrote; without one the user's, otherwise the installed package's.

        The package's are prepared for the first card, which takes seconds and happens once; `watched` receives the
        calls of `import_cards` meanwhile. Without imported cards and package the library is empty, and each look-up
        raises an error. Raises BadInput for a file that cannot be read.
        """
        path = file or database_path()
        if file or path.exists():
            return cls(CardDatabase(path))
        database = installed_database()

        def prepare(into: Path) -> None:
            with watched() as progress:
                import_cards(into=into, progress=progress)

        return cls(CardDatabase(database, prepare) if database else None)

    @classmethod
    def of_texts(cls, sides: Iterable[Side]) -> CardLibrary:
        """Return a library that knows the given cards only; see `CardText.side`."""
        return cls(None, {folded(name): side for side in sides for name in names_of(side["name"], [side])})

    def with_texts(self, sides: Sequence[Side]) -> CardLibrary:
        """Return this library with further cards, which come before imported ones of the same name."""
        if not sides:
            return self
        if self._extended is None or self._extended[0] != sides:
            texts = self._texts | {folded(side["name"]): side for side in sides}
            self._extended = sides, CardLibrary(self._database, texts)
        return self._extended[1]

    def card(self, name: str) -> KnownCard:
        """Return the card with this name, whole or of one side.

        Raises BadInput if there is none (with similar names), if there are no card texts at all, or if the engine is
        not installed.
        """
        if (known := self.find(name)) is not None:
            return known
        if self._database is None:
            raise NoCardTexts
        raise UnknownCard(name, self.similar(name))

    def similar(self, name: str) -> tuple[str, ...]:
        """Return the whole names of cards with similar names, the likeliest first. Raises BadInput if there are no card texts."""
        return tuple(self.completion.complete(name, _SIMILAR))

    def find(self, name: str) -> KnownCard | None:
        """Return the card with this name, whole or of one side; None if there is none, as for most tokens.

        Raises BadInput if the engine is not installed.
        """
        key = folded(name)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = self._found(name, key)
        return self._known[key]

    @property
    def is_empty(self) -> bool:
        """Return whether there are no card texts at all: none were imported, and their package is not installed."""
        return self._database is None and not self._texts

    def whole_name(self, name: str) -> str | None:
        """Return the whole name of the card with this name, also of one side; None if there is none.

        Raises BadInput if there are no card texts at all.
        """
        return next((whole for whole, _ in self._listed(name)), None)

    def sides(self, name: str) -> tuple[str, list[Side]] | None:
        """Return the whole name and the sides of the card with this name, also of one side; None if there is none.

        Raises BadInput if there are no card texts at all.
        """
        return next(((whole, sides()) for whole, sides in self._listed(name)), None)

    def _listed(self, name: str) -> Iterator[tuple[str, Callable[[], list[Side]]]]:
        """Yield the whole name of each card that a name may mean, given texts first, and the reader of its sides."""
        if self.is_empty:
            raise NoCardTexts
        for spelling in dict.fromkeys((name, _STROKE.sub(" // ", name))):
            if (side := self._texts.get(folded(spelling))) is not None:
                yield side["name"], partial(list, [side])
            if self._database is not None and (card := self._database.find(spelling)):
                yield card[1], partial(self._database.sides, card[0])

    def names(self) -> Iterator[str]:
        """Return the whole names of all cards, given texts first. Raises BadInput if there are none."""
        yield from (side["name"] for side in self._texts.values())
        if self._database is not None:
            yield from self._database.names()
        elif not self._texts:
            raise NoCardTexts

    @property
    def has_translations(self) -> bool:
        """Return whether cards are found by their names in other languages, too."""
        return self._database is not None and self._database.has_translations

    @cached_property
    def completion(self) -> CardNames:
        """Return the names of all cards, in all languages, for completion. Raises BadInput if there are none."""
        return CardNames(self.names(), self._database.translations() if self._database else ())

    def close(self) -> None:
        """Close the file of imported cards."""
        if self._database is not None:
            self._database.close()

    def _found(self, name: str, key: str) -> KnownCard | None:
        if key in self._texts:
            side = self._texts[key]
            return KnownCard(side["name"], parsed([side]))
        if self._database is None or (card := self._database.find(name)) is None:
            return None
        number, whole = card
        engine = engine_version()
        faces = self._database.faces(number, engine)
        if faces is None:
            faces = parsed(self._database.sides(number))
            self._database.keep_faces(number, engine, faces)
        return KnownCard(whole, faces)
