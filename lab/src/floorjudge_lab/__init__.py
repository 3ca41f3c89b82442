"""Combinations that players have written down: each set up from its prose, searched, certified, and reported.

`prose` makes positions and hints of a combination; `verifying` looks for the loop in each of many, side by side and
resumable, every one in a process of its own (`processes`, `worker`), and keeps what comes of it (`rows`); `report`
shows it; `second_opinion` asks another engine. Nothing that a collection says is believed: its prose says where the
cards are and what is tried first, and only a certificate counts.
"""

__version__ = "0.1.0"
