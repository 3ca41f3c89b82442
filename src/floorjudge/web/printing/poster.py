"""The poster at the door: people scan it and register themselves."""

from __future__ import annotations

from floorjudge.texts import text
from floorjudge.web.printing.compiling import compile_pdf
from floorjudge.web.printing.jobs import Job
from floorjudge.web.printing.qr import qr_svg


def registration_poster(job: Job, link: str) -> bytes:
    """Return one page with the QR code of the address where people register themselves."""
    document = job.head(text("Register here")) | {
        "qr": qr_svg(link),
        "link": link,
        "how": job.say(text("Scan the code and type your name. No app, no password.")),
    }
    return compile_pdf("poster", document, job.at)
