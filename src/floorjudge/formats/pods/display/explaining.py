"""Sentences that explain the seating of players and the options."""

from __future__ import annotations

from collections.abc import Iterator

from floorjudge.formats.pods.options import Options
from floorjudge.formats.pods.seating.proof import Meetings
from floorjudge.formats.pods.tables import CutPod, DrawnPod, RankedPod, SeatedPod, Why
from floorjudge.texts import Text, counted, text


def why_seated(why: Why) -> Text | None:
    """Return why the players of a pod play each other; None for players moved by hand without repeated meetings.

    Clauses: MSTR 2.2A, MSTR 10.4A
    """
    if isinstance(why, DrawnPod):
        return text("Drawn at random: this is the first round.")
    if isinstance(why, CutPod):
        return text("By the cut: numbers {seeds} meet, in the order of their seats.", seeds=tuple(map(str, why.seeds)))
    if isinstance(why, SeatedPod):
        return text("Some have met before: {players}.", players=why.meet_again) if why.meet_again else None
    return _ranked(why)


def _ranked(why: RankedPod) -> Text:
    places = text(
        "Places {first} to {last} of the {playing} players at tables.",
        first=why.first,
        last=why.last,
        playing=why.playing,
    )
    if not why.meet_again:
        return text("{places} No two of them have met before.", places=places)
    return text("{places} Among these, some have met before: {players}.", places=places, players=why.meet_again)


def meetings_again(meetings: Meetings) -> Text:
    """Return how often players of a round meet again, and the proved minimum.

    Clauses: MSTR 10.4A
    """
    reached, least = meetings
    found = counted(
        "In this round, players meet again {count} time.",
        "In this round, players meet again {count} times.",
        count=reached,
    )
    if least is None:
        return found
    if least == reached:
        return text("{found} No other pods of these sizes have fewer such meetings: this is proved.", found=found)
    return counted(
        "{found} It is proved that all pods of these sizes have at least {count} such meeting.",
        "{found} It is proved that all pods of these sizes have at least {count} such meetings.",
        count=least,
        found=found,
    )


def why_bye(*, first: bool) -> Text:
    """Return why a player has a bye; `first` is true in the first round.

    Clauses: MSTR 10.4A, MSTR X.1B
    """
    if first:
        return text("Not all players fit into pods of this event. Who has a bye in the first round is drawn at random.")
    return text(
        "Not all players fit into pods of this event. Of those with the fewest byes, the lowest in the standings have the bye."
    )


def who_begins(player: str) -> Text:
    """Return which player of a pod begins.

    Clauses: MSTR 2.2A
    """
    return text("{player} sits in seat one and begins.", player=player)


def meaning(options: Options) -> Iterator[Text]:
    """Yield a sentence for each option; proposals are filled in."""
    yield counted(
        "{count} round in pods of {pod}.",
        "{count} rounds in pods of {pod}.",
        count=options.rounds or 0,
        pod=options.pod,
    )
    if options.cut:
        yield text("Then a cut to {cut}.", cut=options.cut)
        yield (
            text("A drawn game of the cut is played again.")
            if options.drawn_cut == "again"
            else text("Of a drawn game of the cut the highest seed goes on.")
        )
    else:
        yield text("No cut: the standings after the rounds decide.")
    points = options.points
    yield text(
        "A win is worth {win}, a draw {draw}, a bye {bye}.", win=points.win or 0, draw=points.draw, bye=points.bye or 0
    )
    if points.win_of_three is not None:
        yield text("A win in a pod of three is worth {win}.", win=points.win_of_three)
    if points.others:
        yield text(
            "Those who do not win have, from the last eliminated to the first: {points}.",
            points=tuple(map(str, points.others)),
        )
    yield (
        text("Players that fill no pod play in pods of three.")
        if options.remainder == "threes"
        else text("Players that fill no pod have a bye.")
    )
