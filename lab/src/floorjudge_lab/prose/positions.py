"""Makes positions from a draft: every alternative, with the mana and the objects that may be needed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

import msgspec

from floorjudge.magic.cards.helper_cards import BEAR, FIELD, RELIC, letters, source_of
from floorjudge.magic.search.drafts import DraftPosition, Granted, Layout, attach, layout_of, text_of, thing_key
from floorjudge.magic.search.layouts import layouts
from floorjudge_lab.combinations import Combination

# The most alternatives, positions in all, and positions made from the names alone.
_ALTERNATIVES, _MOST, _FROM_NAMES = 4, 7, 2
# Penalties: for each less likely alternative, for unmentioned objects, for positions made from names alone.
_LESS_LIKELY, _FOR_SPELLS, _FOR_ABILITIES, _MORE_THINGS, _NAMES_ONLY = 0.4, 0.8, 2.5, 3.5, 4.0
# The bonus of these if not everything was understood.
_UNSURE = 1.5
# The most mana added for the abilities of a card together.
_MOST_FOR_ABILITIES = 8
_COMBAT = re.compile(r"(?i)\b(?:attack\w*|combat|blockers?)\b")
_SYMBOLS = re.compile(r"(?:\{[^}]+\})+")
_TAX = re.compile(r"(?i)command(?:er)? tax")
_EACH_TURN = re.compile(r"(?i)each (?:other |extra )?turn|every turn|each of your turns|from creature sources")


class Needed(msgspec.Struct, frozen=True):
    """Mana in letters; `each_turn`: it is needed each turn, so that a pool, which empties, is not enough."""

    mana: str
    each_turn: bool


def mana_needed(words: str | None) -> Needed | None:
    """Return the mana that the words of a combination require, all amounts added up; None if they name no amount."""
    amounts = _SYMBOLS.findall(words or "")
    if words is None or not amounts:
        return None
    tax = "CC" if _TAX.search(words) else ""
    return Needed(letters("".join(amounts)) + tax, _EACH_TURN.search(words) is not None)


def positions_of(
    draft: DraftPosition, combination: Combination, mana: Needed | None, *, understood: bool
) -> tuple[Layout, ...]:
    """Return the positions of a draft, the likeliest first; also unmentioned ones if not all was understood."""
    prose = " ".join([*combination.steps, *combination.prerequisites])
    lasts = (mana is not None and mana.each_turn) or _COMBAT.search(prose) is not None
    candidates: list[Layout] = []
    for nth, drafted in enumerate(_alternatives(draft)):
        _add_mana(drafted, mana, lasts=lasts)
        candidates.append(layout_of(drafted, _LESS_LIKELY * nth, _granted_in(drafted)))
    less = 0.0 if understood else _UNSURE
    richer = next(_alternatives(draft))
    _add_mana(richer, mana, lasts=lasts)
    granted = _granted_in(richer)
    for_spells = mana is None and any(card.zone == "hand" for card in richer.cards)
    if _add_unstated_mana(richer, lasts=lasts, abilities=not for_spells):
        candidates.append(layout_of(richer, _FOR_SPELLS if for_spells else _FOR_ABILITIES - less, granted))
    _add_things(richer)
    candidates.append(layout_of(richer, _MORE_THINGS - less, granted))
    names = [card.card for card in draft.cards if not card.added]
    added = [card.card for card in draft.cards if card.added]
    candidates += [
        msgspec.structs.replace(each, penalty=each.penalty + _NAMES_ONLY - less, granted=granted)
        for each in layouts(names, added, draft.library)[:_FROM_NAMES]
    ]
    different: list[Layout] = []
    for layout in candidates:
        if len(different) < _MOST and all(layout.position != other.position for other in different):
            different.append(layout)
    return tuple(sorted(different, key=lambda each: each.penalty))


def _alternatives(draft: DraftPosition) -> Iterator[DraftPosition]:
    """Yield a draft for every combination of alternatives, the likeliest first, with all attachments in place."""
    for changes in islice(product(*draft.alternatives), _ALTERNATIVES):
        drafted = draft.copy()
        for change in changes:
            change(drafted)
        attach(drafted)
        yield drafted


def _add_mana(draft: DraftPosition, mana: Needed | None, *, lasts: bool) -> None:
    if mana is not None:
        draft.pool += mana.mana
    if lasts:
        # A pool is empty when the next step begins, so the mana lies in a land too.
        draft.each_turn += draft.pool
    if mana is not None and mana.each_turn:
        draft.pool = ""


def _add_unstated_mana(draft: DraftPosition, *, lasts: bool, abilities: bool) -> bool:
    """Add mana for the cards in the hand, and for each ability if wanted; return whether there is any."""
    more = "".join(
        card.facts.cost if card.zone == "hand" else card.facts.abilities[-_MOST_FOR_ABILITIES:] if abilities else ""
        for card in draft.cards
        if card.facts is not None
    )
    if lasts:
        draft.each_turn += more
    else:
        draft.pool += more
    return bool(more)


def _add_things(draft: DraftPosition) -> None:
    """Add creatures, lands and artifacts of both players, for cards that count, take or affect them."""
    draft.add(BEAR, unasked=True)
    draft.add(FIELD, 3, unasked=True)
    draft.add(BEAR, seat=1, unasked=True)
    draft.add(FIELD, 3, seat=1, unasked=True).tapped = True
    draft.add(RELIC, 3, seat=1, unasked=True)


def _granted_in(draft: DraftPosition) -> Granted:
    """Return the objects that the combination grants a draft; mana for each turn is a land."""
    things: Counter[tuple[int, str]] = Counter()
    places: Counter[tuple[int, str, str]] = Counter()
    for card in draft.everything():
        if not card.unasked:
            key = thing_key(card.card, text_of(card))
            things[card.seat, key] += card.copies
            places[card.seat, key, card.zone] += card.copies
    if draft.each_turn:
        key = thing_key("", source_of(draft.each_turn))
        things[0, key] += 1
        places[0, key, "battlefield"] += 1
    return Granted(things, draft.pool, places)
