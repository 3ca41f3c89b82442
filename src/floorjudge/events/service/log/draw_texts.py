"""The history of an event's draws in plain words for the public, see `draw_history`."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType

import msgspec

from floorjudge.events.service.log.contract import StoredEvent, event_id
from floorjudge.events.service.log.draw_history import DrawHistory, Grouped, Listed, Ordered
from floorjudge.texts import Text, Value, counted, text

ABOUT_THE_SAME_TIME = timedelta(days=3)
LONGEST_NUMBER = 3


class Teller(msgspec.Struct, frozen=True):
    """The form of a record's time and author for the reader."""

    when: Callable[[str], str]
    who: Callable[[str | None], Value]

    def list_texts(self, each: Listed, *, first: bool) -> Iterator[Text]:
        """Yield when a list of players was fixed, its digest, its later fate, and the changes since the first one."""
        at, by = self.when(each.at), self.who(each.by)
        if each.started:
            yield counted(
                "The event was started at {at} with a list of {count} player that had not been closed: {by}. SHA-256 of the "
                "names: {roster}.",
                "The event was started at {at} with a list of {count} players that had not been closed: {by}. SHA-256 of the "
                "names: {roster}.",
                count=each.players,
                at=at,
                by=by,
                roster=each.roster,
            )
        else:
            yield counted(
                "The list of {count} player was closed at {at}: {by}. SHA-256 of the list: {roster}.",
                "The list of {count} players was closed at {at}: {by}. SHA-256 of the list: {roster}.",
                count=each.players,
                at=at,
                by=by,
                roster=each.roster,
            )
        yield from _changes(each, first=first)
        if each.reopened_at is not None:
            yield text(
                "It was opened again at {at}: {by}.", at=self.when(each.reopened_at), by=self.who(each.reopened_by)
            )
        if each.undone_at is not None:
            yield text("That was taken back at {at}: {by}.", at=self.when(each.undone_at), by=self.who(each.undone_by))

    def grouping_text(self, each: Grouped) -> Text:
        """Yield that a start or a grouping was undone, with its public words."""
        words, at, by = each.public or "–", self.when(each.undone_at or ""), self.who(each.undone_by)
        if each.start:
            return text("The start with the words “{words}” was taken back at {at}: {by}.", words=words, at=at, by=by)
        if each.public is not None:
            return text(
                "A grouping of round {round} with the words “{words}” was taken back at {at}: {by}.",
                round=each.round,
                words=words,
                at=at,
                by=by,
            )
        return text("A grouping of round {round} was taken back at {at}: {by}.", round=each.round, at=at, by=by)

    def order_text(self, each: Ordered) -> Text:
        """Yield that a random order was undone, or drawn again."""
        drawn = self.when(each.at)
        if each.undone_at is not None:
            return text(
                "The random order {order} ({reason}), drawn at {drawn}, was taken back at {at}: {by}.",
                order=each.order,
                reason=each.reason,
                drawn=drawn,
                at=self.when(each.undone_at),
                by=self.who(each.undone_by),
            )
        return text(
            "The same things were drawn once more at {at}, in the order {order} ({reason}): {by}.",
            at=drawn,
            order=each.order,
            reason=each.reason,
            by=self.who(each.by),
        )

    def renewal_texts(self, history: DrawHistory) -> Iterator[Text]:
        """Yield how often the end was undone, and when a new seed was promised."""
        if history.ends_undone:
            yield counted(
                "The end was taken back {count} time; nothing may be drawn with the seed that was revealed.",
                "The end was taken back {count} times; nothing may be drawn with the seed that was revealed.",
                count=history.ends_undone,
            )
        for each in history.renewals:
            yield text("Another seed was promised at {at}: {by}.", at=self.when(each.at), by=self.who(each.by))


def _changes(each: Listed, *, first: bool) -> Iterator[Text]:
    """Return how a list differs from the first one."""
    if first:
        return
    if each.same:
        yield text("The names are those of the first list.")
        return
    if each.joined:
        yield text("Not on the first list: {players}.", players=each.joined)
    if each.left:
        yield text("Only on the first list: {players}.", players=each.left)
    if each.renamed:
        yield text("On the first list under another name: {players}.", players=each.renamed)


def list_doubt() -> Text:
    """Return what an organiser could gain by changing a closed list of players."""
    return text(
        "The list of players was changed after it had been closed. A person who knows the seed and the words can choose the groups by such changes: ask why."
    )


def opened_about_when(stored: Sequence[StoredEvent], this: str) -> list[StoredEvent]:
    """Return the events that were opened within some days of one, itself included."""
    opened = next(_opened(each) for each in stored if each.id == this)
    return [each for each in stored if abs(_opened(each) - opened) <= ABOUT_THE_SAME_TIME]


def namesake_texts(
    stored: Sequence[StoredEvent], this: str, names: Mapping[str, Collection[str]] = MappingProxyType({})
) -> Iterator[Text]:
    """Yield which other events with this one's name were opened in the same store within some days, or have been deleted.

    `names` are those that events have had, by id; for the others it is the name at the opening. An organiser who opens
    an event repeatedly could choose among seeds, and give the name to the best one. A deleted event leaves its id,
    which no other gets.
    """
    near = {
        each.id: {_heard(name) for name in names.get(each.id, (each.name,))} for each in opened_about_when(stored, this)
    }
    if others := tuple(each for each in near if each != this and near[each] & near[this]):
        yield counted(
            "{count} other event of this name was opened here at about the same time ({ids}). Unless it is a copy of this "
            "one, it has a seed of its own: ask which one was announced.",
            "{count} other events of this name were opened here at about the same time ({ids}). Those that are no copies of "
            "this one have seeds of their own: ask which one was announced.",
            count=len(others),
            ids=others,
        )
    if deleted := _deleted_before(stored, this):
        yield counted(
            "{count} earlier event was opened here whose name gives the same id, and is deleted ({ids}).",
            "{count} earlier events were opened here whose names give the same id, and are deleted ({ids}).",
            count=len(deleted),
            ids=deleted,
        )


def _deleted_before(stored: Sequence[StoredEvent], this: str) -> tuple[str, ...]:
    """Return the free ids that were given before that of an event, for an equal or similar name."""
    wanted = event_id(next(each.name for each in stored if each.id == this))
    number = this.removeprefix(f"{wanted}-")
    before = int(number) if number.isdecimal() and len(number) <= LONGEST_NUMBER else 1
    earlier = [wanted, *(f"{wanted}-{other}" for other in range(2, before))] if before > 1 else []
    there = {each.id for each in stored}
    return tuple(each for each in earlier if each not in there)


def _opened(event: StoredEvent) -> datetime:
    return datetime.fromisoformat(event.opened_at)


def _heard(name: str) -> str:
    """Return an event's name as people hear it: its letters and digits of any script; without any, the whole name."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(filter(str.isalnum, apart)) or name
