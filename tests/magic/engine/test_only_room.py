"""The engine's JSON is known in its own room, and where its readings of cards are doubted: no other module opens what holds it."""

import ast
from pathlib import Path

import pytest

import floorjudge
from floorjudge.magic import CardLibrary
from tests.magic.boards import ALTAR, game_of, table_of

SOURCE = Path(floorjudge.__file__).parent
ROOMS = (SOURCE / "magic" / "engine", SOURCE / "magic" / "doubt")
# Where a value of the engine lies in one of the room's types: a game, an export, a face, an action or a question.
HOLDERS = {"game", "export", "raw", "_raw", "_export", "_game", "data"}
MODULES = sorted(
    file
    for folder in (SOURCE / "magic", SOURCE / "cli" / "magic")
    for file in folder.rglob("*.py")
    if not any(map(file.is_relative_to, ROOMS))
)
# Words that many forms of JSON share; a field of another one is no field of the engine.
COMMON = set("name type id owner zone hand library graveyard exile energy power toughness".split())


def known_as(file: Path) -> str:
    return str(file.relative_to(SOURCE))


def test_only_the_engines_room_opens_what_it_holds(subtests: pytest.Subtests) -> None:
    for file in MODULES:
        with subtests.test(file=known_as(file)):
            tree = ast.parse(file.read_text("utf-8"))
            opened = {
                node.attr
                for node in ast.walk(tree)
                if isinstance(node, ast.Attribute) and node.attr in HOLDERS and not is_self(node.value)
            }
            # The graph of a position has a part for the game as a whole, which is read already.
            assert opened == ({"game"} if known_as(file) == "magic/state.py" else set())


def is_self(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id == "self"


def test_only_the_engines_room_names_its_fields(library: CardLibrary) -> None:
    """No other module looks anything up under a word that is a field of the engine's game, its objects or its players."""
    game = game_of(table_of(ALTAR, library))
    fields = {*game, *game["players"][0], *next(iter(game["objects"].values()))} - COMMON
    found = {
        f"{known_as(file)}: {key}" for file in MODULES for key in looked_up(file) if key in fields and not is_own(file)
    }
    assert found == set()


def is_own(file: Path) -> bool:
    """Say whether a module reads another form of JSON: positions, cases, or card texts as others write them."""
    return known_as(file) == "magic/book/facts.py" or file.name in (
        "json_form.py",
        "text_form.py",
        "importing.py",
        "sides.py",
    )


def looked_up(file: Path) -> set[str]:
    found: set[object] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            found.add(node.slice.value)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "get"
            and node.args
        ):
            found.add(node.args[0].value if isinstance(node.args[0], ast.Constant) else None)
    return {key for key in found if isinstance(key, str)}
