"""Reads the state of one card in a sentence: its counters, its attachment, the side that is up, its choices.

A card in a state that no position can have begins in the hand, with mana for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from floorjudge.magic.cards.helper_cards import BEAR, FIELD, RELIC
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.positions.setting_up import may_be_attached
from floorjudge.magic.search.drafts import DraftCard, DraftPosition

Reading: TypeAlias = Callable[[DraftPosition, DraftCard, "re.Match[str]"], "bool | None"]
_KEYWORD = (
    "(?:indestructible|lifelink|deathtouch|vigilance|flying|haste|trample|menace|first strike|double strike|reach|hexproof|infect"
    "|protection from [a-z]+|shadow|undying|persist|wither|flash|shroud|defender|fear|intimidate)"
)


def begin_in_hand(draft: DraftPosition, card: DraftCard, keyword: str = "") -> None:
    """Let a card begin in the hand with mana for it, or for the cost of one of its keywords."""
    if card.zone == "hand" or card.facts is None:
        return
    card.zone = "hand"
    card.to_play = True
    draft.pool += card.facts.other_costs.get(keyword, card.facts.cost)


def enchant(draft: DraftPosition, card: DraftCard, words: str) -> bool:
    """Put an invented Aura onto a card, which gives it words such as `has lifelink`; return whether it is on the battlefield."""
    if card.zone != "battlefield":
        return False
    kinds = (each for each in ("Creature", "Artifact", "Land", "Enchantment") if each in card.types)
    kind = next(kinds, "Permanent").lower()
    text = f"Enchant {kind}\nEnchanted {kind} {words}."
    draft.add(CardText(f"Plain Garb {len(draft.helpers) + 1}", "Enchantment — Aura", "{1}", text)).on = card
    return True


def _sets(**fields: object) -> Reading:
    """Return a reading that sets fields of the card; with none it changes nothing, for words that are always true."""

    def read(_draft: DraftPosition, card: DraftCard, _match: re.Match[str]) -> None:
        for name, value in fields.items():
            setattr(card, name, value)

    return read


def _counters(_draft: DraftPosition, card: DraftCard, match: re.Match[str]) -> None:
    card.counters[match["kind"].lower()] = int(match["many"]) if match["many"].isdecimal() else 1


def _with_keyword(draft: DraftPosition, card: DraftCard, match: re.Match[str]) -> bool:
    return enchant(draft, card, f"has {re.split(r',? or |, ', match['word'].lower())[0]}")


def _at_least(draft: DraftPosition, card: DraftCard, match: re.Match[str], which: str, words: str) -> bool:
    printed = int(getattr(card.facts or card.text, which, None) or 0)
    more = int(match["many"]) - printed - card.counters.get("+1/+1", 0) + card.counters.get("-1/-1", 0)
    return more <= 0 or enchant(draft, card, f"gets {words.format(more=more)}")


def _attaches(reading: Callable[[DraftPosition, DraftCard, re.Match[str]], None]) -> Reading:
    """Return a reading that fails for a card that cannot be attached to anything."""

    def read(draft: DraftPosition, card: DraftCard, match: re.Match[str]) -> bool:
        possible = may_be_attached(draft.library.card(card.card))
        if possible:
            reading(draft, card, match)
        return possible

    return read


def _on_card(draft: DraftPosition, card: DraftCard, match: re.Match[str]) -> None:
    card.on, card.zone = draft.cards[int(match["host"])], "battlefield"


def _on_another(draft: DraftPosition, card: DraftCard, match: re.Match[str]) -> None:
    host = match["said"].lower()
    if host.startswith("that ") and draft.helpers:
        card.on = draft.helpers[-1]
    elif "land" in host or "forest" in host:
        card.on = draft.add(FIELD)
    elif "artifact" in host and "creature" not in host:
        card.on = draft.add(RELIC)
    else:
        listed = [] if "other" in host or "except" in host else [each for each in draft.cards if each is not card]
        fitting = [
            each
            for each in (*listed, *draft.helpers)
            if each.is_creature and each.zone == "battlefield" and not each.seat
        ]
        card.on = fitting[0] if fitting else draft.add(BEAR)


def _in_hand(draft: DraftPosition, card: DraftCard, _match: re.Match[str], keyword: str = "") -> None:
    begin_in_hand(draft, card, keyword)


_MANY = r"(?:at least |exactly )?(?P<many>\d+|an?)(?: or (?:more|2))?"
# The words after a card's name: “#0 has at least 2 +1/+1 counters on it” is read as the words from “has” on.
_STATES: tuple[tuple[str, Reading], ...] = (
    (r"(?:do(?:es)? not have|without|is without|has no) summoning sickness", _sets(ready=True)),
    (r"(?:and )?(?:cannot|is unable to) be blocked.*", _sets()),
    (rf"(?:has|with|had) {_MANY} (?P<kind>\S+) counters?(?: on (?:it|them))?(?: or more)?", _counters),
    (rf"(?:has|with) (?:either )?(?P<word>{_KEYWORD}(?:(?:,| or|, or) {_KEYWORD})*)", _with_keyword),
    (r"(?:has |with |having )(?:a )?power (?:of )?(?:at least |equal to )?(?P<many>\d+)(?: or (?:greater|more|higher))?", partial(_at_least, which="power", words="+{more}/+0")),
    (r"(?:has |with )(?:a )?toughness (?:of )?(?:at least )?(?P<many>\d+)(?: or (?:greater|more|higher))?", partial(_at_least, which="toughness", words="+0/+{more}")),
    (r"(?:is |being |must be )?attached to #(?P<host>\d+)", _attaches(_on_card)),
    (r"(?:is |being |must be )?attached to (?P<said>.+)", _attaches(_on_another)),
    (r"(?:is )?tapped", _sets(tapped=True)),
    (r"(?:is )?(?:untapped|face up|unlocked|on the battlefield|is not a land|your commander|legendary|nonlegendary|uncounterable)", _sets()),
    (r"(?:is |being )?paired with .+", _in_hand),
    (r"on top of #\d+|(?:is )?mutated (?:onto|on top of|over) .+", partial(_in_hand, keyword="Mutate")),
)  # fmt: skip
_READ = tuple((re.compile(pattern, re.IGNORECASE), reading) for pattern, reading in _STATES)
_AND, _WITH = re.compile(r",? and |, "), re.compile(r" (?=without |with )")


def read_state(draft: DraftPosition, card: DraftCard, words: str) -> bool:
    """Change a draft position by words about a card; return whether they were understood. “and” joins parts."""
    for pattern, reading in _READ:
        if (match := pattern.fullmatch(words)) is not None:
            return reading(draft, card, match) is not False
    for cut in (*_AND.finditer(words), *_WITH.finditer(words)):
        first, last = words[: cut.start()], words[cut.end() :]
        if any(pattern.fullmatch(first) for pattern, _ in _READ):
            return last != "" and read_state(draft, card, first) and read_state(draft, card, last)
    return False
