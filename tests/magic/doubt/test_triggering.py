"""Which abilities must have triggered: what is read from the engine's own form, beside what the engine puts onto the stack."""

from __future__ import annotations

from collections import Counter

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.doubt.auditing import audited
from floorjudge.magic.doubt.triggering import due
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.playing import play, play_body
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.loop_case import read_loop_case
from tests.magic.made_up import DRAIN_ALL, DRAW, GAIN, SAPROLING, JsonObject, watched

DIES = "{0}: Target creature gets -9/-9 until end of turn."
BEAR: JsonObject = {"name": "Plain Bear", "type": "Creature — Bear", "text": "", "power": "2", "toughness": "2"}

# What is done, what watches, and how often that triggers; all by the words of the cards.
TRIGGERS: dict[str, tuple[str, str, int]] = {
    "enters": (SAPROLING, "Whenever a creature enters, you gain 1 life.", 1),
    "another of a kind enters": (SAPROLING, "Whenever a Saproling you control enters, you gain 1 life.", 1),
    "another kind": (SAPROLING, "Whenever a Goblin you control enters, you gain 1 life.", 0),
    "nontoken": (SAPROLING, "Whenever a nontoken creature you control enters, you gain 1 life.", 0),
    "small": (SAPROLING, "Whenever a creature with power 2 or less enters, you gain 1 life.", 1),
    "an opponent's": (SAPROLING, "Whenever a creature an opponent controls enters, you gain 1 life.", 0),
    "dies": (DIES, "Whenever a creature dies, you gain 1 life.", 1),
    "gains life": (GAIN, "Whenever you gain life, draw a card.", 1),
    "opponent gains life": (GAIN, "Whenever an opponent gains life, draw a card.", 0),
    "loses life": (DRAIN_ALL, "Whenever an opponent loses life, draw a card.", 1),
    "draws": (DRAW, "Whenever you draw a card, you gain 1 life.", 1),
    "counters": ("{0}: Put a +1/+1 counter on target creature.", "Whenever one or more +1/+1 counters are put on a creature you control, you gain 1 life.", 1),
    "damage": ("{0}: This artifact deals 1 damage to target creature.", "Whenever a creature is dealt damage, you gain 1 life.", 1),
    "untaps": ("{0}: Tap target creature, then untap it.", "Whenever a creature becomes untapped, you gain 1 life.", 1),
    "sacrificed": ("Sacrifice a creature: You gain 1 life.", "Whenever you sacrifice a creature, draw a card.", 1),
    "mills": ("{0}: Mill a card.", "Whenever one or more creature cards are put into your graveyard from your library, you gain 1 life.", 0),
    "no target": (DIES, "Whenever a creature dies, destroy target creature.", 0),
    "had a counter": ("{0}: Put a +1/+1 counter on target creature, then destroy it.", "Whenever a creature dies, if it had a +1/+1 counter on it, you gain 1 life.", 1),
    "had no counter": (DIES, "Whenever a creature dies, if it had a +1/+1 counter on it, you gain 1 life.", 0),
    "a target": (DIES, "Whenever a creature dies, destroy target artifact.", 1),
}  # fmt: skip


def played(engine: str, watcher: str, library: CardLibrary) -> tuple[Counter[str], Counter[str], list[bool]]:
    """Play a step after the other; return what had to trigger, what came onto the stack, and which of the former was sure."""
    target = "Plain Bear" if "target" in engine else ""
    case = watched(
        engine,
        watcher,
        target,
        board=[{"card": "Plain Bear"}],
        cards=[BEAR],
        library=[[{"card": "Island", "copies": 9}], []],
    )
    if "Sacrifice" in engine:
        case["body"][0]["pay"] = {"with": ["Plain Bear"]}
    table = set_up(read_loop_case(case).position, library)
    expected: Counter[str] = Counter()
    sure: list[bool] = []
    seen: dict[int, str] = {}
    steps = read_body([case["body"][0], {"do": "resolve"}, {"do": "resolve"}])
    for index, step in enumerate(steps):
        before = table.snapshot()
        if index and not before.stack:
            break
        events = play(table, step).events
        for each in due(before, table.snapshot(), events):
            expected[each.words] += 1
            sure.append(each.sure)
        seen |= {entry.number: entry.words for entry in table.stack() if entry.is_triggered}
    return expected, Counter(seen.values()), sure


