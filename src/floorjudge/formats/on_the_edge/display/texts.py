"""Sets, stages, and the reasons for a table, in plain words."""

from __future__ import annotations

from floorjudge.formats.on_the_edge.rules.scoring import score_as_written
from floorjudge.formats.on_the_edge.tables import (
    Advanced,
    Drawn,
    DrawnOffNumbered,
    PlayerSet,
    Ranked,
    Table,
    TableSet,
    Tied,
)
from floorjudge.texts import Text, Value, counted, text


def why_text(table: Table) -> Text:
    """Return why these players sit together."""
    why = table.why
    if isinstance(why, Drawn):
        return (
            text("Drawn at random, as all players are in the first round (OTE 2.5).")
            if why.first_round
            else text("Drawn at random from the active players (OTE 2.6.2).")
        )
    if isinstance(why, DrawnOffNumbered):
        return _off_numbered(table, why)
    if isinstance(why, Ranked):
        return _ranked(table, why)
    if isinstance(why, Tied):
        return counted(
            "Readmission to 8 influence: equal scores of {score} compete for {count} seat of the final (OTE 2.8.3).",
            "Readmission to 8 influence: equal scores of {score} compete for {count} seats of the final (OTE 2.8.3).",
            count=why.seats,
            score=score_as_written(why.score),
        )
    return _final(why)


def _off_numbered(table: Table, why: DrawnOffNumbered) -> Text:
    values: dict[str, Value] = {"playing": why.playing, "size": len(table.players)}
    if why.first_round:
        return text(
            "Off-numbered game of {size}: {playing} players cannot all play in threes; all players are drawn at random "
            "in the first round (OTE 2.4, 2.5).",
            **values,
        )
    if why.again:
        return text(
            "Off-numbered game of {size}: {playing} active players cannot all play in threes. Its seats were drawn from those "
            "who never sat in one, and these had run out: {again} had to sit in one again (OTE 2.6.1).",
            again=why.again,
            **values,
        )
    return text(
        "Off-numbered game of {size}: {playing} active players cannot all play in threes. Its seats were drawn from those who "
        "never sat in one (OTE 2.6.1).",
        **values,
    )


def _ranked(table: Table, why: Ranked) -> Text:
    values: dict[str, Value] = {"first": why.first, "last": why.last, "playing": why.playing}
    if table.off_numbered:
        return text(
            "Off-numbered game: places {first} to {last} of {playing} on the inactive set's list; these games are filled "
            "first, from the top (OTE 2.7.2).",
            **values,
        )
    return text("Places {first} to {last} of {playing} on the inactive set's list (OTE 2.7.2).", **values)


def _final(why: Advanced) -> Text:
    if why.readmitted:
        return text("The final: the active players, and readmitted {readmitted} (OTE 2.8).", readmitted=why.readmitted)
    return text("The final: the last active players (OTE 2.8).")


def set_title(of: str) -> Text:
    """Return the name of a set of players or tables, such as `inactive`, as a heading."""
    names = {
        "active": text("Active set"),
        "inactive": text("Inactive set"),
        "readmission": text("Readmission"),
        "final": text("Final"),
        "left": text("Left the event"),
    }
    return names[of]


def stage_title(stage: str, number: int) -> Text:
    """Return the name of a stage, such as `round`, as a heading; `number` is that of its round."""
    names = {
        "registration": text("Registration"),
        "round": text("Round {round}", round=number),
        "readmission": text("Readmission after round {round}", round=number),
        "final": text("Round {round}, the final", round=number),
        "finished": text("Finished after round {round}", round=number),
    }
    return names[stage]


def set_text(of: PlayerSet | TableSet) -> Text:
    """Return the set of a player or a table in a word."""
    names = {
        "active": text("active"),
        "inactive": text("inactive"),
        "readmission": text("readmission"),
        "final": text("final"),
        "left": text("left"),
    }
    return names[of.value]


def unplayed_text() -> Text:
    """Return how a game counts that was won because the others left."""
    return text(
        "Until it is reported, the influence of all players there counts as 0: in a game of three or four the others are then level "
        "and share second place (OTE 2.3)."
    )


def stage_text(stage: str) -> Text:
    """Return the usual name of a stage."""
    names = {
        "registration": text("registration"),
        "round": text("a round"),
        "readmission": text("the readmission game"),
        "final": text("the final"),
        "finished": text("the end of the event"),
    }
    return names[stage]


def would_have_come(stage: str) -> Text:
    """Return which stage would have come next."""
    return text("Next would have come: {stage}.", stage=stage_text(stage))
