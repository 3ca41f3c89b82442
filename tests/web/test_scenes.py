"""The boxes of a scene: what a permanent shows is what it has by the rules."""

from __future__ import annotations

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.positions.json_form import read_position
from floorjudge.web.finder.scenes import scene_of


def test_only_a_creature_has_power_and_toughness() -> None:
    """A Vehicle has the printed ones only while it is a creature (CR 208.3, 301.7)."""
    cart = {"name": "Own Cart", "type": "Artifact — Vehicle", "power": "3", "toughness": "2", "text": "Crew 1"}
    cub = {"name": "Own Cub", "type": "Creature — Bear", "power": "2", "toughness": "2"}
    given = {"cards": [cart, cub], "battlefield": [["Own Cart", "Own Cub"], []]}
    scene = scene_of(set_up(read_position(given), CardLibrary.of_texts([])))
    assert {box.name: box.size for box in scene.sides[0].boxes} == {"Own Cart": None, "Own Cub": "2/2"}
