"""Pages in the reader's language: chosen, kept, and complete."""

import random
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from html.parser import HTMLParser
from pathlib import Path

import pytest

from openabyss import words
from openabyss.browser.rulebook import CHAPTERS
from openabyss.client.card_index import PAGES
from tests.web.pages.reading import Reader, Visitor
from tests.words.pseudo import PSEUDO, pseudo_language, without_brackets

# What people read of an element besides its text.
READ = {"aria-label", "placeholder", "title", "alt", "data-tip"}
# Not a matter of language: names of things and people, codes, what is typed, other languages.
NO_TEXT = re.compile(
    r"OpenAbyss|Pseudo|Bruno Cathala|Charles Chevallier|Bombyx|MIT|Elo|Leviathan|Kraken|"
    r"(?:Hard|Expert)-\d|[A-Z]-?[A-Z]?\d+|" + "|".join(words.LANGUAGES.values())
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


def left_in_english(text: str, names: AbstractSet[str] = frozenset()) -> str:
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


def check_page(visitor: Visitor, path: str, names: AbstractSet[str] = frozenset()) -> None:
    check(visitor.http.get(path).text, names)


def check(html: str, names: AbstractSet[str]) -> None:
    """Nothing on a page is English."""
    assert f'<html lang="{PSEUDO}"' in html
    # A text may be split by elements in it: brackets are looked for over the whole page.
    whole = without_brackets("\n".join(Texts(html).found))
    english = [line for line in whole.splitlines() if left_in_english(line, names)]
    assert not english, english[:20]


PLAIN = [
    "/",
    "/new",
    "/about",
    "/puzzles",
    "/learn",
    "/statistics",
    "/open",
    "/leagues",
    "/name",
    "/ratings",
    "/rules",
    "/rules?q=pearl",
    "/nowhere",
    "/t/nowhere",
]


@pytest.mark.parametrize("path", [*PLAIN, *(f"/rules/{slug}" for slug in (*PAGES, *CHAPTERS))])
def test_pages_say_nothing_that_is_not_in_the_catalogue(foreigner: Visitor, path: str) -> None:
    check_page(foreigner, path)


NAMES = {"Ann", "Ben"}
# How many of the pages of a game are looked at.
LOOKED_AT = 0.1


def test_a_whole_game_with_forms_says_nothing_that_is_not_in_the_catalogue(foreigner: Visitor) -> None:
    table = foreigner.lay(
        mode="table", seed=7, kraken="on", leviathan="on",
        kind_1="me", name_1="Ann", kind_2="computer", level_2="medium",
    )  # fmt: skip
    chooser = random.Random(7)
    html = foreigner.http.get(f"/t/{table}/text").text
    while "/results" not in html:
        if chooser.random() < LOOKED_AT:
            check(html, NAMES)
        form = Reader(html).question
        if form is None:
            html = foreigner.http.get(f"/t/{table}/text").text
        else:
            data = {**form.fields, **dict([chooser.choice(form.buttons)])}
            html = foreigner.http.post(form.action, data=data).text
    check_page(foreigner, f"/t/{table}/results", NAMES)


def test_an_invited_friend_is_welcomed_in_their_language(foreigner: Visitor) -> None:
    table = foreigner.lay(mode="table", kind_1="me", name_1="Ann", kind_2="friend")
    check_page(foreigner, f"/t/{table}/lobby", NAMES)
    friend = foreigner.stranger()
    friend.http.headers["Accept-Language"] = PSEUDO
    link = foreigner.link(table)
    check_page(friend, link, NAMES)
    friend.http.post(link, data={"name": "Ben"})
    check_page(friend, f"/t/{table}/text", NAMES)


def test_people_at_one_screen_are_asked_who_is_looking_in_their_language(foreigner: Visitor) -> None:
    table = foreigner.lay(mode="table", kind_1="me", name_1="Ann", kind_2="here", name_2="Ben")
    check_page(foreigner, f"/t/{table}/text", NAMES)


def test_the_regent_speaks_the_language(foreigner: Visitor) -> None:
    table = foreigner.lay(mode="solo", regent=5, seed=1)
    check_page(foreigner, f"/t/{table}/text", NAMES)


def test_a_form_with_mistakes_names_them_in_the_language(foreigner: Visitor) -> None:
    wrong = {"mode": "table", "kind-1": "nobody", "seed": "x", "option-martial_law": "perhaps", "grace": "3"}
    check(foreigner.http.post("/tables", data=wrong).text, {"martial_law"})


def test_the_two_at_a_table_read_it_in_their_own_languages(visitor: Visitor, pseudo: None) -> None:
    table = visitor.lay(mode="table", kind_1="me", name_1="Ann", kind_2="friend")
    friend = visitor.stranger()
    friend.http.post(visitor.link(table), data={"name": "Ben"})
    friend.http.headers["Accept-Language"] = PSEUDO
    english, foreign = (who.json(f"/api/tables/{table}")["log"] for who in (visitor, friend))
    assert [line["n"] for line in english] == [line["n"] for line in foreign]
    assert all(left_in_english(line["text"], NAMES) for line in english)
    assert not any(left_in_english(line["text"], NAMES) for line in foreign)


CHOSEN = [
    ({}, "en"),
    ({"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}, "de"),
    ({"Accept-Language": "tlh, pl;q=0.3, it;q=0.7"}, "it"),
    ({"Accept-Language": "en;q=0.8, fr;q=0"}, "en"),
    ({"Accept-Language": "tlh"}, "en"),
    ({"Accept-Language": "fr;q=0, tlh"}, "en"),
    ({"Accept-Language": "*, de;q=0.5"}, "en"),
    ({"Accept-Language": "de;q=much, cs;q=0.1"}, "cs"),
    ({"Accept-Language": ";;,,q=" * 50}, "en"),
    ({"Accept-Language": "de", "Cookie": "openabyss_language=pl"}, "pl"),
    ({"Accept-Language": "de", "Cookie": "openabyss_language=../../etc"}, "de"),
]


@pytest.mark.parametrize(("headers", "language"), CHOSEN)
def test_a_page_comes_in_the_language_that_the_browser_asks_for(
    visitor: Visitor, headers: dict[str, str], language: str
) -> None:
    assert f'<html lang="{language}"' in visitor.http.get("/", headers=headers).text


def test_a_language_chosen_by_hand_is_kept_and_an_unknown_one_changes_nothing(visitor: Visitor) -> None:
    assert '<html lang="cs"' in visitor.http.get("/rules?lang=cs&q=pearl").text
    assert '<html lang="cs"' in visitor.http.get("/about").text
    assert '<html lang="cs"' in visitor.http.get("/about?lang=tlh").text
    assert '<html lang="en"' in visitor.http.get("/about?lang=en").text
    assert '<html lang="en"' in visitor.http.get("/new").text


@pytest.mark.parametrize("path", ["/", "/new", "/rules", "/rules/lords", "/about", "/nowhere"])
def test_every_page_leads_to_itself_in_every_language(visitor: Visitor, path: str) -> None:
    html = visitor.http.get(path).text
    for code, name in words.LANGUAGES.items():
        assert f'<link rel="alternate" hreflang="{code}" href="{path}?lang={code}">' in html
        assert re.search(
            f'<a href="{path}[?]lang={code}" lang="{code}" hreflang="{code}"[^>]*>{name}</a>', html
        )


def test_cards_are_kept_by_language(visitor: Visitor, pseudo: None) -> None:
    english = visitor.http.get("/api/cards.json?lang=en")
    foreign = visitor.http.get(f"/api/cards.json?lang={PSEUDO}")
    assert english.json()["lords"]["1"]["name"] != foreign.json()["lords"]["1"]["name"]
    assert "Accept-Language" in foreign.headers["vary"]
    assert "max-age" in foreign.headers["cache-control"]


def test_a_language_without_a_catalogue_is_english_and_the_server_goes_on(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    words._reader_of.cache_clear()
    try:
        for path in ("/", "/new", "/rules/base"):
            page = visitor.http.get(f"{path}?lang=de")
            assert page.status_code == 200
            assert "New table" in page.text
    finally:
        words._reader_of.cache_clear()
