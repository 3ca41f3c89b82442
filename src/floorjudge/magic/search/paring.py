"""Pare a loop: take away helpers, lands and mana that were not granted, and name those that it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, filterfalse

import msgspec

from floorjudge.magic.cards.helper_cards import BASICS, BEAR, WASTES, host_for, source_of
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.colours import read_mana, write_mana
from floorjudge.magic.engine.work import Work
from floorjudge.magic.playing.bodies import Body, Reference, Step
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import Card, Permanent, Position
from floorjudge.magic.search.confirming import Tried, goes_on, with_certificate
from floorjudge.magic.search.drafts import Granted, thing_key
from floorjudge.magic.search.fingerprint import Fingerprint
from floorjudge.magic.search.replaying import FOLLOWING, blocks_nothing, replayed
from floorjudge.magic.search.search import Candidate
from floorjudge.magic.type_words import counter_word
from floorjudge.texts import Text, counted, text

_USING_UP = 2
_UNLIMITED = 10**15
_KEPT = range(5)
_ZONES = ("battlefield", "hand", "graveyard", "exile")


def pared(whole: Tried, granted: Granted, library: CardLibrary, budget: float, work: Work | None = None) -> Tried:
    """Return a loop without what was not granted and it does not need; the loop itself where there is nothing such.

    First each action before it is left out, the last one first. Then things are taken away, one kind after the other: all of them, else
    all but a few. Then counters the same way. Then mana, one colour after the other; colourless, which pays the least, comes last. At the
    end basic lands replace an invented land that makes as much mana. After each change the same steps
    must go on and change the same amounts in the same directions. The result is certified again, within `budget`, and must change the
    same there too. All is counted in `work`, within whose limit nothing more is tried; without it there is no limit.
    """
    work = work or Work(_UNLIMITED)
    if work.is_done:
        return whole
    wanted = _directions(_later_round(whole, whole.case.position, library, work))
    tried = _with_less_before(whole, library, work, wanted)
    case = tried.case
    for with_fewer in _ways_to_have_fewer(case.position, granted):
        for keep in _KEPT:
            position = with_fewer(case.position, keep)
            less = _from(position, tried, library, work, wanted)
            if less is not None:
                tried, case = less, msgspec.structs.replace(less.case, position=position)
                break
    for letter in sorted(set(_letters(case.position)), key=lambda letter: (letter == "C", letter)):
        for mana in _less_mana(_letters(case.position), letter, granted.mana):
            position = msgspec.structs.replace(case.position, mana=(mana, *case.position.mana[1:]))
            if _goes_on(tried, position, library, work, wanted):
                case = msgspec.structs.replace(case, position=position)
                break
    real = _with_basic_lands(case)
    goes_so = real != case and _goes_on(Tried(real, whole.certificate), real.position, library, work, wanted)
    for each in (real, case) if goes_so else (case,) if case != whole.case else ():
        again = _certified(each, whole, library, budget, work)
        if again is not None:
            return again
    return whole


def _certified(case: LoopCase, whole: Tried, library: CardLibrary, budget: float, work: Work) -> Tried | None:
    """Return a case with its certificate where that holds and it changes what the whole loop does; else None."""
    case = msgspec.structs.replace(case, position=_without_unused_texts(case.position))
    again = with_certificate(case, library, budget, work)
    if again is None or not again.holds:
        return None
    same = again.wins >= whole.wins and again.is_certified >= whole.is_certified and signs(again) >= signs(whole)
    return again if same else None


def _with_basic_lands(case: LoopCase) -> LoopCase:
    """Return a loop with as many basic lands in place of each invented land that makes several mana."""
    basics = {letter: host_for((kind,)) for kind, letter in BASICS.items()} | {"C": WASTES}
    for land in case.position.cards:
        mana = land.name.rpartition(" of ")[2]
        if land.type == "Land" and set(mana) <= basics.keys() and land == source_of(mana):
            case = _with_several(case, land.name, [basics[letter] for letter in mana])
    return case


def _with_several(case: LoopCase, name: str, several: Sequence[CardText]) -> LoopCase:
    """Return a loop in which several things stand in place of one, each of which does and is chosen as that one was."""
    position, meant = case.position, [Reference(each.name) for each in several]
    counts = Counter(each.name for each in several)

    def instead(thing: Permanent) -> Iterator[Permanent]:
        for card, many in counts.items() if thing.card == name else [(thing.card, 1)]:
            yield msgspec.structs.replace(thing, card=card, copies=thing.copies * many)

    battlefield = list(position.battlefield)
    battlefield[position.priority] = tuple(chain.from_iterable(map(instead, position.battlefield[position.priority])))
    texts = tuple(dict.fromkeys(new for each in position.cards for new in (several if each.name == name else [each])))

    def renamed(steps: Body) -> Iterator[Step]:
        for step in steps:
            choose = tuple(
                tuple(new for each in answer for new in (meant if each.words == name else [each]))
                for answer in step.choose
            )
            is_its = step.source is not None and step.source.words == name
            for source in meant if is_its else [step.source]:
                yield msgspec.structs.replace(step, source=source, choose=choose)

    return msgspec.structs.replace(
        case,
        position=msgspec.structs.replace(position, battlefield=tuple(battlefield), cards=texts),
        before=tuple(renamed(case.before)),
        body=tuple(renamed(case.body)),
    )


def does_without(tried: Tried, name: str, library: CardLibrary, work: Work) -> bool:
    """Return whether all steps of a loop can be repeated, and change the same, where the first player has no card of a name.

    What the engine does for it is counted in `work`.
    """
    position = tried.case.position
    own = next((each for each in position.cards if each.name == name), None)
    fewer = _with_at_most((position.priority, thing_key(name, own)), Granted({}), position, 0)
    wanted = _directions(_later_round(tried, position, library, work))
    return _from(fewer, tried, library, work, wanted) is not None


def _with_less_before(tried: Tried, library: CardLibrary, work: Work, wanted: set[tuple[str, bool]]) -> Tried:
    """Return a loop without the actions before it that it does not need, and their answers."""
    for begins in reversed([index for index, step in enumerate(tried.case.before) if step.do not in FOLLOWING]):
        before = tried.case.before
        ends = next(
            (index for index in range(begins + 1, len(before)) if before[index].do not in FOLLOWING), len(before)
        )
        case = msgspec.structs.replace(tried.case, before=before[:begins] + before[ends:])
        less = Tried(case, tried.certificate)
        if _goes_on(less, case.position, library, work, wanted):
            tried = less
    return tried


def _from(
    position: Position, tried: Tried, library: CardLibrary, work: Work, wanted: set[tuple[str, bool]]
) -> Tried | None:
    """Return a loop that goes on and changes what is `wanted` from another position with fewer things; None where it does not.

    Its steps are those of the loop without answers that are not asked for. With fewer things, others of one name may stand in
    another order.
    """
    if position == tried.case.position:
        return None
    for case in _in_other_orders(tried.case):
        less = _with_fewer_answers(Tried(case, tried.certificate), position, library, work)
        if _goes_on(less, position, library, work, wanted):
            return less
    return None


def _in_other_orders(case: LoopCase) -> Iterator[LoopCase]:
    """Yield a loop; then, for each name that needs places to tell its things apart, the loop with the first two exchanged."""
    yield case
    references = [
        each
        for step in (*case.before, *case.body)
        for each in (step.source, *step.targets, *chain.from_iterable(step.choose))
    ]
    for words in sorted({each.words for each in references if each is not None and each.nth is not None}):
        change = partial(_exchanged, words)
        yield msgspec.structs.replace(case, before=tuple(map(change, case.before)), body=tuple(map(change, case.body)))


def _exchanged(words: str, step: Step) -> Step:
    def other(each: Reference) -> Reference:
        return msgspec.structs.replace(each, nth=1 - each.nth) if each.words == words and each.nth in (0, 1) else each

    return msgspec.structs.replace(
        step,
        source=None if step.source is None else other(step.source),
        targets=tuple(map(other, step.targets)),
        choose=tuple(tuple(map(other, answer)) for answer in step.choose),
    )


def _with_fewer_answers(tried: Tried, position: Position, library: CardLibrary, work: Work) -> Tried:
    """Return a loop without the answers that another position does not ask for, where only one choice is left."""
    candidate = None if work.is_done else replayed(tried, position, frozenset(), library, work)
    if candidate is None or tried.certificate.period != 1:
        return tried
    for done, all_of_it in ((candidate.before, tried.case.before), (candidate.body, tried.case.body)):
        if list(filterfalse(_is_answer, done)) != list(filterfalse(_is_answer, all_of_it)):
            return tried
    case = msgspec.structs.replace(tried.case, before=candidate.before, body=candidate.body)
    return Tried(case, tried.certificate)


def _is_answer(step: Step) -> bool:
    return step.do == "choose" or blocks_nothing(step)


def signs(tried: Tried) -> set[tuple[str, bool]]:
    """Return each amount that a loop changes, and whether it grows."""
    return {
        (line.key, change > 0) for line in tried.certificate.lines if not line.part for change in line.change if change
    }


def _directions(candidate: Candidate | None) -> set[tuple[str, bool]]:
    """Return the same of mana, life and cards, as far as a single iteration shows it."""
    if candidate is None:
        return set()
    before, after = (_totals(each.fingerprint) for each in (candidate.start, candidate.end))
    return {(name, after[name] > before[name]) for name in {*before, *after} if after[name] != before[name]}


def _totals(found: Fingerprint) -> Counter[str]:
    cards = {str(seat): count for seat, count in enumerate(found.library)}
    return Counter({**found.mana, **cards, "life": found.life, "foe": found.foe_life})


def _later_round(tried: Tried, position: Position, library: CardLibrary, work: Work) -> Candidate | None:
    """Return an iteration of a loop from another position, after some that may use things up; None where a step is not possible."""
    case, period = tried.case, tried.certificate.period
    before = case.before + case.body * period * _USING_UP
    candidate = replayed(
        Tried(msgspec.structs.replace(case, before=before), tried.certificate), position, frozenset(), library, work
    )
    if candidate is None or candidate.before != before or candidate.body != case.body * period:
        return None
    return candidate


def _goes_on(tried: Tried, position: Position, library: CardLibrary, work: Work, wanted: set[tuple[str, bool]]) -> bool:
    """Return whether all steps of a loop can be repeated from another position, and change what is `wanted`.

    Past the limit of the work nothing is tried.
    """
    candidate = None if work.is_done else _later_round(tried, position, library, work)
    return candidate is not None and _directions(candidate) >= wanted and goes_on(candidate, position.priority)


Kind = tuple[int, str]


def _things(position: Position) -> Iterator[tuple[str, Kind, Card | Permanent]]:
    """Yield everything outside libraries with its zone and its kind."""
    texts = {each.name: each for each in position.cards}
    for zone in _ZONES:
        for seat, things in enumerate(getattr(position, zone)):
            for thing in things:
                own = thing.text if isinstance(thing, Permanent) else None
                yield zone, (seat, thing_key(thing.card, own or texts.get(thing.card))), thing


def _counted(position: Position) -> Counter[Kind]:
    """Return how many of each kind of thing there are."""
    found: Counter[Kind] = Counter()
    for _, kind, thing in _things(position):
        found[kind] += thing.copies
    return found


def _kinds(position: Position, granted: Granted) -> Iterator[Kind]:
    """Yield the kinds of things of which there are more than was granted, opponents' first."""
    for kind, many in sorted(_counted(position).items(), reverse=True):
        if many > granted.things.get(kind, 0):
            yield kind


