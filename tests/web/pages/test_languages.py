"""Pages in the reader's language: chosen, kept, and complete."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from openabyss import words
from openabyss.web.pages.card_index import PAGES
from openabyss.web.rulebook import CHAPTERS
from tests.web.pages.reading import Visitor
from tests.words.pseudo import PSEUDO, pseudo_language, without_brackets

# What people read of an element besides its text.
READ = {"aria-label", "placeholder", "title", "alt", "data-tip"}
# Not a matter of language: names of things and people, codes, what is typed, other languages.
NO_TEXT = re.compile(
    r"OpenAbyss|Pseudo|Bruno Cathala|Charles Chevallier|Bombyx|MIT|Elo|Leviathan|Kraken|[A-Z]-?[A-Z]?\d+|"
    + "|".join(words.LANGUAGES.values())
)
WORD = re.compile(r"[A-Za-z]{3,}")


class Texts(HTMLParser):
    """Every piece of text of a page that a person reads or hears."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style", "code")
        self.found += [value for name, value in attributes if name in READ and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.found.append(data.strip())


def left_in_english(text: str, names: set[str] = frozenset()) -> str:
    """What of a text did not come from the catalogue."""
    rest = NO_TEXT.sub("", without_brackets(text))
    for name in names:
        rest = rest.replace(name, "")
    return text if WORD.search(rest) else ""


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pseudo_language(tmp_path_factory.mktemp("pseudo")):
        yield


@pytest.fixture
def foreigner(visitor: Visitor, pseudo: None) -> Visitor:
    """Somebody whose browser asks for the language that nobody speaks."""
    visitor.http.headers["Accept-Language"] = f"{PSEUDO}, en;q=0.5"
    return visitor


def check_page(visitor: Visitor, path: str, names: set[str] = frozenset()) -> None:
    answer = visitor.http.get(path)
    assert f'<html lang="{PSEUDO}"' in answer.text
    # A text may be split by elements in it: brackets are looked for over the whole page as well.
    whole = without_brackets("\n".join(Texts(answer.text).found))
    english = [line for line in whole.splitlines() if left_in_english(line, names)]
    assert not english, f"{path}: {english[:20]}"


PLAIN = ["/", "/new", "/about", "/rules", "/rules?q=pearl", "/nowhere", "/t/nowhere"]


@pytest.mark.parametrize("path", [*PLAIN, *(f"/rules/{slug}" for slug in (*PAGES, *CHAPTERS))])
def test_pages_say_nothing_that_is_not_in_the_catalogue(foreigner: Visitor, path: str) -> None:
    check_page(foreigner, path)
