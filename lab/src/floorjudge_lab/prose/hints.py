"""Reads hints from the steps of a combination: the likely actions in their order, which may be wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.magic.colours import MANA
from floorjudge.magic.playing.naming import fold
from floorjudge_lab.combinations import Combination
from floorjudge_lab.prose.hint_cost import Advice, Doing, Hint
from floorjudge_lab.prose.names import CardNames, Mention, straightened

_SENTENCES = re.compile(r"(?<=[.!;])\s+|\n+")
_REPEAT = re.compile(r"(?i)\brepeat\b(?:.*?\bsteps?\s+(\d+))?")
_RESPONDING = re.compile(
    r"(?i)\b(holding|hold|retaining|retain|maintaining) priority|\bin response|\bbefore \S.* resolves?\b|\bon the stack\b"
)
# Words that begin a part of a sentence with an action of a player. The first that fits a word counts.
_VERBS: tuple[tuple[Doing, str], ...] = (
    ("attack", r"(?:attack|swing) with|declare\b(?=.*\battack)|deal combat damage|(?:move|proceed|go|continue) to (?:your |the |another |a )*(?:\w+ )?combat"),
    ("turn", r"pass the turn|(?:move|proceed|go|continue) to (?:your |the |another |a )*(?:\w+ )*(?:turn|step|phase)|end (?:the|your) turn"),
    ("cast", r"(?:re)?cast|flashback|overload"),
    ("play", r"play"),
    ("activate", r"(?:re-?)?activate|equip|crew|cycle|unearth|channel|level up|untap|tap|sacrifice|discard|reconfigure|turn|mutate"),
    ("activate", r"pay|put|use|remove|exile|give|gain|draw|deal|create|blink|cause|make|mill|copy|return|destroy|lose|flicker|add"),
    ("resolve", r"resolve|let|choose|have"),
)  # fmt: skip
_PARTS = tuple((do, re.compile(rf"(?i)\b(?:{words})\b")) for do, words in _VERBS)
_SURE = frozenset({"cast", "activate", "reactivate", "re-activate", "recast", "play", "resolve"})
_AFTER = re.compile(r"(?i)(?:^|[,;:]|\bthen|\band|\bmay|\bto|\byou)\s*$")
_TRIGGERS = re.compile(r"(?i)\btrigger(?:s|ing|ed)?\b|\benters?\b|\bdies\b|\bleaves?\b")
_OBJECT_ENDS = re.compile(
    r"(?i)\bby\b|,|(?<!\bup )\bto\b|\busing\b|\btargeting\b|\bfor\b|\bfrom\b|\bwith\b|\bchoosing\b|\.$|\bvia\b"
)
_OFTEN = re.compile(
    r"(?i)\b(?:all|both|each|every|those|any number|up to|twice|times|two|three|four|five|six|seven|eight|nine|ten|\d+)\b"
)
_ITSELF = re.compile(r"(?i)\bitself\b")
_ADDING = re.compile(r"(?i)\b(?:adding|to add|producing)\b(.*)")
_PIPS = re.compile(r"\{([WUBRGC])(?:/[WUBRGCP2])?\}")
_COLOURS = {letter: word.lower() for letter, word in MANA.items()}
_LEGENDS = re.compile(r"(?i)\blegend rule\b|\bstate-based action")


def advice_of(combination: Combination) -> Advice:
    """Return the order of actions in the steps of a combination, if any."""
    names = CardNames(combination.cards)
    hints: list[Hint] = []
    begins: list[int] = []
    repeats = 0
    for step in combination.steps:
        begins.append(len(hints))
        for sentence in _SENTENCES.split(straightened(step)):
            again = _REPEAT.match(sentence.strip())
            if again is not None:
                place = int(again.group(1) or 1) - 1
                repeats = begins[place] if place < len(begins) else 0
            hints += _parts_of(sentence, names)
    return Advice(tuple(_with_responses(hints)), min(repeats, max(0, len(hints) - 1)))


def _parts_of(sentence: str, names: CardNames) -> Iterator[Hint]:
    """Yield the actions that a sentence describes, in order."""
    begins = _verbs(sentence)
    mentions = names.mentions(sentence)
    first = begins[0][1] if begins else len(sentence)
    responding = _RESPONDING.search(sentence) is not None
    if _TRIGGERS.search(sentence, 0, first):
        yield _trigger(sentence[:first], [each for each in mentions if each.start < first])
    for index, (do, start) in enumerate(begins):
        end = begins[index + 1][1] if index + 1 < len(begins) else len(sentence)
        inside = [each for each in mentions if start <= each.start < end]
        for part in _done(do, sentence[start:end], start, inside):
            yield msgspec.structs.replace(part, responding=responding and part.do != "resolve")


def _verbs(sentence: str) -> list[tuple[Doing, int]]:
    """Return the actions of a player and their places: at the beginning of a sentence or of a part of it."""
    verbs: dict[int, Doing] = {}
    for do, pattern in _PARTS:
        for hit in pattern.finditer(sentence):
            before = sentence[: hit.start()]
            if _AFTER.search(before) and not (before.rstrip().endswith("to") and fold(hit.group()) not in _SURE):
                verbs.setdefault(hit.start(), do)
    starts = sorted(verbs)
    # "Pay {2} to activate ..." is one action: a certain one takes the place of a possible one.
    sure = [at for at in starts if _verb(sentence[at:]) in _SURE]
    if sure:
        starts = [at for at in starts if at in sure or verbs[at] == "attack"]
    return [(verbs[at], at) for at in starts]


def _verb(words: str) -> str:
    """Return the word that a part of a sentence begins with."""
    return fold(words.split(maxsplit=1)[0]).strip(",.")


def _trigger(words: str, mentions: Sequence[Mention]) -> Hint:
    """Return the part of a sentence about an event that happens by itself: its source, and its objects."""
    hit = next((each for each in _TRIGGERS.finditer(words) if each.group().casefold().startswith("trig")), None)
    at = hit.start() if hit is not None else len(words)
    before = [each.name for each in mentions if each.start < at]
    it_does = re.search(r"\bit(?:s \w+ ability)?(?: also)?\s*$", words[:at], re.IGNORECASE) is not None
    source = (before[0] if it_does else before[-1]) if before else ""
    return Hint("resolve", source, _about(words[at:], [each for each in mentions if each.start > at], source))


def _done(do: Doing, words: str, start: int, mentions: Sequence[Mention]) -> Iterator[Hint]:
    """Yield the actions in a part of a sentence that begins with its verb, one for each source."""
    if do == "resolve" or _LEGENDS.search(words):
        source = mentions[0].name if mentions else ""
        yield Hint("resolve", source, _about(words, mentions[1:], source), settles=fold(words).startswith("resolve"))
        return
    if do in ("attack", "turn"):
        yield Hint(do, about=frozenset(each.name for each in mentions))
        return
    for source in _sources(words, start, mentions) or [""]:
        about = _about(words, [each for each in mentions if each.name != source], source)
        yield Hint(do, source, about, often=_OFTEN.search(_object(words)) is not None)


def _sources(words: str, start: int, mentions: Sequence[Mention]) -> list[str]:
    """Return the sources of an action."""
    until = len(_object(words))
    objects = [each for each in mentions if each.start - start < until]
    cards = [each.name for each in objects if each.known]
    return list(dict.fromkeys(cards or [each.name for each in objects[:1]]))


def _object(words: str) -> str:
    """Return the part of a sentence from its verb to its means."""
    end = _OBJECT_ENDS.search(words)
    return words[: end.start()] if end is not None else words


def _about(words: str, mentions: Sequence[Mention], source: str) -> frozenset[str]:
    """Return the likely answers: other named objects, colours of produced mana."""
    about = {each.name for each in mentions}
    if source and _ITSELF.search(words):
        about.add(source)
    made = _ADDING.search(words)
    about |= {_COLOURS[pip] for pip in _PIPS.findall(made.group(1) if made else "")}
    return frozenset(about)


def _with_responses(parts: Sequence[Hint]) -> list[Hint]:
    """Return the parts, marked as responses if they stand between an action and the sentence that lets it resolve."""
    marked = list(parts)
    for at, part in enumerate(parts):
        if not part.settles or not part.source:
            continue
        began = next((i for i in range(at - 1, -1, -1) if parts[i].source == part.source), at)
        for index in range(began + 1, at):
            if parts[index].do in ("cast", "activate", "play"):
                marked[index] = msgspec.structs.replace(marked[index], responding=True)
    return marked
