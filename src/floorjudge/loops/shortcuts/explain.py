"""What players are told about a shortcut: how it was taken, or why it cannot be."""

from __future__ import annotations

from floorjudge.loops.shortcuts.sequence import readable
from floorjudge.texts import Text, counted, text

Said = str | Text


def taken_whole(player: str, choices: Said) -> Text:
    """Nobody has shortened the sequence."""
    return text(
        "Nobody shortens the shortcut: it is taken as proposed, as if every choice had been made. Choices made in all: "
        "{choices}. {player} has priority now.",
        choices=choices,
        player=player,
    )


def taken_in_part(player: str, choice: str, iterations: tuple[int, ...], choices: Said) -> Text:
    """Somebody has shortened the sequence; `iterations` of each repeat around the place are done, the outermost first."""
    if not iterations:
        return text(
            "The shortcut ends before {player} would choose “{choice}”, as if every choice before had been made. Choices made "
            "in all: {choices}. {player} has priority now and must choose something else.",
            player=player,
            choice=choice,
            choices=choices,
        )
    if len(iterations) == 1:
        return counted(
            "The shortcut ends after {iterations} whole iteration, before {player} would choose “{choice}” in the next one, as "
            "if every choice before had been made. Choices made in all: {choices}. {player} has priority now and must choose "
            "something else.",
            "The shortcut ends after {iterations} whole iterations, before {player} would choose “{choice}” in the next one, as "
            "if every choice before had been made. Choices made in all: {choices}. {player} has priority now and must choose "
            "something else.",
            # Only 1 has a form of its own; the gap that is said can be longer than Python turns into digits.
            count=min(iterations[0], 2),
            iterations=readable(iterations[0]),
            player=player,
            choice=choice,
            choices=choices,
        )
    return text(
        "The shortcut ends before {player} would choose “{choice}”, as if every choice before had been made. Whole iterations "
        "done of the repeats around it, the outermost first: {iterations}. Choices made in all: {choices}. {player} has "
        "priority now and must choose something else.",
        player=player,
        choice=choice,
        iterations=tuple(readable(number) for number in iterations),
        choices=choices,
    )


def conditional_step(player: str, choice: str) -> Text:
    """A step of the sequence depends on how something turns out."""
    return text(
        "What {player} does here (“{choice}”) depends on how something turns out. A shortcut says beforehand what everybody "
        "does, whatever happens.",
        player=player,
        choice=choice,
    )


def proposer_without_priority(player: str) -> Text:
    """Somebody proposes a shortcut while it is not theirs to choose."""
    return text(
        "{player} does not have priority, and only the player who has it may propose a shortcut.", player=player
    )


def not_their_turn_to_choose(player: str, choice: str) -> Text:
    """A choice of the sequence stands where its player has nothing to choose."""
    return text("It is not {player} who chooses here, so “{choice}” cannot be theirs.", player=player, choice=choice)


def not_legal(player: str, choice: str) -> Text:
    """A choice of the sequence is not legal where it stands."""
    return text("“{choice}” is not a legal choice for {player} here.", choice=choice, player=player)


def not_how_it_goes_on(choice: str) -> Text:
    """The rules do not go on by themselves as the sequence says."""
    return text("“{choice}” is not how the game goes on here.", choice=choice)


def not_predictable(choice: str) -> Text:
    """Chance decides what comes, so the sequence cannot say it beforehand."""
    return text(
        "Whether “{choice}” comes next is left to chance, and a shortcut needs results that are known.", choice=choice
    )


def nobody_has_priority(player: str) -> Text:
    """The sequence does not end where the player has priority who is said to."""
    return text(
        "After the last choice it is not {player} who has priority; a shortcut ends where somebody has it.",
        player=player,
    )


def not_shown(choices: int) -> Text:
    """A repeat is too long to be performed, and nothing shows that all of it is legal."""
    return text(
        "Nothing shows that every iteration of this repeat is legal, and only {choices} choices are tried one by one.",
        choices=choices,
    )
