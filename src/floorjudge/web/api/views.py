"""What somebody may see of an event, as the JSON values of the API."""

from __future__ import annotations

from floorjudge.events import view
from floorjudge.events.codec import event_value, read_event
from floorjudge.events.floor.state import Call
from floorjudge.events.service.log import Record
from floorjudge.events.service.log_entries import deck_lists, log_entry
from floorjudge.events.service.roles import STAFF, Role
from floorjudge.events.state import State
from floorjudge.events.view import call_view, concerns, player_view, table_view, venue_view
from floorjudge.formats.on_the_edge.tables import Player
from floorjudge.texts import Language, render
from floorjudge.web.api.bodies import JsonObject
from floorjudge.web.live.player_story import Game, player_story, table_of
from floorjudge.web.live.rows import places_to_be_seen
from floorjudge.web.sessions import EventSession


def event_view(at: EventSession) -> JsonObject:
    """Return an event as it stands, for who asks."""
    me = at.me
    return {
        "event": at.event,
        "number": at.number,
        "role": at.role.value,
        "player": None if me is None else me.name,
        "view": tournament_view(at, at.state, at.language),
        "venue": floor_view(at),
    }


def tournament_view(at: EventSession, state: State, language: Language) -> JsonObject:
    """Return the tournament; places that are not published are for the staff."""
    value = view(state, language)
    return value if sees_places(at) else without_places(value)


def without_places(value: JsonObject) -> JsonObject:
    """Return a view of a tournament that tells nobody's place."""
    return value | {"players": [player | {"place": None} for player in value["players"]]}


def sees_places(at: EventSession) -> bool:
    """Say whether who asks may see the places by now."""
    return at.role in STAFF or places_to_be_seen(at.state, at.venue)


def floor_view(at: EventSession) -> JsonObject:
    """Return the floor; calls with judges' notes are for who has business in the judges' room."""
    me = None if at.me is None else at.me.name
    value = venue_view(at.state, staff=at.role in STAFF, player=me)
    if at.role in STAFF and not at.may_see("judge"):
        value["calls"] = [call_view(call, staff=False) for call in at.venue.all_calls()]
    return value


def may_see_call(at: EventSession, call: Call) -> bool:
    """Say whether who asks may see a call: the staff, and whom it concerns."""
    return at.role in STAFF or (at.me is not None and concerns(call, at.state, at.me.name))


def player_page(at: EventSession, player: Player) -> JsonObject:
    """Return what the event is for one player; their deck list for themselves, for head judges, or when published."""
    story = player_story(at.state, at.venue, player)
    mine = table_of(at.state, player.name)
    own = at.me is not None and at.me.name == player.name
    listed = own or at.at_least(Role.HEAD_JUDGE) or at.venue.decks_published
    return {
        "number": player.number,
        "player": player_view(player, story.place),
        "next": [render(step, at.language) for step in story.next_steps],
        "table": None if mine is None else table_view(at.state, mine, at.language),
        "games": [_game(game) for game in story.games],
        "deck_list": deck_lists(at.records()).get(player.name) if listed else None,
    }


def _game(game: Game) -> JsonObject:
    return {
        "round": game.round,
        "stage": game.stage,
        "table": game.table.table,
        "target": game.table.target,
        "players": [
            {"player": seat.name, "won": seat.won, "influence": seat.influence, "points": seat.points}
            for seat in game.seats
        ],
    }


def record_view(at: EventSession, record: Record) -> JsonObject:
    """Return a record in words, as much as who asks may read; for organisers with the event and its hash."""
    words = log_entry(record)
    said = words.staff if at.may_see("judge") else words.public
    value = {
        "number": record.number,
        "at": record.at,
        "by": record.by,
        "said": None if said is None else render(said, at.language),
    }
    if at.at_least(Role.ORGANISER):
        value |= {"event": event_value(read_event(record.event)), "hash": record.hash}
    return value
