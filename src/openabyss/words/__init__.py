"""The words of the game: names, rules texts, questions, log sentences, in the reader's language.

English stands in the sources and is what a reader gets where a translation is missing. The
language comes from OPENABYSS_LANGUAGE ("fr", "pt_BR:pt") or from the usual LANGUAGE, LC_ALL,
LC_MESSAGES and LANG.
"""

import gettext
import os
from collections.abc import Callable
from pathlib import Path

DOMAIN = "openabyss"
LOCALE = Path(__file__).parent / "locale"


def wanted_languages() -> list[str] | None:
    """The languages of OPENABYSS_LANGUAGE, best first; None leaves the choice to gettext."""
    chosen = os.environ.get("OPENABYSS_LANGUAGE", "")
    return chosen.split(":") if chosen else None


def N_(text: str) -> str:
    """Mark a constant for translation; `_` translates it where it is shown."""
    return text


def capitalised(text: str) -> str:
    """The text with a capital at its beginning; the rest stays as it is."""
    return text[:1].upper() + text[1:]


translation = gettext.translation(DOMAIN, LOCALE, wanted_languages(), fallback=True)
_: Callable[[str], str] = translation.gettext
ngettext: Callable[[str, str, int], str] = translation.ngettext
