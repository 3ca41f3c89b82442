"""What verdicts and reasons are called, for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from floorjudge.magic.collections.rows import Reason, Verdict
from floorjudge.texts import Text, text

VERDICT_WORDS: Mapping[Verdict, Text] = MappingProxyType(
    {
        "certified": text("certified"),
        "played_out": text("played until the game was won, without a law for more rounds"),
        "found_without_a_card": text("a loop was found that does not need all the cards"),
        "undecided": text("something came back, and could not be certified"),
        "not_found": text("no loop was found"),
        "not_set_up": text("could not be set up"),
        "failed": text("the process failed"),
    }
)
REASON_WORDS: Mapping[Reason, Text] = MappingProxyType(
    {
        "unknown_card": text("a card is not among the imported ones"),
        "engine_gap": text("the engine does not understand a card fully"),
        "sentence_not_understood": text("a sentence was not understood"),
        "time": text("the time ran out"),
        "depth": text("the loop would be longer than the search goes"),
        "exhausted": text("nothing was left to be tried"),
        "certificate_undecided": text("what came back has no law that is certain"),
        "card_not_needed": text("the loop goes on without one of the cards"),
        "crash": text("the engine crashed"),
        "hang": text("the engine did not come to an end"),
        "memory": text("the memory ran out"),
        "not_taken_by_engine": text("the engine does not take the position"),
    }
)
