"""A small second engine: it plays cases whose steps only activate one kind of ability, which deals damage to a player.

It reads the text of the card in the case itself and keeps nothing but life. Of steps before the loop it says nothing. Its argument makes it a worse program: `twice` deals each
damage twice, `doubts` says so, `tires` does it once only, `hangs`, `dies`, `garbage`, `other_id`, `earlier` (something happens before the loop) and `shy` (plays nothing).
"""

import json
import re
import sys
import time
from typing import Any

PING = re.compile(r"\{0\}: This artifact deals (\d+) damage to target player or planeswalker\.")


def played(case: dict[str, Any], manner: str) -> dict[str, Any]:
    """Return the answer to a case."""
    answer = {
        "id": case["id"],
        "engine": "Pinger",
        "commit": "1",
        "changes": [],
        "end": None,
        "doubts": [],
        "not_played": None,
    }
    if manner == "shy":
        return {**answer, "not_played": "No card of this case is known here."}
    position = case["position"]
    damage = {card["name"]: PING.fullmatch(card.get("text", "")) for card in position["cards"]}
    labels = {each.get("as", each["card"]): each["card"] for row in position["battlefield"] for each in row}
    life = list(position["life"])
    for iteration in range(1, case["iterations"] + 1):
        before = list(life)
        for number, step in enumerate(case["body"]):
            if step["do"] != "activate":
                continue
            found = damage[labels[step["source"]["card"]]]
            target = position["names"].index(step["targets"][0]["card"])
            assert found is not None
            life[target] -= int(found[1]) * (2 if manner in ("twice", "doubts") else 1)
            if life[target] <= 0:
                # What was activated resolves with the step after it.
                fates = ["lost" if each <= 0 else "won" for each in life]
                return {**answer, "end": {"iteration": iteration, "step": number + 1, "players": fates}}
        change = {
            f"life.{seat}": now - was for seat, (was, now) in enumerate(zip(before, life, strict=True)) if now != was
        }
        answer["changes"].append(change)
        if manner == "tires":
            answer["cannot"] = {"iteration": iteration + 1, "step": 0, "why": "It is tired."}
            break
    if manner == "doubts":
        answer["doubts"].append("body[0]: the target was not asked for.")
    if manner == "earlier":
        answer["before"] = {"life.0": 1}
    if manner == "other_id":
        answer["id"] = "another"
    return answer


def main(manner: str) -> None:
    """Answer every line."""
    for line in sys.stdin:
        if manner == "hangs":
            time.sleep(600)
        if manner == "dies":
            sys.exit("out of luck")
        answer = "no JSON" if manner == "garbage" else json.dumps(played(json.loads(line), manner))
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
