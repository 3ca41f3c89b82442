"""The words of the report: for verdicts, reasons, kinds and places, and how numbers are said in a language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec
from babel import Locale
from babel.numbers import format_decimal

from floorjudge.magic.collections.known import STATE_MEANS, STATE_WORDS
from floorjudge.magic.collections.report.meanings import MEANINGS
from floorjudge.magic.collections.rows import Reason, Row, Verdict
from floorjudge.magic.playing.iterating import over_said
from floorjudge.texts import Language, Text, counted, render, text

Place: TypeAlias = Literal["prerequisites", "state", "mana", "steps", "else"]
_PLACE = re.compile(r"(?P<field>\w+)(?:\[(?P<at>\d+)\])?")
_WON = re.compile(r"The game is over: (?P<player>Player (?P<number>\d+)|.+) has won\.")
_PLACES: Mapping[str, Place] = {
    "prerequisites": "prerequisites",
    "uses": "state",
    "manaNeeded": "mana",
    "steps": "steps",
}

VERDICT_WORDS: Mapping[Verdict, Text] = {
    "certified": text("certified"),
    "played_out": text("played until the game was won; more rounds are not certified"),
    "found_without_a_card": text("a loop was found that does not need all the cards"),
    "undecided": text("something came back, and could not be certified"),
    "not_found": text("no loop was found"),
    "not_set_up": text("could not be set up"),
    "failed": text("the process failed"),
}
VERDICT_MEANS: Mapping[Verdict, Text] = {
    "certified": text("The loop was found, all its cards take part, and the certificate says what repeating it does."),
    "played_out": text("The same was done again and again on the engine until the player had won; what more rounds would do is not known."),
    "found_without_a_card": text("A loop was found and certified that goes on without one of the cards."),
    "undecided": text("Something came back to the board it began with, and no certificate can say for sure what repeating it does."),
    "not_found": text("The search ended without anything that comes back. This does not say that there is no loop."),
    "not_set_up": text("No position could be made of what is written down."),
    "failed": text("The process that searched was lost: it crashed, hung, or took too much memory. No other row was touched."),
}  # fmt: skip
REASON_WORDS: Mapping[Reason, Text] = {
    "unknown_card": text("a card is not among the imported ones"),
    "engine_gap": text("the engine does not understand a card fully"),
    "sentence_not_understood": text("a sentence was not understood"),
    "time": text("the time ran out"),
    "depth": text("the loop would be longer than the search goes"),
    "exhausted": text("nothing was left to be tried"),
    "certificate_undecided": text("what came back could not be certified"),
    "card_not_needed": text("the loop goes on without one of the cards"),
    "crash": text("the engine crashed"),
    "hang": text("the engine did not come to an end"),
    "memory": text("the memory ran out"),
    "not_taken_by_engine": text("the engine does not take the position"),
    "engines_disagree": text("a second engine plays it otherwise"),
}
NO_REASON = text("no reason is given")
NEXT: Mapping[Reason, Text] = {
    "unknown_card": text("Import newer card texts, or mend the name in the collection."),
    "engine_gap": text("The engine has to learn the card; a newer one may know it."),
    "sentence_not_understood": text("Teach floorjudge this sort of sentence; the list says where it stands."),
    "time": text("Give each row more seconds."),
    "depth": text("Search for longer lines of play."),
    "exhausted": text("Begin from another position: something on the board, in a hand or a graveyard may be missing."),
    "certificate_undecided": text("Have a judge look at the loop that came back, or give certificates a way to compare what differs."),
    "card_not_needed": text("Look for a longer loop in which the card takes part, or ask the collection what it is for."),
    **dict.fromkeys(("crash", "hang"), text("Report it to the authors of the engine; with --again the row is tried once more.")),
    "memory": text("Give each row more memory, or fewer workers to one machine."),
    "not_taken_by_engine": text("Write the position down and set it up by hand, to see what the engine refuses."),
    "engines_disagree": text("Read the cards and the rules, and record which engine is right."),
}  # fmt: skip
PLACES: Mapping[Place, Text] = {
    "prerequisites": text("prerequisites"),
    "state": text("the state of a card"),
    "mana": text("the mana needed"),
    "steps": text("steps"),
    "else": text("elsewhere"),
}
EVIDENCE: Mapping[str, Text] = {"certified": STATE_WORDS["certified"], "extended": STATE_WORDS["extended"]}
EVIDENCE_MEANS = (STATE_MEANS["certified"], STATE_MEANS["extended"])
CERTIFICATES: Mapping[str, Text] = {
    "advance": text("as often as its player says"),
    "draw": text("a draw"),
    "ends": text("ends by itself"),
}
_LOCALES = {"en": "en", "es": "es", "fr": "fr", "pt": "pt_BR"}
_FINE, _HOUR = 10, 3600


def kind_said(kind: str) -> Text:
    """Return what a kind of product is called; one that has no name here is called by its own."""
    others = {
        "cards": text("cards in a zone"),
        "cost": text("what it costs its player"),
        "result": text("how the game ends"),
    }
    if kind in others:
        return others[kind]
    return next((said for meaning, said in MEANINGS.items() if meaning == kind), text("{word}", word=kind))


def gains_said(row: Row, speaker: Speaker) -> Iterator[str]:
    """Yield what a certified loop gives, what it costs its player, and who has won when it ends the game, one sentence each."""
    kinds = dict.fromkeys(each.kind for each in row.produces)
    costs = "cost" in kinds
    gives = [speaker.say(kind_said(kind)) for kind in kinds if kind not in ("cost", "result")]
    if gives or not kinds:
        yield ", ".join(gives) or speaker.say(text("nothing is left over"))
    if costs:
        yield speaker.say(text("each time its player loses life"))
    for each in row.produces:
        if each.kind == "result":
            yield speaker.say(_end_said(each.text))


def _end_said(written: str) -> Text:
    """Return how the game ends: the sentence of a row, which is written in English, for any language."""
    won = _WON.fullmatch(written)
    if won is not None:
        number = won["number"]
        player = won["player"] if number is None else text("Player {number}", number=number)
        return over_said(player)
    drawn = over_said(None)
    return drawn if written == drawn.message else Text("{sentence}", {"sentence": written})


def place_of(where: str) -> tuple[Place, int]:
    """Return what sort of place a sentence stands at, and which of them, from 1; 0 where there is only one."""
    found = _PLACE.match(where)
    if found is None:
        return "else", 0
    return _PLACES.get(found["field"], "else"), int(found["at"] or -1) + 1


def place_said(place: Place, at: int) -> Text:
    """Return where a sentence stands, such as “prerequisite 2”; `at` is 0 where there is only one."""
    if not at:
        return PLACES[place]
    if place == "prerequisites":
        return text("prerequisite {number}", number=at)
    if place == "state":
        return text("the state of card {number}", number=at)
    return text("step {number}", number=at) if place == "steps" else PLACES[place]


def certificate_said(row: Row, speaker: Speaker) -> Iterator[str]:
    """Yield how a certified row is known, and what becomes of its loop; what has no words here in its own."""
    for words, own in ((EVIDENCE, row.evidence), (CERTIFICATES, row.certificate_verdict)):
        if own:
            yield speaker.say(words[own]) if own in words else own


class Speaker(msgspec.Struct, frozen=True):
    """Says sentences and numbers in one language."""

    language: Language

    def say(self, said: Text) -> str:
        """Return a sentence."""
        return render(said, self.language)

    def each(self, *said: Text) -> tuple[str, ...]:
        """Return several sentences."""
        return tuple(map(self.say, said))

    def number(self, value: int) -> str:
        """Return a whole number."""
        return str(format_decimal(value, locale=self._locale))

    def decimal(self, value: float) -> str:
        """Return a number with at most two digits behind its comma."""
        return str(format_decimal(value, format="#,##0.##", locale=self._locale))

    def share(self, part: int, whole: int) -> str:
        """Return a part of a whole, with a digit behind the comma while it is small; a dash when there is no whole."""
        if not whole:
            return "–"
        form = "0.0" if 0 < part * _FINE < whole else "0"
        written = format_decimal(100 * part / whole, format=form, locale=self._locale)
        return self.say(text("{number}\N{NO-BREAK SPACE}%", number=str(written)))

    def part(self, part: int, whole: int) -> str:
        """Return a part and its share of the whole: `120 (8 %)`."""
        return self.say(text("{number} ({share})", number=self.number(part), share=self.share(part, whole)))

    def of(self, part: int, whole: int) -> str:
        """Return a part beside the whole: `31 of 40`."""
        return self.say(text("{part} of {whole}", part=self.number(part), whole=self.number(whole)))

    def seconds(self, value: float) -> str:
        """Return seconds, with a digit behind the comma; long times as hours."""
        if value >= _HOUR:
            return self.say(text("{hours}\N{NO-BREAK SPACE}h", hours=self._fine(value / _HOUR)))
        return self.say(text("{seconds}\N{NO-BREAK SPACE}s", seconds=self._fine(value)))

    def mark(self, value: float) -> str:
        """Return seconds that somebody has chosen, with no more digits than they need."""
        return self.say(text("{seconds}\N{NO-BREAK SPACE}s", seconds=self.decimal(value)))

    def cards(self, count: int) -> str:
        """Return a number of cards."""
        return self.say(counted("{count} card", "{count} cards", count=count))

    def _fine(self, value: float) -> str:
        return str(format_decimal(value, format="#,##0.0", locale=self._locale))

    @property
    def _locale(self) -> Locale:
        return Locale.parse(_LOCALES[self.language])
