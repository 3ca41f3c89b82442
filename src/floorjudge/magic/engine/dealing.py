"""Makes a game in a position: its cards are dealt as decks, and debug actions put them in their places.

So the engine has made every object itself. At the end the exported game gets its turn, the order in which permanents
entered, and a record of a turn in which nothing has happened yet. docs/decisions/0007-magic-on-phase.md gives the
reasons.
"""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from floorjudge.magic.colours import COLOURS, MANA, read_mana
from floorjudge.magic.engine.engine import engine_of
from floorjudge.magic.engine.fields import empty_journal, is_history
from floorjudge.magic.engine.objects import COUNTERS, PHASES, GameObject
from floorjudge.magic.engine.readings.faces import Face, faces_as_json
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.work import CountedEngine

# The engine requires a card in every deck; a player without cards gets this one, which is removed again.
BLANK = "A Card That Is Not There"
Token: TypeAlias = dict[str, Any]
"""A token as the engine makes it, to be copied."""

_SEED = 1
_NEW_COUNTERS = {written: kind for kind, written in COUNTERS.items()}
_PLAYER_COUNTERS = {"poison": "Poison", "experience": "Experience", "rad": "Rad", "ticket": "Ticket"}
_BASICS = {"Plains", "Island", "Swamp", "Mountain", "Forest"}


class Turn(NamedTuple):
    """The moment of a game: the active player, the step, the player with priority, the lands played, the players' names."""

    active: int
    step: str
    priority: int
    lands_played: int
    names: tuple[str, ...]


class Arrival(NamedTuple):
    """A permanent by its number: `sick` if its controller has it since this turn; its damage, and the choice as it entered."""

    number: int
    sick: bool
    damage: int
    chosen: str | None


class Deal:
    """A game in which nothing has happened: all cards are in their owners' libraries.

    `faces` is what the engine knows; `decks` are the names of the front faces of each player's cards; `life` is what each
    player begins with, as cards read it.
    """

    def __init__(self, faces: Mapping[str, Face], decks: Sequence[Sequence[str]], life: int) -> None:
        self.engine = engine_of(faces_as_json(faces))
        decked = [list(deck) or [BLANK] for deck in decks]
        format_ = "Vintage" if len(decks) == 2 else "FreeForAll"
        game = self.engine.engine.new_game(
            decked[0], decked[1], extra_players=decked[2:], seed=_SEED, format=format_, first_player=0
        )
        self._export: dict[str, Any] = game.state()
        self._game: dict[str, Any] = self._export["state"]
        self._game["format_config"]["starting_life"] = life
        self._begin_again()
        self.cards: dict[tuple[int, str], list[int]] = defaultdict(list)
        """The numbers of the cards, by owner and name of the front face."""
        for thing in sorted(self._game["objects"].values(), key=lambda thing: int(thing["id"])):
            self.cards[thing["owner"], thing["name"]].append(thing["id"])

    def _begin_again(self) -> None:
        """Put opening hands back into the libraries, and remove the cards that filled up empty decks."""
        game = self._game
        game["objects"] = {number: thing for number, thing in game["objects"].items() if thing["name"] != BLANK}
        things = game["objects"].values()
        for thing in things:
            thing["zone"], thing["incarnation"] = "Library", 0
        for player in game["players"]:
            player["hand"] = []
            player["library"] = sorted(thing["id"] for thing in things if thing["owner"] == player["id"])
        for pool in game["deck_pools"]:
            for part in ("current_main", "registered_main"):
                pool[part] = [entry for entry in pool[part] if entry["card"]["name"] != BLANK]
        _forget(game)

    def add_tokens(self, pattern: Token, copies: int, *, owner: int, controller: int) -> list[int]:
        """Put tokens onto the battlefield and return their numbers."""
        first = self._game["next_object_id"]
        self._game["next_object_id"] += copies
        numbers = list(range(first, first + copies))
        for number in numbers:
            token = copy.deepcopy(pattern)
            token |= {"id": number, "owner": owner, "controller": controller, "base_controller": controller}
            self._game["objects"][str(number)] = token
            self._game["battlefield"].append(number)
        return numbers

    def debugged(self) -> DebugGame:
        """Return a copy of the game with the debug interface open."""
        return DebugGame(self.engine, self._export)


