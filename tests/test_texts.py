"""Texts: how values fill the gaps of a sentence."""

from __future__ import annotations

import pytest

from floorjudge.texts import Text, render


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Soul Warden", "Impact Tremors"), "They are: Soul Warden, Impact Tremors."),
        (("Vrondiss, Rage of Ancients",), "They are: Vrondiss, Rage of Ancients."),
        (("Vrondiss, Rage of Ancients", "Dragon Spirit"), "They are: Vrondiss, Rage of Ancients; Dragon Spirit."),
    ],
)
def test_names_that_have_commas_are_set_apart_by_semicolons(names: tuple[str, ...], said: str) -> None:
    assert render(Text("They are: {names}.", {"names": names}), "en") == said
