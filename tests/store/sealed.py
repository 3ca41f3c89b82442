"""Records to keep: what they say does not matter to the store."""

from floorjudge.events.service.log.records import Record, seal


def following(previous: Record | None, word: str = "") -> Record:
    """Return the record after `previous`; `word` and the number make its command id, so it differs from any other."""
    number = previous.number + 1 if previous else 1
    return seal(
        previous,
        at=f"2026-03-0{1 + number % 9}T18:00:00Z",
        event=f'{{"kind":"registered","player":"{word}{number}"}}',
        command_id=f"{word}{number}",
        fingerprint=f"{number:064x}",
    )


def sealed(count: int, word: str = "") -> list[Record]:
    """Return a chain of records from its start."""
    chain: list[Record] = []
    for _ in range(count):
        chain.append(following(chain[-1] if chain else None, word))
    return chain