class DebugGame:
    """A game whose debug interface is open: objects are moved without any rule reacting.

    All its methods raise ValueError, in the engine's words, if something cannot be done.
    """

    def __init__(self, engine: CountedEngine, export: Mapping[str, Any]) -> None:
        game = export["state"]
        debugged = {
            **game,
            "debug_mode": True,
            "debug_permitted": [0],
            "format_config": game["format_config"] | {"allow_debug_actions": True},
            "phase": "PreCombatMain",
            "waiting_for": {"type": "Priority", "data": {"player": 0}},
        }
        self._before = game
        self._game = engine.load_game({**export, "state": debugged})

    def _do(self, kind: str, **what: object) -> None:
        self._game.apply(0, {"type": "Debug", "data": {"type": kind, "data": what}})

    def create_token(self, side: Mapping[str, Any]) -> Token:
        """Return a token with the characteristics of a card's side; a Treasure has its ability."""
        characteristics = {
            "display_name": side["name"],
            "power": _fixed(side.get("power")),
            "toughness": _fixed(side.get("toughness")),
            "core_types": side["types"],
            "subtypes": side["subtypes"],
            "supertypes": side["supertypes"],
            "colors": [COLOURS[letter] for letter in side["colors"]],
            "keywords": [],
        }
        request = {"type": "Custom", "data": {"owner": 0, "characteristics": characteristics}}
        self._do("CreateToken", request=request, count=1, run_etb=False)
        return self._newest()

    def copy_as_token(self, number: int) -> Token:
        """Return a token that is a copy of a card."""
        self._do("CreateTokenCopy", source_id=number, owner=0, count=1, nonlegendary=False)
        return self._newest()

    def _newest(self) -> Token:
        game: dict[str, Any] = self._game.state()["state"]
        token: Token = game["objects"][str(game["battlefield"][0])]
        return token

    def move(self, number: int, zone: str) -> None:
        """Move an object to a zone, such as graveyard."""
        self._do("MoveToZone", object_id=number, to_zone=zone.capitalize(), simulate=False)

    def set_controller(self, number: int, seat: int) -> None:
        """Let a player control an object."""
        self._do("SetController", object_id=number, controller=seat)

    def set_state(
        self, number: int, *, transformed: bool, tapped: bool, sick: bool, counters: Mapping[str, int]
    ) -> None:
        """Turn over and tap a permanent, set its summoning sickness and put counters on it.

        The counters that it is printed with, such as loyalty, are put on it too.
        """
        if transformed:
            self._do("SetFaceState", object_id=number, transformed=True)
        if tapped:
            self._do("SetTapped", object_id=number, tapped=True)
        self._do("SetSummoningSickness", object_id=number, sick=sick)
        thing = GameObject(self._game.object(number))
        printed = {"loyalty": thing.loyalty, "defense": thing.defense}
        put = {kind: count for kind, count in printed.items() if count}
        put |= {_NEW_COUNTERS.get(kind, kind): count for kind, count in counters.items()}
        for kind, count in put.items():
            self._do("ModifyCounters", object_id=number, counter_type=kind, delta=count)

    def attach(self, number: int, *, to: int | None = None, to_player: int | None = None) -> None:
        """Attach an object to another one, or to a player."""
        host = {"type": "Player", "data": to_player} if to is None else {"type": "Object", "data": to}
        self._do("Attach", object_id=number, target=host)

    def set_player(self, seat: int, life: int, mana: str, counters: Mapping[str, int]) -> None:
        """Give a player life, mana and counters."""
        self._do("SetLife", player_id=seat, life=life)
        if letters := read_mana(mana):
            self._do("AddMana", player_id=seat, mana=[MANA[letter] for letter in letters])
        for kind, count in counters.items():
            if kind == "energy":
                self._do("ModifyEnergy", player_id=seat, delta=count)
            else:
                self._do("ModifyPlayerCounters", player_id=seat, counter_kind=_PLAYER_COUNTERS[kind], delta=count)

    def finished(
        self,
        turn: Turn,
        battlefield: Sequence[Arrival],
        zones: Mapping[tuple[str, int], list[int]],
    ) -> Snapshot:
        """Return the game in a turn in which nothing has happened, with the debug interface closed and its records removed.

        `battlefield` are the permanents in the order of entering; `zones` are the numbers in each hand, graveyard and
        library.
        """
        export: dict[str, Any] = self._game.state()
        game = export["state"]
        _forget(game)
        _forget_history(game, self._before)
        _begin_turn(game, turn)
        _enter(game, battlefield, turn.names)
        for player in game["players"]:
            for zone in ("hand", "graveyard", "library"):
                player[zone] = zones[zone, player["id"]]
        # Decks are for sideboards and the next game; without them exporting and loading take half as long.
        for pool in game["deck_pools"]:
            pool["current_main"], pool["registered_main"] = [], []
        game["debug_mode"], game["debug_permitted"] = False, []
        game["format_config"]["allow_debug_actions"] = False
        return Snapshot(export)


