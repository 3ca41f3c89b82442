"""Finds where the rules engine may play a card wrongly: nothing is certified then, and the answer names card and mistake.

`audited` plays bodies under watch and returns the trace, `doubts` the doubts about such traces with their cards.

**A new mistake of the engine goes here.** First a position into docs/upstream, with the name of the kind of mistake and a line in the table of its README; then, by how it is noticed:

- the engine has an ability in a wrong form: a row in `words_and_forms.py`, with a card for it at the same place of `FOUND` in its
  test; if a row is not enough, or the engine has no form at all for words of the card, a function in `reading.py`, listed in `_LOOKS`;
- it breaks a rule that holds for every card, or what is on the stack does not heed its words: `auditing.py`, with
  `triggering.py` (abilities that are due), `tokens.py` (additional tokens), `answers.py` (an ignored yes or no), `idle.py`
  (abilities that may change nothing);
- words that are misread but change nothing in some loops: `harmless.py`;
- it puts a card into a zone that the card's words forbid: `zones.py`;
- the sentence for a new kind of mistake: `SENTENCES` in `doubts.py`; if the engine fails to ask for a choice, `_UNASKED` there, too.
"""

from floorjudge.magic.doubt.auditing import Audit, audited
from floorjudge.magic.doubt.doubts import Doubt, doubts

__all__ = ["Audit", "Doubt", "audited", "doubts"]
