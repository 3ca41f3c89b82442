"""The numbers of Swiss rounds and of players in the playoff: options, and proposals for a number of players."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from floorjudge.formats.errors import CutTooLarge, NoSuchCut, NothingToPlay
from floorjudge.formats.magic_decks.banned import check_banned_option
from floorjudge.formats.swiss.errors import CutTooSmall, TooManyForElimination

CUTS = (2, 4, 8, 16, 32)
MOST_ROUNDS = 20
MOST_GAMES_TO_WIN = 3
# The largest number of players for each number of Swiss rounds, with the size of the playoff after them.
_TABLE = ((16, 5, 4), (32, 5, 8), (64, 6, 8), (128, 7, 8), (226, 8, 8), (409, 9, 8))
_MORE = (10, 8)
_MOST_WITHOUT_ROUNDS = 8

GamesToWin: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_GAMES_TO_WIN)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of an organiser. None leaves a number to the number of players at the start, or to the Swiss rounds.

    `cut` is the number of players in the playoff, 0 for none. `playoff_games_to_win` is for a playoff with longer or
    shorter matches. `last_round` pairs players of equal points in the last Swiss round by the standings, or at random
    as before. `decks` is how decks are built, None if players hand in no lists. `banned` is the text of a list of
    banned cards, see `magic_decks.banned`.
    """

    games_to_win: GamesToWin = 2
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None
    cut: int | None = None
    playoff_games_to_win: GamesToWin | None = None
    last_round: Literal["random", "standings"] = "random"
    decks: Literal["constructed", "limited"] | None = None
    banned: str | None = None


class Plan(msgspec.Struct, frozen=True, gc=False):
    """The numbers of Swiss rounds and of players in the playoff, 0 for none."""

    rounds: int
    cut: int


def check(options: Options) -> None:
    """Check options before the number of players is known; raise the first problem.

    Clauses: MTR 2.1, MTR 10.4
    """
    if options.cut is not None and options.cut not in {0, *CUTS}:
        raise NoSuchCut(options.cut, tuple(map(str, (0, *CUTS))))
    if options.rounds == 0 and options.cut == 0:
        raise NothingToPlay
    check_banned_option(options.banned, options.decks)


def recommended(players: int) -> Plan:
    """Return the rounds and the cut that the rules recommend for a number of players.

    Clauses: MTR appendix E
    """
    if players <= _MOST_WITHOUT_ROUNDS:
        return Plan(0, _bracket(players))
    return Plan(*next(((rounds, cut) for most, rounds, cut in _TABLE if players <= most), _MORE))


def planned(options: Options, players: int) -> Plan:
    """Return the plan of an event: its options, and the recommendation where they leave it to the number of players.

    `players` is their number at the start, at least 2. Raises an error if so few or so many cannot play like that.
    Clauses: MTR 10.2, MTR 10.4, MTR appendix E
    """
    proposal = recommended(players)
    small = proposal.rounds == 0
    # A playoff of none or of some players only means that there are rounds before it.
    if options.rounds == 0 or (options.rounds is None and small and options.cut in {None, proposal.cut}):
        return Plan(0, _cut_for_all(options.cut, players))
    cut = options.cut
    if cut is None:
        cut = 0 if small else proposal.cut
    if cut > players:
        raise CutTooLarge(cut, players)
    return Plan(options.rounds or proposal.rounds or _rounds_for(players), cut)


def _cut_for_all(given: int | None, players: int) -> int:
    """Return the size of a bracket with all players and no rounds before it; raise an error if `given` forbids it."""
    if players > CUTS[-1]:
        raise TooManyForElimination(CUTS[-1], players)
    needed = _bracket(players)
    if given is not None and given < needed:
        raise CutTooSmall(given, players, needed)
    if given is not None and given > needed:
        raise CutTooLarge(given, players)
    return needed


def _bracket(players: int) -> int:
    """Return the size of the smallest bracket that holds some players."""
    return next(cut for cut in CUTS if players <= cut)


def _rounds_for(players: int) -> int:
    """Return the number of rounds that leave at most one player without a loss: 1 for 2 players, 2 for up to 4, 3 for up to 8."""
    return (players - 1).bit_length()
