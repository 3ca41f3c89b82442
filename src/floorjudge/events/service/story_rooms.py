"""What happened to the time, the registration and what everybody sees, in plain words."""

from __future__ import annotations

from floorjudge.events.floor import events
from floorjudge.texts import Text, counted, text


def extended(event: events.TimeExtended) -> Text:
    """Say that a table has more minutes."""
    return counted(
        "Table {table} has {count} minute more.",
        "Table {table} has {count} minutes more.",
        count=event.minutes,
        table=event.table,
    )


def clock_started(event: events.ClockStarted) -> Text:
    """Say that the round's clock was started."""
    return counted(
        "The clock was started: {count} minute.", "The clock was started: {count} minutes.", count=event.minutes
    )


def clock_paused(_: events.ClockPaused) -> Text:
    """Say that the clock stands still."""
    return text("The clock was paused.")


def clock_resumed(_: events.ClockResumed) -> Text:
    """Say that the clock goes on."""
    return text("The clock goes on.")


def clock_stopped(_: events.ClockStopped) -> Text:
    """Say that the clock was taken away."""
    return text("The clock was stopped.")


def self_registration(event: events.SelfRegistrationSet) -> Text:
    """Say whether players may register themselves."""
    if event.open:
        return text("Players may register themselves.")
    return text("Players may no longer register themselves.")


def published(event: events.Published) -> Text:
    """Say what everybody may see."""
    if event.places and event.decks:
        return text("The final places and the deck lists are public.")
    if event.places:
        return text("The final places are public, the deck lists are not.")
    if event.decks:
        return text("The deck lists are public, the final places are not.")
    return text("Neither the final places nor the deck lists are public.")


def announced(event: events.Announced) -> Text:
    """Say what was announced to everybody."""
    if event.text is None:
        return text("The announcement was taken away.")
    return text("Announcement: “{text}”", text=event.text)
