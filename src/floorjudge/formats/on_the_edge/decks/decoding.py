"""The bytes of a file as text, whichever program saved it."""

import codecs

from floorjudge.formats.on_the_edge.decks import errors


def decode_list(content: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or what Western European Windows wrote before.

    Raises BadInput when it is none of them.
    """
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ["utf-16"] if marked else ["utf-8-sig", "cp1252"]:
        try:
            decoded = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in decoded:
            return decoded
    raise errors.NotAText
