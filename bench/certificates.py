"""How many changed certificates the checker accepts: every number, name, word and item of certificates is changed, one at a time.

`python3 dev.py bench certificates`; `--changes 10000` is how many, `--seconds` what each certificate may take. A change is checked twice:
as it is, where the hash over all tells; and with that hash made anew, where only establishing everything again can tell. Of the latter,
what is still accepted is listed: a case told in other words is another true certificate.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.magic.proof.mutations import changed, is_digest, places

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, certificate_value, certify, read_loop_case
from floorjudge.magic.proof.certificates import digest_of, read_claims
from floorjudge.magic.proof.checking import Established, check, compared, establish

EXAMPLES = Path(__file__).parents[1] / "examples" / "magic"
# Loops of every kind of evidence, end and verdict, quick to check.
LOOPS = (
    "exquisite-blood-sanguine-bond", "exquisite-blood-vito", "power-artifact-basalt-monolith", "spike-feeder-heliod",
    "nexus-of-fate-alone-in-the-library", "stuffy-doll-guilty-conscience", "rules/four-horsemen", "rules/unless-somebody-pays",
)  # fmt: skip


def main() -> None:
    """Change certificates, check them, and print what came of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=1.0)
    chosen = parser.parse_args()
    library = CardLibrary.open()
    certificates = [_certificate(name, library, chosen.seconds) for name in LOOPS]
    lot = random.Random(1)
    seen: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    known: dict[str, Established] = {}
    while seen["changed"] < chosen.changes:
        certificate = lot.choice(certificates)
        place = lot.choice(list(places(certificate)))
        seed = lot.randrange(1000)
        seen["changed"] += 1
        other = changed(certificate, place, seed, again_sealed=False)
        seen["rejected by the hash"] += digest_of(other) != other["digest"]
        if is_digest(place):
            continue
        seen["changed with a new hash"] += 1
        if _holds(changed(certificate, place, seed, again_sealed=True), library, known):
            accepted[".".join(map(str, place))] += 1
        else:
            seen["rejected with a new hash"] += 1
        if not seen["changed"] % 500:
            print(json.dumps(seen), file=sys.stderr, flush=True)
    print(json.dumps({**seen, "accepted with a new hash": accepted}, indent=1))


def _certificate(name: str, library: CardLibrary, seconds: float) -> dict[str, Any]:
    case = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    certificate = certificate_value(certify(read_loop_case(case), library, budget=seconds), "en")
    if not check(certificate, library).holds:
        raise SystemExit(f"{name} does not hold as it is")
    return certificate


def _holds(certificate: dict[str, Any], library: CardLibrary, known: dict[str, Established]) -> bool:
    """Say whether a certificate is accepted; what was established for the same claims is not established again."""
    try:
        claims = read_claims(certificate)
        if repr(claims) not in known:
            known[repr(claims)] = establish(claims, library)
    except BadInput:
        return False
    found = compared(certificate, claims, known[repr(claims)])
    return found.holds and found.claims


if __name__ == "__main__":
    main()
