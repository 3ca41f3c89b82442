"""Decoding the bytes of a file or a pipe to text, whichever program wrote them."""

from __future__ import annotations

import codecs
import io
import unicodedata
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import IO

import msgspec

from floorjudge.errors import BadInput
from floorjudge.texts import text

MARK = "\N{BYTE ORDER MARK}"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# The encodings of Windows, Mac OS and DOS, and of East Asia on all of them, under the names shown to the user.
_OLDER = (
    "windows-1252", "windows-1250", "mac-roman", "cp437", "cp850", "cp852", "iso-8859-2", "windows-1251", "cp866", "koi8-r",
    "windows-1253", "windows-1254", "windows-1257", "mac-latin2", "mac-cyrillic", "shift-jis", "euc-jp", "gb18030", "big5",
    "euc-kr", "utf-16-le", "utf-16-be",
)  # fmt: skip
# Python's plain codecs are stricter than those programs were.
_CODECS = {"shift-jis": "cp932", "euc-kr": "cp949", "big5": "cp950"}
# Punctuation in names and tables.
_USUAL = frozenset("’‘“”„«»–—…·•€ªº°、。・ー「」　 ")
# Superscript digits and fractions, accents without a letter, currency signs.
_ODD = frozenset({"No", "Sk", "Sc"})
_LOST = "¿¡\N{REPLACEMENT CHARACTER}"
_SHOWN = 60
# An encoding's likelihood is judged by this many lines.
_JUDGED = 500
_MOST_JUDGED = 20_000


class NotAText(BadInput):
    sentence = text("This is not a text file. Save it as UTF-8 text or as CSV.")


class ExcelFile(BadInput):
    sentence = text(
        "This is a workbook of Excel. Open it, choose “Save as” and the type “CSV UTF-8 (comma delimited)”, and give the new file."
    )


class OpenDocumentSheet(BadInput):
    sentence = text(
        "This is a spreadsheet of LibreOffice. Open it, choose “Save as” and the type “Text CSV” with the character set UTF-8, and "
        "give the new file."
    )


class NumbersFile(BadInput):
    sentence = text(
        "This is a spreadsheet of Numbers. Open it, choose “Export to” and “CSV” with the encoding Unicode (UTF-8), and give the new file."
    )


class UnknownEncoding(BadInput):
    sentence = text("There is no encoding “{name}”. Some that exist: {known}.")
    place = "encoding"
    name: str
    known: tuple[str, ...]


class OtherEncoding(BadInput):
    sentence = text("This file is not written in {name}: byte {position} is no letter of it.")
    place = "encoding"
    name: str
    position: int


class Decoded(msgspec.Struct, frozen=True):
    """The text of a file in an encoding; `shows` are the first lines that another encoding may decode differently."""

    encoding: str
    content: str
    shows: str


def decoded(content: bytes) -> str:
    """Return the text of a file: in any form of Unicode, or else in the encoding of Western European Windows.

    Raises BadInput if it is in none of them, or is a spreadsheet program's own file.
    """
    found = unicode_in(content)
    if found is None:
        try:
            found = content.decode("cp1252")
        except UnicodeDecodeError:
            raise NotAText from None
    if "\0" in found:
        raise NotAText
    return found


