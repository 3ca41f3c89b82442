"""Small games with one peculiarity each, for the traps that a loop can set."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

from floorjudge.exact import Number


@dataclass(frozen=True)
class Spot:
    """A position: whose choice it is, what there is besides numbers, and the numbers."""

    player: str = "Ana"
    marks: tuple[str, ...] = ()
    numbers: Mapping[str, Number] = field(default_factory=dict)


class Toy:
    """Ana and Bo; what choices there are and what they do is up to the kind."""

    def choices(self, spot: Spot) -> list[str]:
        return ["act", "pass"]

    def player(self, spot: Spot) -> str | None:
        return spot.player

    def apply(self, spot: Spot, choice: str) -> Spot:
        raise NotImplementedError

    def passes(self, choice: str) -> bool:
        return choice == "pass"

    def shape(self, spot: Spot) -> Hashable:
        return spot.player, spot.marks

    def resources(self, spot: Spot) -> Mapping[str, Number]:
        return spot.numbers

    def with_resources(self, spot: Spot, resources: Mapping[str, Number]) -> Spot:
        return replace(spot, numbers=dict(resources))


class Flying(Toy):
    """Ana may give a creature flying, Bo may take it; then it is the other's choice again."""

    def apply(self, spot: Spot, choice: str) -> Spot:
        other = "Bo" if spot.player == "Ana" else "Ana"
        if choice == "pass":
            return replace(spot, player=other)
        return replace(spot, player=other, marks=("flying",) if spot.player == "Ana" else ())


class Piles(Toy):
    """The first token makes a pile that did not exist before; from then on the pile only grows."""

    def apply(self, spot: Spot, choice: str) -> Spot:
        if choice == "pass":
            return spot
        if "pile" not in spot.marks:
            return replace(spot, marks=("pile",), numbers={**spot.numbers, "tokens": 1})
        return replace(spot, numbers={**spot.numbers, "tokens": spot.numbers["tokens"] + 1})


class Thermostat(Toy):
    """Below 10 an act warms by 3, from 10 on it cools by 1: a loop that changes its course again and again."""

    def choices(self, spot: Spot) -> list[str]:
        return ["act"]

    def apply(self, spot: Spot, choice: str) -> Spot:
        warmth = spot.numbers["warmth"]
        return replace(spot, numbers={"warmth": warmth + 3 if warmth < 10 else warmth - 1})


class Stairs(Toy):
    """Climbs as many steps as it has climbed times; it computes with a plain number, so every iteration is unlike the last."""

    def choices(self, spot: Spot) -> list[str]:
        return ["act"]

    def apply(self, spot: Spot, choice: str) -> Spot:
        times, height = spot.numbers["times"], spot.numbers["height"]
        return replace(spot, numbers={"times": times + 1, "height": height + int(times)})


class Drain(Toy):
    """A forced trigger: Bo loses 1 for every two life Ana has, until he has none. It divides, so it pins what it divides."""

    def choices(self, spot: Spot) -> list[str]:
        return ["act"] if spot.numbers["life.Bo"] > 0 else []

    def apply(self, spot: Spot, choice: str) -> Spot:
        numbers = dict(spot.numbers)
        numbers["life.Bo"] = numbers["life.Bo"] - numbers["life.Ana"] // 2
        return replace(spot, numbers=numbers)


class Seasons(Toy):
    """A loop over two turns: each player in turn gains a life; the turn number differs, the position does not."""

    def choices(self, spot: Spot) -> list[str]:
        return ["act"]

    def apply(self, spot: Spot, choice: str) -> Spot:
        other = "Bo" if spot.player == "Ana" else "Ana"
        name = f"life.{spot.player}"
        return replace(spot, player=other, numbers={**spot.numbers, name: spot.numbers[name] + 1})


class Threshold(Toy):
    """Counts every act but the tenth: a loop around it depends on one number being another one."""

    def choices(self, spot: Spot) -> list[str]:
        return ["act"]

    def apply(self, spot: Spot, choice: str) -> Spot:
        made, counted = spot.numbers["made"], spot.numbers["counted"]
        return replace(spot, numbers={"made": made + 1, "counted": counted + 1 if made != 9 else counted})