def _ways_to_have_fewer(position: Position, granted: Granted) -> Iterator[Callable[[Position, int], Position]]:
    """Yield functions that leave what was granted, and a number beside it, of a kind of things or of counters."""
    for kind in _kinds(position, granted):
        yield partial(_with_at_most, kind, granted)
    for card, counter in _more_counters(position, granted):
        yield partial(_with_counters, card, counter, (granted.counters or {}).get((card, counter), 0))


def _with_at_most(kind: Kind, granted: Granted, position: Position, keep: int) -> Position:
    """Return a position with what was granted of a kind, and so many to `keep` beside that."""
    left = granted.things.get(kind, 0) + keep
    zones: dict[str, list[list[Card | Permanent]]] = {zone: [[] for _ in getattr(position, zone)] for zone in _ZONES}
    for zone, its_kind, thing in _things(position):
        many = thing.copies
        if its_kind == kind:
            many = min(many, left)
            left -= many
        if many:
            zones[zone][its_kind[0]].append(msgspec.structs.replace(thing, copies=many))
    fewer = {zone: tuple(map(tuple, rows)) for zone, rows in zones.items()}
    return _loosened(msgspec.structs.replace(position, **fewer))


def _loosened(position: Position) -> Position:
    """Return a position in which nothing is attached to a host that is gone; an Aura without one cannot be set up."""
    there = {name for things in position.battlefield for thing in things for name in (thing.label, thing.card)}
    battlefield = tuple(
        tuple(
            msgspec.structs.replace(thing, on=None) if isinstance(thing.on, str) and thing.on not in there else thing
            for thing in things
        )
        for things in position.battlefield
    )
    return msgspec.structs.replace(position, battlefield=battlefield)


