"""The texts of the table's page, which its script reads by key (`table_words.md`)."""

from pathlib import Path

from openabyss.words import _, pgettext
from openabyss.words.levels import LEVELS, STYLES
from openabyss.words.markdown import keyed_texts
from openabyss.words.numbers import ORDINALS
from openabyss.words.questions import matters

WORDS: dict[str, str] = {
    **keyed_texts(Path(__file__).with_suffix(".md").read_text("utf-8")),
    **{f"level_{level}": name for level, name in LEVELS.items()},
    **{f"style_{style}": name for style, name in STYLES.items()},
    **{f"place_{place}": text for place, text in ORDINALS.items()},
}


def table_words() -> dict[str, str]:
    """Every text in the reader's language, by its key."""
    return {
        **{key: _(text) for key, text in WORDS.items()},
        "speed_0": pgettext("animations", "off"),
        "recruit_now": pgettext("button below the chosen cards", "Recruit the {lord} for {cost}"),
        **{f"matter_{question}": sentence for question, sentence in matters().items()},
    }
