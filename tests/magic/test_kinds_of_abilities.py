"""The commonest kinds of abilities, each in a small position with what the Comprehensive Rules say, worked out by hand.

The engine has to do the same; what it does otherwise is reported in docs/upstream. What is expected is the whole change, counted as
somebody at the table would.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.playing.playing import play
from tests.magic.cases import Example, begun, change, counted

JsonObject = dict[str, Any]
Steps = tuple[JsonObject, ...]
RESOLVE: JsonObject = {"do": "resolve"}
ALL: JsonObject = {"do": "resolve all"}
YES: JsonObject = {"do": "choose", "answer": "yes"}
BEARS = {"card": "Grizzly Bears", "as": "bear"}
THEIRS = {"card": "Hill Giant", "as": "giant"}
LIBRARY = [[{"card": "Forest", "copies": 9}], [{"card": "Island", "copies": 9}]]


class Kind(NamedTuple):
    """A kind of ability and the clause of the Comprehensive Rules that decides.

    `ana` and `bo` are their permanents; `steps` are done and `change` is what that does.
    """

    kind: str
    clause: str
    ana: tuple[Any, ...]
    steps: Steps
    change: dict[str, int]
    bo: tuple[Any, ...] = ()
    hand: tuple[str, ...] = ()
    mana: str = ""
    graveyard: tuple[str, ...] = ()
    before: Steps = ()


def cast(source: str, *targets: str) -> JsonObject:
    return {"by": 0, "do": "cast", "source": source} | ({"targets": list(targets)} if targets else {})


def use(source: str, *targets: str, ability: int | None = None) -> JsonObject:
    step: JsonObject = {"by": 0, "do": "activate", "source": source} | ({"targets": list(targets)} if targets else {})
    return step if ability is None else {**step, "ability": ability}


def say(*answer: Any) -> JsonObject:
    return {"do": "choose", "answer": list(answer) if len(answer) != 1 else answer[0]}


def to(step: str) -> JsonObject:
    return {"do": "to step", "step": step}


def spent(mana: str) -> dict[str, int]:
    """Return the change by mana that is paid."""
    return {f"mana.0.{letter}": -mana.count(letter) for letter in sorted(set(mana))}


def spell(card: str, mana: str) -> dict[str, int]:
    """Return the change by casting an instant or a sorcery and resolving it, but for what it does."""
    return {**spent(mana), f"hand.0.{card}": -1, f"graveyard.0.{card}": 1}


def permanent(card: str, mana: str) -> dict[str, int]:
    """Return the change by casting a permanent and resolving it, but for what that does."""
    return {**spent(mana), f"hand.0.{card}": -1, f"battlefield.0.{card}": 1}


def bear(**more: Any) -> dict[str, Any]:
    """Return what casting Grizzly Bears takes."""
    return {"hand": ("Grizzly Bears",), "mana": "GG", **more}


CAST_BEAR = (cast("Grizzly Bears"), ALL)
A_BEAR = permanent("Grizzly Bears", "GG")
DRAWN = {"library.0": -1, "hand.0.Forest": 1}
BOLT: dict[str, Any] = {"hand": ("Lightning Bolt",), "mana": "R"}
A_BOLT = spell("Lightning Bolt", "R")
DEAD_BEAR = {"battlefield.0.Grizzly Bears": -1, "graveyard.0.Grizzly Bears": 1}
DEAD_GIANT = {"battlefield.1.Hill Giant": -1, "graveyard.1.Hill Giant": 1}

# fmt: off
KINDS = (
    # Mana abilities.
    Kind("a land is tapped for mana", "CR 605.3b", ("Forest",), (use("Forest"),), {"mana.0.G": 1}),
    Kind("a creature is tapped for mana", "CR 605.1a", ("Llanowar Elves",), (use("Llanowar Elves"),), {"mana.0.G": 1}),
    Kind("mana for a sacrifice", "CR 605.1a", ("Ashnod's Altar", BEARS), (use("Ashnod's Altar"),), {"mana.0.C": 2, **DEAD_BEAR}),
    Kind("mana of a colour that is chosen", "CR 106.1b", ("Birds of Paradise",), (use("Birds of Paradise"), say("Blue")), {"mana.0.U": 1}),
    Kind("mana counted by permanents", "CR 107.3", ("Elvish Archdruid", "Llanowar Elves"), (use("Elvish Archdruid"),), {"mana.0.G": 2}),
    Kind("additional mana when a land is tapped", "CR 605.1b", ("Forest", "Mana Flare"), (use("Forest"),), {"mana.0.G": 2}),
    Kind("mana for a counter", "CR 118.8", (({"card": "Druids' Repository", "counters": {"charge": 1}}),), (use("Druids' Repository"), say("Red")), {"mana.0.R": 1, "counters.charge.Druids' Repository": -1}),
    # What triggers on entering, leaving, dying.
    Kind("another creature enters: life", "CR 603.6a", ("Soul Warden",), CAST_BEAR, {**A_BEAR, "life.0": 1}, **bear()),
    Kind("a creature you control enters: damage", "CR 603.6a", ("Impact Tremors",), CAST_BEAR, {**A_BEAR, "life.1": -1}, **bear()),
    Kind("it enters: draw", "CR 603.6a", (), (cast("Elvish Visionary"), ALL), {**permanent("Elvish Visionary", "GG"), **DRAWN}, hand=("Elvish Visionary",), mana="GG"),
    Kind("it enters: tokens", "CR 111.1", (), (cast("Dragon Fodder"), ALL), {**spell("Dragon Fodder", "RR"), "tokens.0.Goblin": 2}, hand=("Dragon Fodder",), mana="RR"),
    Kind("it enters: return a creature", "CR 603.3d", (BEARS,), (cast("Man-o'-War"), RESOLVE, say("bear"), ALL), {**permanent("Man-o'-War", "UUU"), "battlefield.0.Grizzly Bears": -1, "hand.0.Grizzly Bears": 1}, hand=("Man-o'-War",), mana="UUU"),
    Kind("a creature dies: drain", "CR 603.6c", ("Blood Artist", "Ashnod's Altar", BEARS), (use("Ashnod's Altar"), say("bear"), say("1"), ALL), {"mana.0.C": 2, **DEAD_BEAR, "life.0": 1, "life.1": -1}),
    Kind("a creature you control dies: each opponent loses", "CR 603.10a", ("Zulaport Cutthroat", "Ashnod's Altar", BEARS), (use("Ashnod's Altar"), say("bear"), ALL), {"mana.0.C": 2, **DEAD_BEAR, "life.0": 1, "life.1": -1}),
    Kind("it dies itself: each opponent loses", "CR 603.10a", ("Zulaport Cutthroat", "Ashnod's Altar"), (use("Ashnod's Altar"), ALL), {"mana.0.C": 2, "battlefield.0.Zulaport Cutthroat": -1, "graveyard.0.Zulaport Cutthroat": 1, "life.0": 1, "life.1": -1}),
    Kind("it dies: tokens", "CR 603.6c", ("Doomed Traveler", "Ashnod's Altar"), (use("Ashnod's Altar"), ALL), {"mana.0.C": 2, "battlefield.0.Doomed Traveler": -1, "graveyard.0.Doomed Traveler": 1, "tokens.0.Spirit": 1}),
    Kind("it is put into a graveyard: back to hand", "CR 603.6c", ({"card": "Rancor", "on": "bear"}, BEARS, "Claws of Gix"), (use("Claws of Gix"), say("Rancor"), ALL), {"mana.0.C": -1, "battlefield.0.Rancor": -1, "hand.0.Rancor": 1, "life.0": 1, "power.bear": -2}, mana="1"),
    Kind("a token dies and ceases to exist", "CR 111.7", ("Ashnod's Altar",), (cast("Dragon Fodder"), ALL, use("Ashnod's Altar")), {**spell("Dragon Fodder", "RR"), "tokens.0.Goblin": 1, "mana.0.C": 2}, hand=("Dragon Fodder",), mana="RR"),
    Kind("persist returns it once", "CR 702.79a", ("Kitchen Finks", "Ashnod's Altar"), (use("Ashnod's Altar"), ALL), {"mana.0.C": 2, "life.0": 2, "counters.-1/-1.Kitchen Finks": 1}),
    Kind("persist does not return it twice", "CR 702.79a", ({"card": "Kitchen Finks", "counters": {"-1/-1": 1}}, "Ashnod's Altar"), (use("Ashnod's Altar"), ), {"mana.0.C": 2, "battlefield.0.Kitchen Finks": -1, "graveyard.0.Kitchen Finks": 1, "counters.-1/-1.Kitchen Finks": -1}),
    Kind("undying returns it once", "CR 702.93a", ("Young Wolf", "Ashnod's Altar"), (use("Ashnod's Altar"), ALL), {"mana.0.C": 2, "counters.+1/+1.Young Wolf": 1}),
    Kind("opposite counters remove each other", "CR 704.5q", ({"card": "Young Wolf", "counters": {"+1/+1": 1}},), (cast("Instill Infection", "Young Wolf"), ALL), {**spell("Instill Infection", "BBBB"), "counters.+1/+1.Young Wolf": -1, **DRAWN}, hand=("Instill Infection",), mana="BBBB"),
    Kind("escape counters only by escaping", "CR 702.138b", (), (cast("Reanimate", "Woe Strider"), ALL), {**spell("Reanimate", "B"), "graveyard.0.Woe Strider": -1, "battlefield.0.Woe Strider": 1, "tokens.0.Goat": 1, "life.0": -3}, hand=("Reanimate",), mana="B", graveyard=("Woe Strider",)),
    Kind("enters with counters", "CR 614.1c", (), (cast("Spike Feeder"), ALL), {**permanent("Spike Feeder", "GGG"), "counters.+1/+1.Spike Feeder": 2}, hand=("Spike Feeder",), mana="GGG"),
    Kind("a land returns itself", "CR 614.1c", (), ({"by": 0, "do": "play", "source": "Simic Growth Chamber"}, RESOLVE), {"hand.0.Simic Growth Chamber": 0}, hand=("Simic Growth Chamber",)),
    # Life and damage.
    Kind("damage to any target", "CR 120.3a", (), (cast("Lightning Bolt", "1"), ALL), {**A_BOLT, "life.1": -3}, **BOLT),
    Kind("damage to a creature destroys it", "CR 704.5g", (), (cast("Lightning Bolt", "giant"), ALL), {**A_BOLT, **DEAD_GIANT}, bo=(THEIRS,), **BOLT),
    Kind("damage is marked", "CR 120.3e", (), (cast("Shock", "giant"), ALL), {**spell("Shock", "R"), "damage.giant": 2}, bo=(THEIRS,), hand=("Shock",), mana="R"),
    Kind("indestructible", "CR 702.12b", (), (cast("Lightning Bolt", "Darksteel Myr"), ALL), {**A_BOLT}, bo=("Darksteel Myr",), **BOLT),
    Kind("lifelink", "CR 702.15b", ({"card": "Prodigal Sorcerer", "as": "tim"}, {"card": "Lifelink", "on": "tim"}), (use("tim", "1"), ALL), {"life.0": 1, "life.1": -1}),
    Kind("deathtouch", "CR 702.2b", ({"card": "Prodigal Sorcerer", "as": "tim"}, {"card": "Basilisk Collar", "on": "tim"}), (use("tim", "giant"), ALL), {"life.0": 1, **DEAD_GIANT}, bo=(THEIRS,)),
    Kind("infect against a player", "CR 702.90b", ({"card": "Prodigal Sorcerer", "as": "tim"}, {"card": "Grafted Exoskeleton", "on": "tim"}), (use("tim", "1"), ALL), {}),
    Kind("infect against a creature", "CR 702.90c", ({"card": "Prodigal Sorcerer", "as": "tim"}, {"card": "Grafted Exoskeleton", "on": "tim"}), (use("tim", "giant"), ALL), {"counters.-1/-1.giant": 1, "power.giant": -1, "toughness.giant": -1}, bo=(THEIRS,)),
    Kind("life gained: counters", "CR 119.9", ("Ajani's Pridemate", "Soulmender"), (use("Soulmender"), ALL), {"life.0": 1, "counters.+1/+1.Ajani's Pridemate": 1}),
    Kind("life gained: an opponent loses as much", "CR 603.2", ("Sanguine Bond", "Soulmender"), (use("Soulmender"), ALL), {"life.0": 1, "life.1": -1}),
    Kind("an opponent loses life: gain as much", "CR 603.2", ("Exquisite Blood",), (cast("Lightning Bolt", "1"), ALL), {**A_BOLT, "life.1": -3, "life.0": 3}, **BOLT),
    Kind("life that cannot be gained", "CR 119.7", ("Sulfuric Vortex", "Soulmender"), (use("Soulmender"), ALL), {}),
    Kind("twice as much life", "CR 614.1a", ("Boon Reflection", "Soulmender"), (use("Soulmender"), ALL), {"life.0": 2}),
    Kind("life gained instead adds one", "CR 614.1a", ("Angel of Vitality", "Soulmender"), (use("Soulmender"), ALL), {"life.0": 2}),
    Kind("damage is doubled", "CR 614.1a", ("Furnace of Rath",), (cast("Lightning Bolt", "1"), ALL), {**A_BOLT, "life.1": -6}, **BOLT),
    Kind("damage is prevented", "CR 615.1", (), (cast("Lightning Bolt", "Cho-Manno, Revolutionary"), ALL), {**A_BOLT}, bo=("Cho-Manno, Revolutionary",), **BOLT),
    Kind("damage is dealt to something else instead", "CR 614.9", (), (cast("Lightning Bolt", "1"), ALL), {**A_BOLT, **DEAD_GIANT, "battlefield.1.Pariah": -1, "graveyard.1.Pariah": 1}, bo=(THEIRS, {"card": "Pariah", "on": "giant"}), **BOLT),
    Kind("dealt damage: draw", "CR 603.2", ({"card": "Prodigal Sorcerer", "as": "tim"}, {"card": "Curiosity", "on": "tim"}), (use("tim", "1"), RESOLVE, RESOLVE, YES), {"life.1": -1, **DRAWN}),
    Kind("each opponent loses, you gain", "CR 119.3", (), (cast("Gray Merchant of Asphodel"), ALL), {**permanent("Gray Merchant of Asphodel", "BBBBB"), "life.1": -2, "life.0": 2}, hand=("Gray Merchant of Asphodel",), mana="BBBBB"),
    # Tapping and untapping.
    Kind("untap all creatures", "CR 701.26b", ("Intruder Alarm", {"card": "Llanowar Elves", "as": "elves"}), (use("elves"), *CAST_BEAR, use("elves")), {**A_BEAR, "mana.0.G": 0}, **bear()),
    Kind("untap itself for mana", "CR 602.1", ({"card": "Basalt Monolith", "as": "monolith", "tapped": True},), (use("monolith", ability=1), ALL, use("monolith", ability=0)), {}, mana="3"),
    Kind("untap enchanted creature", "CR 303.4", ({"card": "Llanowar Elves", "as": "elves"}, {"card": "Freed from the Real", "on": "elves"}), (use("elves"), use("Freed from the Real", ability=1), ALL, use("elves")), {"mana.0.G": 2, "mana.0.U": -1}, mana="U"),
    Kind("untap target permanent", "CR 701.26b", ("Voltaic Key", {"card": "Sol Ring", "as": "ring", "tapped": True}), (use("Voltaic Key", "ring"), ALL, use("ring")), {"mana.0.C": 1}, mana="1"),
    Kind("becomes untapped: mill", "CR 603.2e", ("Mesmeric Orb", {"card": "Basalt Monolith", "as": "monolith", "tapped": True}), (use("monolith", ability=1), ALL), {"mana.0.C": -3, "library.0": -1, "graveyard.0.Forest": 1}, mana="3"),
    # Counters.
    Kind("a +1/+1 counter", "CR 122.1a", ({"card": "Spike Feeder", "counters": {"+1/+1": 2}},), (use("Spike Feeder", ability=1), ALL), {"life.0": 2, "counters.+1/+1.Spike Feeder": -1}),
    Kind("twice as many counters", "CR 614.1a", ("Ajani's Pridemate", "Soulmender", "Doubling Season"), (use("Soulmender"), ALL), {"life.0": 1, "counters.+1/+1.Ajani's Pridemate": 2}),
    Kind("one more counter", "CR 614.1a", ("Ajani's Pridemate", "Soulmender", "Hardened Scales"), (use("Soulmender"), ALL), {"life.0": 1, "counters.+1/+1.Ajani's Pridemate": 2}),
    Kind("one counter fewer", "CR 614.1a", ("Vizier of Remedies", {"card": "Devoted Druid", "as": "druid", "tapped": True}), (use("druid", ability=1), ALL, use("druid", ability=0)), {"mana.0.G": 1}),
    Kind("proliferate", "CR 701.34a", ({"card": "Ajani's Pridemate", "counters": {"+1/+1": 1}, "as": "mate"},), (cast("Steady Progress"), RESOLVE, say("mate")), {**spell("Steady Progress", "UUU"), "counters.+1/+1.mate": 1, **DRAWN}, hand=("Steady Progress",), mana="UUU"),
    Kind("counters cannot be put", "CR 614.1a", ("Ajani's Pridemate", "Soulmender", "Solemnity"), (use("Soulmender"), ALL), {"life.0": 1}),
    # Tokens and copies.
    Kind("twice as many tokens", "CR 614.1a", ("Parallel Lives",), (cast("Dragon Fodder"), ALL), {**spell("Dragon Fodder", "RR"), "tokens.0.Goblin": 4}, hand=("Dragon Fodder",), mana="RR"),
    Kind("four times as many tokens", "CR 616.1", ("Parallel Lives", "Anointed Procession"), (cast("Dragon Fodder"), ALL), {**spell("Dragon Fodder", "RR"), "tokens.0.Goblin": 8}, hand=("Dragon Fodder",), mana="RR"),
    Kind("tokens of another kind come with them", "CR 614.1a", ("Chatterfang, Squirrel General",), (cast("Dragon Fodder"), ALL), {**spell("Dragon Fodder", "RR"), "tokens.0.Goblin": 2, "tokens.0.Squirrel": 2}, hand=("Dragon Fodder",), mana="RR"),
    Kind("a token that is a copy", "CR 707.2", ("Kiki-Jiki, Mirror Breaker", BEARS), (use("Kiki-Jiki, Mirror Breaker", "bear"), ALL), {"tokens.0.Grizzly Bears": 1}),
    Kind("a copy has what it copies has on entering", "CR 707.2", ("Kiki-Jiki, Mirror Breaker", "Elvish Visionary"), (use("Kiki-Jiki, Mirror Breaker", "Elvish Visionary"), ALL), {"tokens.0.Elvish Visionary": 1, **DRAWN}),
    Kind("the token goes at the end step", "CR 603.7a", ("Kiki-Jiki, Mirror Breaker", BEARS), (use("Kiki-Jiki, Mirror Breaker", "bear"), ALL, to("end step")), {}),
    Kind("a spell is copied", "CR 707.10", (), (cast("Divination"), cast("Twincast", "Divination"), ALL), {**spent("UUUUU"), "hand.0.Divination": -1, "hand.0.Twincast": -1, "graveyard.0.Divination": 1, "graveyard.0.Twincast": 1, "library.0": -4, "hand.0.Forest": 4}, hand=("Divination", "Twincast"), mana="UUUUU"),
    Kind("an activated ability is copied", "CR 707.10", ("Rings of Brighthearth", "Soulmender"), (use("Soulmender"), RESOLVE, YES, ALL), {**spent("CC"), "life.0": 2}, mana="2"),
    Kind("enters as a copy", "CR 707.9", (BEARS,), (cast("Clone"), RESOLVE, YES), {**spent("UUUU"), "hand.0.Clone": -1, "battlefield.0.Grizzly Bears": 1}, hand=("Clone",), mana="UUUU"),
    # Moving between zones.
    Kind("blink", "CR 400.7", (BEARS, "Soul Warden"), (cast("Cloudshift", "bear"), ALL), {**spell("Cloudshift", "W"), "life.0": 1}, hand=("Cloudshift",), mana="W"),
    Kind("exile until it leaves", "CR 610.3", (), (cast("Banisher Priest"), RESOLVE, ALL), {**permanent("Banisher Priest", "WWW"), "battlefield.1.Hill Giant": -1, "exile.1.Hill Giant": 1}, bo=(THEIRS,), hand=("Banisher Priest",), mana="WWW"),
    Kind("return from a graveyard", "CR 400.7", (), (cast("Raise Dead", "Grizzly Bears"), ALL), {**spell("Raise Dead", "B"), "graveyard.0.Grizzly Bears": -1, "hand.0.Grizzly Bears": 1}, hand=("Raise Dead",), mana="B", graveyard=("Grizzly Bears",)),
    Kind("reanimate", "CR 603.6a", ("Soul Warden",), (cast("Reanimate", "Grizzly Bears"), ALL), {**spell("Reanimate", "B"), "graveyard.0.Grizzly Bears": -1, "battlefield.0.Grizzly Bears": 1, "life.0": -1}, hand=("Reanimate",), mana="B", graveyard=("Grizzly Bears",)),
    Kind("mill", "CR 701.17a", (), (cast("Tome Scour", "1"), ALL), {**spell("Tome Scour", "U"), "library.1": -5, "graveyard.1.Island": 5}, hand=("Tome Scour",), mana="U"),
    Kind("discard", "CR 701.9a", (), (cast("Faithless Looting"), ALL), {**spell("Faithless Looting", "R"), "library.0": -2, "graveyard.0.Forest": 2}, hand=("Faithless Looting",), mana="R"),
    Kind("destroy", "CR 701.8a", (), (cast("Murder", "giant"), ALL), {**spell("Murder", "BBB"), **DEAD_GIANT}, bo=(THEIRS,), hand=("Murder",), mana="BBB"),
    Kind("counter a spell", "CR 701.6a", (), (cast("Divination"), cast("Counterspell", "Divination"), ALL), {**spent("UUUUU"), "hand.0.Divination": -1, "hand.0.Counterspell": -1, "graveyard.0.Divination": 1, "graveyard.0.Counterspell": 1}, hand=("Divination", "Counterspell"), mana="UUUUU"),
    Kind("buyback", "CR 702.27a", (), (cast("Capsize", "giant"), YES, ALL), {**spent("UUUUUU"), "battlefield.1.Hill Giant": -1, "hand.1.Hill Giant": 1}, bo=(THEIRS,), hand=("Capsize",), mana="UUUUUU"),
    Kind("flashback", "CR 702.34a", (), (cast("Faithless Looting"), ALL), {**spent("RRR"), "graveyard.0.Faithless Looting": -1, "exile.0.Faithless Looting": 1, "library.0": -2, "graveyard.0.Forest": 2}, mana="RRR", graveyard=("Faithless Looting",)),
    Kind("a graveyard is exiled instead", "CR 614.6", ("Rest in Peace",), (cast("Divination"), ALL), {**spent("UUU"), "hand.0.Divination": -1, "exile.0.Divination": 1, "library.0": -2, "hand.0.Forest": 2}, hand=("Divination",), mana="UUU"),
    # Spells cast.
    Kind("cast a noncreature spell: damage", "CR 603.2", ("Guttersnipe",), (cast("Divination"), ALL), {**spell("Divination", "UUU"), "library.0": -2, "hand.0.Forest": 2, "life.1": -2}, hand=("Divination",), mana="UUU"),
    Kind("prowess", "CR 702.108a", ({"card": "Monastery Swiftspear", "as": "monk"},), (cast("Lightning Bolt", "1"), ALL), {**A_BOLT, "life.1": -3, "power.monk": 1, "toughness.monk": 1}, **BOLT),
    Kind("storm", "CR 702.40a", (), (cast("Lightning Bolt", "1"), ALL, cast("Grapeshot", "1"), RESOLVE, say("keep"), ALL), {**spent("RRR"), "hand.0.Lightning Bolt": -1, "hand.0.Grapeshot": -1, "graveyard.0.Lightning Bolt": 1, "graveyard.0.Grapeshot": 1, "life.1": -5}, hand=("Lightning Bolt", "Grapeshot"), mana="RRR"),
    Kind("magecraft on casting", "CR 207.2c", ("Storm-Kiln Artist",), (cast("Divination"), ALL), {**spell("Divination", "UUU"), "library.0": -2, "hand.0.Forest": 2, "tokens.0.Treasure": 1, "power.Storm-Kiln Artist": 1}, hand=("Divination",), mana="UUU"),
    Kind("cheaper spells", "CR 601.2f", ("Goblin Electromancer",), (cast("Divination"), ALL), {**spell("Divination", "UU"), "library.0": -2, "hand.0.Forest": 2}, hand=("Divination",), mana="UU"),
    Kind("draw a card: a player loses", "CR 603.2", ("Psychosis Crawler",), (cast("Divination"), ALL), {**spell("Divination", "UUU"), "library.0": -2, "hand.0.Forest": 2, "life.1": -2}, hand=("Divination", "Swamp"), mana="UUU"),
    Kind("an opponent draws: damage", "CR 603.2", ("Underworld Dreams", "Temple Bell"), (use("Temple Bell"), ALL), {"library.0": -1, "hand.0.Forest": 1, "library.1": -1, "hand.1.Island": 1, "life.1": -1}),
    Kind("twice as many draws", "CR 614.1a", ("Thought Reflection", "Temple Bell"), (use("Temple Bell"), ALL), {"library.0": -2, "hand.0.Forest": 2, "library.1": -1, "hand.1.Island": 1}),
    # Static abilities.
    Kind("others get +1/+1", "CR 611.3a", (BEARS,), (cast("Glorious Anthem"), ALL), {**permanent("Glorious Anthem", "WWW"), "power.bear": 1, "toughness.bear": 1}, hand=("Glorious Anthem",), mana="WWW"),
    Kind("-X/-X puts it into the graveyard", "CR 704.5f", (BEARS,), (cast("Disfigure", "bear"), ALL), {**spell("Disfigure", "B"), **DEAD_BEAR}, hand=("Disfigure",), mana="B"),
    Kind("an aura without its creature goes", "CR 704.5m", (), (cast("Lightning Bolt", "giant"), ALL), {**A_BOLT, **DEAD_GIANT, "battlefield.1.Holy Strength": 0}, bo=(THEIRS,), **BOLT),
    Kind("the legend rule", "CR 704.5j", ("Krenko, Mob Boss",), (cast("Krenko, Mob Boss"), RESOLVE, say("Krenko, Mob Boss")), {**spent("RRRR"), "hand.0.Krenko, Mob Boss": -1, "graveyard.0.Krenko, Mob Boss": 1}, hand=("Krenko, Mob Boss",), mana="RRRR"),
    Kind("equip", "CR 702.6a", (BEARS, "Bonesplitter"), (use("Bonesplitter", "bear"), ALL), {**spent("C"), "power.bear": 2}, mana="1"),
    Kind("counted tokens", "CR 608.2h", ({"card": "Krenko, Mob Boss", "as": "krenko"},), (use("krenko"), ALL), {"tokens.0.Goblin": 1}),
    Kind("a land is played: life", "CR 603.6a", ("Grazing Gladehart",), ({"by": 0, "do": "play", "source": "Forest"}, RESOLVE, YES), {"hand.0.Forest": -1, "battlefield.0.Forest": 1, "life.0": 2}, hand=("Forest",)),
    Kind("an ability triggers an additional time", "CR 603.2d", ("Panharmonicon", "Soul Warden"), CAST_BEAR, {**A_BEAR, "life.0": 2}, **bear()),
    Kind("creatures entering do not trigger", "CR 603.2g", ("Torpor Orb", "Soul Warden"), CAST_BEAR, {**A_BEAR}, **bear()),
    # Combat and turns.
    Kind("unblocked creatures deal damage", "CR 510.1b", (BEARS,), ({"by": 0, "do": "attack", "attackers": ["bear"]}, to("end of combat")), {"life.1": -2}, before=(to("declare attackers"),)),
    Kind("a sacrifice: a counter", "CR 602.2", ({"card": "Carrion Feeder", "as": "feeder"}, BEARS), (use("feeder"), say("bear"), ALL), {**DEAD_BEAR, "counters.+1/+1.feeder": 1}),
    Kind("life is paid", "CR 119.4", ({"card": "Wall of Blood", "as": "wall"},), (use("wall"), ALL), {"life.0": -1, "power.wall": 1, "toughness.wall": 1}),
    Kind("damage to a target and to you", "CR 120.3a", ("Fireslinger",), (use("Fireslinger", "1"), ALL), {"life.0": -1, "life.1": -1}),
    Kind("landfall: a token", "CR 603.6a", ("Sporemound",), ({"by": 0, "do": "play", "source": "Forest"}, ALL), {"hand.0.Forest": -1, "battlefield.0.Forest": 1, "tokens.0.Saproling": 1}, hand=("Forest",)),
    Kind("an enchantment enters: draw", "CR 603.6a", ("Eidolon of Blossoms",), (cast("Glorious Anthem"), ALL), {**permanent("Glorious Anthem", "WWW"), **DRAWN}, hand=("Glorious Anthem",), mana="WWW"),
    Kind("a card is exiled from a graveyard: a counter and life", "CR 608.2c", ({"card": "Scavenging Ooze", "as": "ooze"},), (use("ooze", "Grizzly Bears"), ALL), {"mana.0.G": -1, "graveyard.0.Grizzly Bears": -1, "exile.0.Grizzly Bears": 1, "counters.+1/+1.ooze": 1, "life.0": 1}, mana="G", graveyard=("Grizzly Bears",)),
    Kind("untap target Forest", "CR 701.26b", ("Arbor Elf", {"card": "Forest", "as": "wood", "tapped": True}), (use("Arbor Elf", "wood"), ALL, use("wood")), {"mana.0.G": 1}),
    Kind("a triggered mana ability", "CR 605.1b", (BEARS, "Forest", {"card": "Wild Growth", "on": "wood"}, {"card": "Forest", "as": "wood"}), (use("wood"),), {"mana.0.G": 2}),
)
# fmt: on


@pytest.mark.engine
def test_the_engine_does_what_the_rules_say(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for row in KINDS:
        with subtests.test(row=row):
            assert changed(row, library) == {name: amount for name, amount in row.change.items() if amount}


def changed(row: Kind, library: CardLibrary) -> dict[str, int]:
    position: JsonObject = {
        "battlefield": [list(row.ana), list(row.bo)],
        "hand": [list(row.hand), []],
        "graveyard": [list(row.graveyard), []],
        "mana": [row.mana, ""],
        "library": LIBRARY,
        "before": list(row.before),
        "expected": {"per_iteration": row.change},
        "body": list(row.steps),
    }
    case = Example(row.kind, position)
    table = begun(case, library)
    before = counted(table)
    for step in case.body:
        play(table, step)
    return change(before, counted(table), case)
