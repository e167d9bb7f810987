"""Every sentence with a player's name, for reading: `python -m scripts.sentences pl [TEXT]`.

Names that are hard in a language stand in all log lines, questions and reasons of its catalogue, and
everything else in them has a sample. With a text only sentences are printed whose English contains it.
"""

import argparse
import re
from collections.abc import Iterator

from babel.messages.catalog import Message

from openabyss import words
from openabyss.words import ENGLISH, LANGUAGES
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
PEOPLE = ("player", "other", "owner", "opponent", "winner", "attacker")
SAMPLES = {
    "lord": words.N_("Slaver"),
    "location": words.N_("The Battlefield"),
    "new_location": words.N_("The Throne Room"),
    "leviathan": words.N_("Manyhead"),
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
                        for text in filter(None, _texts(message, language))
                        for first in range(len(names_of(language)))
                    ],
                )


def _texts(message: Message, language: str) -> tuple[str, ...]:
    if language == ENGLISH:
        return (message.id,) if isinstance(message.id, str) else tuple(message.id)
    return translations_of(message)


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
        return words._(SAMPLES[place[1]]) if place[1] in SAMPLES else "2"

    return PLACE.sub(sample, text)


if __name__ == "__main__":
    main()
