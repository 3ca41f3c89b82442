"""Words that head the columns of lists of people, and the contents of columns without names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import msgspec

from floorjudge.formats.competition import as_kept

# A whole name, whatever the other columns are.
_WHOLE = {
    "full name", "fullname", "player name", "player's name", "participant name", "display name", "nombre completo",
    "nombre del jugador", "nombre y apellido", "nombre y apellidos", "nom complet", "nom du joueur", "nom et prénom",
    "nom prénom", "prénom et nom", "nome completo", "nome do jogador", "nome e sobrenome", "nome e cognome", "vollständiger name",
    "spielername", "vor- und nachname", "imię i nazwisko", "jméno a příjmení", "meno a priezvisko", "氏名", "姓名",
}  # fmt: skip
# A whole name, or the first name if there is a column for the family name.
_NAME = {
    "name", "names", "player", "players", "participant", "participants", "nombre", "nombres", "jugador", "jugadora", "jugadores",
    "participante", "participantes", "nom", "noms", "joueur", "joueuse", "joueurs", "nome", "nomes", "jogador", "jogadora",
    "jogadores", "spieler", "spielerin", "teilnehmer", "teilnehmerin", "giocatore", "giocatrice", "giocatori", "speler", "naam",
    "gracz", "nazwa", "hráč", "hrac", "jméno hráče", "spelare", "deltagare", "namn", "navn", "pelaaja", "nimi", "játékos", "név",
    "имя игрока", "игрок", "фио", "имя", "名前", "お名前", "プレイヤー", "プレイヤー名", "选手", "이름", "선수",
}  # fmt: skip
_GIVEN = {
    "first name", "firstname", "first", "given name", "given names", "given", "forename", "forenames", "prénom", "prénoms",
    "prenom", "primeiro nome", "nombre de pila", "primer nombre", "vorname", "voornaam", "imię", "imie", "křestní jméno", "förnamn",
    "fornavn", "etunimi",
}  # fmt: skip
_FAMILY = {
    "last name", "lastname", "last", "family name", "family", "surname", "surnames", "apellido", "apellidos", "nom de famille",
    "sobrenome", "apelido", "último nome", "nachname", "familienname", "cognome", "achternaam", "nazwisko", "příjmení", "prijmeni",
    "priezvisko", "efternamn", "efternavn", "etternavn", "sukunimi", "фамилия",
}  # fmt: skip
# Other words in headings for a part of a name, such as `Segundo apellido`, `Surname (as on card)`.
_PARTS = {
    "surname", "last", "family", "first", "given", "middle", "apellido", "apellidos", "sobrenome", "apelido", "cognome", "nachname",
    "familienname", "vorname", "prénom", "prenom", "famille", "achternaam", "voornaam", "nazwisko", "imię", "příjmení",
}  # fmt: skip
# Beside a first name, these are the family name.
_FAMILY_BESIDE_GIVEN = {"nom", "name"}
_NICKNAME = {"nickname", "username", "user name", "gamertag", "apodo", "pseudo", "spitzname"}
_STATUS = {
    "status", "registration state", "registration status", "rsvp", "attending", "attendance", "coming", "going", "response", "checked in",
    "cancelled", "canceled", "dropped", "withdrawn", "waitlist", "estado", "asiste", "asistencia", "statut", "état", "présence",
    "présent", "situação", "presença", "stato", "teilnahme", "anmeldestatus", "zusage",
}  # fmt: skip
# One of these in a heading is enough, as in `Order status`, `Drop round`.
_STATUS_WORDS = {
    "status", "rsvp", "attending", "attendance", "drop", "dropped", "cancelled", "canceled", "withdrawn", "waitlist", "asistencia",
    "asistirá", "asistirás", "statut", "présence", "presença", "teilnahme",
}  # fmt: skip
_GONE = {
    "cancelled", "canceled", "cancellation", "cancel", "dropped", "drop", "dropout", "withdrawn", "withdrew", "refunded",
    "no show", "no-show", "noshow", "declined", "not attending", "not coming", "rejected", "waitlist", "waitlisted", "wait list",
    "waiting list", "on waitlist", "pending", "maybe", "cancelado", "cancelada", "anulado", "anulada", "rechazado", "rechazada",
    "lista de espera", "en espera", "annulé", "annulée", "désisté", "désistée", "refusé", "refusée", "liste d'attente",
    "en attente", "desistente", "desistiu", "recusado", "em espera", "abgesagt", "abgemeldet", "storniert", "warteliste",
    "annullato", "rinunciato", "lista d'attesa", "not going", "no asiste", "no asistirá", "baja", "ne vient pas", "não vem",
    "kommt nicht",
}  # fmt: skip
# The cell of a person who takes no part may have more text, as in `Refunded (2026-03-01)`, `Cancelled by Ana`.
_BEGINS_GONE = re.compile(
    rf"(?:{'|'.join(sorted(map(re.escape, _GONE - {'drop', 'cancel', 'baja'}), reverse=True))})\b"
)
_NUMBER = re.compile(r"[#№]?[\s\d.,:/()+-]*\d[\s\d.,:/()+-]*", re.ASCII)
_DATE = re.compile(
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T,].*)?|\d{1,2}:\d{2}(:\d{2})?( ?[ap]m)?.*", re.ASCII | re.IGNORECASE
)
_ADDRESS = re.compile(r"\S+@\S+\.\S+|https?://\S+|www\.\S+", re.IGNORECASE)
_DATE_INSIDE = re.compile(
    r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[-/.]\d{1,2}[-/.]\d{4}\b|\b\d{1,2}:\d{2}\b", re.ASCII
)
# Letters in HTML notation.
_ESCAPED = re.compile(r"&(#\d+|#x[0-9a-f]+|[a-z]{2,8});", re.ASCII | re.IGNORECASE)
_TOTALS = ("total", "totals", "totale", "totaal", "summe", "somme", "suma", "soma")


class Heading(msgspec.Struct, frozen=True):
    """A line of headings: the columns of the name, in order; None if it does not tell which."""

    columns: tuple[int, ...] | None


def heading_of(cells: Sequence[str]) -> Heading | None:
    """Return the heading in a line; None if no cell of it heads names."""
    heads = [_folded(cell) for cell in cells]

    def those(names: set[str]) -> list[int]:
        return [index for index, head in enumerate(heads) if head in names]

    whole, named, given, family = those(_WHOLE), those(_NAME), those(_GIVEN), those(_FAMILY)
    if given and not family:
        family = [index for index in named if heads[index] in _FAMILY_BESIDE_GIVEN]
        named = [index for index in named if index not in family]
    if not (whole or named or given or family):
        nick = those(_NICKNAME)
        return Heading((nick[0],) if len(nick) == 1 else None) if nick else None
    if whole or not family:
        # A name beside other parts of names is no whole one, and two whole ones may be of two people.
        halves = not whole and len(heads) > 1 and any(_PARTS.intersection(head.split()) for head in heads)
        found = whole + (named if not family else [])
        return Heading((found[0],) if len(found) == 1 and not halves else None)
    if len(family) > 1:
        return Heading(None)
    first = given or named
    return Heading((first[0], family[0]) if (len(first), len(family)) == (1, 1) else None)


def heads_first_names(cell: str) -> bool:
    """Return whether a cell that heads the first of two columns may head whole names as well, as `Name` does."""
    return _folded(cell) in _NAME


def heads_status(cell: str) -> bool:
    """Return whether a cell heads a column that tells which people take part."""
    head = _folded(cell)
    return head in _STATUS or not _STATUS_WORDS.isdisjoint(head.split())


def is_gone(cell: str) -> bool:
    """Return whether a cell tells that a person does not take part, or not for certain."""
    said = _folded(cell)
    return said in _GONE or _BEGINS_GONE.match(said) is not None


def is_address(cell: str) -> bool:
    """Return whether a cell holds an e-mail address or a web address."""
    return _ADDRESS.fullmatch(cell) is not None


def is_no_name(cell: str) -> bool:
    """Return whether a cell holds a number, a date, a time or an address, and no name."""
    return any(kind.fullmatch(cell) for kind in (_NUMBER, _DATE, _ADDRESS))


def is_remark(cell: str) -> bool:
    """Return whether a line is a remark, such as `Waiting list:`, `Total 47` or `Exported on 2026-03-01`.

    So is a line without any letter or picture, or one with an address or signs of HTML, which are in no name.
    """
    total, _, rest = cell.casefold().partition(" ")
    return (
        cell.endswith((":", "?"))
        or (total.rstrip(":") in _TOTALS and (not rest or is_no_name(rest)))
        or any(kind.search(cell) for kind in (_DATE_INSIDE, _ADDRESS, _ESCAPED))
        or not any(unicodedata.category(char)[0] in "LN" or unicodedata.category(char) in ("So", "Sk") for char in cell)
    )


def _folded(cell: str) -> str:
    return as_kept(cell).casefold().strip(" :*?.#").replace("’", "'")
