"""Every sentence with a player's name, for reading: `python -m scripts.sentences pl [TEXT]`.

Names that are hard in a language stand in all log lines, questions and reasons of its catalogue, and
everything else in them has a sample. With a text only sentences are printed whose English contains it.
"""

import argparse
import re
from collections.abc import Callable, Iterator

from babel.messages.catalog import Message

from openabyss import words
from openabyss.rules.cards.allies import ally
from openabyss.words import ENGLISH, LANGUAGES
from openabyss.words.cards.codes import kind_name, race_name, race_of_stack
from openabyss.words.cards.leviathans import attack_in_words, name_of_leviathan, zone_name
from openabyss.words.cards.printed import location_name, lord_name
from openabyss.words.listing import filled
from scripts.catalogues import read_catalogue, translations_of
from scripts.messages import catalogue_of

# A feminine name, one that ends in a vowel, one with an apostrophe, a foreign one, one in capitals.
NAMES = {
    "en": ("Agnes", "Theo", "O’Hara", "Siân", "JAMES"),
    "de": ("Käthe", "Otto", "D’Artagnan", "Zoë", "HANS"),
    "fr": ("Hélène", "Igor", "D’Artagnan", "Eloïse", "YVES"),
    "pl": ("Kinga", "Kuba", "O’Hara", "Joaquín", "ŁUCJA"),
    "it": ("Chiara", "Andrea", "D’Angelo", "Ingrid", "UGO"),
    "cs": ("Věra", "Honza", "O’Hara", "Zoë", "JIŘÍ"),
}
# The places that hold the name of somebody at the table.
PEOPLE = ("player", "other", "owner", "opponent", "winner")
CARDS: dict[str, Callable[[], str]] = {
    "lord": lambda: lord_name(12),
    "location": lambda: location_name(106),
    "new_location": lambda: location_name(13),
    "sentinel": lambda: lord_name(106),
}
SAMPLES: dict[str, Callable[[], str]] = {
    "leviathan": lambda: name_of_leviathan(0),
    "attack": lambda: attack_in_words(0),
    "zone": lambda: zone_name(4),
    "card": lambda: kind_name(ally(1, 3)),
    "race": lambda: race_name(1, 2),
    "stack": lambda: race_of_stack(1),
}
# Of each, two are counted.
COUNTED = {
    "pearls": ("{count} pearl", "{count} pearls"),
    "price": ("{count} pearl", "{count} pearls"),
    "keys": ("{count} key", "{count} keys"),
    "nebulis": ("{count} nebulis", "{count} nebulis"),
    "cards": ("{count} card", "{count} cards"),
}
PLACE = re.compile(r"\{(\w+)(![rs])?(:[^{}]*)?\}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("text", nargs="?", default="", help="a part of the English sentences that are wanted")
    arguments = parser.parse_args()
    for english, sentences in sentences_with_names(arguments.language):
        if arguments.text.lower() in english.lower():
            print(english, *(f"    {sentence}" for sentence in sentences), "", sep="\n")


def names_of(language: str) -> tuple[str, ...]:
    """Five names; those of English where none have been chosen yet."""
    return NAMES.get(language, NAMES[ENGLISH])


def sentences_with_names(language: str) -> Iterator[tuple[str, list[str]]]:
    """Every English text that names somebody, with what is read for each name (and plural form)."""
    for message in read_catalogue(catalogue_of(language if language != ENGLISH else "de")):
        english = message.id if isinstance(message.id, str) else message.id[0]
        people = [place[1] for place in PLACE.finditer(english) if place[1] in PEOPLE]
        if set(people) - {"other"}:
            with words.reading_in(language):
                yield (
                    english,
                    [
                        _filled(text, people, first)
                        for text in _texts(message, language)
                        if text
                        for first in range(len(names_of(language)))
                    ],
                )


def _texts(message: Message, language: str) -> list[str]:
    """The text or its translations; the race of a stack has a place of its own."""
    english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    texts = english if language == ENGLISH else translations_of(message)
    return [text.replace("{race}", "{stack}") if "{race} stack" in english[0] else text for text in texts]


def _filled(text: str, people: list[str], first: int) -> str:
    """The text with a name in each place of a person, from this one on, and samples elsewhere."""
    names = names_of(words.language())
    named = {
        place: names[(first + number) % len(names)] for number, place in enumerate(dict.fromkeys(people))
    }

    def sample(place: re.Match[str]) -> str:
        if place[1] in named:
            return named[place[1]]
        if place[1] in COUNTED:
            return words.ngettext(*COUNTED[place[1]], 2).format(count=2)
        if place[1] in CARDS:
            return place[0]
        return SAMPLES[place[1]]() if place[1] in SAMPLES else "2"

    return filled(PLACE.sub(sample, text), **{place: name() for place, name in CARDS.items()})


if __name__ == "__main__":
    main()
