"""Names the things on a table, and finds them by name: labels, card names, tokens, players."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.engine.actions import Subject
from floorjudge.magic.engine.objects import GameObject, StackObject, counter_name
from floorjudge.magic.engine.readings.wording import Activated
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body, Reference
from floorjudge.magic.playing.errors import UnknownSeat, WhichOne

FACE_DOWN = "face down"
TOKEN = "token:"  # noqa: S105 (a game piece)


class Names:
    """The names of the things on a table; made anew after every action, because objects change."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._things: dict[int, GameObject | None] = {}
        self._labelled = {number: label for label, number in table.labels.items()}

    def thing(self, number: int) -> GameObject | None:
        """Return an object, None if its number is unknown."""
        if number not in self._things:
            self._things[number] = self._table.object(number)
        return self._things[number]

    def called(self, number: int) -> str:
        """Return the name of an object in steps: its label, or its name, with `token:` before that of a token."""
        if number in self._labelled:
            return self._labelled[number]
        thing = self.thing(number)
        if thing is None:
            return str(number)
        return f"{TOKEN}{_name(thing)}" if thing.is_token else _name(thing)

    def source_of(self, top: StackObject) -> str:
        """Return the name of the card of a spell, or of an ability's source, which may be gone; empty if it has no name."""
        if top.source is None:
            return ""
        thing = self.thing(top.source)
        return self._table.snapshot().last_known_name(top.source) if thing is None else thing.name or ""

    def one(self, subject: Subject) -> str:
        """Return the name of a player or an object."""
        return self.player(subject.seat or 0) if subject.thing is None else self.called(subject.thing)

    def player(self, seat: int) -> str:
        """Return a player's name."""
        return self._table.names[seat]

    def players(self) -> tuple[str, ...]:
        """Return all players' names, in the order of seats."""
        return self._table.names

    def stack(self) -> tuple[str, ...]:
        """Return the names of the objects on the stack, the top first; an ability has that of its source."""
        entries = reversed(self._table.stack())
        return tuple(each.words if each.source is None else self.called(each.source) for each in entries)

    def seat(self, words: str) -> int | None:
        """Return the seat of a player by number, from 0, or name; None if there is no such player."""
        names = [fold(name) for name in self.players()]
        if fold(words) in names:
            return names.index(fold(words))
        if words.isdecimal() and words.isascii() and len(words) < 3 and int(words) < len(names):
            return int(words)
        return None

    def seat_of(self, words: str, where: str) -> int:
        """Return the seat of a player; raises BadInput, at `where`, if no player has that name."""
        seat = self.seat(words)
        if seat is None:
            raise UnknownSeat(words, self.players(), where=where)
        return seat

    def meant(self, reference: Reference, numbers: Iterable[int], where: str) -> list[int]:
        """Return the objects that a reference can mean among some, the newest first, those with a label last.

        The name of a card means tokens only if there is no such card.

        Raises BadInput if it can mean things that are not alike, or names an unknown player.
        """
        fitting = self._cards_first(number for number in numbers if self._fits(reference, number, where))
        if reference.nth is not None:
            return sorted(fitting)[reference.nth : reference.nth + 1]
        fitting.sort(key=lambda each: (thing.timestamp if (thing := self.thing(each)) else 0, each), reverse=True)
        unlabelled = [number for number in fitting if number not in self._labelled]
        kinds = {self._kind(number) for number in unlabelled or fitting}
        if len(kinds) > 1:
            raise WhichOne(reference.words, tuple(self.with_marks(number) for number in fitting), where=where)
        return [*unlabelled, *(number for number in fitting if number in self._labelled)]

    def means(self, reference: Reference, subject: Subject) -> bool:
        """Return whether a reference can mean a player or an object. Raises BadInput as `meant` does."""
        if subject.thing is None:
            return self.seat(reference.words) == subject.seat
        return bool(self.meant(reference, [subject.thing], ""))

    def among(self, reference: Reference, subjects: Iterable[Subject], where: str) -> Subject | None:
        """Return the player or object that a reference means among some, None for none. Raises BadInput as `meant` does."""
        listed = list(subjects)
        seat = self.seat(reference.words)
        things = self.meant(reference, [each.thing for each in listed if each.thing is not None], where)[:1]
        return next(
            (each for each in listed if (each.seat == seat if each.thing is None else each.thing in things)), None
        )

    def refer_to(self, subject: Subject, among: Iterable[Subject]) -> Reference:
        """Return the shortest reference to a player or an object among some."""
        if subject.thing is None:
            return Reference(str(subject.seat))
        return self.refer(subject.thing, [each.thing for each in among if each.thing is not None])

    def refer(self, number: int, numbers: Iterable[int]) -> Reference:
        """Return the shortest reference that means this very object among some."""
        words, among = self.called(number), list(numbers)
        owner = str(self._whose(number))
        tries = (Reference(words), Reference(words, owner))
        for reference in tries:
            try:
                meant = self.meant(reference, among, "")
            except BadInput:
                continue
            if meant[:1] == [number]:
                return reference
        last = tries[-1]
        fitting = sorted(self._cards_first(each for each in among if self._fits(last, each, "")))
        return msgspec.structs.replace(last, nth=fitting.index(number))

    def with_marks(self, number: int) -> str:
        """Return the name of an object, with its differences from others of that name."""
        marks = self.marks(number)
        return f"{self.called(number)} ({', '.join(marks)})" if marks else self.called(number)

    def marks(self, number: int) -> tuple[str, ...]:
        """Return the marks by which an object differs from others of its name: its player, size, counters and attachments."""
        thing = self.thing(number)
        if thing is None:
            return ()
        marks = [self.player(thing.whose)]
        marks += [thing.size] if thing.size is not None else []
        marks += [f"{count} {counter_name(kind)}" for kind, count in sorted(thing.counters.items())]
        return (*marks, *(self.called(each) for each in thing.attachments))

    def look(self, number: int) -> tuple[object, ...]:
        """Return the looks of an object as a value: objects with equal looks cannot be told apart."""
        if number in self._labelled:
            return (self._labelled[number],)
        return (*self._kind(number), *self._state(number))

    def _cards_first(self, numbers: Iterable[int]) -> list[int]:
        """Return the cards among some objects; where there are none, the tokens: a card's name means the card before a copy."""
        every = list(numbers)
        return [number for number in every if not ((thing := self.thing(number)) and thing.is_token)] or every

    def _fits(self, reference: Reference, number: int, where: str) -> bool:
        labelled = self._table.labels.get(reference.words)
        if labelled is not None:
            return labelled == number
        thing, words = self.thing(number), fold(reference.words)
        name = "" if thing is None else fold(_name(thing))
        if words.startswith(TOKEN):
            fits = thing is not None and thing.is_token and words.removeprefix(TOKEN).strip() == name
        else:
            fits = words == name
        return fits and (reference.of is None or self._whose(number) == self.seat_of(reference.of, f"{where}.of"))

    def _whose(self, number: int) -> int:
        thing = self.thing(number)
        return 0 if thing is None else thing.whose

    def _kind(self, number: int) -> tuple[object, ...]:
        """Return the lasting differences of an object; being tapped, for example, passes."""
        thing = self.thing(number)
        if thing is None:
            return ()
        attached = tuple(sorted(self.called(each) for each in thing.attachments))
        counters = tuple(sorted(thing.counters.items()))
        same = (thing.name, thing.is_token, thing.controller, thing.zone, thing.power, thing.toughness)
        return (*same, attached, counters, thing.attached_to)

    def _state(self, number: int) -> tuple[object, ...]:
        thing = self.thing(number)
        return (
            ()
            if thing is None
            else (thing.tapped, thing.is_sick, thing.damage, thing.owner, thing.face_down, thing.copier)
        )


def activated_by(body: Body, labels: Iterable[str]) -> Activated | None:
    """Return the test for names of objects whose abilities a body activates; None if a step may mean any object."""
    sources = {step.source.words for step in body if step.do == "activate" and step.source is not None}
    if sources & {*labels, *(step.label for step in body if step.label is not None)}:
        return None
    wanted = {fold(words).removeprefix(TOKEN).strip() for words in sources} | {FACE_DOWN}
    return lambda name: fold(name or FACE_DOWN) in wanted


def _name(thing: GameObject) -> str:
    """Return the engine's name of an object; a face-down object has none."""
    return thing.name or FACE_DOWN


def fold(words: str) -> str:
    """Return words in a form for comparison, independent of the way they were typed."""
    return " ".join(words.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
