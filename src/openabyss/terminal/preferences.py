"""A person's folder, and the language that was chosen by hand in the terminal and is kept there.

OPENABYSS_LANGUAGE takes precedence over the kept choice, and that over the language of the system.
"""

import os
from contextlib import suppress
from pathlib import Path

import platformdirs

from openabyss.errors import InvalidOption
from openabyss.words import LANGUAGES, VARIABLES, _, read_everywhere_in
from openabyss.words.listing import with_suggestion


def data_folder() -> Path:
    """The folder of saved games and choices: OPENABYSS_DATA, or the usual place; it need not exist yet."""
    return Path(os.environ.get("OPENABYSS_DATA") or platformdirs.user_data_dir("openabyss"))


def language_file() -> Path:
    """The file with the code of the language that was chosen."""
    return data_folder() / "language"


def use_kept_language() -> None:
    """Use the language that was chosen before, if any."""
    if os.environ.get(VARIABLES[0]):
        return
    with suppress(OSError, ValueError):
        kept = language_file().read_text(encoding="utf-8").strip()
        if kept in LANGUAGES:
            read_everywhere_in(kept)


def choose_language(code: str) -> None:
    """Use a language from now on, and keep the choice if the file can be written.

    Raises InvalidOption where there is no such language.
    """
    if code not in LANGUAGES:
        problem = _("there is no language {code!r}").format(code=code)
        raise InvalidOption(with_suggestion(problem, code, LANGUAGES))
    read_everywhere_in(code)
    file = language_file()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{code}\n", encoding="utf-8")
