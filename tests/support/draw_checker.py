"""A checker of draws written from docs/draws.md alone; what the points were is asked of the slow model.

It reads the JSON values of an exported log's events and recomputes every grouping and every random order.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

from tests.support.slow_grouping import sizes
from tests.support.slow_ote import Fact, Tournament, standing

Order = Callable[[str], bytes]


class Draws:
    """The draws of one event: from the seed, the public words and the roster to tickets."""

    def __init__(self, seed: str, public: str | None, roster: Iterable[str]) -> None:
        self.seed = seed.encode()
        self.words = sha256((public or "").encode()).hexdigest()
        self.roster = sha256("".join(f"{name}\n" for name in sorted(roster)).encode()).hexdigest()

    def tickets(self, label: str) -> Order:
        """Return what gives the ticket of a name in the draw with a label."""
        message = f"floorjudge draw 1\n{self.words}\n{self.roster}\n{label}"
        key = hmac.digest(self.seed, message.encode(), "sha256")
        return lambda name: sha256(key + name.encode()).digest()


def filled(players: Sequence[str]) -> list[list[str]]:
    """Fill the games of a list of players in order."""
    games: list[list[str]] = []
    start = 0
    for size in sizes(len(players)):
        games.append(list(players[start : start + size]))
        start += size
    return games


def active_games(before: Tournament, draws: Draws, round_number: int) -> list[list[str]]:
    players = before.members("active")
    seats = sum(size for size in sizes(len(players)) if size != 3)
    chance = draws.tickets(f"round {round_number}/active/off-numbered")
    chosen = sorted(players, key=lambda name: (before.off_numbered_games(name) > 0, chance(name)))[:seats]
    ticket = draws.tickets(f"round {round_number}/active/seats")
    others = [player for player in players if player not in chosen]
    return filled(sorted(chosen, key=ticket) + sorted(others, key=ticket))


def inactive_games(before: Tournament, draws: Draws, round_number: int, players: list[str]) -> list[list[str]]:
    ticket = draws.tickets(f"round {round_number}/inactive/ties")
    listed = sorted(players, key=lambda name: (-before.victory_points(name), -before.influence(name), ticket(name)))
    return filled(listed)


def games_of(before: Tournament, draws: Draws, fact: Fact) -> list[list[str]]:
    """Return the games that a grouping must have, in the order of their tables."""
    number = fact["round"]
    if not before.stages:
        return active_games(before, draws, number)
    coming = before.coming()
    if coming.stage == "readmission":
        return [coming.tied]
    if coming.stage == "final":
        return [coming.active + coming.readmitted, *inactive_games(before, draws, number, coming.inactive)]
    return active_games(before, draws, number) + inactive_games(before, draws, number, coming.inactive)


def random_order(draws: Draws, number: int, items: Sequence[str]) -> list[str]:
    ticket = draws.tickets(f"order {number}")
    texts: list[str] = []
    for item in items:
        alike = sum(text.endswith(f"\n{item}") for text in texts)
        texts.append(f"{alike + 1}\n{item}")
    return [text.split("\n")[1] for text in sorted(texts, key=ticket)]


def random_order_of_places(draws: Draws, number: int, items: Sequence[str]) -> list[str]:
    """Return the random order of an event whose opening has no `draws`."""
    ticket = draws.tickets(f"order {number}")
    places = sorted(range(1, len(items) + 1), key=lambda place: ticket(f"{place}\n{items[place - 1]}"))
    return [items[place - 1] for place in places]


def order_number(earlier: Sequence[Fact], stand: Sequence[Fact], items: Sequence[str]) -> int:
    """Return the number of the next random order, given all earlier events and those of them that stand."""
    numbers = {fact["number"]: sorted(fact["items"]) for fact in earlier if fact["event"] == "OrderDrawn"}
    taken = {fact["number"] for fact in stand if fact["event"] == "OrderDrawn"}
    again = [number for number, things in numbers.items() if things == sorted(items) and number not in taken]
    return min(again, default=len(numbers) + 1)


OF_NAMES = {"player", "players", "winner", "absent", "again", "readmitted", "sitting_out", "qualified", "influence"}


def called(value: Any, names: dict[str, str], *, is_name: bool = False) -> Any:
    """Return an event with other names for players, in what holds names."""
    if isinstance(value, str):
        return names.get(value, value) if is_name else value
    if isinstance(value, list):
        return [called(each, names, is_name=is_name) for each in value]
    if isinstance(value, dict):
        return {
            names.get(key, key) if is_name else key: called(each, names, is_name=key in OF_NAMES)
            for key, each in value.items()
        }
    return value


def numbered(facts: Sequence[Fact]) -> list[Fact]:
    """Return a log of version 2 with the numbers of players in the place of their names, and so without renamings."""
    read: list[Fact] = []
    numbers: dict[str, str] = {}
    for fact in facts:
        if fact["event"] in {"PlayerRegistered", "LatecomerAdmitted"}:
            numbers[fact["player"]] = str(fact["number"])
        if fact["event"] == "PlayerRenamed":
            numbers[fact["name"]] = numbers.pop(fact["player"])
        elif fact["event"] != "PlayerForgotten":
            read.append(called(fact, numbers))
    return read


class Reading:
    """Reads a log event by event, in the names of the roster, or before the start in those that were given last.

    A draw is looked at when it comes: whoever is renamed after a start that was taken back had their old name in its draw.
    """

    def __init__(self) -> None:
        self.read: list[Fact] = []
        self._roster: dict[str, str] = {}

    def renamed(self, fact: Fact) -> None:
        was = self._roster.pop(fact["player"], fact["player"])
        if was != fact["player"] or any(each["event"] == "RoundGrouped" for each in standing(self.read)):
            self._roster[fact["name"]] = was
        else:
            self.read = [called(each, {was: fact["name"]}) for each in self.read]

    def called(self, fact: Fact) -> Fact:
        found: Fact = called(fact, self._roster)
        return found


def wrong_draws(facts: Sequence[Fact], seed: str) -> list[str]:
    """Return every draw of a log that is not the one the seed gives; nothing when all are."""
    facts = numbered(facts) if facts[0].get("version") == 2 else facts
    wrong = []
    revealed = [fact["seed"] for fact in facts if fact["event"] == "EventFinished"]
    seeds = {sha256(each.encode()).hexdigest(): each for each in (seed, *revealed)}
    promised = ""
    if sha256(seed.encode()).hexdigest() not in {fact.get("commitment") for fact in facts}:
        wrong.append("the commitment is to another seed")
    reading = Reading()
    for index, happened in enumerate(facts):
        if happened["event"] == "PlayerRenamed":
            reading.renamed(happened)
            continue
        fact = reading.called(happened)
        if fact["event"] in {"EventOpened", "SeedRenewed"}:
            promised = fact["commitment"]
        seed = seeds.get(promised, seed)
        wrong += [f"event {index}: {each}" for each in wrong_draw(fact, reading.read, seed)]
        reading.read.append(fact)
    return wrong


def wrong_draw(fact: Fact, earlier: Sequence[Fact], seed: str) -> list[str]:
    """Return what an event that draws has to be, given all events before it, where it is something else."""
    if fact["event"] not in {"RoundGrouped", "OrderDrawn"}:
        return []
    before = standing(earlier)
    tournament = Tournament(before)
    if fact["event"] == "RoundGrouped":
        games = games_of(tournament, draws_of([*before, fact], seed), fact)
        came = [table["players"] for table in fact["tables"]]
        return [] if came == games else [f"{fact['stage']} {fact['round']} has to be {games}"]
    wrong = []
    draws = draws_of(before, seed)
    if earlier[0].get("draws") is None:
        order = random_order_of_places(draws, tournament.orders + 1, fact["items"])
    else:
        number = order_number(earlier, before, fact["items"])
        order = random_order(draws, number, fact["items"])
        if fact["number"] != number:
            wrong.append(f"its number has to be {number}")
    return wrong if list(fact["order"]) == order else [*wrong, f"the order has to be {order}"]


def draws_of(facts: Sequence[Fact], seed: str) -> Draws:
    """Return the draws of an event that has started: the roster of the first grouping, the words said last.

    A seed that was renewed wants words of its own.
    """
    start = next(index for index, fact in enumerate(facts) if fact["event"] == "RoundGrouped")
    at_start = Tournament(facts[:start])
    roster = [player for player in at_start.registered if player not in at_start.left]
    words = None
    for fact in facts:
        if fact["event"] == "SeedRenewed":
            words = None
        elif fact["event"] == "RoundGrouped":
            words = fact.get("public") or words
    return Draws(seed, words, roster)
