"""What follows when a body repeats: each verdict with the sentence that people read and the clauses behind it."""

from __future__ import annotations

import pytest

from floorjudge.loops.game.draws import Repetition, Verdict, draw_or_not
from floorjudge.texts import render, text


@pytest.mark.clauses("CR shortcuts.4", "MTR 4.4.2", "MTR 4.4.9")
@pytest.mark.parametrize(
    ("repetition", "verdict", "said", "clauses", "at"),
    [
        (
            Repetition(("Ana",), ("Bo",), 7, position_comes_back=True, undecided=text("It grows.")),
            Verdict.UNDECIDED,
            "Whether it ever ends by itself is not known. It grows. A judge decides.",
            ("MTR 4.4.9",),
            None,
        ),
        (
            Repetition(("Ana",), ("Bo",), 7, position_comes_back=False),
            Verdict.ENDS,
            "It ends by itself in iteration 8; it is played to there.",
            ("CR shortcuts.4",),
            7,
        ),
        (
            Repetition(("Ana", "Bo"), ("Cy",), None, position_comes_back=True),
            Verdict.MAY_BE_SHORTCUT,
            "It could be stopped by: Ana, Bo. A number of times is named.",
            ("MTR 4.4.4",),
            None,
        ),
        (
            Repetition(("Ana", "Bo"), (), None, position_comes_back=True, across_turns=True),
            Verdict.MAY_BE_SHORTCUT,
            "It could be stopped by: Ana, Bo. A number of times is named.",
            ("MTR 4.4.5",),
            None,
        ),
        (
            Repetition((), ("Bo", "Cy"), None, position_comes_back=True),
            Verdict.MAY_BE_SHORTCUT,
            "Nobody keeps it going, but these could act: Bo, Cy. Everybody is asked after how many times they will, or not at all.",
            ("MTR 4.4.2",),
            None,
        ),
        (
            Repetition((), (), None, position_comes_back=True),
            Verdict.DRAW,
            "Everything in it is mandatory, and the position comes back exactly: the game is a draw.",
            ("CR shortcuts.4",),
            None,
        ),
        (
            Repetition((), (), None, position_comes_back=False),
            Verdict.DRAW,
            "Everything in it is mandatory, and nothing that it changes ever ends it: the game is a draw.",
            ("CR shortcuts.4",),
            None,
        ),
    ],
)
def test_every_verdict_has_its_sentence_and_its_clauses(
    repetition: Repetition, verdict: Verdict, said: str, clauses: tuple[str, ...], at: int | None
) -> None:
    finding = draw_or_not(repetition)
    assert (finding.verdict, render(finding.reason, "en"), finding.clauses, finding.at) == (verdict, said, clauses, at)
