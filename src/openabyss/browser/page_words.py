"""The texts of the pages of the table and of the replay, which their scripts read by key."""

from pathlib import Path

from openabyss.words import _, pgettext
from openabyss.words.levels import LEVELS, STYLES
from openabyss.words.markdown import keyed_texts
from openabyss.words.numbers import ORDINALS
from openabyss.words.questions import matters

FOLDER = Path(__file__).parent
TABLE_WORDS: dict[str, str] = {
    **keyed_texts((FOLDER / "table_words.md").read_text("utf-8")),
    **{f"level_{level}": name for level, name in LEVELS.items()},
    **{f"style_{style}": name for style, name in STYLES.items()},
    **{f"place_{place}": text for place, text in ORDINALS.items()},
}
REPLAY_WORDS = keyed_texts((FOLDER / "replay_words.md").read_text("utf-8"))


def table_words() -> dict[str, str]:
    """Every text of the table in the reader's language, by its key."""
    return {
        **{key: _(text) for key, text in TABLE_WORDS.items()},
        "speed_0": pgettext("animations", "off"),
        "recruit_now": pgettext("button below the chosen cards", "Recruit the {lord} for {cost}"),
        **{f"matter_{question}": sentence for question, sentence in matters().items()},
    }


def replay_words() -> dict[str, str]:
    """Those of the table, and those of the replay besides."""
    return {**table_words(), **{key: _(text) for key, text in REPLAY_WORDS.items()}}
