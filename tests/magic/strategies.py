"""Positions of every kind, as hypothesis makes them up: they need not make sense on a table, only be well formed."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.colours import read_mana, write_mana
from floorjudge.magic.positions.position import PLAYER_COUNTERS, STEPS, Card, Permanent, Position

_ODD = ["Grizzly Bears", "Krenko, Mob Boss", '"Ach! Hans, Run!"', "Circle of Protection: Red", "1996 World Champion", "B as A on C",
        "Fire // Ice", "x [tapped]", "turn", "hand", "player 1", "Lim-Dûl's Vault", "a;b|c", "\\n", "3 Forest", "owner"]  # fmt: skip
names = st.one_of(
    st.sampled_from(_ODD), st.text(min_size=1, max_size=12).map(lambda name: " ".join(name.split()) or "x")
)
counts = st.integers(1, 40)
counters = st.dictionaries(
    st.one_of(st.sampled_from(["+1/+1", "charge", "first strike", "2 damage"]), names), counts, max_size=3
)
sizes = st.sampled_from(["0", "1", "*", "1+*", "-1"])
mana = st.text("WUBRGC", max_size=6).map(lambda letters: write_mana(read_mana(letters) or []))


@st.composite
def card_texts(draw: st.DrawFn) -> CardText:
    creature = draw(st.booleans())
    size = draw(st.tuples(sizes, sizes)) if creature else (None, None)
    return CardText(
        name=draw(names),
        type="Legendary Creature — Elf Warrior"
        if creature
        else draw(st.sampled_from(["Artifact", "Enchantment — Aura"])),
        mana_cost=draw(st.sampled_from(["", "{1}{G}", "{X}{2/W}"])),
        text=draw(st.text(max_size=20).map(str.strip)),
        power=size[0],
        toughness=size[1],
        loyalty=draw(st.sampled_from([None, "4"])),
        colours=draw(st.sampled_from([None, "", "WU"])),
    )


@st.composite
def positions(draw: st.DrawFn) -> Position:
    players = draw(st.integers(2, 4))
    labels = iter(draw(st.lists(names, unique=True, max_size=6)))

    def label() -> str | None:
        return next(labels, None) if draw(st.booleans()) else None

    def permanent() -> Permanent:
        own = label()
        text = draw(st.none() | card_texts())
        return Permanent(
            card=draw(names) if text is None else text.name,
            label=own,
            on=draw(st.none() | st.integers(0, players - 1)),
            tapped=draw(st.booleans()),
            sick=draw(st.booleans()),
            counters=draw(counters),
            copies=1 if own is not None else draw(counts),
            token=text is not None or draw(st.booleans()),
            text=text,
            transformed=draw(st.booleans()),
            damage=draw(st.integers(0, 3)),
            owner=draw(st.none() | st.integers(0, players - 1)),
            chosen=draw(st.none() | names),
        )

    def card() -> Card:
        own = label()
        return Card(draw(names), own, 1 if own is not None else draw(counts))

    def each(make: Any) -> tuple[Any, ...]:
        return tuple(tuple(make() for _ in range(draw(st.integers(0, 2)))) for _ in range(players))

    usual_life = st.sampled_from([20, 30, 40])
    return Position(
        battlefield=each(permanent),
        life=tuple(draw(st.lists(usual_life | st.integers(1, 9999), min_size=players, max_size=players))),
        hand=each(card),
        graveyard=each(card),
        exile=each(card),
        library=each(card),
        mana=tuple(draw(st.lists(mana, min_size=players, max_size=players))),
        counters=tuple(
            draw(st.dictionaries(st.sampled_from(PLAYER_COUNTERS), counts, max_size=2)) for _ in range(players)
        ),
        names=tuple(draw(st.lists(names, min_size=players, max_size=players, unique_by=str.casefold))),
        turn_of=draw(st.integers(0, players - 1)),
        step=draw(st.sampled_from(STEPS)),
        priority=draw(st.integers(0, players - 1)),
        lands_played=draw(st.integers(0, 3)),
        starting_life=draw(usual_life),
        cards=tuple(draw(st.lists(card_texts(), max_size=2))),
    )
