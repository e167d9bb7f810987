"""The terminal in other languages: nothing on it is English, and a person changes the language by hand."""

import os
import re
from io import StringIO
from pathlib import Path

import pytest
from textual.pilot import Pilot

from openabyss import words
from openabyss.errors import InvalidOption
from openabyss.terminal.local import LocalTable
from openabyss.terminal.plain import PlainTable
from openabyss.terminal.preferences import choose_language, language_file, use_kept_language
from openabyss.terminal.screen.app import TableApp
from openabyss.terminal.screen.new_game import NewGame
from openabyss.words import LANGUAGES, language, reading_in
from tests.terminal.tables import deep_session, rich_session
from tests.terminal.test_screen import press, shown, sit
from tests.words.pseudo import PSEUDO, pseudo_language

# Lines are cut, and with them the brackets of that language; but its vowels have accents.
ENGLISH = re.compile(r"\b[A-Za-z]*[aeiou][A-Za-z]{2,}\b")
# Names, keys, and the names of options and players, which are typed.
KEPT = re.compile(r"Triton|Enter|medium|true|Pseudo|\w+_\w+")
LARGE = (160, 60)
LAST = list(LANGUAGES)[-1]


async def look_around(app: TableApp, pilot: "Pilot[None]") -> None:
    """The table, its help, the score sheet, the log, the languages, and the choice of another game."""
    for keys in ((), ("question_mark",), ("escape", "v"), ("escape", "l"), ("escape", "n")):
        await press(app, pilot, *keys)
        assert ENGLISH.findall(KEPT.sub("", shown(app))) == []


def test_the_screen_says_nothing_that_is_not_in_the_catalogue(tmp_path: Path) -> None:
    with pseudo_language(tmp_path), reading_in(PSEUDO):
        sit(deep_session(), look_around, LARGE)


@pytest.mark.usefixtures("english_process")
def test_the_language_is_changed_at_the_table_and_everything_is_read_in_it() -> None:
    async def change(app: TableApp, pilot: "Pilot[None]") -> None:
        assert "Explore the depths" in shown(app)
        await press(app, pilot, "L")
        assert all(name in shown(app) for name in LANGUAGES.values())
        await press(app, pilot, "down", "enter")
        assert "Die Tiefen erkunden" in shown(app)
        assert "? Hilfe" in shown(app)
        assert "Explore the depths" not in shown(app)
        await press(app, pilot, "1")
        assert app.is_running

    sit(rich_session(), change, LARGE)
    assert language() == "de"


@pytest.mark.usefixtures("english_process")
def test_the_language_is_changed_where_a_game_is_chosen_and_kept_for_the_next_time() -> None:
    async def change(app: TableApp, pilot: "Pilot[None]") -> None:
        assert isinstance(app.screen, NewGame)
        while "Language" not in marked_row(app):
            await press(app, pilot, "down")
        await press(app, pilot, "right", "right")
        assert "Nouvelle partie" in shown(app)
        assert "Français" in marked_row(app)
        await press(app, pilot, "left")
        assert "Deutsch" in marked_row(app)

    sit(None, change, LARGE)
    assert_kept("de")


def marked_row(app: TableApp) -> str:
    """The text of the row of the sheet that is marked."""
    sheet = app.screen
    assert isinstance(sheet, NewGame)
    row = sheet.marked_row
    assert row is not None
    return str(row.prompt)


@pytest.mark.usefixtures("english_process")
def test_the_language_is_typed_at_the_table_of_lines_and_kept() -> None:
    said = StringIO()
    PlainTable(LocalTable(rich_session()), StringIO("language\nlanguage xx\nlanguage pl\n"), said).play()
    listed, polish = said.getvalue().split("there is no language 'xx'")
    assert all(f"{code}  {name}" in listed for code, name in LANGUAGES.items())
    assert "Explore the depths [explore]" in listed
    assert "[explore]" in polish
    assert "Explore the depths" not in polish
    assert_kept("pl")


def assert_kept(code: str) -> None:
    """Another process with this data folder reads in this language."""
    os.environ[words.VARIABLES[0]] = ""
    words._of_process.cache_clear()
    assert language() == "en"
    use_kept_language()
    assert language() == code


@pytest.mark.usefixtures("english_process")
@pytest.mark.parametrize("content", [b"", b"tlh\n", b"\xff\xfe"])
def test_a_file_that_says_no_language_changes_nothing(content: bytes) -> None:
    language_file().parent.mkdir(parents=True)
    language_file().write_bytes(content)
    use_kept_language()
    assert language() == "en"


@pytest.mark.usefixtures("english_process")
def test_the_environment_says_more_than_what_was_chosen_before(monkeypatch: pytest.MonkeyPatch) -> None:
    choose_language(LAST)
    monkeypatch.setenv(words.VARIABLES[0], "it")
    words._of_process.cache_clear()
    use_kept_language()
    assert language() == "it"


@pytest.mark.usefixtures("english_process")
def test_a_language_that_cannot_be_written_down_is_read_all_the_same(data_folder: Path) -> None:
    data_folder.write_text("not a folder", encoding="utf-8")
    choose_language("cs")
    assert language() == "cs"


def test_a_language_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidOption, match="there is no language 'dee'; did you mean 'de'"):
        choose_language("dee")
