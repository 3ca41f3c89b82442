"""What prerequisites ask for: each sentence is read by the first pattern that fits it, and changes the scene.

A sentence that no pattern fits as a whole is read in parts, where it joins several with “and” or offers several with “or”.
"""

from __future__ import annotations

import re

from floorjudge.magic.collections import readings as to
from floorjudge.magic.collections.pairs import read_pair
from floorjudge.magic.collections.scene import Scene
from floorjudge.magic.collections.ways import read_way

_MANA = r"(?P<mana>(?:\{[^}]+\})+)"
_PEOPLE = r"(?:an opponent|opponents|your opponents|each opponent|at least 1 opponent|1 opponent|the opponent)"
# The first pattern that fits a sentence as a whole counts; cards stand as #0, #1, ..., counting words as digits.
_RULES: tuple[tuple[str, to.Reading], ...] = (
    # mana
    (r"#\d+ can tap to (?:produce|add) .*", to.nothing),
    (r"you have a land card in hand that enters.* untapped.*", to.land_in_hand),
    (rf"(?P<who>.*?)(?: (?:that )?you control)? (?:that |which )?(?:can|could)(?: each)?(?: collectively)? ?(?:be tapped|tap)? ?(?:to|for)? ?(?:produce|add|make)? ?(?:a total of )?(?:at least )?{_MANA}(?:,? plus enough mana to cast .*)?", to.made),
    (rf"you control (?P<who>(?:lands?|creatures?|artifacts?|permanents?|nonland permanents?|(?:up to|at least) .*?)) (?:that |which )(?:enters? the battlefield untapped,? and (?:that )?)?(?:can|could)(?: collectively)? (?:tap|be tapped) (?:to|for) ?(?:produce|add)? ?(?:at least )?{_MANA}", to.made),
    (rf"(?P<who>nonland mana sources) that can tap for at least {_MANA}(?: on the battlefield)?", to.made),
    (r"you have any number of (?:other )?nonland permanents.*enough mana to cast #(?P<card>\d+).*", to.makes_cost),
    (r"(?:you have )?(?:enough )?mana (?:available )?to cast #(?P<card>\d+)", to.enough_to_cast),
    (r"(?:you have )?(?:enough )?mana (?:available )?(?:each turn )?to (?:re)?cast .*", to.nothing),
    (rf"{_MANA} ?available(?: .*)?", to.available),
    (r"(?:you have )?enough mana to (?:pay for|pay) (?:commander|command) tax.*", to.tax),
    # players
    (r"it is (?:an|your|any|each) opponent's turn", to.turn),
    (r"it is not your turn", to.turn),
    (r"it is your .*(?:phase|turn|step)", to.nothing),
    (rf"{_PEOPLE} (?:collectively )?(?:has|have) (?:at least )?(?P<many>\d+)(?: or more)? cards in (?:their )?hands?", to.their_hand),
    (r"(?:your life ?total is|you have|you are at) (?:at least )?(?P<many>\d+)(?: or (?:greater|higher|more))?(?: life)?(?: minus .*)?", to.life),
    (r"(?:your life ?total is|you have|you are at) (?P<many>\d+) or (?:less|fewer|lower)(?: life)?", to.little_life),
    (rf"{_PEOPLE} (?:has|have) (?P<many>\d+) or less life", to.their_life),
    (r"you have at least (?P<many>\d) opponents", to.more_players),
    (r"you have (?:at least )?(?P<many>\d+) (?P<kind>experience|energy|poison|rad|ticket) counters?", to.counters),
    (r"you have (?:at least )?(?P<many>\d+) (?P<kind>energy)", to.counters),
    (r"(?:you have|you are able to make) (?:at least )?(?P<mana>(?:\{E\})+)(?: each turn)?", to.energy),
    (r"you have (?:got )?the city'?s? ?blessing(?: (?:or|and).*)?|you control at least 9 permanents or have the city'?s? blessing", to.lands),
    (r"your devotion to (?P<colour>\w+) is (?:at least )?(?P<many>\d+)(?: or (?:greater|more))?", to.devotion),
    # cards elsewhere
    (r"you have no (?:other )?cards in (?:your )?hand", to.nothing),
    (r"you have (?:a number of )?cards in (?:your )?hand (?:that is )?greater than your maximum hand size", to.full_hand),
    (r"you have a number of cards in (?:your )?hand (?:that is )?greater than your maximum hand size", to.full_hand),
    (r"(?:you have )?(?:at least )?(?P<many>an?|\d+)(?: or more)?(?: other| additional)? cards? in (?:your )?hand(?: (?:or|and) (?:your )?graveyard)?", to.hand),
    (r"(?:you have )?an additional card in (?:your )?hand(?P<many>)", to.hand),
    (r"you have (?:at least )?(?P<many>\d+)(?: or more)?(?: other| additional)? cards? in (?:your )?graveyard(?:,? (?:plus|if) .*)?", to.grave),
    (r"there are (?:at least )?\d+(?: or more)? card types among cards in your graveyard", to.grave_types),
    (r"(?:you have )?(?P<kind>.+?) cards? exiled (?:with|by) #(?P<card>\d+)", to.exiled_with),
    (r"there is (?P<kind>.+? card) exiled (?:with|by) #(?P<card>\d+)", to.exiled_with),
    (r"(?:you have |there (?:is|are) )?(?P<kind>(?:an?|at least|another|\d+) .*?(?:cards?|instants?|sorcery|spells?))(?: spell)?,? in (?:your )?(?P<zone>hand|graveyard|exile|library)(?: with (?:the )?mana to cast (?:it|them)(?:,? (?:or|and) .*)?)?(?: (?:with|and) (?:valid |applicable |legal )?targets?.*)?", to.cards),
    (r"(?:you have )?(?P<kind>(?:an?|at least|another|\d+) .*? cards?) in (?:your )?(?P<zone>hand|graveyard)(?P<more> that can be cast (?:using|by|with|for) .*| you can cast .*| with mana value .*)", to.cards),
    (r"(?:you have )?(?P<kind>an? spell) in (?P<zone>hand) you can cast .*", to.cards),
    (r"(?:.* )?if (?:it|#\d+) has summoning sickness", to.nothing),
    (r"(?:you have )?(?P<kind>(?:an?|at least|another|\d+) .*? cards?(?: with .*?)?) in (?:your )?(?P<zone>hand|graveyard)", to.cards),
    (r"any (?P<kind>.+?) exiled (?:with|by) #(?P<card>\d+)", to.exiled_with),
    # the board
    (r"you have (?P<kind>(?:at least )?\d+ \w+) between your hand, battlefield,? and graveyard", to.own),
    (r"(?:you control )?(?:a )?number of (?P<kind>.+?)(?: that (?:is|are))? (?:equal to or )?greater than .+", to.many),
    (r"you control a permanent (?:that )?you do not own", to.borrowed),
    (r"there (?:are|is|exist) (?:an? )?(?:legal|valid) .*", to.targets),
    (rf"{_PEOPLE} (?:collectively )?controls? (?P<kind>.+)", to.theirs),
    (r"there (?:are|is) (?P<kind>.+) on the battlefield(?: under your control)?", to.own),
    (r"there (?:are|is) (?P<kind>.+)", to.own),
    (r"(?:you control|and control) (?P<kind>.+)", to.own),
    (r"(?P<kind>(?:at least|another|an additional) .+) on the battlefield", to.own),
    # one card
    (r'"(?P<word>[^"]+)"(?: or "[^"]+")* chosen (?:with|for|by) #(?P<card>\d+)', to.chosen),
    (r"any (?:creature type|color) chosen (?:with|for|by) #\d+", to.nothing),
    (r"(?:there (?:are|is) )?(?:at least )?(?P<many>\d+)(?: or more)? (?P<kind>\S+) counters? on #(?P<card>\d+)", to.counters_on),
    (r"#(?P<card>\d+)(?: and|,) #(?P<other>\d+) (?P<said>.+)", to.state_of_both),
    (r"#(?P<card>\d+)(?P<said>(?: |').+)", to.state),
    # what is a matter of course here
    (r"(?!.*\b(?:controls|attached to|has power|is a)\b).*(?:cannot|unable to)(?: be)? (?:block|kill|respond|pay).*", to.nothing),
    (r"(?:an opponent|opponents) (?:does not|do not) .*", to.nothing),
    (r"(?:all|other|additional|an additional|creatures|permanents)\b.* (?:do|does) not have summoning sickness", to.nothing),
    (r"(?:(?:the additional |other )?#?\w+(?:,| and|, and)? ){1,4}do(?:es)? not have summoning sickness", to.nothing),
    (r"(?:if desired|if applicable|if needed|note:|optionally).*", to.nothing),
    (r"you are able to play a land.*|you (?:have|did) not play(?:ed)? a land.*|you have a land drop.*", to.nothing),
    (r"(?:your|the|each|an).*(?:library|deck).*(?:size|greater|larger|more|at least|less than).*", to.nothing),
    (r"(?:you have|the (?:number|combined)|number of).*(?:more cards|6 or more cards|cards).* (?:library|libraries).*", to.nothing),
    (rf"{_PEOPLE} has a library size.*|each opponent has a life total.*", to.nothing),
    (r"you have not (?:cast|activated|completed|used|attacked|drawn|lost|gained|played).*", to.nothing),
    (r"you have no .* in (?:your )?(?:graveyard|library|hand)", to.nothing),
    (r"#\d+ is (?:your commander|not legendary|not a land)", to.nothing),
    (r"there are creature cards in your library|every nonland card in library.*", to.nothing),
    (r"you control \d+ or fewer .*", to.nothing),
)  # fmt: skip
_READ = tuple((re.compile(pattern, re.IGNORECASE), reading) for pattern, reading in _RULES)
_AND, _OR = re.compile(r",? (?:and|but|plus) |, "), re.compile(r",? or (?:is |are |you |have )?")
_SUBJECT = re.compile(
    r"^(?P<who>#\d+(?:(?:,| and) #\d+)*|you|an opponent|opponents)(?P<verb> control| have| controls)?(?=[ '])",
    re.IGNORECASE,
)
_VERB = re.compile(r"(?:control|have|has|had|is|are|do|does|cannot|can|must|attached|with|without)\b", re.IGNORECASE)