def _more_counters(position: Position, granted: Granted) -> dict[tuple[str, str], int]:
    """Return how many counters each card of the first player has where these are more of a kind than granted."""
    if granted.counters is None:
        return {}
    there = {
        (thing.card, kind): many
        for thing in position.battlefield[position.priority]
        for kind, many in thing.counters.items()
    }
    return {counter: many for counter, many in there.items() if many > granted.counters.get(counter, 0)}


def _with_counters(card: str, counter: str, asked: int, position: Position, keep: int) -> Position:
    """Return a position with the counters of a kind on a card that were asked for, and at most so many more."""
    mine = tuple(
        msgspec.structs.replace(thing, counters=_at_most(thing.counters, counter, asked + keep))
        if thing.card == card
        else thing
        for thing in position.battlefield[position.priority]
    )
    rows = (mine if seat == position.priority else row for seat, row in enumerate(position.battlefield))
    return msgspec.structs.replace(position, battlefield=tuple(rows))


def _at_most(counters: Mapping[str, int], counter: str, many: int) -> dict[str, int]:
    fewer = {kind: min(count, many) if kind == counter else count for kind, count in counters.items()}
    return {kind: count for kind, count in fewer.items() if count}


def _letters(position: Position) -> list[str]:
    return read_mana(position.mana[0]) or []


