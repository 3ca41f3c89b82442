"""Lists of people, as spreadsheets, forms and people write them: who stands there, and what has to be asked first."""

from floorjudge.events.service.roster.doubles import Doubt, Sifted, kept_apart, left_out, settle, sift
from floorjudge.events.service.roster.people import Choices, Entry, Offer, People, read_people

__all__ = [
    "Choices",
    "Doubt",
    "Entry",
    "Offer",
    "People",
    "Sifted",
    "kept_apart",
    "left_out",
    "read_people",
    "settle",
    "sift",
]
