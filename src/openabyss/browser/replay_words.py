"""The texts of the replay's page, which its script reads by key: those of the table, and its own."""

from pathlib import Path

from openabyss.browser.table_words import table_words
from openabyss.words import _
from openabyss.words.markdown import keyed_texts

WORDS = keyed_texts(Path(__file__).with_suffix(".md").read_text("utf-8"))


def replay_words() -> dict[str, str]:
    """Every text in the reader's language, by its key."""
    return {**table_words(), **{key: _(text) for key, text in WORDS.items()}}
