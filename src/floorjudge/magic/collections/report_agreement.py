"""The parts of the report about certified loops: what their certificates say, and how that agrees with the collection."""

from __future__ import annotations

from collections.abc import Sequence

from floorjudge.magic.collections import report_words as words
from floorjudge.magic.collections import summaries
from floorjudge.magic.collections.charts import Bar
from floorjudge.magic.collections.report_parts import Picture, Section, Speaker, Table
from floorjudge.magic.collections.rows import Row
from floorjudge.texts import text


def of_certificates(rows: Sequence[Row], speaker: Speaker) -> Section:
    """Return the part about how sure the certificates are and what they rule."""
    say, found = speaker.say, summaries.by_certificate(rows)
    whole = sum(count for *_, count in found)
    heads = speaker.each(text("How that is known"), text("What becomes of it"), text("certified loops"))
    cells = tuple(
        (
            say(words.EVIDENCE[evidence]) if evidence in words.EVIDENCE else evidence,
            say(words.CERTIFICATES[verdict]) if verdict in words.CERTIFICATES else verdict,
            speaker.part(count, whole),
        )
        for evidence, verdict, count in found
    )
    title = say(text("Certified loops by what the certificate says"))
    says = speaker.each(*words.EVIDENCE_MEANS)
    return Section(
        "certificates", say(text("What the certificates say")), says, tables=(Table(title, heads, cells, 2),)
    )


def of_agreement(rows: Sequence[Row], speaker: Speaker) -> Section:
    """Return the part about what certificates see beside what the collection says."""
    say, found = speaker.say, summaries.agreements(rows)
    number = speaker.number
    heads = speaker.each(text("What the collection says"), text("how often"), text("seen by the certificate too"))
    cells = tuple(
        (say(words.MEANINGS[each.meaning]), number(each.said), speaker.part(each.agreed, each.said))
        for each in found.meanings
    )
    drawn = tuple(
        Bar(say(words.MEANINGS[each.meaning]), each.agreed, speaker.of(each.agreed, each.said), each.said)
        for each in found.meanings
    )
    says = say(
        text(
            "In {whole} certified loops, the certificate sees everything that the collection speaks of and that it can measure; in {none} others, nothing of it.",
            whole=speaker.of(found.whole, found.compared),
            none=number(found.none),
        )
    )
    more = (
        text("The collection says nothing of {count} certified loops.", count=number(found.silent)),
        text(
            "In {count} it speaks of something that a certificate has no measure for, such as untapping.",
            count=number(found.unmeasured),
        ),
        text("In {count} there is a phrase that was not understood.", count=number(len(found.unknown))),
        text("What was certified is often a smaller loop than the one written down, or gives more than anybody wrote."),
    )
    tables = [Table(say(text("What the collection says, and the certificate sees")), heads, cells)] if cells else []
    if found.unsaid:
        heads = speaker.each(text("What it gives"), text("certified loops"))
        unsaid = tuple((say(words.kind_said(each.what)), number(each.count)) for each in found.unsaid)
        tables.append(Table(say(text("What certificates see, and the collection does not say")), heads, unsaid))
    how = say(
        text("A whole bar: how often the collection says it. The full part: how often the certificate sees it too.")
    )
    return Section(
        "agreement",
        say(text("Beside what the collection says")),
        speaker.each(*more),
        Picture("agreement", says, drawn, how=how) if drawn else None,
        tuple(tables),
    )
