"""MTR 4.4 once more, written from the table of the rules alone: plain dictionaries, no regard for speed.

A case is the JSON value with every field present; the answer is the JSON answer without its text. A declaration that is not
allowed gives `{"error": where, "player": who}`.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Place = tuple[int, int]


def slow_answer(case: Json) -> Json:
    """Return what the rules make of a case that has every field; its only contradictions are about who sustains it."""
    return sustained_by_whom(case) or answer_to(case)


def answer_to(case: Json) -> Json:
    reasons = why_not(case)
    if reasons:
        return final(case, "refused", reasons, judge_needed="MTR 4.4.7" in reasons and not case["maintained_by"])
    if choosers(case) and case["edition"] == "mtr-2018-07" and not case["judge"]:
        return final(case, "judge", ["MTR 4.4.9"], judge_needed=True)
    for index, said in enumerate(case["declarations"]):
        before = case["declarations"][:index]
        asked = who_is_next(case, len(before))
        if asked is None or said["player"] != asked:
            return {"error": f"declarations[{index}].player", "player": said["player"]}
        wrong = what_is_wrong(case, before, said)
        if wrong:
            return {"error": f"declarations[{index}].{wrong}", "player": said["player"]}
    asked = who_is_next(case, len(case["declarations"]))
    if asked is not None:
        return {"outcome": "waiting", "ask": question(case, asked)}
    return outcome(case)


def sustained_by_whom(case: Json) -> Json | None:
    """Return the error where somebody sustains the loop who does not maintain it, None where nobody does."""
    if isinstance(case["sustained_by"], dict):
        for player in case["sustained_by"]:
            if player not in case["maintained_by"]:
                return {"error": f"sustained_by.{player}", "player": player}
    for index, step in enumerate(case["body"]):
        if step["sustains"] and step["by"] not in case["maintained_by"]:
            return {"error": f"body[{index}].sustains", "player": step["by"]}
    return None


def choosers(case: Json) -> list[str]:
    how = case["sustained_by"]
    if how == "actions":
        return []
    return [player for player in case["maintained_by"] if how == "choices" or how.get(player) == "choices"]


def why_not(case: Json) -> list[str]:
    word = case["judge"]["ruling"] if case["judge"] else None
    reasons = []
    if word != "loop":
        if any(step["conditional"] for step in case["body"]) or case["varies"] == "relevant":
            reasons.append("MTR 4.4.1")
        if case["span"] == "turns" and case["meaningful_change"]:
            reasons.append("MTR 4.4.5")
        if any(step["random"] or step["decision_tree"] or step["converges"] for step in case["body"]):
            reasons.append("MTR 4.4.7")
    if word == "not_loop" or (case["maintained_by"] and case["settled_before"] == {"changed": False}):
        reasons.append("MTR 4.4.9")
    return reasons


def who_is_next(case: Json, answered: int) -> str | None:
    """Return who is asked when so many of the declarations have been made."""
    players: list[str] = list(case["turn_order"])
    if len(case["maintained_by"]) == 1:
        while players[0] != case["maintained_by"][0]:
            players.append(players.pop(0))
    if answered < len(players):
        return players[answered]
    named = lowest(case, case["declarations"][:answered])
    if case["edition"] != "mstr" or named is None:
        return None
    index = named[1]
    others: list[str] = [player for player in case["turn_order"] if player != case["declarations"][index]["player"]]
    have_agreed = answered - 1 - max(index, len(players) - 1)
    return others[have_agreed] if have_agreed < len(others) else None


def lowest(case: Json, declarations: list[Json]) -> tuple[Place, int] | None:
    """Return the lowest point of the declarations so far and the index of the one that counts, None where nobody named any."""
    players = case["turn_order"]
    points = [
        (point, index if case["edition"] == "mstr" else players.index(said["player"]), index)
        for index, said in enumerate(declarations[: len(players)])
        if (point := point_of(case, said)) is not None
    ]
    if not points:
        return None
    point, _, index = min(points)
    for later in range(len(players), len(declarations)):
        said = declarations[later]
        if isinstance(said["says"], int) and not agrees(case, said, point, declarations[index]):
            point, index = place_of(case, said), later
    return point, index


def agrees(case: Json, said: Json, standing: Place, by: Json) -> bool:
    """Say whether a number is agreement to the standing point, which was named by a declaration."""
    alike = len(case["maintained_by"]) == 1 and (said["says"], said["steps"], by["steps"]) == (by["says"], None, None)
    return alike or place_of(case, said) == standing


def sayings(case: Json, player: str) -> set[str]:
    maintains = player in case["maintained_by"]
    many, across = len(case["maintained_by"]), case["span"] == "turns"
    if many == 0:
        return {"number", "none"}
    if many == 1 or not across:
        return {"number"} if maintains else {"number", "agree"}
    return {"number", "indefinitely"} if maintains else {"number", "indefinitely", "agree"}


def what_is_wrong(case: Json, before: list[Json], said: Json) -> str | None:
    """Return the field of a declaration that its player may not say, None when all is well."""
    player, says, steps = said["player"], said["says"], said["steps"]
    maintains = player in case["maintained_by"]
    if len(before) >= len(case["turn_order"]) and case["edition"] == "mstr":
        return what_is_wrong_again(case, before, said)
    alone_or_across = len(case["maintained_by"]) == 1 or case["span"] == "turns"
    if steps is not None and maintains and alone_or_across:
        return "steps"
    if ("number" if isinstance(says, int) else says) not in sayings(case, player):
        return "says"
    if len(case["maintained_by"]) == 1 and isinstance(says, int):
        if maintains:
            return "says" if says == 0 else None
        limit = place_of(case, before[0])
        if not agrees(case, said, limit, before[0]) and place_of(case, said) >= limit:
            return "says"
    return None


def what_is_wrong_again(case: Json, before: list[Json], said: Json) -> str | None:
    """Return the same for a declaration of somebody who is asked again."""
    named = lowest(case, before)
    assert named is not None
    standing, by = named[0], before[named[1]]
    if said["steps"] is not None and said["player"] in case["maintained_by"]:
        return "steps"
    if said["says"] == "agree":
        return None
    if not isinstance(said["says"], int):
        return "says"
    if agrees(case, said, standing, by):
        return None
    if said["says"] == 0 and case["maintained_by"] == [said["player"]]:
        return "says"
    return None if place_of(case, said) < standing else "says"


def may_go_before(case: Json, player: str, standing: Place) -> bool:
    """Say whether there is a number at all that a player can say to stop the loop before a point."""
    numbers = (1,) if case["maintained_by"] == [player] else (0, 1)
    return any(place_of(case, {"player": player, "says": number, "steps": None}) < standing for number in numbers)


def point_of(case: Json, said: Json) -> Place | None:
    """Return (iterations, steps) where a declaration of the first list stops the loop, None where it does not."""
    if said["says"] in ("agree", "none", "indefinitely"):
        return None
    if len(case["maintained_by"]) == 1 and said["player"] not in case["maintained_by"]:
        first = case["declarations"][0]
        return None if agrees(case, said, place_of(case, first), first) else place_of(case, said)
    return place_of(case, said)


def place_of(case: Json, said: Json) -> Place:
    """Return (iterations, steps) of a declaration with a number."""
    player, says, steps = said["player"], said["says"], said["steps"]
    if steps is not None:
        return (says - 1, steps)
    if player not in case["maintained_by"]:
        return (says, 0)
    across = len(case["maintained_by"]) >= 2 and case["span"] == "turns"
    if across or (player in choosers(case) and case["edition"] != "mtr-2018-07"):
        for index, step in enumerate(case["body"]):
            if step["sustains"] and step["by"] == player:
                return (says, index)
    return (says, 0)


def question(case: Json, player: str) -> Json:
    named = lowest(case, case["declarations"])
    standing = named[0] if named else None
    if len(case["declarations"]) >= len(case["turn_order"]):
        assert standing is not None
        may_say = ["agree", "number"] if may_go_before(case, player, standing) else ["agree"]
        return {"player": player, "may_say": may_say, "below": shown(standing), "standing": shown(standing)}
    below = None
    if len(case["maintained_by"]) == 1 and player not in case["maintained_by"]:
        below = point_of(case, case["declarations"][0])
    return {
        "player": player,
        "may_say": sorted(sayings(case, player)),
        "below": shown(below),
        "standing": shown(standing),
    }


def shown(point: Place | None) -> Json | None:
    return None if point is None else {"iterations": str(point[0]), "steps": point[1]}


def outcome(case: Json) -> Json:
    many, across = len(case["maintained_by"]), case["span"] == "turns"
    clause = "MTR 4.4.2" if many == 0 else "MTR 4.4.3" if many == 1 else "MTR 4.4.5" if across else "MTR 4.4.4"
    choosing = choosers(case) if case["edition"] != "mtr-2018-07" else []
    clauses = [clause] + ["MTR 4.4.8"] * bool(choosing) + ["MTR 4.4.9"] * (case["varies"] == "irrelevant")
    named = lowest(case, case["declarations"])
    if named is None:
        return final(case, "draw", clauses)
    (iterations, steps), index = named
    said = case["declarations"][index]
    if said["steps"] is not None:
        clauses.append("MTR 4.4.6")
    chooses = said["player"] in choosing and said["steps"] is None
    answer = final(case, "advance", clauses, judge_needed=chooses and case["hidden_information"])
    answer["iterations"], answer["steps"], answer["player"] = str(iterations), steps, said["player"]
    answer["then"] = "acts" if many == 0 else "chooses" if chooses else "priority"
    if case["edition"] == "mstr":
        may_do_nothing = answer["then"] == "priority" and said["player"] != case["turn_order"][0]
        answer["clauses"] = sorted([*answer["clauses"], "MSTR 4.4A", *["MSTR 4.2A"] * may_do_nothing])
    return answer


def final(case: Json, outcome: str, clauses: list[str], *, judge_needed: bool = False) -> Json:
    answer: Json = {
        "outcome": outcome,
        "iterations": None,
        "steps": None,
        "player": None,
        "then": None,
        "judge_needed": judge_needed,
        "flags": ["stalling_suspected"] if case["stalling_suspected"] else [],
        "clauses": sorted({*clauses, *(["MTR 4.4.9"] if case["judge"] else [])}),
    }
    if case["judge"]:
        answer["overruled"] = case["judge"]
    return answer
