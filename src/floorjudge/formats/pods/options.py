"""The options of an event of pods, and the proposals for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from floorjudge.formats.errors import CutTooLarge, NoSuchCut, NothingToPlay
from floorjudge.formats.magic_decks.banned import check_banned_option
from floorjudge.formats.pods import errors
from floorjudge.formats.pods.seating.arranging import Prefer
from floorjudge.formats.pods.seating.sizes import FEWEST, Remainder

POD_SIZES = (3, 4, 5)
MOST_POINTS = 1000
MOST_ROUNDS = 100
CUTS_OF_FOUR = (4, 10, 13, 16, 40)

TieBreak: TypeAlias = Literal["opponents_match_points", "opponents_match_win"]
Worth: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
DrawnCut: TypeAlias = Literal["again", "seed"]


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The worth of results.

    `win` and `bye` are proposed if left out; `win_of_three` is the worth of a win in a pod of three, if it differs.
    `others` are the points of the players who did not win, the last to be eliminated first; left out, they have none.
    """

    win: Worth | None = None
    draw: Worth = 1
    bye: Worth | None = None
    win_of_three: Worth | None = None
    others: tuple[int, ...] = ()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an event of pods is played.

    `rounds` and `cut` are proposed if left out; a cut of 0 is none. `prefer` is the first aim for pods: few repeated
    meetings, or equal points. `tie_break` is the last one; with opponents' match-win percentages each opponent counts
    as at least `floor` percent, and a bye as opponents with just that. `drawn_cut`: a drawn game of the cut is played
    again, or the highest seed advances. `decks` is how decks are built, None if players hand in no lists. `banned` is
    the text of a list of banned cards, see `magic_decks.banned`.
    """

    pod: int = 4
    remainder: Remainder = "byes"
    points: Points = Points()
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None
    cut: int | None = None
    prefer: Prefer = "new_opponents"
    tie_break: TieBreak = "opponents_match_points"
    floor: Annotated[int, Meta(ge=0, le=100)] = 20
    drawn_cut: DrawnCut = "again"
    decks: Literal["commander"] | None = None
    banned: str | None = None


class Proposal(NamedTuple):
    """The number of rounds, and the number of players in the cut after them (0: none)."""

    rounds: int
    cut: int


# The largest number of players for each proposal.
_RECOMMENDED: Mapping[int, Proposal] = MappingProxyType(
    {
        8: Proposal(1, 0),
        16: Proposal(2, 4),
        32: Proposal(3, 4),
        64: Proposal(4, 4),
        128: Proposal(5, 16),
        226: Proposal(6, 40),
        409: Proposal(7, 40),
    }
)
_BEYOND = Proposal(8, 40)


def cuts(pod: int) -> tuple[int, ...]:
    """Return the possible sizes of a cut for pods of this size.

    Clauses: MSTR 10.4A, MSTR appendix E
    """
    return CUTS_OF_FOUR if pod == 4 else (pod, pod * pod)


def proposal(players: int, pod: int = 4) -> Proposal:
    """Return the rounds and the cut that the rules recommend for a number of players in pods of four.

    Up to eight players play one elimination round, which decides. For pods of another size the rounds are the same, and
    the cut is the largest one with at most half of the players.
    Clauses: MSTR appendix E, MSTR 10.2A, MSTR 10.2B
    """
    most = next((most for most in _RECOMMENDED if players <= most), None)
    rounds, cut = _RECOMMENDED[most] if most else _BEYOND
    if pod != 4 and cut:
        cut = max((size for size in cuts(pod) if 2 * size <= players), default=0)
    return Proposal(rounds, cut)


def check(options: Options) -> None:
    """Check that options do not contradict each other.

    Raises BadInput, placed at `options.…`.
    """
    if options.pod not in POD_SIZES:
        raise errors.NoSuchPod(options.pod, tuple(map(str, POD_SIZES)))
    if options.remainder == "threes" and options.pod != 4:
        raise errors.ThreesBesideFours(options.pod)
    _check_points(options.points, options.pod)
    if options.cut and options.cut not in cuts(options.pod):
        raise NoSuchCut(options.cut, tuple(map(str, (0, *cuts(options.pod)))))
    if options.rounds == 0 and options.cut == 0:
        raise NothingToPlay
    check_banned_option(options.banned, options.decks)


def _check_points(points: Points, pod: int) -> None:
    """Check the points of results: none is negative, and no result has more points than a better one."""
    win = pod + 1 if points.win is None else points.win
    named: dict[str, int | None] = {
        "win": points.win,
        "draw": points.draw,
        "bye": points.bye,
        "win_of_three": points.win_of_three,
    }
    for name in ("draw", "win_of_three", "bye"):
        value = named[name]
        if value is not None and value > win:
            raise errors.WorthMoreThanAWin(name, value, win)
    if points.win_of_three is not None and points.win_of_three < points.draw:
        raise errors.WorthMoreThanAWin("draw", points.draw, points.win_of_three)
    if points.others and len(points.others) != pod - 1:
        raise errors.OthersCount(pod - 1, len(points.others))
    if any(value < 0 for value in points.others) or list(points.others) != sorted(points.others, reverse=True):
        raise errors.OthersNotFalling(tuple(map(str, points.others)))
    least = min(win, win if points.win_of_three is None else points.win_of_three)
    if points.others and points.others[0] > least:
        raise errors.WorthMoreThanAWin("others", points.others[0], least)


def proposed(options: Options, players: int) -> Options:
    """Return the options with proposals for everything left out, for the number of players at the start.

    A win is worth one point more than a pod has players, and a bye as much as a win. An organiser who names the rounds
    and no cut gets the largest recommended cut that the players fill.
    Raises BadInput if there are too few players for the chosen cut.
    Clauses: MSTR appendix C, MSTR appendix E
    """
    if players < FEWEST:
        raise errors.TooFewForAPod(players, FEWEST)
    if options.cut and options.cut > players:
        raise CutTooLarge(options.cut, players)
    recommended = proposal(players, options.pod)
    rounds = recommended.rounds if options.rounds is None else options.rounds
    cut = recommended.cut if options.cut is None else options.cut
    win = options.pod + 1 if options.points.win is None else options.points.win
    bye = win if options.points.bye is None else options.points.bye
    points = replace(options.points, win=win, bye=bye)
    return replace(options, rounds=rounds, cut=cut, points=points)
