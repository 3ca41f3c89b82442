"""Replacement effects that last for a time: the engine forgets them when it is put into a position, and most iterations begin so."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.engine.fields import is_temporary
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import certify
from tests.magic.made_up import artifact, creature

MESSENGER, CONSTRUCT, NOMADS = "Geralf's Messenger", "Crackdown Construct", "Nomads en-Kor"
TO_CONSTRUCT = {"by": 0, "do": "activate", "source": NOMADS, "targets": [CONSTRUCT]}
RESOLVE = {"do": "resolve"}
PING = artifact("Own Ping", "{0}: This artifact deals 1 damage to target creature. You gain 1 life.")


def certificate(library: CardLibrary, **case: Any) -> Certificate:
    return certify(read_loop_case(case | {"times": "10^9"}), library, budget=1.0)


def doubted(found: Certificate) -> list[tuple[str, str]]:
    return [(each.mistake, each.card) for each in found.misplayed]


@pytest.mark.clauses("MTR 4.4.9")
def test_what_is_exiled_instead_of_dying_does_not_come_back_for_ever(library: CardLibrary) -> None:
    """The Whip's creature is exiled if it would leave the battlefield, so that it never undies."""
    found = certificate(
        library,
        battlefield=[["Whip of Erebos", {"card": "Swamp", "copies": 4}, "Solemnity", "Ashnod's Altar"], []],
        graveyard=[[MESSENGER], []],
        before=[{"by": 0, "do": "activate", "source": "Whip of Erebos", "targets": [MESSENGER]}, {"do": "resolve all"}],
        body=[
            {"by": 0, "do": "activate", "source": "Ashnod's Altar", "pay": {"with": [MESSENGER]}},
            {"do": "resolve all"},
        ],
    )
    assert (found.evidence, doubted(found)) == ("undecided", [("forgotten", MESSENGER)])


@pytest.mark.clauses("MTR 4.4.9")
@pytest.mark.parametrize("when", ["in each iteration", "before the loop"])
def test_a_shield_against_damage_is_doubted_where_there_is_damage(when: str, library: CardLibrary) -> None:
    shield = [TO_CONSTRUCT, RESOLVE, RESOLVE]
    ping = [{"by": 0, "do": "activate", "source": "Own Ping", "targets": ["Own Wall"]}, RESOLVE, RESOLVE]
    wall = creature("Own Wall", "Wall", "0/9", "Indestructible")
    each_time = when == "in each iteration"
    found = certificate(
        library,
        cards=[PING, wall],
        battlefield=[[CONSTRUCT, NOMADS, "Own Ping", "Own Wall"], []],
        before=[] if each_time else shield,
        body=[*shield, *ping] if each_time else ping,
    )
    assert ("forgotten", NOMADS) in doubted(found)


def test_shields_gather_where_there_is_no_damage(library: CardLibrary) -> None:
    found = certificate(library, battlefield=[[CONSTRUCT, NOMADS], []], body=[TO_CONSTRUCT, RESOLVE, RESOLVE])
    assert (found.verdict, found.misplayed) == ("advance", ())
    assert {line.key: line.change for line in found.lines}[f"power.{CONSTRUCT}"] == (1,)


def test_the_engine_forgets_them_when_it_is_put_into_a_position(library: CardLibrary) -> None:
    """When this fails, the engine has learnt something, and `forgotten` goes."""
    case = {"battlefield": [[CONSTRUCT, NOMADS], []], "body": [TO_CONSTRUCT, RESOLVE, RESOLVE]}
    table = set_up(read_loop_case(case).position, library)
    play_body(table, read_body(case["body"]))
    live, put = (
        [
            sum(map(is_temporary, thing.replacements))
            for thing in each.snapshot().objects.values()
            if thing.name == NOMADS
        ]
        for each in (table, table.clone())
    )
    assert (live, put) == ([1], [0])
