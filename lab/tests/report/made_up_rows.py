"""Rows of combinations that nobody has ever verified, for the tests of the report: the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from floorjudge_lab.rows import Details, Produced, Reason, Row, Unread, Verdict

FIRST = ("Amber", "Brass", "Cinder", "Dusk", "Ember", "Frost", "Gilded", "Hollow", "Ivory", "Jade")
SECOND = ("Abbot", "Bellows", "Courier", "Drake", "Engine", "Familiar", "Golem", "Harvester", "Idol", "Juggler")
GIVES = ("mana", "tokens", "life", "damage", "draw", "enters", "dies", "casts", "combats")
SAYS = "A wonderful evening"
SENTENCE = "The goat is in a very good mood indeed."
_REASONS: dict[Verdict, Sequence[Reason]] = {
    "found_without_a_card": ("card_not_needed",),
    "undecided": ("certificate_undecided",),
    "not_found": ("time", "time", "time", "exhausted", "engine_gap", "sentence_not_understood", "depth"),
    "not_set_up": ("unknown_card", "engine_gap", "not_taken_by_engine", "sentence_not_understood"),
    "failed": ("crash", "hang", "memory"),
}
_WEIGHTS: dict[Verdict, int] = {
    "certified": 30,
    "played_out": 3,
    "found_without_a_card": 4,
    "undecided": 8,
    "not_found": 45,
    "not_set_up": 8,
    "failed": 2,
}


def made_up_rows(count: int, seed: int = 1) -> tuple[Row, ...]:
    """Return so many rows of two or three cards."""
    chance = random.Random(seed)
    return tuple(_row(number, chance) for number in range(count))


def _row(number: int, chance: random.Random) -> Row:
    three = chance.random() < 0.47
    cards = tuple(f"{chance.choice(FIRST)} {chance.choice(SECOND)}" for _ in range(3 if three else 2))
    weights = {**_WEIGHTS, "certified": 24 if three else 42}
    (verdict,) = chance.choices(list(weights), list(weights.values()))
    reason = None if verdict in ("certified", "played_out") else chance.choice(_REASONS[verdict])
    kinds = chance.sample(GIVES, chance.randint(1, 3)) if verdict == "certified" else []
    time = 60.4 if reason == "time" else min(60.0, 1.1 + chance.expovariate(0.15))
    return Row(
        id=f"{number}-{chance.randint(1, 9999)}",
        cards=cards,
        verdict=verdict,
        reason=reason,
        evidence=chance.choice(("certified", "extended")) if kinds else None,
        certificate_verdict=chance.choice(("advance", "advance", "ends", "draw")) if kinds else None,
        produces=tuple(Produced(kind, f"{kind} for Player 1") for kind in kinds),
        said_to_produce=(SAYS,) if kinds else (),
        seconds=round(time, 2),
        nodes=chance.randint(3, 4000),
        limit_seconds=60.0,
        limit_memory=2048,
        details=_details(cards, reason, chance),
        engine="0.103.0",
        floorjudge="0.4.0",
    )


def _details(cards: tuple[str, ...], reason: Reason | None, chance: random.Random) -> Details:
    where = chance.choice(("prerequisites[0]", "prerequisites[1]", "uses[0].cardState", "steps[3]", "manaNeeded"))
    return Details(
        unread=(Unread(where, SENTENCE),) if reason == "sentence_not_understood" or chance.random() < 0.1 else (),
        gaps=cards[: chance.randint(1, 2)] if reason == "engine_gap" else (),
        unknown=cards[:1] if reason == "unknown_card" else (),
        unneeded=cards[:1] if reason == "card_not_needed" else (),
    )
