"""What an ability may find nothing to do with, so that it resolves without changing anything and no mistake is in that."""

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.doubt.idle import may_change_nothing
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.playing import play_body
from tests.magic.boards import table_of
from tests.magic.made_up import artifact, creature


def test_a_life_total_stays_only_in_the_way_that_is_forbidden(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for beside, does, idle in (
        ("Leyline of Punishment", "gain", True),
        ("Leyline of Punishment", "lose", False),
        ("Platinum Emperion", "gain", True),
        ("Platinum Emperion", "lose", True),
        ("Grizzly Bears", "gain", False),
    ):
        with subtests.test(beside=beside, does=does):
            font = artifact("Own Font", f"{{0}}: You {does} 1 life.")
            table = table_of({"battlefield": [["Own Font", beside], []], "cards": [font]}, library)
            play_body(table, read_body([{"by": 0, "do": "activate", "source": "Own Font"}]))
            position = table.snapshot()
            assert may_change_nothing(position, position.stack[-1]) is idle


def test_who_has_adapted_or_is_monstrous_may_do_so_again_without_a_change(subtests: pytest.Subtests) -> None:
    for does, must in (
        ("Adapt 3.", False),
        ("Monstrosity 3.", False),
        ("Put three +1/+1 counters on Own Beast.", True),
    ):
        with subtests.test(does=does):
            beast = creature("Own Beast", "Beast", "2/2", f"{{0}}: {does}")
            table = table_of({"battlefield": [["Own Beast"], []], "cards": [beast]})
            play_body(table, read_body([{"by": 0, "do": "activate", "source": "Own Beast"}]))
            assert table.snapshot().stack[-1].must_change_something is must
