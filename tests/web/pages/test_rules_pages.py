"""The rules: every card has its text and its place, a search finds it, chapters are whole."""

import re

import pytest

from openabyss.browser.rulebook import CHAPTERS, search_chapters, texts_of
from openabyss.client.card_dictionary import card_dictionary
from openabyss.client.card_index import PAGES, entries, plain, search_cards
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.server.pages.static_files import STATIC
from openabyss.words.cards.codes import KIND_CODES, LEVIATHAN_IDS, TOKEN_CODES
from tests.web.pages.reading import Visitor


def test_every_card_of_every_set_has_an_entry_with_text() -> None:
    anchors = {entry.anchor for entry in entries() if entry.text and entry.facts}
    expected = {f"lord-{number}" for number in LORD_ID.tolist()}
    expected |= {f"location-{number}" for number in LOCATION_ID.tolist()}
    expected |= {f"leviathan-{number}" for number in LEVIATHAN_IDS}
    expected |= {f"loot-{value}" for value in range(3, 8)}
    expected |= {f"token-{code}" for code in TOKEN_CODES}
    expected |= {f"ally-{code.replace('*', '-fighter')}" for code in KIND_CODES}
    assert anchors == expected


def test_the_cards_of_the_base_game_are_counted_without_those_of_leviathan() -> None:
    facts = {entry.anchor: entry.facts for entry in entries()}
    assert facts["ally-M"] == "M · 6 cards, 3 more with Leviathan"
    assert facts["ally-C1"] == "C1 · 4 cards, 1 more with Leviathan"
    assert (facts["ally-C2"], facts["ally-C1-fighter"]) == ("C2 · 3 cards", "C1* · 1 card")


def test_loot_of_value_6_says_what_leviathan_changes() -> None:
    (loot,) = (entry for entry in entries() if entry.anchor == "loot-6")
    assert "With Leviathan they are only discarded" in loot.text


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_cards_shows_each_of_its_cards_with_an_anchor(visitor: Visitor, page: str) -> None:
    shown = visitor.read(f"/rules/{page}")
    for entry in entries():
        if entry.page == page:
            assert entry.anchor in shown.anchors
            assert entry.text in shown.text
            assert all(ruling in shown.text for ruling in entry.rulings)


def test_no_line_ends_between_a_number_of_a_card_and_its_noun(visitor: Visitor) -> None:
    shown = visitor.read("/rules/lords").text
    found = card_dictionary()
    lords = [lord.facts for lord in found.lords.values()]
    leviathans = [leviathan.facts for leviathan in found.leviathans.values()]
    assert not any(re.search(r"\d \w", facts) for facts in lords + leviathans)
    assert all(facts in shown for facts in lords)


@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_chapter_shows_all_its_sentences_without_signs_of_emphasis(visitor: Visitor, slug: str) -> None:
    shown = visitor.read(f"/rules/{slug}")
    assert "**" not in shown.text
    for section in CHAPTERS[slug].sections:
        assert section.anchor in shown.anchors
        for block in section.blocks:
            for text in texts_of(block):
                assert text.replace("**", "") in shown.text


def test_every_symbol_of_the_rules_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'id="([^"]+)"', (STATIC / "art" / "art.svg").read_text("utf-8")))
    used = {entry.symbol for entry in entries()}
    for chapter in CHAPTERS.values():
        used.add(chapter.symbol)
        used.update(symbol for section in chapter.sections for symbol in section.symbols)
    assert used <= drawn


def test_every_picture_of_a_page_is_in_the_sprite(visitor: Visitor) -> None:
    table = visitor.lay(kind_1="me", kind_2="friend", kind_3="here", kraken="on", leviathan="on")
    of_rules = [f"/rules/{slug}" for slug in (*CHAPTERS, *PAGES)]
    for path in ("/", "/new", "/learn", *of_rules, f"/t/{table}/lobby", f"/t/{table}/text"):
        uses = re.findall(r'<use [^>]*href="([^"#]+)#([^"]+)"', visitor.http.get(path).text)
        drawn = set(re.findall(r'id="([^"]+)"', visitor.http.get(uses[0][0]).text))
        assert {symbol for _sprite, symbol in uses} <= drawn, path


def test_a_search_finds_cards_by_name_first_and_chapters_whatever_capitals_and_accents() -> None:
    assert search_cards("slaver")[0].anchor == "lord-12"
    found = {entry.anchor for entry in search_cards("sentinel nebulis")}
    assert {"lord-106", "lord-107", "lord-108"} <= found
    assert search_cards("SHIP master") == search_cards("ship Master") != []
    assert "/rules/leviathan#martial-law" in [found.url for found in search_chapters("martial law")]
    assert plain("Perła ČERNÝ Träger") == "perla cerny trager"


def test_the_search_works_as_a_form(visitor: Visitor) -> None:
    shown = visitor.read("/rules?q=Black+Smokers")
    assert "location-10" in shown.anchors
    assert "lord-1" not in shown.anchors


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/rules?q=helicopter", "Nothing was found."),
        ("/rules?q=%3Cscript%3Ealert(1)%3C/script%3E", "<script>alert(1)</script>"),
        ("/rules/solo", "house rules"),
        ("/rules/solo", "not by the publisher"),
    ],
)
def test_what_was_looked_for_is_shown_as_text_and_solo_play_as_house_rules(
    visitor: Visitor, path: str, text: str
) -> None:
    assert text in visitor.read(path).text


def test_an_unknown_page_of_the_rules_is_an_error_page(visitor: Visitor) -> None:
    page = visitor.read("/rules/hats", status=404)
    assert page.title.startswith("There is nothing here")
    assert "The rules have no such page." in page.text
