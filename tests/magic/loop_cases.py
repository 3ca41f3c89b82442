"""Loops that several tests certify, as the JSON that a judge would type."""

from typing import Any

from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import certificate_value
from floorjudge.magic.proof.certifying import certify

JsonObject = dict[str, Any]

TOKENS: JsonObject = {
    "battlefield": [
        [
            {"card": "Intruder Alarm"},
            {"card": "Grizzly Bears", "as": "bear"},
            {"card": "Presence of Gond", "on": "bear"},
        ],
        [],
    ],
    "body": [{"by": 0, "do": "activate", "source": "bear"}, {"do": "resolve all"}],
}
COPIES: JsonObject = {
    "battlefield": [[{"card": "Kiki-Jiki, Mirror Breaker", "as": "kiki"}, {"card": "Village Bell-Ringer"}], []],
    "body": [
        {"by": 0, "do": "activate", "source": "kiki", "targets": ["Village Bell-Ringer"]},
        {"do": "resolve all"},
    ],
}
MANA: JsonObject = {
    "battlefield": [[{"card": "Basalt Monolith", "as": "monolith"}, {"card": "Power Artifact", "on": "monolith"}], []],
    "body": [
        {"by": 0, "do": "activate", "source": "monolith", "ability": 0},
        {"by": 0, "do": "activate", "source": "monolith", "ability": 1},
        {"do": "resolve all"},
    ],
}
DRAIN: JsonObject = {
    "battlefield": [[{"card": "Sanguine Bond"}, {"card": "Exquisite Blood"}, {"card": "Soulmender"}], []],
    "before": [{"by": 0, "do": "activate", "source": "Soulmender"}, {"do": "resolve"}],
    "body": [{"do": "resolve"}, {"do": "resolve"}],
}
MILL: JsonObject = {
    "battlefield": [[{"card": "Mesmeric Orb"}, {"card": "Basalt Monolith", "as": "monolith"}], []],
    "library": [[{"card": "Island", "copies": 45}], []],
    "body": MANA["body"],
}
SHUFFLED: JsonObject = {
    **MILL,
    "library": [
        [{"card": "Island", "copies": 2}, {"card": "Emrakul, the Aeons Torn"}, {"card": "Forest"}, {"card": "Swamp"}],
        [],
    ],
}


def certificate_of(case: JsonObject, library: CardLibrary, times: object = None, budget: float = 1.0) -> JsonObject:
    """Return the JSON certificate of a loop."""
    read = read_loop_case(case if times is None else {**case, "times": times})
    return certificate_value(certify(read, library, budget=budget), "en")
