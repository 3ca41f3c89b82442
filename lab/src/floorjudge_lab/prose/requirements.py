"""Reads prerequisites: the first pattern that fits a sentence reads it, and changes the draft position.

A sentence that no pattern fits as a whole is read in parts, if it joins several with “and”.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias, cast

import msgspec

from floorjudge.magic.cards.helper_cards import letters, source_of
from floorjudge.magic.search.drafts import DraftPosition, Zone
from floorjudge_lab.prose.kinds import Kind, add_helpers, kind_of
from floorjudge_lab.prose.one_shot_effects import read_one_shot_effect
from floorjudge_lab.prose.states import read_state

Match: TypeAlias = "re.Match[str]"
# Returns False if the match is not understood after all.
Reading: TypeAlias = Callable[[DraftPosition, Match], "bool | None"]
_BESIDE = re.compile(r"(?i)\b(?:other|another|additional)\b")


# One function for each requirement in sentences.


def _nothing(_draft: DraftPosition, _match: Match) -> None:
    """Change nothing: the sentence is true in every position that we set up."""


def _controls(draft: DraftPosition, match: Match, seat: int = 0) -> bool:
    """Give a player permanents of a kind; if the kind is a card of the combination (`2 #0`), more copies of it."""
    same = re.fullmatch(r"(?:at least )?(?:(\d+|an?|another) )?(?:additional |other )*#(\d+)s?", match["kind"])
    if same is not None:
        draft.cards[int(same[2])].copies += int(same[1]) if same[1] and same[1].isdecimal() else 1
        return True
    kind = kind_of(match["kind"])
    if kind is None:
        return False
    plain = kind.count > 1 and kind == Kind(subtypes=kind.subtypes, count=kind.count)
    if plain and seat == 0 and not _BESIDE.search(match["kind"]):
        # Five Elves include those of the combination.
        there = [each for each in draft.cards if each.zone == "battlefield" and {*kind.subtypes} <= {*each.types}]
        kind = msgspec.structs.replace(kind, count=kind.count - sum(each.copies for each in there))
    if kind.count > 0:
        add_helpers(draft, kind, seat=seat)
    return True


def _in_zone(draft: DraftPosition, match: Match) -> bool:
    """Add cards of a kind in a zone."""
    kind = kind_of(match["kind"])
    if kind is not None:
        add_helpers(draft, kind, zone=cast("Zone", match["zone"].lower()))
    return kind is not None


def _life_at_least(draft: DraftPosition, match: Match) -> None:
    draft.life[0] = max(draft.life[0], int(match["many"]))


def _life(draft: DraftPosition, match: Match) -> None:
    draft.life[0] = int(match["many"])


def _makes_mana(draft: DraftPosition, match: Match) -> None:
    """Add one permanent that makes all the mana, even if the sentence may mean several: the search is faster with one."""
    draft.add(source_of(letters(match["mana"]), _type_of_source(match["who"] or "")))
    if (card := re.search(r"cast #(\d+)", match[0])) is not None:
        _add_cost(draft, int(card[1]))


def _type_of_source(who: str) -> str:
    """Return the type line of a permanent that makes mana, from the words for it; an artifact if they name none."""
    words = set(re.findall(r"[a-z]+", who.lower()))
    snow = "Snow " if "snow" in words else ""
    if words & {"creature", "creatures"} and not words & {"land", "lands"}:
        return "Creature — Druid"
    if words & {"land", "lands", "enchanted"}:
        return f"{snow}Land"
    return f"{snow}Artifact"


def _enough_to_cast(draft: DraftPosition, match: Match) -> None:
    _add_cost(draft, int(match["card"]))


def _add_cost(draft: DraftPosition, number: int) -> None:
    """Add mana for a card, unless the needed mana is stated elsewhere."""
    facts = draft.cards[number].facts
    if facts is not None and draft.stated_mana is None:
        draft.pool += facts.cost


def _in_pool(draft: DraftPosition, match: Match) -> None:
    draft.pool += letters(match["mana"])


def _state(words: str) -> Reading:
    """Return a reading of a sentence as words about a card, with the gaps of `words` filled from the sentence."""
    return lambda draft, match: read_state(
        draft, draft.cards[int(match["card"])], words.format_map(match.groupdict()).strip()
    )


_MANA = r"(?P<mana>(?:\{[^}]+\})+)"
_PEOPLE = r"(?:an opponent|opponents|your opponents|each opponent|at least 1 opponent|1 opponent|the opponent)"
# The first pattern that fits a sentence as a whole counts; cards stand as #0, #1, ..., counting words as digits.
_RULES: tuple[tuple[str, Reading], ...] = (
    # mana
    (r"#\d+ can tap to (?:produce|add) .*", _nothing),
    (rf"(?P<who>.*?)(?: (?:that )?you control)? (?:that |which )?(?:can|could)(?: each)?(?: collectively)? ?(?:be tapped|tap)? ?(?:to|for)? ?(?:produce|add|make)? ?(?:a total of )?(?:at least )?{_MANA}(?:,? plus enough mana to cast .*)?", _makes_mana),
    (r"(?:you have )?(?:enough )?mana (?:available )?to cast #(?P<card>\d+)", _enough_to_cast),
    (r"(?:you have )?(?:enough )?mana (?:available )?(?:each turn )?to (?:re)?cast .*", _nothing),
    (rf"{_MANA} ?available(?: .*)?", _in_pool),
    # players
    (r"it is your .*(?:phase|turn|step)", _nothing),
    (r"(?:your life ?total is|you have|you are at) (?:at least )?(?P<many>\d+)(?: or (?:greater|higher|more))?(?: life)?(?: minus .*)?", _life_at_least),
    (r"(?:your life ?total is|you have|you are at) (?P<many>\d+) or (?:less|fewer|lower)(?: life)?", _life),
    # cards elsewhere
    (r"(?:you have |there (?:is|are) )?(?P<kind>(?:an?|at least|another|\d+) .*?(?:cards?|instants?|sorcery|spells?))(?: spell)?,? in (?:your )?(?P<zone>hand|graveyard|exile|library)(?: with (?:the )?mana to cast (?:it|them)(?:,? (?:or|and) .*)?)?(?: (?:with|and) (?:valid |applicable |legal )?targets?.*)?", _in_zone),
    # the board
    (rf"{_PEOPLE} (?:collectively )?controls? (?P<kind>.+)", partial(_controls, seat=1)),
    (r"there (?:are|is) (?P<kind>.+) on the battlefield(?: under your control)?", _controls),
    (r"there (?:are|is) (?P<kind>.+)", _controls),
    (r"(?:you control|and control) (?P<kind>.+)", _controls),
    # one card, two cards
    (r"(?:there (?:are|is) )?(?:at least )?(?P<many>\d+)(?: or more)? (?P<kind>\S+) counters? on #(?P<card>\d+)", _state("has {many} {kind} counters on it")),
    (r"#(?P<card>\d+)(?P<said>(?: |').+)", _state("{said}")),
    # always true here
    (r"(?!.*\b(?:controls|attached to|has power|is a)\b).*(?:cannot|unable to)(?: be)? (?:block|kill|respond|pay).*", _nothing),
    (r"(?:all|other|additional|an additional|creatures|permanents)\b.* (?:do|does) not have summoning sickness", _nothing),
    (r"(?:(?:the additional |other )?#?\w+(?:,| and|, and)? ){1,4}do(?:es)? not have summoning sickness", _nothing),
    (r"you are able to play a land.*|you (?:have|did) not play(?:ed)? a land.*|you have a land drop.*", _nothing),
    (r"(?:your|the|each|an).*(?:library|deck).*(?:size|greater|larger|more|at least|less than).*", _nothing),
    (r"you have not (?:cast|activated|completed|used|attacked|drawn|lost|gained|played).*", _nothing),
    (r"you have no .* in (?:your )?(?:graveyard|library|hand)", _nothing),
    (r"there are creature cards in your library|every nonland card in library.*", _nothing),
)  # fmt: skip
_READ = tuple((re.compile(pattern, re.IGNORECASE), reading) for pattern, reading in _RULES)
_AND = re.compile(r",? (?:and|but|plus) |, ")
_SUBJECT = re.compile(
    r"(?i)^(?P<who>#\d+(?:(?:,| and) #\d+)*|you|an opponent|opponents)(?P<verb> control| have| controls)?(?=[ '])"
)
_VERB = re.compile(r"(?i)(?:control|have|has|had|is|are|do|does|cannot|can|must|attached|with|without)\b")


def read_requirement(draft: DraftPosition, sentence: str) -> bool:
    """Change a draft position by the requirement in a sentence; return whether it was understood."""
    if _read_whole(draft, sentence):
        return True
    for cut in _AND.finditer(sentence):
        # Both parts are tried on copies, so that the first leaves nothing behind if the second is not understood.
        first, last = sentence[: cut.start()], _with_subject(sentence, sentence[cut.end() :])
        if _read_whole(draft.copy(), first) and read_requirement(draft.copy(), last):
            return _read_whole(draft, first) and read_requirement(draft, last)
    return False


def _with_subject(sentence: str, part: str) -> str:
    """Return the second part of a sentence with the subject of the first, and its verb."""
    subject = _SUBJECT.match(sentence)
    if subject is None or _SUBJECT.match(part):
        return part
    return f"{subject['who'] if _VERB.match(part) else subject[0]} {part}"


def _read_whole(draft: DraftPosition, sentence: str) -> bool:
    if read_one_shot_effect(draft, sentence):
        return True
    for pattern, reading in _READ:
        if (match := pattern.fullmatch(sentence)) is not None and reading(draft, match) is not False:
            return True
    return False
