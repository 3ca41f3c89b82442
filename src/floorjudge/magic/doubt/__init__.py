"""Where the rules engine may not play as the cards say: nothing is certified then, and the answer names the card and the mistake.

`audited` plays bodies under watch and returns the trace, `doubts` what is doubtful in such traces with the cards that are there.

**A new mistake of the engine goes here.** First a position into docs/upstream, with the name of the kind of mistake; then, by how it is noticed:

- the engine reads a card otherwise than it says: a row of the table in `words_and_forms.py`; where a row will not do, a function in `reading.py`;
- it plays otherwise than a rule that holds for every card: `auditing.py`, with `triggering.py` (abilities that are due), `tokens.py`
  (tokens that come in addition), `answers.py` (a yes or no that is not heeded), `idle.py` (what may well do nothing);
- it puts a card where the card's words never let it go: `zones.py`;
- the sentence for a new kind of mistake: `SENTENCES` in `doubts.py`; where the engine does not ask a player for a choice, `_UNASKED` there, too.
"""

from floorjudge.magic.doubt.auditing import Audit, audited
from floorjudge.magic.doubt.doubts import Doubt, doubts

__all__ = ["Audit", "Doubt", "audited", "doubts"]
