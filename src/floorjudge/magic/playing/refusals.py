"""What is said when a body, a step of one, or a shortcut on the engine cannot be."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused, bad_input, refused
from floorjudge.texts import Text, text

MOST_LISTED = 30


def a_list() -> Text:
    """A body or answers are wanted."""
    return text("a list")


def an_object() -> Text:
    """A step is wanted."""
    return text("a step, such as {example}", example='{"by": 0, "do": "pass"}')


def a_player() -> Text:
    """A player is wanted."""
    return text("a player: their number, from 0 in the order of turns, or their name")


def an_ability() -> Text:
    """An ability is wanted."""
    return text("the number of an ability, from 0, or words of its text")


def a_small_number() -> Text:
    """An amount that the engine can hold is wanted."""
    return text("a whole number from 0, below 2^31")


def a_name() -> Text:
    """Something on the table is wanted."""
    return text(
        "a name, a number, true or false, or an object such as {example}", example='{"card": "Forest", "of": 1}'
    )


def bad_step(where: str, expected: Text) -> BadInput:
    """A field of a step is of the wrong kind."""
    return bad_input("bad_step", text("A body needs here: {expected}.", expected=expected), where=where)


def no_do(where: str, known: tuple[str, ...]) -> BadInput:
    """A step does not say what it does."""
    said = text("A step has to say what is done, as “do”: one of {known}.", known=known)
    return bad_input("no_do", said, where=where)


def no_such_step(where: str, given: str, known: tuple[str, ...]) -> BadInput:
    """A step does something that no step can do."""
    said = text("There is no step “{given}”; a step is one of: {known}.", given=given, known=known)
    return bad_input("no_such_step", said, where=where)


def body_too_long(where: str, most: int) -> BadInput:
    """A body has more steps than are taken."""
    return bad_input("body_too_long", text("A body can have up to {most} steps.", most=most), where=where)


def unknown_seat(where: str, given: str, known: tuple[str, ...]) -> BadInput:
    """A player is named who does not sit at this table."""
    said = text("There is no player “{given}”. There are, with the numbers from 0: {known}.", given=given, known=known)
    return bad_input("unknown_seat", said, where=where)


def not_their_step(where: str, by: str, player: str) -> BadInput:
    """A step is said to be somebody's who has nothing to do now."""
    said = text("It is {player} who is to act here, not {by}.", by=by, player=player)
    return bad_input("not_their_step", said, where=where)


def not_possible(where: str, words: str, player: str, possible: tuple[str, ...]) -> BadInput:
    """Nothing of that name can be used here; says what can."""
    if not possible:
        said = text("“{words}” is not possible here; {player} can do nothing of this kind.", words=words, player=player)
    else:
        said = text(
            "“{words}” is not possible here. {player} can choose: {possible}.",
            words=words,
            player=player,
            possible=listed(possible),
        )
    return bad_input("not_possible", said, where=where)


def which_one(where: str, words: str, possible: tuple[str, ...]) -> BadInput:
    """A name fits several things that are not alike."""
    said = text(
        "“{words}” can be several things here that are not alike: {possible}. Give one a name of its own (“as”) in the position, "
        "or say whose (“of”) or the how many-th from 0 (“nth”) it is.",
        words=words,
        possible=listed(possible),
    )
    return bad_input("which_one", said, where=where)


def which_ability(where: str, source: str, possible: tuple[str, ...]) -> BadInput:
    """An object has several abilities that can be activated, and none is named."""
    said = text(
        "{source} has several abilities that can be activated. Say which (“ability”), by its number or words of its text: "
        "{possible}.",
        source=source,
        possible=listed(possible),
    )
    return bad_input("which_ability", said, where=where)


def answer_needed(where: str, question: Text, possible: tuple[str, ...]) -> BadInput:
    """The game asks something that the body does not say, and there is more than one answer."""
    said = text("{question} The body does not say. Possible: {possible}.", question=question, possible=listed(possible))
    return bad_input("answer_needed", said, where=where)


def nothing_asked(where: str, words: str) -> BadInput:
    """An answer is given to something that is not asked; `words` are the answer."""
    said = text("Nothing is asked here that “{words}” could answer.", words=words)
    return bad_input("nothing_asked", said, where=where)


def engine_says_no(where: str, detail: str) -> BadInput:
    """The engine does not allow a choice; `detail` is its own word."""
    said = text("The engine does not allow this here. Its own words: {detail}", detail=detail)
    return bad_input("not_allowed_by_engine", said, where=where)


def empty_stack(where: str) -> BadInput:
    """Something is to resolve, and nothing is on the stack."""
    return bad_input("empty_stack", text("Nothing is on the stack that could resolve."), where=where)


def does_not_end(where: str, most: int) -> Refused:
    """What a step waits for does not come, however often everybody passes."""
    said = text("This does not come to an end within {most} actions.", most=most)
    return refused("does_not_end", said, where=where)


def unknown_step_name(where: str, given: str, known: tuple[str, ...]) -> BadInput:
    """A step of a turn is named that does not exist."""
    said = text("There is no step “{given}” of a turn; they are: {known}.", given=given, known=known)
    return bad_input("unknown_step_name", said, where=where)


def step_not_reached(where: str, given: str) -> Refused:
    """Turns go by and nobody ever has priority in the step that is waited for."""
    said = text("Nobody has priority in the step “{given}”, however long everybody passes.", given=given)
    return refused("step_not_reached", said, where=where)


def game_is_over(where: str) -> Refused:
    """A step follows when the game has ended."""
    return refused("magic_game_over", text("The game is over; nothing more can be done in it."), where=where)


def nothing_new(where: str, label: str, came: tuple[str, ...]) -> BadInput:
    """A name is given to what comes into being, and nothing does, or several things do."""
    if not came:
        said = text("Nothing comes into being in this step that could be called “{label}”.", label=label)
    else:
        said = text(
            "Several things come into being in this step ({came}); only one could be called “{label}”.",
            label=label,
            came=listed(came),
        )
    return bad_input("nothing_new", said, where=where)


def cannot_go_back(detail: str) -> Refused:
    """A step fails half-way, and the engine cannot load the position that it began in; `detail` is its own word."""
    said = text(
        "This step failed half-way, and the engine cannot go back to where it began ({detail}). Set the position up again.",
        detail=detail,
    )
    return refused("cannot_go_back", said)


def listed(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names as far as anybody reads them, each once."""
    once = tuple(dict.fromkeys(names))
    return once if len(once) <= MOST_LISTED else (*once[:MOST_LISTED], "…")
