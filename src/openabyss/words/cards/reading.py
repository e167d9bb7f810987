"""The words of cards, read from Markdown, and the cards that typed names mean."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from openabyss.words.markdown import flat, sections

HEADING = re.compile(r"(\d+) ([^`]+?)((?: `[^`]+`)*)")


class CardEntry(NamedTuple):
    """What is written of the card with a public id; `codes` are no texts: the program reads them."""

    id: int
    name: str
    codes: tuple[str, ...]
    paragraphs: list[str]
    rulings: tuple[str, ...]


def sections_of(text: str) -> Iterator[CardEntry]:
    """The sections of a file."""
    for heading, blocks in sections(text):
        found = HEADING.fullmatch(heading)
        if found is None:
            raise ValueError(f"{heading!r} is not the id and the name of a card")
        notes = blocks.pop() if blocks[-1].startswith("- ") else ""
        rulings = tuple(flat(note) for note in f"\n{notes}".split("\n- ")[1:])
        codes = tuple(found[3].strip(" `").split("` `"))
        yield CardEntry(int(found[1]), found[2], codes, [flat(block) for block in blocks], rulings)


def sections_in(file: str) -> Iterator[CardEntry]:
    """The sections of a file of this folder."""
    return sections_of((Path(__file__).parent / file).read_text(encoding="utf-8"))


class TypedNames:
    """How people type the names of cards: "ship_master", "Ship-Master" and "the ship master" are one."""

    def __init__(self, names: Mapping[int, str]) -> None:
        """The names by the public ids of their cards."""
        self.slugs = {number: slug_of(name) for number, name in names.items()}
        ids = {bare(slug): number for number, slug in self.slugs.items()}
        self._ids = {f"the{spelling}": number for spelling, number in ids.items()} | ids

    def id_of(self, text: str) -> int | None:
        """The card that is meant, if one has this name."""
        return self._ids.get(bare(text))

    def nearest(self, text: str) -> str | None:
        """The slug of the card that a misspelt name may mean."""
        return nearest(text, self.slugs.values())


def slug_of(name: str) -> str:
    """The name as it is typed in actions and links: "The Kraken's Lair" becomes "krakens_lair"."""
    plain = name.lower().removeprefix("the ").replace("'", "").replace("’", "")
    return "_".join(plain.split())


def bare(text: str) -> str:
    """Only the letters and digits of a text, in lower case: what two spellings have in common."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def nearest(text: str, slugs: Iterable[str]) -> str | None:
    """The slug most like the text, if any is alike enough to be meant."""
    matches = get_close_matches(slug_of(text).replace("-", "_"), list(slugs), n=1, cutoff=0.6)
    return next(iter(matches), None)
