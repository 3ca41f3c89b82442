"""The doubts about a loop: known or observed play of the engine that differs from the rules. Nothing is certified then.

Clauses: MTR 4.4.9
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from floorjudge.magic.cards.library import CardLibrary, KnownCard
from floorjudge.magic.doubt.auditing import Audit
from floorjudge.magic.doubt.harmless import matters_with
from floorjudge.magic.doubt.reading import Misreading, misreadings_of
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.playing.iterating import Remark
from floorjudge.texts import Text, text

PLAYED_OTHERWISE = text("The rules engine plays something here otherwise than the rules.")
_IN_THE_ENGINE = text("In the rules engine, the loop stops because of this:")
NOTHING_BECAUSE_OF_IT = text(
    "So nothing of this loop is certified, as the rules engine would have to play it by the rules. A judge decides."
)

_NOT_READ = "not_read"
# Kinds of mistakes by which the engine does nothing, or less, in the place of some words.
_LEFT_OUT = frozenset({_NOT_READ, "no_limit", "no_effect", "no_such_type", "on_itself", "nothing"})
# Kinds of mistakes by which the engine fails to ask for a choice that the rules give a player.
_UNASKED = frozenset(
    {
        "missed",
        "unordered",
        "order_of_tokens",
        "way_not_asked",
        "no_target",
        "forbids_more",
        "asked_another",
        "exerted_once",
    }
)


class Doubt(msgspec.Struct, frozen=True):
    """A reason to certify nothing: a card, and the engine's kind of mistake in playing it; `sentence` describes both."""

    card: str
    mistake: str
    sentence: Text

    @property
    def hides_a_choice(self) -> bool:
        """Return whether the engine may fail to ask for a choice that a step of the body makes."""
        return self.mistake in _UNASKED

    @property
    def is_unread(self) -> bool:
        """Return whether the engine plays the card without an ability, because it could not read it."""
        return self.mistake == _NOT_READ


def doubts(audits: Sequence[Audit], cards: CardLibrary) -> tuple[Doubt, ...]:
    """Return the doubts about audited iterations; `cards` are those of its case.

    Clauses: MTR 4.4.9
    """
    return tuple(doubt(*each) for each in _mistakes(audits, cards, harmless=False))


def misread_harmlessly(audits: Sequence[Audit], cards: CardLibrary) -> Iterator[tuple[str, str]]:
    """Yield the cards and tokens in audited iterations of which the engine misreads what changed nothing there, with its words."""
    found = dict.fromkeys((each.card, each.words) for each in _mistakes(audits, cards, harmless=True))
    for card, words in found:
        # On the stack an ability is quoted without its cost.
        if not any(card == other and words.rstrip(".") in whole and words != whole for other, whole in found):
            yield card, words.replace(ITSELF, card)


def _mistakes(audits: Sequence[Audit], cards: CardLibrary, *, harmless: bool) -> Iterator[Remark]:
    """Yield the known misreadings that have mattered in audited iterations, and then the mistakes that were seen there.

    The `harmless` ones are misread words that by the rules changed nothing either; otherwise yield all others.
    """
    noted = frozenset[str]().union(*(audit.noted for audit in audits))

    def is_asked_for(each: Remark) -> bool:
        only = matters_with(each.words) if each.mistake in _LEFT_OUT else None
        return (only is not None and noted.isdisjoint((only, "when stopped"))) is harmless

    known = list(filter(is_asked_for, _of_cards(audits, cards, noted)))
    yield from known
    if "damage" in noted and not harmless:
        yield from (
            Remark("forgotten", card, "") for card in dict.fromkeys(each for audit in audits for each in audit.shields)
        )
    # An unread ability is quoted in the card's own words where these are known.
    unread = {each.card for each in known if each.mistake == _NOT_READ}
    for each in dict.fromkeys(remark for audit in audits for remark in audit.remarks):
        if is_asked_for(each) and (each.mistake != _NOT_READ or each.card not in unread):
            yield each


