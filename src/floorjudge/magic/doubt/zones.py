"""Compares the zone in which the engine has put a card with the zones that the words of cards forbid (CR 614.6).

Words of a card about itself going to a graveyard from anywhere work in every zone (CR 113.6), and words about dying
only on the battlefield (CR 700.4). The engine's form names neither: it applies such words on the battlefield and on the
stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from floorjudge.magic.engine.actions import ENDS, Event
from floorjudge.magic.engine.objects import GameObject, description_of
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.iterating import Remark

BATTLEFIELD, STACK, GRAVEYARD, EXILE = "Battlefield", "Stack", "Graveyard", "Exile"
_FROM_ANYWHERE = re.compile(r"\bfrom anywhere\b", re.IGNORECASE)
_DIES = re.compile(r"\b(?:die|dies|put into a graveyard from the battlefield)\b", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"')
# Words of a card about itself that give its player no choice.
_OWN = re.compile(
    r"^(?:.*\. ?)?If (?:~|this \w+) would (?:die|be put into a graveyard from (?P<where>anywhere|the battlefield)), "
    r"(?=[^.]*\binstead\b)(?![^.]*\bmay\b)",
    re.IGNORECASE,
)
# Words of a permanent about every card.
_EVERY = re.compile(
    r"^If a card(?P<tokens> or token)? would be put into (?P<whose>a|your|an opponent's) graveyard from anywhere, "
    r"(?=[^.]*\binstead\b)(?![^.]*\bmay\b)",
    re.IGNORECASE,
)
# Words of a permanent about a card, which may have to be of a kind.
_SOME = re.compile(
    r"^If a(?:n|ny)? [^.]*would be put into (?P<whose>a|your|an opponent's) graveyard\b(?! from the battlefield)(?=[^.]*\binstead\b)",
    re.IGNORECASE,
)


class KeptOut:
    """Watches the zones that the words of cards in a position forbid; `now` returns an object's current state.

    A card was `misplaced` if such words forbid its zone, or words about dying may have been `misapplied` to a spell;
    its `way_not_asked` if the words of others were followed, and its player could have followed its own (CR 616.1).
    """

    def __init__(self, before: Snapshot, now: Callable[[int], GameObject | None]) -> None:
        self._before, self._now = before, now

    def remarks(self, events: Sequence[Event]) -> Iterator[Remark]:
        """Yield a remark on each wrong move among some events, but not for clearing away after a player's loss."""
        moves = list(_moves(events))
        for index, (number, origin, to) in enumerate(moves):
            thing = self._as_it_was(number, origin)
            if thing is None:
                continue
            if to == GRAVEYARD:
                yield from (Remark("misplaced", thing.name, words) for words in _own_words(thing, origin))
                yield from self._kept_by_others(thing)
            elif origin not in (BATTLEFIELD, STACK) and to == EXILE and self._sent_by_others(thing):
                yield from (Remark("way_not_asked", thing.name, words) for words in _own_words(thing, origin))
            if origin == STACK and to != BATTLEFIELD:
                then = next((after for other, _, after in moves[index + 1 :] if other == number), to)
                if then != GRAVEYARD:
                    yield from (Remark("misapplied", thing.name, words) for words in _words_about_dying(thing))

    def _as_it_was(self, number: int, origin: str) -> GameObject | None:
        known = self._before.objects.get(number)
        if known is None or known.zone != origin:
            return self._now(number)
        # A copy of a spell ceases to exist once it has left the stack.
        return None if origin == STACK and self._now(number) is None else known

    def _kept_by_others(self, thing: GameObject) -> Iterator[Remark]:
        for keeper, words in self._keepers:
            match = _EVERY.search(words)
            if match is None:
                continue
            still = self._now(keeper.number)
            stays = still is not None and (still.zone, still.timestamp) == (keeper.zone, keeper.timestamp)
            about = match["tokens"] is not None or not thing.is_token
            if stays and about and _is_theirs(match["whose"].lower(), keeper, thing):
                yield Remark("misplaced", keeper.name, words)

    def _sent_by_others(self, thing: GameObject) -> bool:
        """Return whether words of a permanent may have sent a thing elsewhere than to its graveyard."""
        matches = ((keeper, _SOME.search(words)) for keeper, words in self._keepers)
        return any(match is not None and _is_theirs(match["whose"].lower(), keeper, thing) for keeper, match in matches)

    @cached_property
    def _keepers(self) -> list[tuple[GameObject, str]]:
        """Return the permanents that replace something, each with its words."""
        return [
            (thing, description_of(each))
            for thing in self._before.objects.values()
            if thing.zone == BATTLEFIELD
            for each in thing.replacements
        ]


def _moves(events: Sequence[Event]) -> Iterator[tuple[int, str, str]]:
    """Yield the moves up to the end of a player's game: the number of the object, from where and to where."""
    for event in events:
        if event.kind in ENDS:
            return
        if event.moved is not None and event.thing is not None:
            yield event.thing, str(event.moved[0]), str(event.moved[1])


def _own_words(thing: GameObject, origin: str) -> Iterator[str]:
    """Yield the words of a thing by which it does not go from a zone to a graveyard."""
    for words in thing.ability_texts:
        found = _OWN.search(_QUOTED.sub("", words))
        if found is not None and (origin == BATTLEFIELD or (found["where"] or "").lower() == "anywhere"):
            yield words


def _words_about_dying(thing: GameObject) -> Iterator[str]:
    """Yield the words of a thing about dying, that the engine may have taken for words about leaving the stack.

    Its form names the battlefield by what it asks of the card, if at all.
    """
    for each in thing.replacements:
        words = description_of(each)
        is_open = each.get("destination_zone") == GRAVEYARD and BATTLEFIELD not in str(each.get("valid_card"))
        if is_open and _DIES.search(words) and not _FROM_ANYWHERE.search(words):
            yield words


def _is_theirs(whose: str, keeper: GameObject, thing: GameObject) -> bool:
    """Return whether a thing goes to the graveyard that the words of a permanent mean; it goes to its owner's."""
    return whose == "a" or (thing.owner == keeper.controller) is (whose == "your")
