"""The terminal in other languages: nothing on it is English, and a person changes the language by hand."""

import os
import re
from pathlib import Path

import pytest

from openabyss import words
from openabyss.errors import InvalidOption
from openabyss.terminal.preferences import choose_language, language_file, use_kept_language
from openabyss.terminal.screen.new_game import NewGame
from openabyss.terminal.screen.rows import table_rows
from openabyss.words import LANGUAGES, _, language, reading_in
from tests.terminal.screens import Seat, seated
from tests.terminal.tables import deep_session, rich_session, typed
from tests.words.pseudo import PSEUDO, pseudo_language

# Lines are cut, and with them the brackets of that language; but its vowels have accents.
ENGLISH = re.compile(r"\b[A-Za-z]*[aeiou][A-Za-z]{2,}\b")
# Names, keys, and the names of options and players, which are typed.
KEPT = re.compile(r"Triton|Enter|medium|true|Pseudo|\w+_\w+")
LARGE = (160, 60)
LAST = list(LANGUAGES)[-1]


async def test_the_screen_says_nothing_that_is_not_in_the_catalogue(tmp_path: Path) -> None:
    with pseudo_language(tmp_path), reading_in(PSEUDO):
        async with seated(deep_session(), LARGE) as seat:
            for keys in ((), ("question_mark",), ("escape", "v"), ("escape", "l"), ("escape", "n")):
                await seat.press(*keys)
                assert ENGLISH.findall(KEPT.sub("", seat.shown)) == []


async def test_cards_and_payments_bear_the_letters_of_the_language_and_are_typed_as_ever() -> None:
    session = deep_session()
    session.answer("recruit:106")
    with reading_in("de"):
        async with seated(session, LARGE) as seat:
            assert "S3 R1" in seat.shown
            assert not re.search(r"\bC\d", seat.shown)
    session.answer("pay K2 C1 nebulis:1")


@pytest.mark.usefixtures("english_process")
async def test_the_language_is_changed_at_the_table_and_everything_is_read_in_it() -> None:
    async with seated(rich_session(), LARGE) as seat:
        assert "Explore the depths" in seat.shown
        await seat.press("L")
        assert all(name in seat.shown for name in LANGUAGES.values())
        await seat.press("down", "enter")
        assert "Die Tiefen erkunden" in seat.shown
        assert "? Hilfe" in seat.shown
        assert "Explore the depths" not in seat.shown
        await seat.press("1")
        assert seat.app.is_running
    assert language() == "de"


@pytest.mark.usefixtures("english_process")
async def test_the_language_is_changed_where_a_game_is_chosen_and_kept_for_the_next_time() -> None:
    async with seated(None, LARGE) as seat:
        while "Language" not in marked_row(seat):
            await seat.press("down")
        await seat.press("right", "right")
        assert "Nouvelle partie" in seat.shown
        assert "Français" in marked_row(seat)
        await seat.press("left")
        assert "Deutsch" in marked_row(seat)
    assert_kept("de")


def marked_row(seat: Seat) -> str:
    """The text of the row of the sheet of a new game that is marked."""
    assert isinstance(seat.app.screen, NewGame)
    assert seat.app.screen.marked_row is not None
    return str(seat.app.screen.marked_row.prompt)


@pytest.mark.usefixtures("english_process")
def test_the_language_is_typed_at_the_table_of_lines_and_kept() -> None:
    said = typed(rich_session(), "language", "language xx", "language pl")
    listed, polish = said.split("there is no language 'xx'")
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_stand_above_their_columns_in_every_language(language: str) -> None:
    with reading_in(language):
        rows = [row.text.plain for row in table_rows(deep_session().update, 160)]
        border, power, court, influence = _("Border"), _("power→tokens"), _("Court"), _("infl.")
    place = next(number for number, row in enumerate(rows) if row.startswith(border))
    assert rows[place + 1][rows[place].index(power) :].startswith("7→2")
    place = next(number for number, row in enumerate(rows) if row.startswith(court))
    end = rows[place].index(influence) + len(influence)
    assert re.fullmatch(r".*\d", rows[place + 1][:end])
    assert rows[place + 1][end] == " "
