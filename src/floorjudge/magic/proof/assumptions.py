"""The assumptions of a certificate beside what the engine has confirmed, and the doubts that the engine reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from floorjudge.exact import numeral
from floorjudge.magic.cards import understanding_of
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.auditing import Audit
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.engine.gaps import to_its_end, without_jargon
from floorjudge.magic.engine.readings.looking_back import Past, Subject, together
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.iterating import SEEDS
from floorjudge.magic.playing.ordering import OrderStep
from floorjudge.magic.positions.position import STEPS, Position
from floorjudge.magic.proof.certificates import named_cards
from floorjudge.magic.proof.recurrences import Recurrence
from floorjudge.texts import Text, Value, text

if TYPE_CHECKING:
    from floorjudge.magic.proof.extent import Extent

_PARTS: Mapping[Subject, Text] = {
    "uses": text("how often each ability was used that may be used only so often"),
    "life gained": text("how much life each player gained"),
    "life lost": text("how much life each player lost"),
    "draws": text("which cards were drawn"),
    "spells": text("which spells were cast"),
    "attacks": text("which creatures attacked"),
    "arrivals": text("which cards and tokens came and went"),
    "bending": text("which kinds of bending were done"),
    "outside": text("which cards are outside the game"),
}


def assumptions(extent: Extent) -> Iterator[Text]:
    """Yield the assumptions about how far a loop goes, the most important first."""
    stop, followed = extent.stop, extent.followed
    if stop is not None and stop.kind == "step" and stop.step is not None:
        yield text(
            "Beware: it is because of the cards that step {step} could not be played then, and not because of how it was typed.",
            step=stop.step + 1,
        )
    yield text("The rules engine plays these cards as the rules say.")
    if followed is not None:
        goes_further = extent.evidence == "extended" and (extent.whole is None or extent.whole > extent.checked)
        steepest = max((followed, *extent.trajectory.segments.values()), key=lambda each: each.degree)
        yield from _of_recurrence(steepest, extent.checked if goes_further else None)
    one = extent.one_iteration()
    if one is not None and one.end.chance != extent.base.chance and not extent.trajectory.chance:
        yield text("An iteration uses chance, and it decided nothing in {seeds} tries with other seeds.", seeds=SEEDS)
    yield from _of_history(extent.start, extent.claims.case.position)
    if not extent.start.wording.reads_graveyard_order:
        yield text("The order of graveyards does not matter, because no card here looks at it.")
    yield text(
        "Permanents that look the same in everything are counted together; when each of them arrived does not matter."
    )


def _of_history(start: Snapshot, position: Position) -> Iterator[Text]:
    """Yield sentences on what happened earlier in the turn; past its draw step, the active player has drawn for the turn."""
    readers = start.wording.history_readers
    past = together(readers.values())
    cards, player = tuple(readers), position.names[position.turn_of]
    has_drawn = bool(start.wording.counts_draws) and STEPS.index(position.step) > STEPS.index("draw")
    if past.is_nothing:
        yield text(
            "What happened earlier in the turn or the game (spells cast, creatures that died and the like) is not compared, because "
            "no card here looks it up."
        )
    elif past.everything:
        yield text(
            "What happened earlier in the turn is compared too, because these may look it up: {cards}.", cards=cards
        )
    else:
        yield text(
            "Of what happened earlier in the turn or the game, only this is compared: {parts}. These may look it up: {cards}. The rest is left "
            "out, because no card here looks it up.",
            parts=tuple(_parts(past)),
            cards=cards,
        )
    if has_drawn and (past.everything or "draws" in past.subjects):
        yield text(
            "It is taken for granted that {player} drew a card in the draw step, and it counts as the first draw of the turn. Nothing else of "
            "the kind has happened in the position that was given.",
            player=player,
        )
    elif past.everything or past.named - {"outside"}:
        yield text("In the position that was given, nothing of the kind has happened.")
    if idle := start.wording.not_activated:
        yield text("No step of the loop activates the abilities of these that would look up more: {cards}.", cards=idle)


def _parts(past: Past) -> Iterator[Text]:
    """Yield the parts of the past that are compared, in words."""
    yield from (sentence for subject, sentence in _PARTS.items() if subject in past.subjects)
    for subject, most in sorted(past.most.items()):
        yield text("{part} (up to {number})", part=_PARTS[subject], number=numeral(most))


def _of_recurrence(recurrence: Recurrence, checked: int | None) -> Iterator[Text]:
    """Yield the assumptions about amounts that follow a recurrence; beyond iteration `checked`, unless it is None."""
    exact = recurrence.base.wording.asks_exactly
    if checked is not None:
        yield text(
            "After iteration {checked} the same recurrence goes on: no number that is printed on a card here is reached there, or reaching it "
            "was tried with fewer objects.",
            checked=numeral(checked),
        )
    if recurrence.degree and not exact:
        yield text("No condition of a card here asks for an exact number, or for an even or odd one.")
    elif recurrence.degree:
        yield text(
            "These ask for an exact number, a half, or whether a number is even: {cards}. The iterations in which an amount reaches a "
            "number in their words were tried as well; that they ask nowhere else is taken for granted.",
            cards=exact,
        )
    if recurrence.degree > 1:
        yield text(
            "The change grows as a polynomial does; that was fitted to the first iterations and tried at later ones."
        )


def order_sentences(before: Iterable[OrderStep], each: Iterable[OrderStep], players: tuple[str, ...]) -> Iterator[Text]:
    """Yield the order of simultaneous triggered abilities, for each step that sets one, `before` the loop and in it."""
    messages = (
        text(
            "In step {step} before the loop, abilities of {player} that trigger together go onto the stack in this order, and the first one "
            "resolves last: {order}. The player may choose another order there."
        ),
        text(
            "In step {step}, abilities of {player} that trigger together go onto the stack in this order, and the first one resolves last: "
            "{order}. The player may choose another order there."
        ),
    )
    for message, orders in zip(messages, (before, each), strict=True):
        for order in orders:
            values: dict[str, Value] = {"step": order.step + 1, "player": players[order.seat], "order": order.order}
            yield Text(message.message, values)


def harmless_sentences(misread: Iterable[tuple[str, str]]) -> Iterator[Text]:
    """Yield a sentence on each card of which only words are misread that change nothing here."""
    for card, words in misread:
        yield text(
            "The rules engine does not do what these words of {card} say, and that changes nothing here: “{words}”",
            card=card,
            words=words,
        )


def unsure_sentences(audits: Iterable[Audit]) -> Iterator[Text]:
    """Yield a sentence on each ability that did not trigger, if it is unknown whether it has to."""
    for card, words in dict.fromkeys(each for audit in audits for each in audit.unsure):
        yield text(
            "This ability of {card} did not trigger on an event of its kind; whether its conditions were met then is what the rules engine "
            "says: “{words}”",
            card=card,
            words=words.replace(ITSELF, card),
        )


def doubtful_cards(position: Position, library: CardLibrary) -> Iterator[Text]:
    """Yield a sentence for each card, in the position's order, whose text the engine may not have fully understood.

    The cards have to be known: a position that could be set up names no others.
    """
    known = position.with_own_cards(library)
    for name in dict.fromkeys(named_cards(position)):
        card = known.card(name)
        understood = understanding_of(card.faces)
        if understood.level != "fully":
            written = "\n".join(face.text for face in card.faces.values())
            yield text(
                "Beware: the rules engine is not sure that it has read these words of {card}: {unread}",
                card=card.name,
                unread=" | ".join(to_its_end(without_jargon(reason), written) for reason in understood.reasons),
            )