# The choices that an object asks for as it enters.
_ASKED_TO_CHOOSE = re.compile(r"'choice_type': '(\w+)'")
_CARD_NAME = "CardName"


def _forget(game: dict[str, Any]) -> None:
    """Empty the engine's records of what the debug interface has done."""
    game["resolved_rules_journal"] = empty_journal()
    game["zone_changes_this_turn"] = []
    game["zone_change_library_knowledge_stamps"] = []


def _forget_history(game: dict[str, Any], before: Mapping[str, Any]) -> None:
    """Give a game and its players the turn history from `before` the debug interface was used.

    That counts a life total that is set as life gained or lost, and a card that is put into a graveyard as a descent.
    """
    for record, then in ((game, before), *zip(game["players"], before["players"], strict=True)):
        for field in [each for each in record if is_history(each) and record[each] != then.get(each)]:
            del record[field]
            if field in then:
                record[field] = then[field]


def _begin_turn(game: dict[str, Any], turn: Turn) -> None:
    """Set the exported game's turn, step, priority and lands played."""
    active, priority, players = turn.active, turn.priority, len(turn.names)
    # Every player has had a turn before this one, so that "since your last turn" has a meaning.
    game["turn_number"] = players + active + 1
    game["active_player"] = active
    # The engine itself asks for attackers, when all players have passed at the beginning of combat.
    phases = PHASES | {"declare attackers": PHASES["beginning of combat"]}
    game["phase"] = phases[turn.step]
    steps = [step for step in PHASES if step != "end of combat"]
    passed = steps[: steps.index(turn.step) + 1]
    game["steps_started_this_turn"] = {phases[step]: 1 for step in passed}
    game["priority_player"] = priority
    game["waiting_for"] = {"type": "Priority", "data": {"player": priority}}
    # Priority goes round from the active player: the players before its holder have passed.
    round_ = [(active + seat) % players for seat in range(players)]
    game["priority_passes"] = sorted(round_[: round_.index(priority)])
    game["priority_pass_count"] = round_.index(priority)
    game["lands_played_this_turn"] = turn.lands_played
    for player in game["players"]:
        player["turns_taken"] = 2 if player["id"] <= active else 1
        player["lands_played_this_turn"] = turn.lands_played if player["id"] == active else 0
    if "draw" in passed[:-1]:
        drawing = game["players"][active]
        drawing["has_drawn_this_turn"], drawing["cards_drawn_this_turn"] = True, 1
    if turn.lands_played:
        game["lands_played_this_turn_by_player"] = {str(active): [{"from_zone": "Hand"}] * turn.lands_played}


def _enter(game: dict[str, Any], battlefield: Sequence[Arrival], names: Sequence[str]) -> None:
    """Set the order in which the permanents of an exported game entered, their damage, and the choices for them."""
    game["battlefield"] = [permanent.number for permanent in battlefield]
    for timestamp, permanent in enumerate(battlefield, 1):
        thing = game["objects"][str(permanent.number)]
        thing["timestamp"] = timestamp
        thing["entered_battlefield_turn"] = game["turn_number"] if permanent.sick else 1
        thing["damage_marked"] = permanent.damage
        if permanent.chosen is not None:
            asks = _ASKED_TO_CHOOSE.findall(
                str((thing.get("replacement_definitions"), thing.get("trigger_definitions")))
            )
            thing["chosen_attributes"] = [_chosen(permanent.chosen, names, asks)]
    game["next_timestamp"] = max(game["next_timestamp"], len(battlefield) + 1)


def _chosen(word: str, players: Sequence[str], asks: Sequence[str]) -> dict[str, Any]:
    """Return the choice as something entered, in the engine's form.

    It is a card's name if that is among the kinds that it `asks` for, a player, a color, a basic land type, a number,
    or a creature type.
    """
    if _CARD_NAME in asks:
        return {"type": _CARD_NAME, "value": word}
    if word in players:
        return {"type": "Player", "value": players.index(word)}
    if word.capitalize() in COLOURS.values():
        return {"type": "Color", "value": word.capitalize()}
    if word.capitalize() in _BASICS:
        return {"type": "BasicLandType", "value": word.capitalize()}
    if word.isdecimal():
        return {"type": "Number", "value": int(word)}
    return {"type": "CreatureType", "value": word[:1].upper() + word[1:]}


def _fixed(written: str | None) -> int | None:
    """Return a printed power or toughness as a number; None for a missing or a variable one, such as `*`."""
    return int(written) if written is not None and written.lstrip("-").isdecimal() else None
