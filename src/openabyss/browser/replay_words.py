"""The texts of the replay's page, which its script reads by key: those of the table, and its own."""

from openabyss.browser.table_words import table_words
from openabyss.words import N_, _

WORDS: dict[str, str] = {
    "replay_play": N_("Play"),
    "replay_pause": N_("Pause"),
    "replay_spectator": N_("a spectator"),
    "replay_where": N_("{moment} of {last}"),
    "replay_moment": N_("Moment {moment} of {last}. Turn {turn}: {name}"),
    "replay_begins": N_("The game begins."),
    "replay_event": N_("{number} of {count}: {text}"),
    "replay_link": N_("A link to this moment"),
    "replay_copied": N_("The link to this moment has been copied."),
    "replay_unreadable": N_("The link has no record that can be read."),
    "replay_failed": N_("The server does not answer. Try again in a moment."),
}


def replay_words() -> dict[str, str]:
    """Every text in the reader's language, by its key."""
    return {**table_words(), **{key: _(text) for key, text in WORDS.items()}}
