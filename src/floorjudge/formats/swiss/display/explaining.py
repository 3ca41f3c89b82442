"""Sentences that explain the seating of players."""

from __future__ import annotations

from floorjudge.formats.swiss.tables import Why
from floorjudge.texts import Text, counted, text


def why_paired(why: Why) -> Text:
    """Return why two players of a Swiss round play each other.

    Clauses: MTR 10.4
    """
    reason = _about_points(why)
    if why.rematch:
        met = text("They have met before: no pairing of this round avoids every rematch.")
        reason = text("{reason} {besides}", reason=reason, besides=met)
    return reason


def _about_points(why: Why) -> Text:
    upper, lower = max(why.points), min(why.points)
    if upper != lower:
        return _about_difference(upper, lower, again=why.again)
    if why.first_round:
        return text("Drawn at random: this is the first round.")
    if why.near:
        return counted(
            "Both have {count} point; in the last round neighbours in the standings meet.",
            "Both have {count} points; in the last round neighbours in the standings meet.",
            count=upper,
        )
    return counted(
        "Drawn at random among the players with {count} point.",
        "Drawn at random among the players with {count} points.",
        count=upper,
    )


def _about_difference(upper: int, lower: int, *, again: bool) -> Text:
    reason = text(
        "Points: {upper} against {lower}. Every other pairing has more rematches or greater differences.",
        upper=upper,
        lower=lower,
    )
    if not again:
        return reason
    besides = text("The player with more points was paired down before, and it could not be helped.")
    return text("{reason} {besides}", reason=reason, besides=besides)


def why_bye(*, first: bool, again: bool) -> Text:
    """Return why a player has the bye of a Swiss round. `first` is true in the first round, `again` for a further bye.

    Clauses: MTR 10.4
    """
    if first:
        return text("The number of players is odd. Who has the bye of the first round is drawn at random.")
    if again:
        return text(
            "The number of players is odd, and all players who could be given this bye have had one. Of those with the fewest byes, "
            "the player with the fewest points has it."
        )
    return text("The number of players is odd. Of those without a bye, the player with the fewest points has it.")


def why_in_playoff(seeds: tuple[int, int]) -> Text:
    """Return why two players of the playoff play each other, by their seeds.

    Clauses: MTR 2.2, MTR 10.4
    """
    higher, lower = seeds
    return text(
        "By the bracket: number {higher} of the playoff meets number {lower}. Number {higher} decides who plays first.",
        higher=higher,
        lower=lower,
    )


def who_begins(player: str) -> Text:
    """Return which player of a Swiss table decides who plays first.

    Clauses: MTR 2.2
    """
    return text("{player} decides who plays first.", player=player)
