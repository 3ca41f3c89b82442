"""What an ability may find nothing to do with, so that it resolves without changing anything and no mistake is in that."""

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.doubt.idle import may_change_nothing
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.json_form import read_position


@pytest.mark.parametrize(
    ("beside", "text", "idle"),
    [
        ("Leyline of Punishment", "{0}: You gain 1 life.", True),
        ("Leyline of Punishment", "{0}: You lose 1 life.", False),
        ("Platinum Emperion", "{0}: You gain 1 life.", True),
        ("Platinum Emperion", "{0}: You lose 1 life.", True),
        ("Grizzly Bears", "{0}: You gain 1 life.", False),
    ],
)
def test_a_life_total_stays_only_in_the_way_that_is_forbidden(
    beside: str,
    text: str,
    idle: bool,  # noqa: FBT001 (a parameter of a test)
    library: CardLibrary,
) -> None:
    card = {"name": "Own Font", "type": "Artifact", "mana_cost": "{1}", "text": text}
    table = set_up(
        read_position({"battlefield": [[{"card": "Own Font"}, {"card": beside}], []], "cards": [card]}), library
    )
    play_body(table, read_body([{"by": 0, "do": "activate", "source": "Own Font"}], "body"))
    position = table.snapshot()
    assert may_change_nothing(position, position.stack[-1]) is idle


@pytest.mark.parametrize(
    ("text", "must"),
    [("{0}: Adapt 3.", False), ("{0}: Monstrosity 3.", False), ("{0}: Put three +1/+1 counters on Own Beast.", True)],
)
def test_who_has_adapted_or_is_monstrous_may_do_so_again_without_a_change(
    text: str,
    must: bool,  # noqa: FBT001 (a parameter of a test)
    library: CardLibrary,
) -> None:
    card = {
        "name": "Own Beast",
        "type": "Creature — Beast",
        "power": 2,
        "toughness": 2,
        "mana_cost": "{1}",
        "text": text,
    }
    table = set_up(read_position({"battlefield": [[{"card": "Own Beast"}], []], "cards": [card]}), library)
    play_body(table, read_body([{"by": 0, "do": "activate", "source": "Own Beast"}], "body"))
    assert table.snapshot().stack[-1].must_change_something is must
