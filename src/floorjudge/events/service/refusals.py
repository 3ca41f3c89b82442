"""What the desk refuses, in one place."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict, Damaged, Refused, bad_input, conflict, damaged, refused
from floorjudge.texts import Text, counted, text


def preview_of_amendments_only() -> BadInput:
    """Only an amendment can be previewed."""
    return bad_input("no_preview", text("Only an amendment can be previewed."), where="preview")


def bad_id() -> BadInput:
    """The id of a command is no short text."""
    return bad_input(
        "bad_id", text("The id of a command must be a text of 1 to 200 characters, or a whole number."), where="id"
    )


def id_used_before(command_id: str) -> BadInput:
    """The id of a command was used for a different command."""
    said = text(
        "The id “{id}” was used for another command before; give every new command an id of its own.", id=command_id
    )
    return bad_input("id_used_before", said, where="id")


def unknown_event(given: str, similar: tuple[str, ...]) -> BadInput:
    """The log holds no event of this id or name."""
    said = (
        text("There is no event “{given}” here. Did you mean: {similar}?", given=given, similar=similar)
        if similar
        else text("There is no event “{given}” here. The command “event list” shows which there are.", given=given)
    )
    return bad_input("unknown_event", said, where="event")


def no_export(detail: Text) -> BadInput:
    """A file is not the export of an event."""
    said = text("This file is not an exported event: {detail}", detail=detail)
    return bad_input("no_export", said)


def cut_off_export(records: int) -> Damaged:
    """An export ends early, or does not hold the records that its last line speaks of."""
    said = counted(
        "The export holds {count} record, and its last line is missing or speaks of others: the file was cut off or changed.",
        "The export holds {count} records, and its last line is missing or speaks of others: the file was cut off or changed.",
        count=records,
    )
    return damaged("cut_off_export", said, where=f"records[{records + 1}]")


def empty_roster() -> BadInput:
    """A file of players holds no names."""
    return bad_input("empty_roster", text("This file holds no names."))


def bad_roster(line: int) -> BadInput:
    """A file of players cannot be read as CSV."""
    return bad_input("bad_roster", text("This line cannot be read as CSV."), where=f"line {line}")


def name_twice(player: str, line: int, first: int) -> BadInput:
    """A file of players holds a name twice."""
    said = text("{player} stands here and on line {line}; keep one of them.", player=player, line=first)
    return bad_input("name_twice", said, where=f"line {line}")


def damaged_record(number: int) -> Damaged:
    """A record of a log is not what was written."""
    said = text(
        "Record {number} of the log is not what was written: it was changed, or a record before it is missing.",
        number=number,
    )
    return damaged("damaged_record", said, where=f"records[{number}]")


def seen_too_old() -> Conflict:
    """What the sender of a command had seen of the event is no longer so."""
    said = text("Somebody else has changed this event since you looked. Look at it as it is now, then decide again.")
    return conflict("seen_too_old", said, where="seen")


def bad_seen(newest: int) -> BadInput:
    """The number of the record that the sender has seen is none."""
    said = text("The newest record that was seen must be a whole number from 0 to {newest}.", newest=newest)
    return bad_input("bad_seen", said, where="seen")


def bad_author(limit: int) -> BadInput:
    """The name of who does something is empty, too long, or holds control characters."""
    said = text("Who does this must be said in 1 to {limit} visible characters.", limit=limit)
    return bad_input("bad_author", said, where="by")


def influence_count(players: tuple[str, ...]) -> BadInput:
    """A result has another number of numbers than its table has players."""
    said = text("Give one number for each of: {players}.", players=players)
    return bad_input("influence_count", said, where="influence")


def bad_number(word: str, where: str) -> BadInput:
    """A number of a result is none."""
    return bad_input("bad_number", text("“{word}” is not a whole number.", word=word), where=where)


def winner_needed(target: int) -> BadInput:
    """A result does not show who won, and nobody is named."""
    said = text("Say who won: no player, or more than one, reached {target}.", target=target)
    return bad_input("winner_needed", said, where="winner")


def line_without_table() -> BadInput:
    """A typed result does not begin with the number of a table."""
    said = text(
        "Type the table's number, then the final influence of its players in their order, such as: 12 16 7 -2. A star marks the "
        "winner where the numbers do not tell: 12 9 14* 3."
    )
    return bad_input("line_without_table", said, where="line")


def nobody_or_several(word: str, players: tuple[str, ...]) -> BadInput:
    """What was typed for a player of a table fits none of its players, or more than one."""
    said = text("“{word}” is not clearly one of: {players}. Type more of the name.", word=word, players=players)
    return bad_input("nobody_or_several", said, where="line")


def not_yours() -> Refused:
    """Who asks may not do this; nothing else is said about it."""
    return refused("not_yours", text("Your link does not allow this. Ask the organiser for one that does."))


def bad_link() -> Refused:
    """A link or token is no good, whatever the reason; nothing else is said about it."""
    return refused("bad_link", text("This link is not valid, or not any more. Ask the organiser for a new one."))


def no_such_grant(grant: str) -> BadInput:
    """The event has no link of this id."""
    return bad_input("no_such_grant", text("There is no link “{grant}” here.", grant=grant), where="grant")


def no_such_link(role: str) -> BadInput:
    """Links for this role are not made, or not for what was named."""
    said = text(
        "No link for the role “{role}” is made here: an owner's is for the installation, all others for an event.",
        role=role,
    )
    return bad_input("no_such_link", said, where="role")


def bad_stay(days: int) -> BadInput:
    """A link is to hold for no time, or for longer than anything does."""
    return bad_input("bad_stay", text("A link can hold for up to {days} days.", days=days), where="lasts")


def resource_without_name(line: int) -> BadInput:
    """A line of the judge's sheet says what becomes of a resource without naming it."""
    said = text("Line {line} of the sheet needs a name: of what is there so much?", line=line)
    return bad_input("resource_without_name", said, where="sheet")


def resource_twice(name: str) -> BadInput:
    """Two lines of the judge's sheet name the same resource."""
    return bad_input("resource_twice", text("“{name}” stands on the sheet twice.", name=name), where="sheet")
