"""The checks that several commands share."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any

from msgspec.structs import replace

from floorjudge.events import errors
from floorjudge.events.draw import Draw, commitment, visible_words
from floorjudge.events.lookalikes import described, is_visible, looks, refused_in
from floorjudge.events.state import State
from floorjudge.formats import folder_of, names_fields
from floorjudge.formats.competition import Finished, Phase, Stage, as_kept
from floorjudge.formats.errors import BrokenFormat
from floorjudge.texts import Text, text

LONGEST_NAME = 100
# The limit of players in an event: more than any page, list or print was tested with.
LARGEST_EVENT = 10_000
LONGEST_WORDS = 2_000
LONGEST_SEED = 100_000
# As many letters and digits as a hall can read and compare.
LONGEST_PUBLIC = 200
NAMES_COMPARED = 5_000


def new_name(where: str, given: str) -> str:
    """Return a name in its stored form: composed characters, single spaces.

    Raises BadInput if it is empty, longer than 100 characters, or holds control or invisible characters (joiners are
    allowed in emoji and between letters) or accents without a letter; then with the character.
    """
    name = as_kept(given)
    refused = refused_in(name[: LONGEST_NAME + 1])
    if not 0 < len(name) <= LONGEST_NAME or refused is not None:
        shown = "".join(filter(is_visible, given[:LONGEST_NAME]))
        raise errors.BadName(
            shown, *(_place_of(name[refused], given) if refused is not None else (None, None)), where=where
        )
    return name


def _place_of(char: str, given: str) -> tuple[str, int]:
    """Return the name of a character, and its first position, counted from 1."""
    return described(char), given.find(char) + 1


def who_looks_like(state: State, name: str, *, but: str) -> str | None:
    """Return the player in the event whose name looks like this one, except `but`; None without one. Players who have left do not count."""
    found = (other for look in looks(name) for other in state.looks.get(look, ()))
    return next((other for other in found if other != but and not state.has_left(other)), None)


def look_alikes(state: State, names: Iterable[str]) -> Mapping[str, str]:
    """Return for the names in a list the names that they look like: of a player in the event, or else of one earlier in the list."""
    found: dict[str, str] = {}
    listed: dict[str, str] = {}
    for name in names:
        other = who_looks_like(state, name, but=name) or next(filter(None, map(listed.get, looks(name))), None)
        if other is not None:
            found[name] = other
        listed |= dict.fromkeys(looks(name), name)
    return found


def words(where: str, given: str) -> str:
    """Return free text in its stored form: unchanged. Readers remove characters that turn its direction.

    Raises BadInput if it is blank, longer than 2 000 characters, or holds control characters or half characters.
    """
    unwanted = next((char for char in given if unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t"), None)
    if not given.strip() or len(given) > LONGEST_WORDS or unwanted is not None:
        raise errors.BadWords(LONGEST_WORDS, *(_place_of(unwanted, given) if unwanted else (None, None)), where=where)
    return given


def seen_words(where: str, given: str) -> str:
    """Return free text in its visible form: composed characters, single spaces, nothing invisible.

    Raises BadInput if nothing is left of it, and if `words` does.
    """
    said = words(where, given)
    seen = as_kept("".join(filter(is_visible, " ".join(said.split()))))
    if not seen:
        raise errors.BadWords(LONGEST_WORDS, where=where)
    return seen


def optional_words(where: str, given: str | None) -> str | None:
    """Return free text as `words` does; None for None."""
    return None if given is None else words(where, given)


def public_words(state: State, given: str) -> str:
    """Return public words in the form that is used and shown: letters and digits only, see `visible_words`.

    If an older version did not record how the seed was made, they are used unchanged.
    Raises BadInput if none is left, or more than 200.
    """
    said = words("public", given)
    if state.typed is None:
        return said
    seen = visible_words(said)
    if not 0 < len(seen) <= LONGEST_PUBLIC:
        raise errors.BadPublicWords(LONGEST_PUBLIC)
    return seen


def seed_text(given: str) -> str:
    """Return the seed text, unchanged: any text that is not empty is allowed.

    Raises BadInput if it is empty, longer than 100 000 characters, or holds half characters.
    """
    if not 0 < len(given) <= LONGEST_SEED or any(unicodedata.category(char) == "Cs" for char in given):
        raise errors.BadSeed(LONGEST_SEED)
    return given


def known_player(state: State, where: str, given: str) -> str:
    """Return the name of a registered player.

    Raises BadInput, with similar names, if there is none.
    """
    name = as_kept(given)
    if name in state.players:
        return name
    from rapidfuzz import fuzz, process  # noqa: PLC0415 (of the extra for events; correct commands are decided without it)

    names = islice(state.players, NAMES_COMPARED)
    similar = process.extract(name, names, scorer=fuzz.ratio, processor=str.casefold, limit=3, score_cutoff=60)
    raise errors.UnknownPlayer(given, tuple(found for found, *_ in similar), where=where)


def needs_play(state: State) -> None:
    """Check that games are being played: the event has started and has not finished."""
    if state.phase is Phase.REGISTRATION:
        raise errors.NotStarted
    if state.phase is Phase.FINISHED:
        raise errors.EventFinishedAlready


def open_table(state: State, number: int) -> Any:  # noqa: ANN401 (the format's own struct)
    """Return a table of the stage being played, whether or not it has a result."""
    needs_play(state)
    table = state.table(number)
    if table is None:
        raise errors.NoSuchTable(number, len(state.tables), where="table")
    return table


def draw_of(state: State, given: str | None) -> Draw:
    """Return the draws of an event, given its seed.

    For a state from before the seed was renewed, this is the seed of that time, which is public.
    Raises Refused if the seed is missing or is not the promised one.
    """
    known = (*state.lasting.revealed, *(() if given is None else (given,)))
    seed = next((each for each in known if commitment(each) == state.commitment), None)
    if seed is None:
        raise errors.SeedMissing if given is None else errors.WrongSeed
    return Draw(seed, state.public or "", state.roster or "")


def what_comes_next(state: State, draw: Draw) -> Stage | Finished:
    """Return the stage after the one being played, whose games all have results; before the first one, the first.

    Raises Damaged if the format gives a stage that cannot be played.
    """
    noting = _Labelled(draw, state)
    came = state.rules.next(state, noting)
    if isinstance(came, Stage):
        _check_stage(state, came)
        _check_labels(state, came, noting.labels, draw)
    return came


class _Labelled:
    """A draw that is refused if a format uses a label twice: the second order would be known from the first."""

    def __init__(self, draw: Draw, state: State) -> None:
        self._draw = draw
        self._state = state
        self.labels: set[str] = set()

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        """Return names in the order of the draw; raise Damaged if the label has been used for this stage."""
        if label in self.labels:
            raise _drawn_twice(self._state, label)
        self.labels.add(label)
        return self._draw.in_order(label, names)


def _check_labels(state: State, stage: Stage, labels: AbstractSet[str], draw: Draw) -> None:
    """Check that no earlier stage has drawn under a label of this one.

    A label names its round, which keeps those of two rounds apart, or stands in `once`. Where the round has had a stage before, that
    one is made again for its labels.
    """
    begin, once = f"round {stage.round}/", state.rules.once
    earlier = state.stages()
    for label in sorted(labels):
        if label in once:
            if stage.kind not in once[label]:
                raise _broken(
                    state,
                    text("a stage “{stage}” may not draw under the label “{label}”", stage=stage.kind, label=label),
                )
            if any(played.kind in once[label] for played in earlier):
                raise _drawn_twice(state, label)
        elif not label.startswith(begin):
            raise _broken(
                state, text("the label “{label}” of a draw does not begin with “{begin}”", label=label, begin=begin)
            )
    for number, played in enumerate(earlier, 1):
        if labels and played.round == stage.round:
            noting = _Labelled(draw, state)
            state.rules.next(replace(state.before_stage(number), options=state.options), noting)
            for label in sorted(labels & noting.labels):
                raise _drawn_twice(state, label)


def _drawn_twice(state: State, label: str) -> BrokenFormat:
    return _broken(state, text("it draws twice under the label “{label}”", label=label))


def _broken(state: State, reason: Text) -> BrokenFormat:
    return BrokenFormat(folder_of(state.format), reason)


def _check_stage(state: State, stage: Stage) -> None:
    """Check that tables are numbered from 1 without a gap, and that only players of the event are in it, each once."""
    names = [*stage.sitting_out, *(name for table in stage.tables for name in table.players)]
    strangers = next((name for name in names if name not in state.players), None)
    reason = None
    if [table.table for table in stage.tables] != [*range(1, len(stage.tables) + 1)]:
        reason = text("its tables are not numbered from 1 without a gap")
    elif len({*names}) < len(names):
        reason = text("it gives a player two places in one stage")
    elif strangers is not None:
        reason = text("it gives a place to {player}, who is no player", player=strangers)
    if reason is not None:
        raise _broken(state, reason)


def checked_claim(claim: Any) -> None:  # noqa: ANN401 (a claim of any format)
    """Check the free texts in a report of a game; raise BadInput as `words` does."""
    names = names_fields()
    for field in claim.__struct_fields__:
        value = getattr(claim, field)
        if isinstance(value, str) and field not in names:
            words(field, value)