def doubt(mistake: str, card: str, words: str) -> Doubt:
    """Return the doubt about a card, by the kind of mistake in some of its words."""
    return Doubt(card, mistake, Text(SENTENCES[mistake].message, {"card": card, "words": words.replace(ITSELF, card)}))


def known_doubts(names: Iterable[str], cards: CardLibrary) -> Iterator[Doubt]:
    """Yield the known misreadings of some cards, used or not."""
    for name in names:
        card = cards.card(name)
        yield from (doubt(*_on_card(each, card)) for each in misreadings_of(card.faces))


def without_repeats(found: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Return one doubt for the same words of a card: that they were not read, if that is one of several, else the first."""
    listed = tuple(found)
    shown: dict[tuple[str, str], Doubt] = {}
    for each in sorted(listed, key=lambda each: not each.is_unread):
        shown.setdefault((each.card, str(each.sentence.values["words"])), each)
    return tuple(each for each in listed if any(each is one for one in shown.values()))


def sentences_about(found: Sequence[Doubt], stopped: Sequence[Text] = ()) -> tuple[Text, ...]:
    """Return sentences with the reasons why nothing is certified; `stopped` are those on the end of the loop in the engine."""
    where = (_IN_THE_ENGINE, *stopped) if stopped else ()
    return (*(each.sentence for each in without_repeats(found)), *where, NOTHING_BECAUSE_OF_IT)


def _of_cards(audits: Sequence[Audit], cards: CardLibrary, noted: frozenset[str]) -> Iterator[Remark]:
    """Yield the known misreadings of the cards in play or in a graveyard that have mattered there."""
    used = frozenset[str]().union(*(audit.used for audit in audits))
    present = frozenset[str]().union(*(audit.present for audit in audits))
    buried = frozenset[str]().union(*(audit.buried for audit in audits))
    for name in sorted(present | buried):
        now = {*(("in play", *noted) if name in present else ()), *(["in a graveyard"] if name in buried else ())}
        if (card := cards.find(name)) is not None:  # a token has no card behind it
            for each in misreadings_of(card.faces):
                if each.matters in now or (each.words in used and name in present):
                    yield _on_card(each, card)


def _on_card(misreading: Misreading, card: KnownCard) -> Remark:
    """Return a misreading of a card; where the engine keeps no words of the part, the whole card is quoted."""
    return Remark(misreading.code, card.name, misreading.words or card.front.text)


# The sentence of each kind of mistake: first misreadings of cards, then mistakes seen in play.
SENTENCES = {
    "returned_at_once": text(
        "The rules engine returns at once what {card} has exiled; by the rules, an ability that uses the stack returns it: “{words}”"
    ),
    "never_loses": text(
        "With {card}, the rules engine lets its player never lose; by the rules, only having 0 or less life is no reason to lose: “{words}”"
    ),
    "no_effect": text("The rules engine knows these words of {card}, but they change nothing there: “{words}”"),
    "damage_undone": text(
        "With {card}, the rules engine deals less damage; by the rules, all of it is dealt and only less life is lost: “{words}”"
    ),
    "no_target": text("The rules engine may apply these words to something that {card} does not name: “{words}”"),
    "no_limit": text("The rules engine plays these words of {card} without the limit that they set: “{words}”"),
    "forbids_more": text("The rules engine forbids more than these words of {card} do: “{words}”"),
    "no_such_type": text("The rules engine takes words of {card} for the name of a type that nothing has: “{words}”"),
    "asked_too_early": text(
        "With {card}, the rules engine checks whether something could be done before any player has chosen with what, and so finds that it could not: “{words}”"
    ),
    "on_itself": text("The rules engine applies these words to {card} itself and not to what they name: “{words}”"),
    "half_read": text("The rules engine has read only one of the events that these words of {card} name: “{words}”"),
    "other_player": text(
        "The rules engine takes another player for the one that these words of {card} mean: “{words}”"
    ),
    "other_amount": text(
        "The rules engine takes another number for {card} than the one that these words mean: “{words}”"
    ),
    "not_mana_ability": text(
        "The rules engine puts this ability of {card} onto the stack; by the rules, it is a mana ability and resolves at once: “{words}”"
    ),
    "at_once": text(
        "The rules engine does at once what these words of {card} say; by the rules, the ability triggers and waits on the stack: “{words}”"
    ),
    "another": text(
        "The rules engine reads “another” on {card} as other than {card} itself; by the rules, it is other than what made the ability trigger: “{words}”"
    ),
    "other_zones": text(
        "These words of {card} say from where a card goes to a graveyard; what the rules engine has made of them does not: “{words}”"
    ),
    "not_read": text("The rules engine could not read these words of {card} and plays without them: “{words}”"),
    "late": text(
        "The rules engine put a triggered ability of {card} onto the stack only after a player had had priority since: “{words}”"
    ),
    "doubled": text("In the rules engine, an ability of {card} triggered more than once for one event: “{words}”"),
    "missed": text(
        "By the rules, an ability of {card} has triggered, and the rules engine did not put it onto the stack: “{words}”"
    ),
    "unordered": text(
        "An ability of {card} triggered together with another one of its player, and the rules engine did not ask in which order: “{words}”"
    ),
    "prevented": text(
        "In the rules engine, an ability of {card} triggered on damage that was prevented, and so was not dealt: “{words}”"
    ),
    "targeted": text(
        "In the rules engine, an ability of {card} has a target, which its words do not say, and something triggered on that: “{words}”"
    ),
    "untargeted": text(
        "In the rules engine, an ability of {card} is on the stack without the target that its words ask for: “{words}”"
    ),
    "free_cast": text(
        "The rules engine does not apply these words of {card} to a spell that is cast while something resolves: “{words}”"
    ),
    "every_type": text(
        "For {card}, the rules engine adds one mana of each type; by the rules, it is one mana of any of these types: “{words}”"
    ),
    "once": text(
        "When it taps several permanents together, the rules engine adds the mana of {card} only once: “{words}”"
    ),
    "tapped_apart": text(
        "The rules engine creates tokens together for {card}, some tapped and some not; by the rules, all of them enter as its words say: “{words}”"
    ),
    "each_token": text(
        "The rules engine adds what {card} says once for each token that is created; by the rules, it is added once for all that are created together: “{words}”"
    ),
    "order_of_tokens": text(
        "The player may choose in which order these words of {card} and other effects change the tokens that are created, and the rules engine did not ask: “{words}”"
    ),
    "misplaced": text(
        "The rules engine put a card into a graveyard, and by these words of {card} it never goes there: “{words}”"
    ),
    "misapplied": text(
        "These words of {card} are about what dies, and the rules engine may have applied them to a spell, which does not: “{words}”"
    ),
    "way_not_asked": text(
        "Words of something else and these of {card} would each send it elsewhere than to the graveyard; its player may choose which, and the rules engine did not ask: “{words}”"
    ),
    "asked_another": text(
        "The rules engine asked another player than the one whom these words of {card} mean: “{words}”"
    ),
    "ignored": text(
        "The rules engine does the same whether the answer to these words of {card} is yes or no: “{words}”"
    ),
    "kept": text(
        "Mana from {card} lasts until combat ends, and the rules engine keeps it into the next combat of the turn."
    ),
    "exerted_once": text(
        "The rules engine asks only once each turn whether {card} is exerted; by the rules, it may be exerted each time it attacks: “{words}”"
    ),
    "not_itself": text(
        "{card} has exiled itself, and the rules engine does not count it among the cards exiled with it: “{words}”"
    ),
    "again_this_turn": text(
        "The rules engine lets a player activate loyalty abilities of {card} again and again; by the rules, only one of them may be activated each turn."
    ),
    "forgotten": text(
        "When the rules engine is put into a later position, it forgets an effect on {card} that lasts for a time; by the rules, the effect still applies there."
    ),
    "nothing": text("An ability of {card} resolved in the rules engine without changing anything: “{words}”"),
}
