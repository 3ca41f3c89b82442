"""Reads one-shot effects: “a way to gain life” becomes a spell that costs nothing, has that effect, and exiles itself."""

from __future__ import annotations

import re

from floorjudge.magic.cards.helper_cards import spell
from floorjudge.magic.search.drafts import DraftPosition
from floorjudge_lab.prose.states import enchant

_A_CREATURE = r"(?:#\d+|(?:a|an|any|1 of the|the) (?!opponent|player).*?)"
_VERB = r"(?:you (?:have|control) (?:a|any|some) way to|you (?:are|must be) able to|you can)"
# Possible actions, and the words of the spell for each; its numbers are those of the sentence.
_WAYS: tuple[tuple[str, str], ...] = (
    (r"gain (?:any |at least )?(?:amount of |\d+ )?life(?: .*)?", "You gain 1 life."),
    (r"draw (?:a|at least 1|1) cards?|draw cards", "Draw a card."),
    (r"deal (?:(?:at least )?\d+ )?(?:noncombat )?damage to (?:an opponent|a player|each opponent|any opponent)", "This spell deals 1 damage to each opponent."),
    (rf"deal (?:(?:at least )?\d+ )?(?:noncombat |combat )?damage to {_A_CREATURE}", "This spell deals 1 damage to target creature."),
    (r"(?:create|make) (?:a|at least 1) (?:nonlegendary )?token copy of #\d+", "Create a token that's a copy of target creature you control."),
    (r"(?:put|place) (?:a|at least 1|1 or more|1) \+1/\+1 counters? on .+", "Put a +1/+1 counter on target creature you control."),
    (r"(?:put|place) (?:a|at least 1|1 or more|1) -1/-1 counters? on .+", "Put a -1/-1 counter on target creature."),
    (r"(?:put|place) (?:a|any|1) counter on .+", "Put a +1/+1 counter on target creature you control."),
    (r"(?:cause|kill|destroy|sacrifice) (?:a |an |any |another )?(?:#\d+|creature|artifact creature|non-?\S+ creature|other creature)(?: you control)?(?: to die)?(?: .*)?", "Destroy target creature."),
    (r"(?:cause|create|have|make) (?:a|an|another)(?: nontoken| noncreature)? (?:artifact|treasure)(?: token)?(?: to enter.*)?", "Create a Treasure token."),
    (r"(?:cause|create|have|make) (?:a|an|another)(?: nontoken)? creature(?: token)?(?: to enter.*)?", "Create a 1/1 colorless Spirit creature token."),
    (r"(?:cause|create|have|make) (?:a|an|another) (?P<w>[A-Z][a-z]+) creature token.*", "Create a 1/1 black {w} creature token."),
)  # fmt: skip
_SPELLS = tuple((re.compile(rf"(?i){_VERB} {pattern}"), words) for pattern, words in _WAYS)
_GIVE = re.compile(
    rf"{_VERB} (?:give|grant) (?:only )?#(\d+) (indestructible|lifelink|deathtouch|haste|flying|trample|vigilance|infect|menace|first strike"
    r"|double strike|hexproof|protection from [a-z]+)(?: .*)?",
    re.IGNORECASE,
)


def read_one_shot_effect(draft: DraftPosition, sentence: str) -> bool:
    """Put the one-shot effect in a sentence into a draft position; return whether it was understood."""
    if (match := _GIVE.fullmatch(sentence)) is not None:
        keyword = match[2].lower()
        if not enchant(draft, draft.cards[int(match[1])], f"has {keyword}"):
            _add_spell(draft, f"Target creature gains {keyword} until end of turn.")
        return True
    for pattern, words in _SPELLS:
        if (match := pattern.fullmatch(sentence)) is not None:
            _add_spell(draft, words.format_map(match.groupdict()))
            return True
    return False


def _add_spell(draft: DraftPosition, words: str) -> None:
    draft.add(spell(f"Plain Spark {len(draft.helpers) + 1}", words), zone="hand")
