"""All commands, by group, with their descriptions.

A command's module is imported only when the command line names it: starting the program costs next to nothing.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import FunctionType, MappingProxyType
from typing import NamedTuple

from floorjudge import __version__
from floorjudge.texts import LANGUAGES, Language, Text, text


class Command(NamedTuple):
    """A command: its function, as `module:function` in its program's package, and its description.

    `takes_numbers`: words such as -2 are values, not options.
    """

    function: str
    help: Text
    takes_numbers: bool = False


def function_of(place: str, package: str = "floorjudge.cli") -> FunctionType:
    """Import a command's function, named as `module:function`, from a package."""
    module, _, name = place.partition(":")
    function: FunctionType = getattr(importlib.import_module(f"{package}.{module}"), name)
    return function


class Group(NamedTuple):
    """A group of commands by their names; `alone` runs without a command, `epilog` stands at the end of the help."""

    help: Text
    commands: Mapping[str, Command | Group]
    epilog: Text | None = None
    alone: str | None = None


_EVENT = {
    "new": Command("event.registration:new", text("Open an event.")),
    "list": Command("event.registration:list_events", text("List the events.")),
    "describe": Command(
        "event.registration:describe",
        text("Name the event, and say when and where it is; what is not given stays as it is."),
    ),
    "register": Command("event.registration:register", text("Register players.")),
    "import-players": Command("event.registration:import_players", text("Register the players of a CSV file.")),
    "rename": Command("event.registration:rename", text("Rename a player, at any time.")),
    "forget": Command("event.forgetting:forget", text("Remove a player's name from all that is kept.")),
    "deck": Command("event.registration:deck", text("Hand in a player's deck list.")),
    "close": Command("event.rounds:close", text("Close the list of players, before the public words are said.")),
    "reopen": Command("event.rounds:reopen", text("Open the list of players again.")),
    "start": Command("event.rounds:start", text("Fix the roster and group the first round.")),
    "report": Command(
        "event.rounds:report",
        text("Report results: those of one table, or, without arguments, table by table as you are asked."),
        takes_numbers=True,
    ),
    "drawn": Command("event.rounds:drawn", text("Report that a game was drawn; it is played again.")),
    "next": Command(
        "event.rounds:next_stage", text("Go on to the next round, or whatever comes next, or end the event.")
    ),
    "renew-seed": Command(
        "event.rounds:renew_seed", text("Commit to a new seed after the end was undone, as the old one is public.")
    ),
    "leave": Command("event.rounds:leave", text("Take a player out of the event.")),
    "come-back": Command("event.rounds:come_back", text("Let a player who has left come back.")),
    "penalty": Command("event.rounds:penalty", text("Record a warning or a penalty for a player.")),
    "withdraw-penalty": Command(
        "event.rounds:withdraw_penalty", text("Take a penalty back; it stays on record as withdrawn.")
    ),
    "amend": Command(
        "event.rounds:amend",
        text("Correct a result, at any time; with --preview see first what that would change."),
        takes_numbers=True,
    ),
    "unreport": Command(
        "event.rounds:unreport", text("Remove a result of the round being played; its table is open as before.")
    ),
    "seat": Command(
        "event.rounds:seat",
        text(
            "Move players by hand, with a reason: the named ones sit at the table in this order, and who sat there takes their places."
        ),
    ),
    "undo": Command("event.rounds:undo", text("Take back the last command; the log keeps a trace of it.")),
    "random-order": Command(
        "event.rounds:random_order",
        text("Put things in random order, provably, such as effects to resolve (OTE 2.8.4)."),
    ),
    "tables": Command(
        "event.screens:tables", text("Show the tables that are being played, and why these players sit there.")
    ),
    "standings": Command("event.screens:standings", text("Show points, scores and places.")),
    "log": Command("event.screens:log", text("Show everything that has happened, in plain words.")),
    "verify": Command("event.keeping:verify", text("Recompute every group, score and hash of an event from its log.")),
    "export": Command("event.keeping:export", text("Write an event as JSON lines, from which it can be made again.")),
    "import": Command("event.keeping:import_file", text("Import an exported event.")),
    "backup": Command("event.keeping:backup", text("Write all events with their secret seeds into one new file.")),
    "restore": Command("event.keeping:restore", text("Add the events of a backup to those that are here.")),
    "delete": Command("event.keeping:delete", text("Delete an event for good, after a backup of everything.")),
    "stdio": Command(
        "event.stdio:stdio", text("Take JSON commands from standard input, one a line, and answer each with a line.")
    ),
}
_LOOP = {
    "rule": Command("loops:rule", text("Rule on a loop (MTR 4.4), or say who is asked next and what they may say.")),
    "sheet": Command(
        "loops:sheet", text("Say what N iterations of a loop do, exactly, from what one iteration changes.")
    ),
    "watch": Command(
        "loops:watch",
        text("Take positions from standard input, one JSON value a line, and say of each whether it came before."),
    ),
}
_SHORTCUT = {
    "settle": Command(
        "loops:settle",
        text("Say where a proposed shortcut ends after the answers of the other players, or who is asked."),
    ),
    "fragmented": Command(
        "loops:fragmented",
        text("Say who must choose something else when several players have brought the game back to where it was."),
    ),
    "mandatory": Command("loops:mandatory", text("Say whether a loop of mandatory actions is a draw.")),
}
_CARDS = {
    "import": Command(
        "magic.cards:import_", text("Import newer card texts: MTGJSON's AtomicCards, as .json or .json.gz.")
    ),
    "report": Command(
        "magic.cards:report", text("Say which cards the engine understands fully, partly, or not at all.")
    ),
    "complete": Command(
        "magic.cards:complete", text("Complete the name of a card from half of it, with or without mistakes.")
    ),
    "misread": Command("magic.cards:misread", text("List what the engine is known to play otherwise than cards say.")),
}
_MAGIC: Mapping[str, Command | Group] = {
    "cards": Group(text("Import card texts, and see which cards the engine understands."), _CARDS),
    "show": Command(
        "magic.show:show", text("Show a position as it lies on the table; --json gives it in the form for programs.")
    ),
    "play": Command("magic.play:play", text("Play a position choice by choice, and save what was played as a body.")),
    "certify": Command(
        "magic.certify:certify", text("Say what repeating a loop does, exactly, and how that is known.")
    ),
    "check": Command(
        "magic.check:check", text("Establish again everything that a certificate says, and say what does not hold.")
    ),
    "find": Command(
        "magic.find:find", text("Find the loop in a position, or among cards by their names, and certify it.")
    ),
    "deck": Command(
        "magic.deck:deck", text("List the combinations that a deck holds, and those of which it lacks one card.")
    ),
    "shortcut": Command(
        "magic.shortcut:shortcut",
        text("Say what becomes of a shortcut that is proposed in a position, and take it there."),
    ),
}
_RULES = {
    "show": Command("rules:show", text("Say what a clause requires.")),
    "list": Command("rules:list_clauses", text("List the clauses of the rulebooks.")),
    "coverage": Command("rules:coverage", text("List the code and the tests that stand behind each clause.")),
}
COMMANDS: Mapping[str, Command | Group] = MappingProxyType(
    {
        "event": Group(
            text("Run a tournament, from registration to final places."),
            _EVENT,
            epilog=text(
                "Everywhere: --json for machines, --lang {languages}, --db FILE and --event ID.",
                languages="|".join(LANGUAGES),
            ),
        ),
        "deck": Group(
            text("Check deck lists against the rules."),
            {"check": Command("deck:check", text("Say whether deck lists are legal, and why not."))},
        ),
        "loop": Group(
            text("Rule on loops, compute what they do, watch for repetition."),
            _LOOP,
            epilog=text(
                "Without a command, a dialogue asks for the loop and for what each player says, and gives the ruling."
            ),
            alone="dialogue:dialogue",
        ),
        "shortcut": Group(
            text("Settle shortcuts: sequences of choices that are proposed, shortened, taken."), _SHORTCUT
        ),
        "magic": Group(text("Certify loops of real Magic cards on a real engine."), _MAGIC),
        "rules": Group(text("Look up clauses of the rulebooks, and what implements them."), _RULES),
        "owner": Group(
            text("Give the owner a new link, and programs a token, on the server itself."),
            {
                "link": Command("owner:link", text("Print a link that makes one more device the owner's.")),
                "token": Command("owner:token", text("Print a token with which a program may do what the owner may.")),
            },
        ),
        "demo": Command("demo:demo", text("Watch an event of 26 players, round by round.")),
        "serve": Command("serve:serve", text("Serve the web application for a venue.")),
    }
)


class Program(NamedTuple):
    """A program with commands: its name, version, description, the package of its functions, its languages."""

    name: str
    version: str
    help: Text
    commands: Mapping[str, Command | Group]
    package: str
    languages: tuple[Language, ...] = LANGUAGES


FLOORJUDGE = Program(
    "floorjudge",
    __version__,
    text("The tournament rules of card games: run an event, check decks, look up clauses."),
    COMMANDS,
    "floorjudge.cli",
)
