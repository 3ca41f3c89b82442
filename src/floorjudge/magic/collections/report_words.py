"""The words of the report: what verdicts mean, what kinds and places are called, and what would help next."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from floorjudge.magic.collections.rows import Reason, Verdict
from floorjudge.magic.collections.sayings import Meaning
from floorjudge.magic.collections.summaries import Place
from floorjudge.texts import Text, text

MEANS: Mapping[Verdict, Text] = MappingProxyType(
    {
        "certified": text("The loop was found, all its cards take part, and the certificate says what repeating it does."),
        "played_out": text("The same was done again and again on the engine until the player had won; what more rounds would do is not known."),
        "found_without_a_card": text("A loop was found and certified that goes on without one of the cards."),
        "undecided": text("Something came back to the board it began with, and no certificate can say for sure what repeating it does."),
        "not_found": text("The search ended without anything that comes back. This does not say that there is no loop."),
        "not_set_up": text("No position could be made of what is written down."),
        "failed": text("The process that searched was lost: it crashed, hung, or took too much memory. No other row was touched."),
    }
)  # fmt: skip
NEXT: Mapping[Reason, Text] = MappingProxyType(
    {
        "unknown_card": text("Import newer card texts, or mend the name in the collection."),
        "engine_gap": text("The engine has to learn the card; a newer one may know it."),
        "sentence_not_understood": text("Teach floorjudge this sort of sentence; the list says where it stands."),
        "time": text("Give each row more seconds."),
        "depth": text("Search for longer lines of play."),
        "exhausted": text("Begin from another position: something on the board, in a hand or a graveyard may be missing."),
        "certificate_undecided": text("Have a judge look at the loop that came back, or give certificates a way to compare what differs."),
        "card_not_needed": text("Look for a longer loop in which the card takes part, or ask the collection what it is for."),
        "crash": text("Report it to the authors of the engine; with --again the row is tried once more."),
        "hang": text("Report it to the authors of the engine; with --again the row is tried once more."),
        "memory": text("Give each row more memory, or fewer workers to one machine."),
        "not_taken_by_engine": text("Write the position down and set it up by hand, to see what the engine refuses."),
    }
)  # fmt: skip
NO_REASON = text("no reason is given")
MEANINGS: Mapping[Meaning, Text] = MappingProxyType(
    {
        "mana": text("mana"),
        "tokens": text("tokens"),
        "life": text("life"),
        "damage": text("damage or loss of life"),
        "mill": text("emptying a library"),
        "draw": text("drawing cards"),
        "counters": text("counters"),
        "poison": text("poison"),
        "size": text("power and toughness"),
        "enters": text("permanents entering"),
        "dies": text("permanents dying"),
        "leaves": text("permanents leaving"),
        "sacrifices": text("sacrifices"),
        "blinks": text("leaving and coming back"),
        "casts": text("casting spells"),
        "turns": text("turns"),
        "combats": text("combats"),
        "drawn_game": text("a drawn game"),
        "untaps": text("untapping"),
        "discards": text("discarding"),
        "copies": text("copies of spells"),
        "activations": text("activating abilities"),
        "hits_creatures": text("damage to creatures"),
        "removal": text("removing permanents"),
        "searches": text("searching a library"),
        "locks": text("a lock"),
        "wins": text("winning or losing the game"),
    }
)
CARDS = text("cards in a zone")
PLACES: Mapping[Place, Text] = MappingProxyType(
    {
        "prerequisites": text("prerequisites"),
        "state": text("the state of a card"),
        "mana": text("the mana needed"),
        "steps": text("steps"),
        "else": text("elsewhere"),
    }
)
EVIDENCE: Mapping[str, Text] = MappingProxyType(
    {
        "certified": text("certified"),
        "extended": text("extended"),
    }
)
EVIDENCE_MEANS = (
    text("Certified: the engine itself was tried at both ends of the repetition and in between."),
    text("Extended: the engine was tried as far as it goes, and the law that held there is carried on."),
)
CERTIFICATES: Mapping[str, Text] = MappingProxyType(
    {
        "advance": text("as often as its player says"),
        "draw": text("a draw"),
        "ends": text("ends by itself"),
    }
)


def kind_said(kind: str) -> Text:
    """Return what a kind of product is called; one that has no name here is called by its own."""
    if kind == "cards":
        return CARDS
    return next((said for meaning, said in MEANINGS.items() if meaning == kind), text("{word}", word=kind))


def place_said(place: Place, at: int) -> Text:
    """Return where a sentence stands, such as “prerequisite 2”; `at` is 0 where there is only one."""
    if not at:
        return PLACES[place]
    if place == "prerequisites":
        return text("prerequisite {number}", number=at)
    if place == "state":
        return text("the state of card {number}", number=at)
    return text("step {number}", number=at) if place == "steps" else PLACES[place]
