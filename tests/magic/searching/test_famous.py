"""Famous loops, found from the names of their cards alone; each kind of thing that a search has to do is among them."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.searching.finding import Limits, find
from floorjudge.magic.searching.layouts import layouts

# An Aura on a helper; mana; counters that it comes with; something that happens by itself; a card in the hand;
# control until the end of the turn; damage to one's own creature, and not to oneself; lands that untap.
FAMOUS = [
    (("Presence of Gond", "Intruder Alarm"), (), {"tokens.0.Elf Warrior": 1}),
    (("Power Artifact", "Grim Monolith"), (), {"mana.0.C": 1}),
    (("Spike Feeder", "Heliod, Sun-Crowned"), (), {"life.0": 2}),
    (("Exquisite Blood", "Vito, Thorn of the Dusk Rose"), ("Bottle Gnomes",), {"life.0": 3, "life.1": -3}),
    (("Devoted Druid", "Vizier of Remedies"), (), {"mana.0.G": 1}),
    (("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"), (), {"tokens.0.Zealous Conscripts": 1}),
    (("Mikaeus, the Unhallowed", "Triskelion"), (), {"life.1": -2}),
    (("Deadeye Navigator", "Peregrine Drake"), (), {"mana.0.U": 3}),
    (("Palinchron", "High Tide"), (), {"mana.0.U": 3}),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "helpers", "change"), FAMOUS, ids=lambda value: value[0] if isinstance(value, tuple) and value else ""
)
def test_a_famous_loop_is_found_by_the_names_of_its_cards(
    names: tuple[str, ...], helpers: tuple[str, ...], change: dict[str, int], library: CardLibrary
) -> None:
    outcome = find(layouts(names, helpers, library), names, library, Limits())
    assert outcome.loop is not None
    assert outcome.loop.certificate.evidence in ("certified", "extended")
    found = {line.key: line.change[0] for line in outcome.loop.certificate.lines if line.change}
    assert found.items() >= change.items()
