"""Lists of people, as spreadsheets, forms and people write them: the names in them, and the questions that they leave open."""

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
