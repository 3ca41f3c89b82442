"""The form in which an event of pods is opened: a field for each option."""

from __future__ import annotations

from floorjudge.formats.display import Choice, Field, Form, Number, Option, Words
from floorjudge.formats.pods.options import MOST_POINTS, POD_SIZES, cuts
from floorjudge.texts import Text, text

CUT_SIZES = sorted({size for pod in POD_SIZES for size in cuts(pod)})
MOST_ROUNDS_ASKED = 12


def opening_form(banned: Field, mean_points: Text, mean_wins: Text) -> Form:
    """Return the form; `banned` is the field for banned cards, the others are the titles of the two last tie-breaks."""
    return Form((*_rounds_and_cut(), *_decks(), banned, *_points(), *_order(mean_points, mean_wins)))


def _rounds_and_cut() -> tuple[Field, ...]:
    by_players = Option("", text("by the number of players"))
    rounds = tuple(Option(str(number), str(number)) for number in range(MOST_ROUNDS_ASKED + 1))
    sizes = (Option("0", text("no cut")), *(Option(str(size), str(size)) for size in CUT_SIZES))
    byes, threes = Option("byes", text("have a bye")), Option("threes", text("play in pods of three"))
    again, seed = Option("again", text("is played again")), Option("seed", text("lets the highest seed go on"))
    pods = tuple(Option(str(size), str(size)) for size in (4, 3, 5))
    return (
        Choice("pod", text("Players in a pod"), pods, start="4"),
        Choice("remainder", text("Players that fill no pod"), (byes, threes), start="byes"),
        Choice("rounds", text("Rounds before the cut"), (by_players, *rounds), required=False),
        Choice("cut", text("Players in the cut"), (by_players, *sizes), required=False),
        Choice("drawn_cut", text("A drawn game of the cut"), (again, seed), start="again"),
    )


def _decks() -> tuple[Field, ...]:
    kinds = (Option("", text("not asked for")), Option("commander", text("Commander")))
    return (Choice("decks", text("Deck lists"), kinds, required=False),)


def _points() -> tuple[Field, ...]:
    labels = {
        "win": text("Points of a win (empty: one more than a pod has players)"),
        "draw": text("Points of a draw"),
        "bye": text("Points of a bye (empty: as a win)"),
        "win_of_three": text("Points of a win in a pod of three (empty: as any win)"),
    }
    by_elimination = text("Points by elimination: from the last eliminated to the first, such as 3 2 1")
    return (
        *(
            Number(f"points.{name}", label, None, 0, MOST_POINTS, 1 if name == "draw" else None, required=False)
            for name, label in labels.items()
        ),
        Words("points.others", by_elimination, 50),
    )


def _order(mean_points: Text, mean_wins: Text) -> tuple[Field, ...]:
    """Return what decides who plays whom and who stands above whom."""
    aims = (
        Option("new_opponents", text("no two players meet again")),
        Option("equal_points", text("players with equal points")),
    )
    last = (Option("opponents_match_points", mean_points), Option("opponents_match_win", mean_wins))
    floor = text("Lower limit of an opponent's match-win percentage")
    return (
        Choice("prefer", text("More important for pods"), aims, start="new_opponents"),
        Choice("tie_break", text("Last tie-break"), last, start="opponents_match_points"),
        Number("floor", floor, None, 0, 100, 20, required=False),
    )