class Leak(Toy):
    """Ana loses a life, by nobody's choice; then Bo may gain one, or end his part."""

    def choices(self, spot: Spot) -> list[str]:
        if spot.player == "Bo":
            return ["gain", "pass"]
        return ["lose"] if spot.numbers["life"] > 0 else []

    def apply(self, spot: Spot, choice: str) -> Spot:
        life, bo = spot.numbers["life"], spot.numbers["life.Bo"]
        if choice == "gain":
            return Spot("Bo", (), {"life": life, "life.Bo": bo + 1})
        return Spot("Ana" if spot.player == "Bo" else "Bo", (), {"life": life - (choice == "lose"), "life.Bo": bo})


class Wheel(Toy):
    """Turns a point about the middle, farther out each time, and never knows beforehand whether it comes to lie at 8."""

    def choices(self, spot: Spot) -> list[str]:
        return ["act"]

    def apply(self, spot: Spot, choice: str) -> Spot:
        x, y, missed = (spot.numbers[name] for name in ("x", "y", "missed"))
        return replace(spot, numbers={"x": x - 2 * y, "y": 2 * x + y, "missed": missed + 1 if x != 8 else missed})


class Storm(Toy):
    """Ana lights a fire or waits; then a coin, which nobody tosses by choice, puts it out or not, and she lights it again."""

    def choices(self, spot: Spot) -> list[str]:
        return ["out", "on"] if "tossing" in spot.marks else ["light", "pass"]

    def player(self, spot: Spot) -> str | None:
        return None if "tossing" in spot.marks else "Ana"

    def apply(self, spot: Spot, choice: str) -> Spot:
        if choice == "pass":
            return replace(spot, marks=("dark",))
        if choice == "light":
            return replace(spot, marks=("tossing",))
        return replace(spot, marks=() if choice == "on" else ("dark",))


class Coin(Toy):
    """A coin is tossed for ever, by nobody: heads count, tails do not. Below `sure` heads it shows heads in any case."""

    def __init__(self, sure: int = 0, sides: tuple[str, ...] = ("heads", "tails")) -> None:
        self.sure = sure
        self.sides = sides

    def choices(self, spot: Spot) -> list[str]:
        return ["heads"] if spot.numbers["heads"] < self.sure else list(self.sides)

    def player(self, spot: Spot) -> str | None:
        return None

    def apply(self, spot: Spot, choice: str) -> Spot:
        return replace(spot, numbers={"heads": spot.numbers["heads"] + (choice == "heads")})


class Shelf(Toy):
    """Ana may dig up ore, or make three of them a bar; a heap or a row of bars is there only while something lies in it."""

    def choices(self, spot: Spot) -> list[str]:
        return ["dig", "cast", "pass"] if spot.numbers.get("ore", 0) >= 3 else ["dig", "pass"]

    def apply(self, spot: Spot, choice: str) -> Spot:
        numbers = dict(spot.numbers)
        if choice == "dig":
            numbers["ore"] = numbers.get("ore", 0) + 1
        elif choice == "cast":
            numbers["ore"] = numbers["ore"] - 3
            numbers["bars"] = numbers.get("bars", 0) + 1
        return replace(spot, numbers={name: number for name, number in numbers.items() if number})


class Library(Toy):
    """A card is drawn, by nobody's choice; then Ana puts it back or keeps it. Where `shuffled`, chance decides which it is."""

    def __init__(self, *, shuffled: bool = False) -> None:
        self.cards = ["draw", "draw another"] if shuffled else ["draw"]

    def choices(self, spot: Spot) -> list[str]:
        if spot.marks:
            return ["put back", "pass"]
        return self.cards if spot.numbers["library"] > 0 else []

    def player(self, spot: Spot) -> str | None:
        return spot.player if spot.marks else None

    def apply(self, spot: Spot, choice: str) -> Spot:
        drawn = {"put back": 1, "pass": 0}.get(choice, -1)
        marks = () if spot.marks else ("drawn",)
        return replace(spot, marks=marks, numbers={"library": spot.numbers["library"] + drawn})


class Signpost(Toy):
    """Ana must go left or right, and a bell rings; where the right way is `shut`, there the loop ends."""

    def __init__(self, *, shut: bool = False) -> None:
        self.shut = shut

    def choices(self, spot: Spot) -> list[str]:
        return ["ring"] if spot.marks == ("went",) else ["left", "right"] if not spot.marks else []

    def player(self, spot: Spot) -> str | None:
        return None if spot.marks else spot.player

    def apply(self, spot: Spot, choice: str) -> Spot:
        if choice == "ring":
            return replace(spot, marks=(), numbers={"rung": spot.numbers["rung"] + 1})
        return replace(spot, marks=("shut",) if self.shut and choice == "right" else ("went",))
