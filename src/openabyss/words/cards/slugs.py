"""How a typed name finds its card: "ship_master", "Ship-Master" and "the ship master" are one."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches


def slug_of(name: str) -> str:
    """The name as it is typed in actions and links: "The Kraken's Lair" becomes "krakens_lair"."""
    plain = name.lower().removeprefix("the ").replace("'", "").replace("’", "")
    return "_".join(plain.split())


def bare(text: str) -> str:
    """Only the letters and digits of a text, in lower case: what two spellings have in common."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def spellings(slugs: Mapping[int, str]) -> dict[str, int]:
    """The bare spellings that find each card, with and without a leading "the"."""
    found = {f"the{bare(slug)}": number for number, slug in slugs.items()}
    found.update({bare(slug): number for number, slug in slugs.items()})
    return found


def nearest(text: str, slugs: Iterable[str]) -> str | None:
    """The slug most like the text, if any is alike enough to be meant."""
    matches = get_close_matches(slug_of(text).replace("-", "_"), list(slugs), n=1, cutoff=0.6)
    return matches[0] if matches else None
