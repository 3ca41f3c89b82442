"""What cannot be read: a list that is no deck list, a card file that is none; one function an error."""

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import text


def deck_too_long(characters: int, lines: int) -> BadInput:
    """Return the error for a list far longer than any deck; what is given are the limits."""
    said = text(
        "This is too long for a deck list; it may have up to {characters} characters and {lines} lines.",
        characters=characters,
        lines=lines,
    )
    return bad_input("deck_too_long", said)


def not_a_text() -> BadInput:
    """Return the error for bytes that are no text."""
    return bad_input("not_a_text", text("This is not a text file. Save it as UTF-8 text or as CSV."))


def card_file_without_columns(columns: tuple[str, ...]) -> BadInput:
    """Return the error for a card file whose first line does not name the columns that it needs."""
    said = text("The first line of a card file names its columns, and these are needed: {columns}.", columns=columns)
    return bad_input("card_file_columns", said)


def card_file_row() -> BadInput:
    """Return the error for a line of a card file that is no row of a table."""
    return bad_input("card_file_row", text("This line cannot be read as a row of a table."))


def card_file_number(number: str) -> BadInput:
    """Return the error for a row of a card file whose number is none."""
    said = text("“{number}” is not a collector number such as 28, C47 or CHASE4.", number=number)
    return bad_input("card_file_number", said)


def card_file_name(number: str) -> BadInput:
    """Return the error for a row of a card file without a name."""
    return bad_input("card_file_name", text("The card with the number {number} needs its name.", number=number))


def card_file_clause(clause: str, clauses: tuple[str, ...]) -> BadInput:
    """Return the error for a row of a card file that names a clause which bans no card."""
    said = text("“{clause}” bans no card; leave it empty or write one of: {clauses}.", clause=clause, clauses=clauses)
    return bad_input("card_file_clause", said)


def card_file_contradicts(number: str, known: str, given: str) -> BadInput:
    """Return the error for a card file that gives a known number to another card."""
    said = text(
        "The number {number} belongs to “{known}” and cannot be given to “{given}” as well.",
        number=number,
        known=known,
        given=given,
    )
    return bad_input("card_file_contradicts", said)
