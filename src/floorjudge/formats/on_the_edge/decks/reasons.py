"""The sentences of the findings, one function each, so that every one of them can be said in every language."""

from floorjudge.texts import Text, counted, text


def too_few_cards(count: int) -> Text:
    """Say that a deck is too small; `count` is how many cards it has."""
    return counted(
        "The deck has {count} card; it needs at least 40.",
        "The deck has {count} cards; it needs at least 40.",
        count=count,
    )


def sample_card(name: str, number: str) -> Text:
    """Say that a printing is a sample card."""
    return text("{name} [{number}] is a sample card: its number begins with S.", name=name, number=number)


def misprinted_sample_card(name: str, number: str, misprint: str) -> Text:
    """Say that a printing is a sample card that also came with a wrong number, `misprint`."""
    return text(
        "{name} [{number}] is a sample card, and was also printed with the wrong number {misprint}.",
        name=name,
        number=number,
        misprint=misprint,
    )


def chase_card(name: str, number: str) -> Text:
    """Say that a printing is a chase card."""
    return text("{name} [{number}] is a chase card: its number begins with CHASE.", name=name, number=number)


def changes_the_objective(name: str) -> Text:
    """Say that a card is one of those that change the objective of the game."""
    return text("{name} changes the objective of the game and is out in every printing.", name=name)


def degenerate(name: str) -> Text:
    """Say that a card is one of the degenerate ones."""
    return text("{name} is a degenerate card and is out in every printing.", name=name)


def unlisted_sample_card(number: str) -> Text:
    """Say that a number which the card list does not have is a sample card's all the same."""
    return text(
        "The card list has no number {number}, but a number that begins with S is a sample card's.", number=number
    )


def unlisted_chase_card(number: str) -> Text:
    """Say that a number which the card list does not have is a chase card's all the same."""
    return text(
        "The card list has no number {number}, but a number that begins with CHASE is a chase card's.", number=number
    )


def every_printing_banned(name: str, printings: tuple[str, ...]) -> Text:
    """Say that no printing of a name may be played; `printings` are numbers, each with its clauses."""
    return text("Every printing of {name} is out: {printings}.", name=name, printings=printings)


def some_printings_banned(name: str, allowed: tuple[str, ...], banned: tuple[str, ...]) -> Text:
    """Say that the number decides whether this card may be played."""
    return text(
        "Which printing of {name} is it? {allowed} may be played, {banned} may not. Write the number.",
        name=name,
        allowed=allowed,
        banned=banned,
    )


def wrong_number(name: str, numbers: tuple[str, ...], number: str, owners: tuple[str, ...]) -> Text:
    """Say that a number belongs to another card than the one named; `numbers` are those of the named card."""
    return text(
        "The number {number} belongs to {owners}, but {name} has {numbers}. Look at the card.",
        number=number,
        owners=owners,
        name=name,
        numbers=numbers,
    )


def wrong_number_banned_anyway(name: str, number: str, owners: tuple[str, ...]) -> Text:
    """Say that a number belongs to another card than the one named, and that both are out."""
    return text(
        "The number {number} belongs to {owners} and not to {name}; whichever it is, it is out.",
        number=number,
        owners=owners,
        name=name,
    )


def number_not_listed(name: str, numbers: tuple[str, ...], number: str) -> Text:
    """Say that no card has the number written, and which ones the named card has."""
    return text(
        "The card list has no number {number}; {name} has {numbers}. Look at the card.",
        number=number,
        name=name,
        numbers=numbers,
    )


def unknown_number(number: str) -> Text:
    """Say that no card has the number written, where nothing but the number is given."""
    return text("The card list has no number {number}. Look at the card.", number=number)


def unknown_name(name: str) -> Text:
    """Say that no card has this name."""
    return text("The card list has no “{name}”. Look at the card.", name=name)


def unknown_name_like(name: str, names: tuple[str, ...]) -> Text:
    """Say that no card has this name, and which ones have a similar one."""
    return text("The card list has no “{name}”. Did you mean: {names}?", name=name, names=names)


def unknown_name_known_number(name: str, number: str, owners: tuple[str, ...]) -> Text:
    """Say that no card has this name, and whose number was written."""
    return text(
        "The card list has no “{name}”; the number {number} belongs to {owners}. Look at the card.",
        name=name,
        number=number,
        owners=owners,
    )


def no_card() -> Text:
    """Say that a line names no card."""
    return text("This line names no card, so it adds none to the deck.")


def no_copies(copies: str) -> Text:
    """Say that a line asks for no copies at all."""
    return text("With {copies} copies this line adds no card to the deck.", copies=copies)


def too_many_copies(copies: int) -> Text:
    """Say that nobody plays that many copies; `copies` is what they were counted as."""
    return text("That many copies are surely a mistake; they were counted as {copies}.", copies=copies)


def copies_not_a_number(written: str) -> Text:
    """Say that what stands for the number of copies is none."""
    return text("“{written}” is no number of copies; it was counted as 1.", written=written)


def number_not_a_number(written: str) -> Text:
    """Say that what stands for the collector number is none."""
    return text("“{written}” is no collector number such as 28, C47 or CHASE4.", written=written)


def unreadable_characters() -> Text:
    """Say that a line has characters that no keyboard has."""
    return text("This line has characters that cannot be read; they show as �.")


def line_too_long(characters: int) -> Text:
    """Say that a line is far longer than any card's name; `characters` is the limit."""
    return text(
        "This line has more than {characters} characters; it was not read and adds no card to the deck.",
        characters=characters,
    )
