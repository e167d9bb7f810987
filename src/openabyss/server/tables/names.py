"""Text that people write and others see: names that can be distinguished, and lines that do not disturb the
page."""

import unicodedata
from collections.abc import Iterable
from functools import cache

from openabyss.client.protocol.from_client import CHAT_LENGTH
from openabyss.errors import InvalidOption
from openabyss.server.credentials import hashed
from openabyss.server.storage import Storage
from openabyss.server.storage.people.kept_names import check_names
from openabyss.words import _

MAX_LETTERS = 24
# Of a name as it is typed: the time for bringing the marks on a letter into their order grows with the square
# of their number.
MAX_TYPED = 100
# Of what a name looks like, which may be much longer: there are letters that look like whole sentences. Of a
# longer look a hash is compared: if it were cut, names would be alike that differ only at their ends.
MAX_LOOK = 200
# Accents and vowel signs on one letter, as many as Tibetan needs; more would cover the lines above and below.
MAX_MARKS = 3
# Control and format characters (which can change the direction of writing), and code points without a
# character.
CONTROLS = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
MARKS = ("Mn", "Me")
# Variation selectors, which choose how the symbol before them is drawn.
SELECTORS = "\ufe0e\ufe0f"
# Invisible letters, marks and symbols (Default_Ignorable_Code_Point, and the empty pattern of Braille).
UNSEEN = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0),
            *(0x16FE4, 0x1D159),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)


def check_name(name: str) -> str:
    """A name as it is shown: 1 to 24 letters, without repeated blanks. Raises InvalidOption."""
    bare = "".join(letter for letter in name if letter not in SELECTORS)
    if any(letter in UNSEEN or unicodedata.category(letter) in CONTROLS for letter in bare):
        raise InvalidOption(_("a name must not contain control characters, or letters that nobody can see"))
    plain = " ".join(unicodedata.normalize("NFC", bare).split()) if len(bare) <= MAX_TYPED else ""
    if not 1 <= len(plain) <= MAX_LETTERS:
        raise InvalidOption(_("a name must have 1 to {most} characters").format(most=MAX_LETTERS))
    if plain != with_few_marks(plain):
        problem = _("a name must not have more than {most} marks on a letter")
        raise InvalidOption(problem.format(most=MAX_MARKS))
    return plain


async def check_unkept(storage: Storage, names: Iterable[str], browser: str) -> None:
    """Nobody else than the person of this browser keeps one of these names. Raises InvalidOption."""
    looks = {name: looks_of(name) for name in names}
    await storage.read(check_names, looks, browser)


def readable(text: str) -> str:
    """The text as others may see it: without control characters, invisible letters and stacks of marks, and
    no longer than a line of the chat may be."""
    shown = "".join(
        letter for letter in text if letter.isprintable() and (letter not in UNSEEN or letter in SELECTORS)
    )
    # Some letters become two.
    return with_few_marks(unicodedata.normalize("NFC", shown))[:CHAT_LENGTH].strip()


def with_few_marks(text: str) -> str:
    """The text without marks that are on no letter, and with only the first few on each letter."""
    kept, marks = [], MAX_MARKS
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in MARKS else 0
        if marks <= MAX_MARKS:
            kept.append(letter)
    return "".join(kept)


def is_like_one_of(name: str, others: Iterable[str]) -> bool:
    """Whether a name looks like one of these: by letters of another alphabet, by 1, l and I."""
    looks = looks_of(name)
    return any(not looks.isdisjoint(looks_of(other)) for other in others)


def looks_of(name: str) -> set[str]:
    """The skeletons of a name (Unicode Technical Standard 39), as it is written and in lower case."""
    plain = unicodedata.normalize("NFKC", name)
    looks = (_skeleton(text).casefold() for text in (plain, plain.casefold()))
    return {look if len(look) <= MAX_LOOK else hashed(look) for look in looks}


def _skeleton(text: str) -> str:
    alike = prototypes()
    seen = (letter for letter in unicodedata.normalize("NFD", text) if letter not in UNSEEN)
    return unicodedata.normalize("NFD", "".join(alike.get(letter, letter) for letter in seen))


@cache
def prototypes() -> dict[str, str]:
    """For every letter that looks like others, the one that represents them all.

    The library knows in both directions what looks like what. A representative is like several, or is more
    than one letter (`rn` for m); of two letters that are only like each other it does not matter which.
    """
    from confusable_homoglyphs.utils import load  # noqa: PLC0415  only servers need it

    table = load("confusables.json")
    like = {_bare(text): [_bare(other["c"]) for other in others] for text, others in table.items()}
    found = {}
    for letter, others in like.items():
        if len(letter) == 1 and len(others) == 1:
            (other,) = others
            represents_all = len(other) > 1 or len(like[other]) > 1
            found[letter] = other if represents_all else min(letter, other)
    return found


def _bare(text: str) -> str:
    """The text without the direction marks that the library keeps around right-to-left letters."""
    return text.replace("\u200e", "")
