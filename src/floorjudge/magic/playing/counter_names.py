"""Names the counters of a position for programs (`tokens.0.Elf Warrior`) and for people.

Objects are counted by player, zone and name; if classes of one name differ (some tapped, some not), each class has its
own line below the sum.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from floorjudge.magic.colours import LETTERS
from floorjudge.magic.engine.fields import ADDED_PHASES
from floorjudge.magic.engine.objects import GameObject, counter_name
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.naming import FACE_DOWN
from floorjudge.magic.state import COUNT, CounterName, Path
from floorjudge.magic.type_words import counter_word, token_name
from floorjudge.texts import Text, text

_OF_PLAYER: dict[str, tuple[str, Callable[[str], Text]]] = {
    "life": ("life", lambda player: text("life of {player}", player=player)),
    "poison_counters": ("poison", lambda player: text("poison counters of {player}", player=player)),
    "energy": ("energy", lambda player: text("energy of {player}", player=player)),
    "life_gained_this_turn": ("life_gained", lambda player: text("life gained this turn by {player}", player=player)),
    "life_lost_this_turn": ("life_lost", lambda player: text("life lost this turn by {player}", player=player)),
}
# Their sums beside the life itself.
_OF_THIS_TURN = frozenset({"life_gained", "life_lost"})
_ON_OBJECT: dict[object, tuple[str, Callable[[str | Text], Text]]] = {
    "damage_marked": ("damage", lambda name: text("damage on {name}", name=name)),
    "power": ("power", lambda name: text("power of {name}", name=name)),
    "toughness": ("toughness", lambda name: text("toughness of {name}", name=name)),
    "loyalty": ("loyalty", lambda name: text("loyalty of {name}", name=name)),
    "defense": ("defense", lambda name: text("defense of {name}", name=name)),
}
# The engine's kinds of phases that a card can add.
_PHASE_KINDS = {"Combat": "combat", "PostcombatMain": "main"}
_PHASE_LABELS = {
    "combat": text("added combat phases"),
    "main": text("added main phases"),
    "other": text("added phases of other kinds"),
}
_FACE_DOWN = text("face-down card")
_MANA = text("{mana} mana of {player}")
RESTRICTED_MANA = text("{mana} mana of {player}, which may be spent only on some things")
PARTLY_RESTRICTED_MANA = text("{mana} mana of {player}, some of which may be spent only on some things")


class Named(msgspec.Struct, frozen=True):
    """One line: its name for programs, its words for people, and the amounts that it adds up.

    `part`: it is a part of the line above it. `quiet`: it is shown only if it changes, in the loop or before it runs
    evenly.
    """

    key: str
    label: Text
    counters: tuple[CounterName, ...]
    part: bool = False
    quiet: bool = False


def names_of(position: Snapshot, players: tuple[str, ...]) -> tuple[Named, ...]:
    """Return the lines of a position, those of the players first; amounts that no player would name have no line."""
    return (
        *_of_players(position, players),
        *_added_phases(position),
        *_of_zones(position, players),
        *_of_objects(position),
    )


def amounts_by_name(position: Snapshot, amounts: Mapping[CounterName, int], players: tuple[str, ...]) -> dict[str, int]:
    """Return the sum of each line of a position with these amounts."""
    return {each.key: sum(amounts[counter] for counter in each.counters) for each in names_of(position, players)}


def all_amounts(position: Snapshot, lines: Iterable[Named]) -> dict[str, tuple[Text, int]]:
    """Return the amounts in some lines of a position by name, with the words of each."""
    amounts = position.abstraction.counters
    return {each.key: (each.label, sum(amounts[counter] for counter in each.counters)) for each in lines}


def main_amounts(position: Snapshot, players: tuple[str, ...]) -> dict[str, tuple[Text, int]]:
    """Return the amounts in the lines of a position by name, without parts and quiet lines."""
    return all_amounts(position, (each for each in names_of(position, players) if not (each.part or each.quiet)))


def changes_between(
    before: Mapping[str, tuple[Text, int]], now: Mapping[str, tuple[Text, int]]
) -> dict[str, tuple[Text, int]]:
    """Return the changes from some amounts to others by name, with the words of each; an amount that one of them lacks is 0 there."""
    changes = {
        key: (label, now.get(key, (label, 0))[1] - before.get(key, (label, 0))[1])
        for key, (label, _) in {**before, **now}.items()
    }
    return {key: each for key, each in changes.items() if each[1]}


def shown_amounts(position: Snapshot, players: tuple[str, ...], lines: Collection[str]) -> dict[str, tuple[Text, int]]:
    """Return the amounts in the lines of a position by name, and the number of tapped permanents of each name.

    There are no parts, and no quiet lines except those among `lines`.
    """
    amounts = position.abstraction.counters
    single = (*_of_players(position, players), *_of_objects(position))
    shown = all_amounts(position, (each for each in single if not each.quiet or each.key in lines))
    for key, classes in _grouped(position, players).items():
        description = classes[0][1]
        many = {index: amounts["class", index, COUNT] for index, _ in classes}
        shown[key] = description, sum(many.values())
        if key.startswith(("tokens.", "battlefield.")):
            tapped = [index for index in many if position.objects[position.abstraction.member(index).number].tapped]
            count = sum(many[index] for index in tapped)
            shown[f"{key} (tapped)"] = text("{things}, tapped", things=description), count
    return shown


def words_of(key: str, players: tuple[str, ...], names: Mapping[str, str]) -> Text | None:
    """Return the words of an amount of a player, or on a permanent alone of its name, by its key; None for any other amount.

    `names` has the names of the permanents with labels.
    """
    word, _, rest = key.partition(".")
    of_player, on_object = dict(_OF_PLAYER.values()), dict(_ON_OBJECT.values())
    if word in of_player:
        return of_player[word](players[int(rest)])
    if word in on_object:
        return on_object[word](names.get(rest, rest))
    if word == "counters":
        kind, _, on = rest.partition(".")
        return text("{kind} counters on {name}", kind=counter_word(kind), name=names.get(on, on))
    if rest.isdecimal() and word != "library":
        return text("{kind} counters of {player}", kind=counter_word(word), player=players[int(rest)])
    return None


def changed_since(start: Snapshot, position: Snapshot, quiet: Named, amount: int | None) -> bool:
    """Return whether a quiet line of a position, with its last `amount`, had another amount at the start of the game.

    An amount missing at the start or at the end, and added phases, do not count as changed.
    """
    counter = quiet.counters[0]
    before: int | None
    if counter[0] == "class":
        number = position.abstraction.member(int(counter[1])).number
        its = (dict(node.amounts) for node in start.abstraction.nodes if (node.kind, node.number) == ("object", number))
        before = next(its, {}).get(counter[2:])
    else:
        before = start.abstraction.counters.get(counter)
    return None not in (before, amount) and before != amount


def _of_players(position: Snapshot, players: tuple[str, ...]) -> Iterator[Named]:
    for seat, player in enumerate(players):
        for field, (word, label_of) in _OF_PLAYER.items():
            counter: CounterName = ("player", seat, field)
            if counter in position.abstraction.counters:
                none = word != "life" and not position.abstraction.counters[counter]
                yield Named(f"{word}.{seat}", label_of(player), (counter,), quiet=none or word in _OF_THIS_TURN)
        for counter in position.abstraction.counters:
            if counter[:3] == ("player", seat, "player_counters"):
                kind = str(counter[-1]).lower()
                description = text("{kind} counters of {player}", kind=counter_word(kind), player=player)
                yield Named(f"{kind}.{seat}", description, (counter,))
        runs = tuple(name for name in position.abstraction.counters if name[:2] == ("library", seat))
        if runs:
            yield Named(f"library.{seat}", text("cards in the library of {player}", player=player), runs)


def _added_phases(position: Snapshot) -> Iterator[Named]:
    """Yield the added phases of the turn that are still to come, by their kind."""
    kinds: dict[str, list[CounterName]] = defaultdict(list)
    for index in range(len(position.abstraction.classes)):
        place = position.abstraction.member(index).place
        if place[:1] == (ADDED_PHASES,):
            kinds[_PHASE_KINDS.get(position.extra_phases[int(place[1])], "other")].append(("class", index, COUNT))
    for word, counters in kinds.items():
        yield Named(f"phases.{word}", _PHASE_LABELS[word], tuple(counters), quiet=True)


def _of_zones(position: Snapshot, players: tuple[str, ...]) -> Iterator[Named]:
    """Yield the groups of equal objects: mana first, then tokens and other permanents, then the other zones."""
    grouped = _grouped(position, players)
    for key in sorted(grouped, key=_in_order):
        yield from _lines(position, key, grouped[key])


def _grouped(position: Snapshot, players: tuple[str, ...]) -> dict[str, list[tuple[int, Text]]]:
    """Return the classes of mana, and of the objects in each zone, by name, each with its words."""
    grouped: dict[str, list[tuple[int, Text]]] = defaultdict(list)
    for index in range(len(position.abstraction.classes)):
        node = position.abstraction.member(index)
        if node.kind == "mana":
            seat, place = int(node.place[1]), int(node.place[-1])
            player = position.players[seat]
            letter = LETTERS.get(player.mana[place], player.mana[place])
            pattern = RESTRICTED_MANA if player.mana_is_restricted[place] else _MANA
            description = Text(pattern.message, {"mana": f"{{{letter}}}", "player": players[seat]})
            grouped[f"mana.{seat}.{letter}"].append((index, description))
        elif node.kind == "object":
            thing = position.objects[node.number]
            named = _zone_of(thing, players)
            # The objects that a player owns leave the game with that player; the engine puts them into exile.
            if named is not None and not position.players[thing.owner].is_out:
                grouped[named[0]].append((index, named[1]))
    return grouped


def _in_order(key: str) -> tuple[int, str]:
    kinds = ("mana", "tokens", "battlefield", "hand", "graveyard", "exile", "stack", "command")
    return kinds.index(key.split(".", maxsplit=1)[0]), key


def _zone_of(thing: GameObject, players: tuple[str, ...]) -> tuple[str, Text] | None:
    zone = "Tokens" if thing.zone == "Battlefield" and thing.is_token else thing.zone
    name, player = thing.name or _FACE_DOWN, players[thing.whose]
    descriptions = {
        "Tokens": text(
            "{token} tokens of {player}", token=token_name(thing.name) if thing.name else name, player=player
        ),
        "Battlefield": text("{name} of {player} on the battlefield", name=name, player=player),
        "Stack": text("{name} of {player} on the stack", name=name, player=player),
        "Hand": text("{name} in the hand of {player}", name=name, player=player),
        "Graveyard": text("{name} in the graveyard of {player}", name=name, player=player),
        "Exile": text("{name} of {player} in exile", name=name, player=player),
    }
    if zone not in descriptions:
        return None
    return f"{zone.lower()}.{thing.whose}.{thing.name or FACE_DOWN}", descriptions[zone]


def _lines(position: Snapshot, key: str, classes: list[tuple[int, Text]]) -> Iterator[Named]:
    description = classes[0][1]
    if len({words.message for _, words in classes} & {_MANA.message, RESTRICTED_MANA.message}) > 1:
        description = Text(PARTLY_RESTRICTED_MANA.message, description.values)
    things = [position.objects.get(position.abstraction.member(index).number) for index, _ in classes]
    if key.startswith("tokens.") and all(thing is not None and thing.tapped for thing in things):
        description = text("{tokens}, all tapped", tokens=description)
    yield Named(key, description, tuple(("class", index, COUNT) for index, _ in classes))
    if len(classes) == 1 or key.startswith("mana"):
        return
    parts: dict[str, tuple[Text, list[int]]] = {}
    for (index, _), (words, detail) in zip(
        classes, _distinguished([_marks(position, index) for index, _ in classes]), strict=True
    ):
        parts.setdefault(words, (detail, []))[1].append(index)
    # Differences that only the engine knows are not visible on the table.
    for words, (detail, indices) in parts.items() if len(parts) > 1 else ():
        line = text("of these: {detail}", detail=detail)
        yield Named(f"{key} ({words})", line, tuple(("class", index, COUNT) for index in indices), part=True)


def _distinguished(marks: list[list[tuple[str, Text]]]) -> list[tuple[str, Text]]:
    """Return for each class the marks that not all classes have; a class without any is “the others”."""
    common = set.intersection(*({word for word, _ in each} for each in marks))
    distinguished: list[tuple[str, Text]] = []
    for each in marks:
        own = [mark for mark in each if mark[0] not in common] or [("others", text("the others"))]
        description = own[0][1]
        for _, more in own[1:]:
            description = text("{first}, {second}", first=description, second=more)
        distinguished.append((", ".join(word for word, _ in own), description))
    return distinguished


def _marks(position: Snapshot, index: int) -> list[tuple[str, Text]]:
    """Return the visible differences of the objects of a class beside their name."""
    node = position.abstraction.member(index)
    thing = position.objects[node.number]
    marks = [("tapped", text("tapped")) if thing.tapped else ("untapped", text("untapped"))]
    in_combat = (
        ("attacking", position.attackers, text("attacking")),
        ("blocking", position.blockers, text("blocking")),
    )
    done = ("exerted", position.exerted, text("exerted this turn"))
    marks += [(word, description) for word, numbers, description in (*in_combat, done) if node.number in numbers]
    if thing.came_this_turn:
        marks.append(("new", text("under this control since this turn")))
    marks += [(label, text("“{label}”", label=label)) for label in _labels_of(position, node.number)]
    # The number may change from iteration to iteration; the name may not.
    kinds = sorted(counter_name(kind) for kind, count in thing.counters.items() if count)
    marks += [(f"with {kind}", text("with {kind} counters", kind=counter_word(kind))) for kind in kinds]
    if thing.damage:
        marks.append(("damaged", text("with damage")))
    if thing.size is not None and thing.zone == "Battlefield":
        marks.append((thing.size, text("{size}", size=thing.size)))
    for number in thing.attachments:
        attached = position.objects.get(number)
        name = str(number) if attached is None else attached.name
        marks.append((f"with {name}", text("with {name}", name=name)))
    return marks


def _labels_of(position: Snapshot, number: int) -> list[str]:
    return sorted(label for label, labelled in position.labels.items() if labelled == number)


def _of_objects(position: Snapshot) -> Iterator[Named]:
    """Yield the amounts on permanents: counters, damage, size.

    Programs read the label of a permanent; people read the name of the card, and the label if several have that name.
    """
    names: Counter[str] = Counter()
    permanents = {number: thing for number, thing in position.objects.items() if thing.zone == "Battlefield"}
    many = Counter(thing.name for thing in permanents.values())
    cards = {thing.name for thing in permanents.values() if not thing.is_token}
    for index, each in enumerate(position.abstraction.classes):
        node = position.abstraction.member(index)
        thing = permanents.get(node.number) if node.kind == "object" else None
        if thing is None:
            continue
        card = thing.name or FACE_DOWN
        labels = _labels_of(position, node.number)
        name = labels[0] if labels and len(each.members) == 1 else card
        shown: str | Text = f"{card} ({name})" if many[card] > 1 and name != card else card
        if card == FACE_DOWN:
            shown = _FACE_DOWN
        if thing.is_token and card in cards:
            shown = text("{card} (token)", card=shown)
        of_many = thing.is_token or len(each.members) > 1
        lines = list(_amounts_on(index, each.amounts, name, shown, of_many=of_many))
        if lines:
            names[name] += 1
            twice = f" #{names[name]}" if names[name] > 1 else ""
            yield from (msgspec.structs.replace(line, key=line.key + twice) for line in lines)


def _amounts_on(
    index: int, amounts: tuple[tuple[Path, int], ...], name: str, shown: str | Text, *, of_many: bool
) -> Iterator[Named]:
    for path, _ in amounts:
        counter: CounterName = ("class", index, *path)
        if path[0] == "counters":
            kind = counter_name(str(path[1]))
            description = text("{kind} counters on {name}", kind=counter_word(kind), name=shown)
            if of_many:
                description = text("{kind} counters on each {name} that has any", kind=counter_word(kind), name=shown)
            yield Named(f"counters.{kind}.{name}", description, (counter,))
        elif len(path) == 1 and path[0] in _ON_OBJECT:
            word, label_of = _ON_OBJECT[path[0]]
            yield Named(f"{word}.{name}", label_of(shown), (counter,), quiet=True)
