"""What a program finds that imports the package."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """if True:
    import sys
    import floorjudge
    assert not [name for name in sys.modules if name.startswith("floorjudge.")]
    from floorjudge.exact import read_number
    assert floorjudge.exact.read_number is read_number
    assert floorjudge.loops.game.Judged.__module__.startswith("floorjudge.loops.game")
    for package in (floorjudge.loops.rule, floorjudge.magic.certify, floorjudge.events.decide, floorjudge.formats):
        assert package.__doc__
    try:
        floorjudge.nothing
    except AttributeError as error:
        print(error)
"""


def test_the_packages_are_there_when_they_are_asked_for() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert ran.stdout == "module 'floorjudge' has no attribute 'nothing'\n"