def read_requirement(scene: Scene, sentence: str) -> bool:
    """Change a scene by what a sentence asks for; say whether it was understood."""
    if _as_a_whole(scene, sentence):
        return True
    for cut in _AND.finditer(sentence):
        first, last = sentence[: cut.start()], _with_subject(sentence, sentence[cut.end() :])
        if _as_a_whole(scene.copy(), first) and read_requirement(scene.copy(), last):
            return _as_a_whole(scene, first) and read_requirement(scene, last)
    for cut in _OR.finditer(sentence):
        # One of several is enough.
        first, last = sentence[: cut.start()], _with_subject(sentence, sentence[cut.end() :])
        if _as_a_whole(scene, first) or _as_a_whole(scene, last):
            return True
    return False


def _with_subject(sentence: str, part: str) -> str:
    """Return the second part of a sentence with what the first one says who it is about, and what they have or control."""
    subject = _SUBJECT.match(sentence)
    if subject is None or _SUBJECT.match(part):
        return part
    return f"{subject['who'] if _VERB.match(part) else subject[0]} {part}"


def _as_a_whole(scene: Scene, sentence: str) -> bool:
    if read_pair(scene, sentence) or read_way(scene, sentence):
        return True
    for pattern, reading in _READ:
        if (found := pattern.fullmatch(sentence)) is not None and reading(scene, found) is not False:
            return True
    return False
