"""What waits on the stack as its words allow: nothing is remarked. docs/upstream has what they do not allow."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.doubt.auditing import audited
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.positions.json_form import read_position

DRAGON, ORVAR = "Wrathful Red Dragon", "Orvar, the All-Form"
LONIS, WEAVER = "Lonis, Genetics Expert", "Weaver of Harmony"
ALLOWED: dict[str, dict[str, Any]] = {
    "a target that isn't a Dragon": {
        "battlefield": [[DRAGON, "Darksteel Myr"], []],
        "hand": [["Shock"], []],
        "mana": ["R", ""],
        "body": [
            {"by": 0, "do": "cast", "source": "Shock", "targets": [DRAGON]},
            {"do": "resolve"},
            {"by": 0, "do": "choose", "answer": "Darksteel Myr"},
            {"do": "resolve"},
        ],
    },
    "a source that is an enchantment": {
        "battlefield": [[WEAVER, "Pernicious Deed"], []],
        "mana": ["G", ""],
        "body": [
            {"by": 0, "do": "activate", "source": "Pernicious Deed", "x": 0},
            {"by": 0, "do": "activate", "source": WEAVER},
            {"do": "resolve"},
        ],
    },
    "one target": {
        "battlefield": [[ORVAR, "Grizzly Bears"], []],
        "hand": [["Giant Growth"], []],
        "mana": ["G", ""],
        "body": [{"by": 0, "do": "cast", "source": "Giant Growth", "targets": ["Grizzly Bears"]}, {"do": "resolve"}],
    },
    "one counter": {
        "battlefield": [[LONIS], []],
        "hand": [["Battlegrowth"], []],
        "mana": ["G", ""],
        "body": [{"by": 0, "do": "cast", "source": "Battlegrowth", "targets": [LONIS]}, {"do": "resolve"}, {"do": "resolve"}],
    },
}  # fmt: skip


def test_what_the_words_allow_is_no_mistake(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for name, given in ALLOWED.items():
        with subtests.test(name=name):
            position = {key: value for key, value in given.items() if key != "body"}
            body = read_body(given["body"])
            found = audited(set_up(read_position(position), library), body)
            assert (found.remarks, found.played, "when stopped" in found.noted) == ((), 1, False)