def unicode_in(content: bytes) -> str | None:
    """Return the text of a file in UTF-8, UTF-16 or UTF-32; None if it is in an older encoding.

    UTF-16 is also recognised without its mark, by the zeros beside its line ends and commas.
    Raises BadInput if it is not a text, or is a spreadsheet program's own file.
    """
    _check_for_spreadsheet(content)
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return content[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                raise NotAText from None
    if b"\0" not in content:
        try:
            return content.decode()
        except UnicodeDecodeError:
            return None
    read = [found for encoding in ("utf-16-le", "utf-16-be") if (found := _plain_text(content, encoding)) is not None]
    if len(read) != 1:
        raise NotAText
    return read[0]


def _plain_text(content: bytes, encoding: str) -> str | None:
    """Return a text of ordinary characters only, with line ends or other ASCII; None for any other."""
    try:
        found = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    return found if any(map(str.isascii, found)) and not _unreadable(found) else None


def _unreadable(found: str) -> bool:
    return any(unicodedata.category(char) in ("Cc", "Cn", "Co", "Cs") and char not in "\r\n\t" for char in set(found))


def _check_for_spreadsheet(content: bytes) -> None:
    """Refuse a spreadsheet program's own file, and explain how to save it as text."""
    if content.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        raise ExcelFile
    if not content.startswith(b"PK\x03\x04"):
        return
    import zipfile  # noqa: PLC0415 (hardly ever needed)

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            names = packed.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise NotAText from None
    if any(name.startswith("xl/") for name in names):
        raise ExcelFile
    if "mimetype" in names and "content.xml" in names:
        raise OpenDocumentSheet
    if any(name.endswith(".iwa") or name == "Index.zip" for name in names):
        raise NumbersFile
    raise NotAText


def in_encoding(content: bytes, name: str) -> str:
    """Return the text of a file in the named encoding, without a byte order mark.

    Raises BadInput if there is no such encoding, or the file is in another one.
    """
    try:
        # A Python codec may be a way to pack bytes; such a codec does not decode text.
        "".encode(codec := _CODECS.get(name.strip().casefold(), name.strip()))
    except (LookupError, UnicodeError, ValueError):
        raise UnknownEncoding(name, _OLDER) from None
    try:
        found = content.decode(codec)
    except UnicodeDecodeError as error:
        raise OtherEncoding(name, error.start + 1) from None
    if _unreadable(found.removeprefix(MARK)):
        raise OtherEncoding(name, 1 + next(at for at, char in enumerate(found) if char != MARK and _unreadable(char)))
    return found.removeprefix(MARK)


def possible_encodings(content: bytes) -> list[Decoded]:
    """Return the ways to read a file that is not Unicode, the likeliest first; of those with equal results only one.

    Raises NotAText if there is none.
    """
    found: dict[str, str] = {}
    # A single byte for a line end or a comma: not UTF-16.
    single = any(mark in content for mark in b"\r\n,;\t")
    for name in _OLDER[: -2 if single else None]:
        try:
            found.setdefault(in_encoding(content, name), name)
        except OtherEncoding:
            continue
    if not found:
        raise NotAText
    listed = sorted(found, key=_oddness)
    likely = [each for each in listed if not _oddness(each)[0]] or listed
    return [Decoded(found[each], each, _shown(each)) for each in likely]


def _shown(content: str) -> str:
    """Return the first two lines of a text that have more than ASCII."""
    lines = [" ".join(line.split()) for line in content.splitlines() if not line.isascii()]
    return " / ".join(line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…" for line in lines[:2])


def _oddness(content: str) -> tuple[int, int]:
    """Return how many characters of a text occur in no name, and how many of its words mix alphabets or cases.

    Of many lines, only the first that have more than ASCII count.
    """
    content = "\n".join(islice((line for line in content.splitlines() if not line.isascii()), _JUDGED))[:_MOST_JUDGED]
    signs = {char for char in content if not char.isascii() and char not in _USUAL}
    odd = sum(unicodedata.category(char)[0] not in "LM" for char in signs)
    kinds = [[unicodedata.name(char, "?").split()[0] for char in word if char.isalpha()] for word in content.split()]
    mixed = sum(len(set(kind)) > 1 for kind in kinds)
    capitals = sum(one.islower() and other.isupper() for one, other in pairwise(content))
    return odd, mixed + capitals


def has_odd_signs(content: str) -> bool:
    """Return whether a text has characters that no name has, as after a wrong decoding: `¯ó³æ`, `JosÃ©`, `Jos�`."""
    return any(char in _LOST or unicodedata.category(char) in _ODD for char in content) or _is_read_twice(content)


def _is_read_twice(content: str) -> bool:
    """Return whether a text is UTF-8 that a program decoded as a Windows encoding."""
    try:
        return not content.isascii() and content.encode("cp1252").decode() != content
    except UnicodeError:
        return False


def unicode_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream as UTF-8, each once complete, without a byte order mark.

    The stream may be UTF-8, or UTF-16 with its mark or with a zero in its first character. Bytes that cannot be decoded
    are left for the reader of the line to refuse.
    """
    first = stream.readline()
    encoding = _encoding_of_stream(first)
    if encoding is None:
        first = first.removeprefix(codecs.BOM_UTF8)
        yield from [first] if first else []
        yield from stream
        return
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    rest = ""
    piece = first
    while piece:
        # A character is two bytes, and the line end may be the first of them.
        piece += stream.read(len(piece) % 2)
        *lines, rest = (rest + decoder.decode(piece)).split("\n")
        yield from (f"{line.removeprefix(MARK)}\n".encode() for line in lines)
        piece = stream.readline()
    if rest := (rest + decoder.decode(b"", final=True)).removeprefix(MARK):
        yield rest.encode()


def _encoding_of_stream(begin: bytes) -> str | None:
    """Return the UTF-16 variant of a stream with this beginning, None for any other encoding."""
    if begin.startswith(codecs.BOM_UTF16_LE) or (len(begin) > 1 and begin[0] and not begin[1]):
        return "utf-16-le"
    if begin.startswith(codecs.BOM_UTF16_BE) or (len(begin) > 1 and begin[1] and not begin[0]):
        return "utf-16-be"
    return None
