"""Every way in which the tournament says no, in one place: what was wrong, which clause or decision it is, what is possible."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused, bad_input, refused
from floorjudge.texts import Text, counted, text


def not_open() -> Refused:
    """No event has been opened yet."""
    return refused("not_open", text("No event is open here yet. Open one first, with a name."))


def already_open(name: str) -> Refused:
    """An event is open here already."""
    said = text(
        "“{name}” is open here already; one log holds one event. Choose another log for another event.", name=name
    )
    return refused("already_open", said)


def unknown_format(given: str, known: tuple[str, ...]) -> BadInput:
    """The format of the event is not one that is implemented."""
    said = text("There is no format “{given}”. Known formats: {known}.", given=given, known=known)
    return bad_input("unknown_format", said, where="format")


def bad_name(where: str, given: str) -> BadInput:
    """A name is empty, longer than 100 characters, or holds control characters."""
    said = text("“{given}” cannot be a name: it needs 1 to 100 visible characters.", given=given)
    return bad_input("bad_name", said, where=where)


def bad_words(where: str, limit: int) -> BadInput:
    """A note, a reason or another free text is empty, too long, or holds control characters."""
    said = text("Some words are needed here: at most {limit} characters, without control characters.", limit=limit)
    return bad_input("bad_words", said, where=where)


def bad_seed(limit: int) -> BadInput:
    """The text behind the draws is empty, too long, or no text."""
    said = text("The seed can be any text of 1 to {limit} characters.", limit=limit)
    return bad_input("bad_seed", said, where="seed")


def nothing_to_order() -> BadInput:
    """A random order is asked for, of nothing."""
    return bad_input("nothing_to_order", text("Name the things to put in random order."), where="items")


def name_taken(player: str) -> Refused:
    """A player of this name is registered already."""
    said = text(
        "{player} is registered already. Two people of one name need something to tell them apart.", player=player
    )
    return refused("name_taken", said, where="player")


def no_late_entry(player: str) -> Refused:
    """Nobody can enter once the first round has been grouped."""
    said = text(
        "{player} cannot enter any more: the first round has been grouped. Until it has results, undo takes the start back.",
        player=player,
    )
    return refused("no_late_entry", said, where="player")


def unknown_player(where: str, player: str, similar: tuple[str, ...]) -> BadInput:
    """No player of this name is registered; says which names are similar."""
    said = (
        text("There is no player “{player}”. Did you mean: {similar}?", player=player, similar=similar)
        if similar
        else text("There is no player “{player}” in this event.", player=player)
    )
    return bad_input("unknown_player", said, where=where)


def has_left(player: str) -> Refused:
    """A player who has left can do nothing more in the event."""
    return refused(
        "has_left", text("{player} has left the event.", player=player), where="player", clauses=("OTE 2.2",)
    )


def too_few_players(players: int) -> Refused:
    """An event starts with three players at least."""
    said = counted(
        "There is {count} player; an event needs at least 3. Register more, then start.",
        "There are {count} players; an event needs at least 3. Register more, then start.",
        count=players,
    )
    return refused("too_few_players", said)


def illegal_decks(players: tuple[str, ...]) -> Refused:
    """Submitted decks are illegal, and no judge has given a reason to let them in."""
    said = text(
        "These players' decks are illegal: {players}. Let them hand in others, or start with a judge's reason.",
        players=players,
    )
    return refused(
        "illegal_decks", said, where="reason", clauses=("OTE 1.1", "OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6")
    )


def decks_are_closed() -> Refused:
    """Deck lists are taken until the start only."""
    said = text(
        "Deck lists are handed in before the start. Undo takes the start back while the first round has no results."
    )
    return refused("decks_are_closed", said)


def not_started() -> Refused:
    """The command needs a started event."""
    said = text("The event has not started. Register the players, then start it.")
    return refused("not_started", said)


def already_started() -> Refused:
    """The event was started before."""
    said = text("The event has started already. Report results, then go on to the next round.")
    return refused("already_started", said)


def finished() -> Refused:
    """The event is over; only corrections are possible."""
    said = text("The event is finished. Results can still be amended with a reason, and undo takes the end back.")
    return refused("finished", said)


def games_open(tables: tuple[str, ...]) -> Refused:
    """The next stage needs every result of this one."""
    said = text(
        "These tables have no result yet: {tables}. Report them; a drawn game is played again and then reported.",
        tables=tables,
    )
    return refused("games_open", said, clauses=("OTE 2.1",))


def no_such_table(where: str, table: int, tables: int) -> BadInput:
    """The stage being played, or the round that is named, has no table of this number."""
    said = counted(
        "There is no table {table}; there is {count} table.",
        "There is no table {table}; there are {count} tables, numbered from 1.",
        count=tables,
        table=table,
    )
    return bad_input("no_such_table", said, where=where)


def no_readmission_in_round(round_number: int) -> BadInput:
    """No readmission game was played after a round."""
    said = text(
        "There was no readmission game after round {round}: give the winner and everybody's influence.",
        round=round_number,
    )
    return bad_input("no_readmission_in_round", said, where="qualified")


def no_such_round(round_number: int, rounds: int) -> BadInput:
    """No such round has been played."""
    said = counted(
        "There is no round {round}; {count} round has been grouped so far.",
        "There is no round {round}; {count} rounds have been grouped so far.",
        count=rounds,
        round=round_number,
    )
    return bad_input("no_such_round", said, where="round")


def already_reported(table: int) -> Refused:
    """A table has a result; only an amendment replaces it."""
    said = text("Table {table} has a result already. Amend it with a reason if it is wrong.", table=table)
    return refused("already_reported", said, where="table")


def not_reported(table: int) -> Refused:
    """There is no result to amend."""
    said = text("Table {table} has no result to amend yet. Report it instead.", table=table)
    return refused("not_reported", said, where="table")


def is_readmission(table: int) -> BadInput:
    """A readmission game is reported with those who qualified, not with a winner."""
    said = text("Table {table} is a readmission game: report who reached 8, in order, as “qualified”.", table=table)
    return bad_input("is_readmission", said, where="winner", clauses=("OTE 2.8.3",))


def is_no_readmission(table: int) -> BadInput:
    """Only a readmission game is reported with those who qualified."""
    said = text("Table {table} is no readmission game: report its winner and everybody's influence.", table=table)
    return bad_input("is_no_readmission", said, where="qualified", clauses=("OTE 2.3",))


def not_at_the_table(where: str, player: str, players: tuple[str, ...]) -> BadInput:
    """Somebody is named who does not sit at the table."""
    said = text("{player} does not sit at this table. Its players are: {players}.", player=player, players=players)
    return bad_input("not_at_the_table", said, where=where)


def influence_missing(players: tuple[str, ...]) -> BadInput:
    """The final influence of some players of the table is not given."""
    said = text("The final influence of these players is missing: {players}.", players=players)
    return bad_input("influence_missing", said, where="influence", clauses=("OTE 2.3",))


def influence_twice(names: tuple[str, ...]) -> BadInput:
    """Somebody's influence is given twice, perhaps in two spellings of one name."""
    said = text("Somebody's influence is given twice. Given were: {names}.", names=names)
    return bad_input("influence_twice", said, where="influence")