def _less_mana(mana: list[str], letter: str, granted: str) -> Iterator[str]:
    """Yield mana with less of a letter, the least first, down to what was granted of it."""
    others = [each for each in mana if each != letter]
    for many in range(granted.count(letter), mana.count(letter)):
        yield write_mana([*others, *letter * many])


def _without_unused_texts(position: Position) -> Position:
    used = {thing.card for zone in (*_ZONES, "library") for things in getattr(position, zone) for thing in things}
    return msgspec.structs.replace(position, cards=tuple(each for each in position.cards if each.name in used))


def also_needed(position: Position, granted: Granted) -> tuple[Text, ...]:
    """Return what a position has beside what was granted, or in another zone, each as a phrase."""
    counts, texts = _counted(position), {each.name: each for each in position.cards}
    things = {kind: thing for _, kind, thing in _things(position)}
    found = [
        _phrase(things[kind], texts, counts[kind] - granted.things.get(kind, 0), own=kind[0] == position.priority)
        for kind in sorted(set(_kinds(position, granted)))
    ]
    found += _elsewhere(position, granted)
    # Which face is up was not asked for either, where nothing says where things begin.
    mine = position.battlefield[position.priority] if not granted.places else ()
    found += (text("{card}, transformed", card=thing.card) for thing in mine if thing.transformed)
    found += (
        counted(
            "a {kind} counter on {card}",
            "{count} {kind} counters on {card}",
            count=many,
            kind=counter_word(kind),
            card=card,
        )
        for (card, kind), many in _more_counters(position, granted).items()
    )
    beyond = "".join((Counter(_letters(position)) - Counter(granted.mana)).elements())
    if beyond:
        found.append(text("{mana} to begin with", mana="".join(f"{{{letter}}}" for letter in sorted(beyond))))
    return tuple(found)


def _elsewhere(position: Position, granted: Granted) -> Iterator[Text]:
    """Yield a phrase for each thing that begins in another zone than the one that was granted."""
    here: Counter[tuple[str, Kind]] = Counter()
    for zone, kind, thing in _things(position) if granted.places else ():
        here[zone, kind] += thing.copies
        if granted.places.get((*kind, zone), 0) < here[zone, kind] <= granted.things.get(kind, 0):
            yield _in_zone(thing.card, zone)


def _in_zone(card: str, zone: str) -> Text:
    match zone:
        case "battlefield":
            return text("{card} on the battlefield", card=card)
        case "hand":
            return text("{card} in the hand", card=card)
        case "graveyard":
            return text("{card} in the graveyard", card=card)
        case _:
            return text("{card} in exile", card=card)


def _is_certain(card: CardText) -> bool:
    """Return whether no other creature or land will do: this one has an ability of its own, or a type that counts."""
    if "Land" in card.type:
        return "Basic" not in card.type and bool(card.text)
    return "Creature" in card.type and (bool(card.text) or card.type not in ("Creature", BEAR.type))


def _phrase(thing: Card | Permanent, texts: dict[str, CardText], many: int, *, own: bool) -> Text:
    card = texts.get(thing.card)
    kinds = card.type if card is not None and not _is_certain(card) else ""
    if "Creature" in kinds and own:
        return counted("another creature", "{count} other creatures", count=many)
    if "Creature" in kinds:
        return counted("a creature of an opponent", "{count} creatures of an opponent", count=many)
    if "Land" in kinds and own:
        return counted("another land", "{count} other lands", count=many)
    if "Land" in kinds:
        return counted("a land of an opponent", "{count} lands of an opponent", count=many)
    whose = text("{count} × {card}") if own else text("{count} × {card} of an opponent")
    return Text(whose.message, {"count": str(many), "card": thing.card})
