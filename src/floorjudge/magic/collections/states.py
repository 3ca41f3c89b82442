"""What a sentence says of one card: the counters on it, what it lies on, which side is up, what was chosen for it."""

from __future__ import annotations

import re
from collections.abc import Callable

from floorjudge.magic.cards.helper_cards import BEAR, FIELD, RELIC, garb
from floorjudge.magic.cards.sides import folded
from floorjudge.magic.collections.entering import begin_in_hand, exiled_by
from floorjudge.magic.collections.scene import Scene, Thing

Reading = Callable[[Scene, Thing, re.Match[str]], "bool | None"]
_KEYWORD = (
    "(?:indestructible|lifelink|deathtouch|vigilance|flying|haste|trample|menace|first strike|double strike|reach|hexproof|infect"
    "|protection from [a-z]+|shadow|undying|persist|wither|flash|shroud|defender|fear|intimidate)"
)


def _nothing(_scene: Scene, _thing: Thing, _found: re.Match[str]) -> None:
    """Nothing has to be done for it."""


def _ready(_scene: Scene, thing: Thing, _found: re.Match[str]) -> None:
    thing.ready = True


def _counted(_scene: Scene, thing: Thing, found: re.Match[str]) -> None:
    kind = found["kind"] if found["kind"] in {"+1/+1", "-1/-1"} else found["kind"].lower()
    many = found["many"].lower()
    thing.counters[kind] = int(many) if many.isdecimal() else 1


def _uncounted(_scene: Scene, thing: Thing, found: re.Match[str]) -> None:
    thing.counters.pop(found["kind"], None)


def _dressed(scene: Scene, thing: Thing, found: re.Match[str]) -> bool | None:
    return dress(scene, thing, f"has {re.split(r',? or |, ', found['word'].lower())[0]}")


def dress(scene: Scene, thing: Thing, words: str) -> bool | None:
    """Put an invented Aura onto something which gives it what some words say. Returns False when it is not on the battlefield."""
    if thing.zone != "battlefield":
        return False
    kind = next((each for each in ("Creature", "Artifact", "Land", "Enchantment") if each in thing.types), "Permanent")
    aura = scene.add(garb(f"Plain Garb {len(scene.helpers) + 1}", kind, words))
    aura.on = thing
    return None


def _strong(scene: Scene, thing: Thing, found: re.Match[str]) -> bool | None:
    more = max(0, int(found["many"]) - _printed(thing, "power"))
    return dress(scene, thing, f"gets +{more}/+0") if more else None


def _tough(scene: Scene, thing: Thing, found: re.Match[str]) -> bool | None:
    more = max(0, int(found["many"]) - _printed(thing, "toughness"))
    return dress(scene, thing, f"gets +0/+{more}") if more else None


def _printed(thing: Thing, which: str) -> int:
    plus = thing.counters.get("+1/+1", 0) - thing.counters.get("-1/-1", 0)
    if thing.piece is None:
        return int(getattr(thing.text, which, None) or 0) + plus
    return (thing.piece.power if which == "power" else thing.piece.toughness) + plus


def _on_card(scene: Scene, thing: Thing, found: re.Match[str]) -> bool | None:
    host = scene.cards[int(found["host"])]
    thing.on, thing.zone = host, "battlefield"
    return None


def _on_another(scene: Scene, thing: Thing, found: re.Match[str]) -> bool | None:
    said = found["said"].lower()
    if said.startswith("that ") and scene.helpers:
        thing.on = scene.helpers[-1]
        return None
    text = (
        FIELD
        if "land" in said or "forest" in said
        else RELIC
        if "artifact" in said and "creature" not in said
        else BEAR
    )
    fitting = [each for each in scene.cards if each is not thing and each.zone == "battlefield" and each.is_creature]
    excepted = "other" in said or "except" in said
    spare = [each for each in scene.helpers if each.is_creature and each.zone == "battlefield" and not each.seat]
    if text is BEAR and fitting and not excepted:
        thing.on = fitting[0]
    elif text is BEAR and spare:
        thing.on = spare[0]
    else:
        thing.on = scene.add(text)
    return None


def _on_you(_scene: Scene, thing: Thing, _found: re.Match[str]) -> None:
    thing.on = 0


def _named_you(_scene: Scene, thing: Thing, _found: re.Match[str]) -> None:
    thing.chosen = "Player 1"


def _named_them(_scene: Scene, thing: Thing, _found: re.Match[str]) -> None:
    thing.chosen = "Player 2"


def _tapped(_scene: Scene, thing: Thing, _found: re.Match[str]) -> None:
    thing.tapped = True


def _chosen(scene: Scene, thing: Thing, found: re.Match[str]) -> None:
    word = found["word"]
    if thing.piece is not None and thing.piece.chooses in {"kind of card", "word"}:
        # What is chosen as it enters, and no creature type, colour or player, is chosen in the search.
        begin_in_hand(scene, thing)
    else:
        thing.chosen = word


