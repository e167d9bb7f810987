"""The table on the whole screen in a language that nobody speaks: nothing on it is English."""

import re
from pathlib import Path

from textual.pilot import Pilot

from openabyss.terminal.screen.app import TableApp
from openabyss.words import reading_in
from tests.terminal.tables import deep_session
from tests.terminal.test_screen import press, shown, sit
from tests.words.pseudo import PSEUDO, pseudo_language

# Lines are cut, and with them the brackets of that language; but its vowels have accents.
ENGLISH = re.compile(r"\b[A-Za-z]*[aeiou][A-Za-z]{2,}\b")
# Names, keys, and the names of options and players, which are typed.
KEPT = re.compile(r"Triton|Enter|greedy|true|\w+_\w+")
LARGE = (160, 60)


async def look_around(app: TableApp, pilot: "Pilot[None]") -> None:
    """The table, its help, the score sheet, the log, and the choice of another game."""
    for keys in ((), ("question_mark",), ("escape", "v"), ("escape", "l"), ("escape", "n")):
        await press(app, pilot, *keys)
        assert ENGLISH.findall(KEPT.sub("", shown(app))) == []


def test_the_screen_says_nothing_that_is_not_in_the_catalogue(tmp_path: Path) -> None:
    with pseudo_language(tmp_path), reading_in(PSEUDO):
        sit(deep_session(), look_around, LARGE)
