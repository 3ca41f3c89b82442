"""Printing: what hangs on the wall and lies on the tables, as PDF; pure functions from a state to bytes.

The public face: `Job` says what is printed for whom; `tables_by_number`, `tables_by_name`, `result_slips`,
`player_cards`, `registration_poster`, `standings`, `final_places` and `deck_lists` each make one document; `qr_svg` is a QR
code for a page.
"""

from floorjudge.web.printing.decks import deck_lists
from floorjudge.web.printing.jobs import Job, Paper
from floorjudge.web.printing.poster import registration_poster
from floorjudge.web.printing.qr import qr_svg
from floorjudge.web.printing.slips import player_cards, result_slips
from floorjudge.web.printing.standings import final_places, standings
from floorjudge.web.printing.tables import tables_by_name, tables_by_number

__all__ = [
    "Job",
    "Paper",
    "deck_lists",
    "final_places",
    "player_cards",
    "qr_svg",
    "registration_poster",
    "result_slips",
    "standings",
    "tables_by_name",
    "tables_by_number",
]