def other_side(scene: Scene, number: int, state: str) -> str:
    """Turn a card over where its state, as it is written, begins with “as” and the name of a side; return what else the state says."""
    said = re.match(r"\s*as (?!a copy\b)", state)
    if said is None:
        return state
    thing, rest = scene.cards[number], state[said.end() :]
    called = [
        (name, index)
        for index, face in enumerate(scene.library.card(thing.card).faces.values())
        for whole in (str(face["name"]),)
        for name in (whole, whole.replace(", the ", ", "), whole.split(",")[0])
        if folded(rest).startswith(folded(name))
    ]
    if not called:
        return state
    name, index = max(called, key=lambda each: len(each[0]))
    thing.transformed = index > 0
    return rest[len(name) :].strip().removeprefix("and ").strip()


def _in_hand(scene: Scene, thing: Thing, _found: re.Match[str]) -> None:
    begin_in_hand(scene, thing)


def _mutated(scene: Scene, thing: Thing, _found: re.Match[str]) -> None:
    begin_in_hand(scene, thing, "Mutate")


def _exiled(scene: Scene, thing: Thing, found: re.Match[str]) -> None:
    exiled_by(scene, thing, scene.cards[int(found["host"])])


def _levelled(scene: Scene, thing: Thing, found: re.Match[str]) -> None:
    if "Class" in thing.types and thing.piece is not None:
        scene.floating += "".join(thing.piece.levels[: int(found["many"]) - 1])
    else:
        thing.counters["level"] = int(found["many"])


_MANY = r"(?:at least |exactly )?(?P<many>\d+|an?)(?: or (?:more|2))?"
# What is said after a card's name: “#0 has at least 2 +1/+1 counters on it” is read as the words from “has” on.
_STATES: tuple[tuple[str, Reading], ...] = (
    (r"(?:do(?:es)? not have|without|is without|has no) summoning sickness", _ready),
    (r"(?:and )?(?:cannot|is unable to) be blocked.*", _nothing),
    (r"(?:does not have|without|has no|with no) (?:an? |any )?(?P<kind>\S+) counters?(?: on it)?", _uncounted),
    (rf"(?:has|with|had) {_MANY} (?P<kind>\S+) counters?(?: on (?:it|them))?(?: or more)?", _counted),
    (rf"(?:has|with) (?:either )?(?P<word>{_KEYWORD}(?:(?:,| or|, or) {_KEYWORD})*)", _dressed),
    (r"is (?P<word>indestructible)", _dressed),
    (r"(?:has |with |having )(?:a )?power (?:of )?(?:at least |equal to )?(?P<many>\d+)(?: or (?:greater|more|higher))?", _strong),
    (r"(?:has |with )(?:a )?toughness (?:of )?(?:at least )?(?P<many>\d+)(?: or (?:greater|more|higher))?", _tough),
    (r"has at least (?P<many>\d+) toughness", _tough),
    (r"has at least (?P<many>\d+) power", _strong),
    (r"'s (?:power|toughness) is \d+ or less", _nothing),
    (r"(?:is |being |must be )?attached to #(?P<host>\d+)", _on_card),
    (r"(?:is |being )?attached to (?:you|yourself)", _on_you),
    (r"(?:is |being |must be )?attached to (?P<said>.+)", _on_another),
    (r"naming you", _named_you),
    (r"naming (?:an opponent|any current player)", _named_them),
    (r"(?:is )?tapped", _tapped),
    (r"(?:is )?(?:untapped|face up|unlocked|on the battlefield|is not a land|your commander|legendary|nonlegendary|uncounterable)", _nothing),
    (r"is not (?:a land|a creature|tapped|exerted|legendary|sick)|is a nontoken", _nothing),
    (r"(?:has|had) not been (?:exerted|activated|cast|used).*", _nothing),
    (r'(?:on the battlefield )?with "(?P<word>[^"]+)"(?: or "[^"]+")* (?:chosen|named)', _chosen),
    (r"(?:as|is|on the battlefield as) a copy of (?:(?! and\b| with).)+", _in_hand),
    (r"(?:is |being )?paired with .+", _in_hand),
    (r"on top of #\d+|(?:is )?mutated (?:onto|on top of|over) .+", _mutated),
    (r"(?:is )?prepared|(?:is )?harnessed|with .+ unlocked", _in_hand),
    (r"(?:is |being )?exiled (?:by|with|using|under) #(?P<host>\d+)", _exiled),
    (r"is (?:at least )?level (?P<many>\d+)(?: or (?:higher|greater|more|above))?", _levelled),
)  # fmt: skip
_READ = tuple((re.compile(pattern, re.IGNORECASE), reading) for pattern, reading in _STATES)
_AND = re.compile(r",? and |, ")


def read_state(scene: Scene, number: int, words: str) -> bool:
    """Change a scene by what is said of the card with a number; say whether it was understood. Parts joined by “and” are read apart."""
    thing = scene.cards[number]
    for pattern, reading in _READ:
        if (found := pattern.fullmatch(words)) is not None:
            return reading(scene, thing, found) is not False
    first, last = _parted(words)
    if last and any(pattern.fullmatch(first) for pattern, _ in _READ):
        return read_state(scene, number, first) and read_state(scene, number, last)
    return False


def _parted(words: str) -> tuple[str, str]:
    for cut in _AND.finditer(words):
        first, last = words[: cut.start()], words[cut.end() :]
        if any(pattern.fullmatch(first) for pattern, _ in _READ):
            return first, last
    cut_at = re.search(r" (?=without |with )", words)
    return (words[: cut_at.start()], words[cut_at.end() :]) if cut_at else (words, "")