def absurd_influence(player: str, limit: int) -> BadInput:
    """An influence is beyond what any game reaches: a slip of the keyboard."""
    said = text("The influence of {player} is beyond {limit}; check what was typed.", player=player, limit=limit)
    return bad_input("absurd_influence", said, where=f"influence.{player}")


def target_not_reached(winner: str, influence: int, target: int) -> Refused:
    """The winner has less influence than the game's target, and no note says why."""
    said = text(
        "{winner} has {influence} influence; a winner has at least {target}. If the others conceded, say so in a note.",
        winner=winner,
        influence=influence,
        target=target,
    )
    return refused("target_not_reached", said, where="note", clauses=("OTE 2.3", "OTE 2.4.3"))


def gone_cannot_win(player: str) -> Refused:
    """Who left during a game cannot win it."""
    said = text("{player} left during this game and cannot win it. Name somebody who stayed.", player=player)
    return refused("gone_cannot_win", said, clauses=("OTE 2.2",))


def only_one_left(player: str) -> Refused:
    """A game with one player left at the table is won by that player."""
    said = text(
        "{player} is the only one left at this table and has won; report the game with that winner.", player=player
    )
    return refused("only_one_left", said, where="winner")


def already_decided(player: str) -> Refused:
    """A game with one player left at the table is over and cannot be drawn."""
    said = text(
        "{player} is the only one left at this table and has won: the game cannot be played again.", player=player
    )
    return refused("already_decided", said, where="table")


def wrong_number_qualified(seats: int) -> BadInput:
    """A readmission game fills exactly the vacant seats of the final."""
    said = counted(
        "Exactly {count} seat of the final is vacant: name {count} player of this table, who has not left.",
        "Exactly {count} seats of the final are vacant: name {count} different players of this table, none of whom has left.",
        count=seats,
    )
    return bad_input("wrong_number_qualified", said, where="qualified", clauses=("OTE 2.8.3",))


def nothing_to_undo() -> Refused:
    """Nothing has happened since the event was opened."""
    return refused(
        "nothing_to_undo", text("There is nothing to undo: nothing has happened since the event was opened.")
    )


def seed_missing() -> Refused:
    """The draw needs the seed, and this copy of the event does not hold it."""
    said = text(
        "This copy of the event does not hold the seed of its draws: an export never does before the end. Go on where the "
        "event was opened, or import it again with its seed."
    )
    return refused("seed_missing", said, where="seed")


def wrong_seed() -> Refused:
    """The seed is not the one that the event committed to."""
    said = text("This is not the seed that the event committed to when it was opened; no draw can be made with it.")
    return refused("wrong_seed", said, where="seed")


def bad_field(where: str, expected: str, got: str) -> BadInput:
    """A field of a JSON command has a value of the wrong kind."""
    said = text("This must be of the kind “{expected}”, not “{got}”.", expected=expected, got=got)
    return bad_input("bad_field", said, where=where)


def missing_field(where: str) -> BadInput:
    """A field of a JSON command is missing."""
    return bad_input("missing_field", text("The field “{field}” is missing.", field=where), where=where)


def unknown_field(where: str) -> BadInput:
    """A JSON command has a field that it does not know."""
    return bad_input("unknown_field", text("This command has no field “{field}”.", field=where), where=where)


def unknown_command(given: str, known: tuple[str, ...]) -> BadInput:
    """The field `do` names no command."""
    said = text("There is no command “{given}”. The commands are: {known}.", given=given, known=known)
    return bad_input("unknown_command", said, where="do")


def bad_json(detail: Text) -> BadInput:
    """A line is not a JSON object."""
    return bad_input("bad_json", text("This line is not a JSON object: {detail}", detail=detail))