def test_what_must_trigger_does(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for name, (engine, watcher, times) in TRIGGERS.items():
        with subtests.test(name=name):
            expected, came, sure = played(engine, watcher, library)
            assert expected == came
            assert came.total() == times
            assert all(sure)


@pytest.mark.parametrize(
    "watcher",
    [
        "Whenever a creature enters, if you control seven or more creatures, you gain 1 life.",
        "Whenever a creature enters, you gain 1 life. This ability triggers only once each turn.",
    ],
)
def test_what_cannot_be_told_is_not_sure(watcher: str, library: CardLibrary) -> None:
    assert played(SAPROLING, watcher, library)[2] == [False]


COUNTERS = "When this creature enters, counter target spell."
COPIES = "When this creature enters, copy target instant or sorcery spell."
BOUNCES = "When this creature enters, return target spell or permanent to its owner's hand."
WAITING: dict[str, JsonObject] = {
    "instant": {"name": "Own Instant", "type": "Instant", "mana_cost": "{0}", "text": "You gain 1 life."},
    "creature": {"name": "Own Bear", "type": "Creature — Bear", "mana_cost": "{0}", "text": "Flash", "power": "2", "toughness": "2"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "waits", "triggers"),
    [
        (COUNTERS, "instant", True),
        (COUNTERS, "creature", True),
        (COUNTERS, None, False),
        (COPIES, "instant", True),
        (COPIES, "creature", False),
        (COPIES, None, False),
        (BOUNCES, "instant", True),
        (BOUNCES, None, True),
    ],
)
def test_a_spell_that_waits_on_the_stack_is_a_target(
    words: str,
    waits: str | None,
    triggers: bool,  # noqa: FBT001 (a parameter of a test)
    library: CardLibrary,
) -> None:
    snake: JsonObject = {"name": "Own Snake", "type": "Creature — Snake", "mana_cost": "{0}", "text": f"Flash\n{words}"}
    cards = [] if waits is None else [WAITING[waits]]
    cards.append(snake | {"power": "1", "toughness": "1"})
    names = [card["name"] for card in cards]
    table = set_up(read_position({"cards": cards, "hand": [names, []]}), library)
    play_body(table, read_body([{"by": 0, "do": "cast", "source": name} for name in names]))
    before = table.snapshot()
    events = play(table, read_body([{"do": "resolve"}])[0]).events
    assert [each.sure for each in due(before, table.snapshot(), events)] == [True] * triggers
    assert any(entry.is_triggered for entry in table.stack()) is triggers


def test_a_target_that_may_be_left_out_or_is_always_there_keeps_no_ability_off_the_stack(
    subtests: pytest.Subtests, library: CardLibrary
) -> None:
    for words, sure in [
        ("destroy target artifact.", []),
        ("destroy up to one target artifact.", [False]),
        ("return up to one target artifact card from your graveyard to your hand.", [False]),
        ("it deals 1 damage to target player or planeswalker.", [True]),
        ("it deals 1 damage to any target.", [True]),
    ]:
        with subtests.test(words=words):
            card = {"name": "Own Snake", "type": "Creature — Snake", "mana_cost": "{0}", "power": "1", "toughness": "1"}
            card["text"] = f"When this creature enters, {words}"
            table = set_up(read_position({"cards": [card], "hand": [["Own Snake"], []]}), library)
            play_body(table, read_body([{"by": 0, "do": "cast", "source": "Own Snake"}]))
            before = table.snapshot()
            events = play(table, read_body([{"do": "resolve"}])[0]).events
            assert [each.sure for each in due(before, table.snapshot(), events)] == sure
            assert len(table.stack()) == len(sure)


def test_nothing_is_due_where_triggers_are_kept_off(library: CardLibrary) -> None:
    case = watched(SAPROLING, "Whenever a creature enters, you gain 1 life.", board=[{"card": "Torpor Orb"}])
    read = read_loop_case(case)
    assert audited(set_up(read.position, library), read.body).remarks == ()
