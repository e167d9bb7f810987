"""Cards, tokens and places in words: names, codes and texts, complete and in step with the card tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from openabyss.rules.cards.allies import KINDS, MONSTER, ally, fighter, kraken
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.sizes import TOKENS
from openabyss.words import reading_in
from openabyss.words.cards import codes, leviathans
from openabyss.words.cards import printed as in_words
from openabyss.words.cards.printed import Card, TypedNames, UnknownName, known_card, sections_of


@pytest.mark.parametrize(
    ("kind", "code", "name"),
    [
        (ally(0, 3), "J3", "Jellyfish 3"),
        (ally(1, 2), "C2", "Crab 2"),
        (ally(2, 1), "H1", "Seahorse 1"),
        (ally(3, 5), "S5", "Shellfish 5"),
        (ally(4, 4), "Q4", "Squid 4"),
        (kraken(3), "K3", "Kraken 3"),
        (MONSTER, "M", "Monster"),
        (fighter(1, 1), "C1*", "Crab 1 with pearl boost"),
        (fighter(4, 4), "Q4*", "Squid 4 with double die"),
    ],
)
def test_a_card_has_one_code_and_one_name(kind: int, code: str, name: str) -> None:
    assert codes.KIND_CODES[kind] == code
    assert codes.kind_of_code(code) == kind
    assert codes.kind_name(kind) == name


def test_every_code_leads_back_to_its_kind() -> None:
    assert [codes.kind_of_code(codes.KIND_CODES[kind].lower()) for kind in range(KINDS)] == list(range(KINDS))


def test_every_token_code_leads_back_to_its_token() -> None:
    written = [codes.TOKEN_CODES[token] for token in range(TOKENS)]
    assert written == [2, 3, 4, "pearls2", "pearls3", "key", "stack"]
    assert [codes.token_of_code(code) for code in written] == list(range(TOKENS))
    assert len({codes.token_name(token) for token in range(TOKENS)}) == TOKENS


def test_races_are_found_by_name_and_by_letter() -> None:
    assert codes.race_of_code("Crab") == codes.race_of_code("c") == 1
    assert codes.race_name(1) == "crab"
    assert codes.race_name(1, 2) == "crabs"
    assert codes.guild_name(1, 3) == "soldiers"


@pytest.mark.parametrize("ruling", ["(R-16).", "(R-K8).", "(R-K12).", "(R-K13)."])
def test_a_ruling_that_an_option_changes_says_so_on_its_cards(ruling: str) -> None:
    cards = [*in_words.LORDS.values(), *in_words.LOCATIONS.values()]
    notes = [note for card in cards for note in card.rulings if note.endswith(ruling)]
    assert notes
    assert all("unless an option says otherwise" in note for note in notes)


@pytest.mark.parametrize("code", ["C6", "K1", "J5*", "X2", ""])
def test_an_unknown_card_is_named_in_the_error(code: str) -> None:
    with pytest.raises(ValueError, match="exploration card") as error:
        codes.kind_of_code(code)
    assert repr(code) in str(error.value)


def test_unknown_races_and_tokens_tell_what_is_allowed() -> None:
    with pytest.raises(ValueError, match="jellyfish, crab, seahorse"):
        codes.race_of_code("whale")
    with pytest.raises(ValueError, match="pearls2"):
        codes.token_of_code("pearls4")


def test_a_card_is_found_by_its_name_in_the_readers_language_and_in_english() -> None:
    with reading_in("de"):
        assert known_card("schamanin") == known_card("Shaman") == known_card("SHAMAN")
        with pytest.raises(UnknownName, match="schamanin"):
            known_card("Schamannin")
    with pytest.raises(UnknownName):
        known_card("Schamanin")


TABLES = Path(__file__).parent.parent / "data"
TIMINGS = {
    "once": in_words.ARRIVAL,
    "permanent": in_words.LASTING,
    "turn": in_words.TURN,
    "none": in_words.NONE,
}


def printed(sort: str) -> list[dict[str, Any]]:
    files = ("cards-base-kraken.json", "cards-leviathan.json")
    tables = [json.loads((TABLES / name).read_text(encoding="utf-8")) for name in files]
    return [card for table in tables for card in table.get(sort, [])]


@pytest.mark.parametrize("card", printed("lords"), ids=lambda card: card["name"])
def test_a_lord_is_called_and_timed_as_printed(card: dict[str, Any]) -> None:
    words = in_words.LORDS[card["id"]]
    assert words.name == card["name"]
    assert words.timing == TIMINGS[card["timing"]]
    assert in_words.lord_text(card["id"]).endswith(".")
    assert all(note.endswith(".") for note in in_words.lord_rulings(card["id"]))


@pytest.mark.parametrize("card", printed("locations"), ids=lambda card: card["name"])
def test_a_location_is_called_as_printed(card: dict[str, Any]) -> None:
    assert in_words.location_name(card["id"]) == card["name"]
    assert in_words.location_text(card["id"]).endswith(".")
    assert in_words.location_formula(card["id"])
    assert all(note.endswith(".") for note in in_words.location_rulings(card["id"]))


def test_every_card_of_the_rules_has_words() -> None:
    assert list(in_words.LORDS) == LORD_ID.tolist()
    assert list(in_words.LOCATIONS) == LOCATION_ID.tolist()
    assert in_words.name_of_lord(11) == in_words.lord_name(12) == "Slaver"
    assert in_words.name_of_location(9) == "Black Smokers"


def test_a_section_without_the_id_of_its_card_is_named() -> None:
    with pytest.raises(ValueError, match="'Porter' is not the id and the name"):
        list(sections_of("# Lords\n\n## Porter\n\nDiscard an ally.\n"))


@pytest.mark.parametrize("names", [in_words.LORD_NAMES, in_words.LOCATION_NAMES], ids=["lords", "locations"])
def test_slugs_are_unique_and_find_their_card(names: TypedNames) -> None:
    assert {names.id_of(slug): slug for slug in set(names.slugs.values())} == names.slugs


@pytest.mark.parametrize(
    "text", ["ship_master", "ship-master", "shipmaster", "Ship Master", "the ship master"]
)
def test_a_lord_is_found_however_it_is_spelt(text: str) -> None:
    assert in_words.LORD_NAMES.id_of(text) == 8


@pytest.mark.parametrize("text", ["krakens_lair", "The Kraken's Lair", "kraken’s lair", "THE_KRAKENS_LAIR"])
def test_a_location_is_found_however_it_is_spelt(text: str) -> None:
    assert in_words.LOCATION_NAMES.id_of(text) == 102


def test_a_misspelt_name_is_not_found_but_the_nearest_is_offered() -> None:
    assert in_words.LORD_NAMES.id_of("slavr") is None
    assert in_words.LORD_NAMES.nearest("slavr") == "slaver"
    assert in_words.LORD_NAMES.nearest("the master of magick") == "master_of_magic"
    assert in_words.LORD_NAMES.nearest("xyz") is None
    assert in_words.LOCATION_NAMES.id_of("throne") is None
    assert in_words.LOCATION_NAMES.nearest("thron room") == "throne_room"


@pytest.mark.parametrize("card", printed("leviathans"), ids=lambda card: str(card["id"]))
def test_a_leviathan_is_told_as_printed(card: dict[str, Any]) -> None:
    text = leviathans.leviathan_text(card["id"])
    assert text.endswith(".")
    assert "{" not in text
    for level in card["life_levels"]:
        assert f"{level['resistance']} (pays {level['reward_tokens']} token" in text


def test_a_leviathan_in_full() -> None:
    assert leviathans.leviathan_text(10) == (
        "Fought with squids and crabs. Resists 6 (pays 2 tokens), then 4 (pays 1 token)."
        " When it attacks: a free lord is lost."
    )
    assert leviathans.leviathan_text(17).startswith("Fought with crabs. Resists 4 (pays 1 token), then 7")
    assert "3 allies from the hand are lost" in leviathans.leviathan_text(1)
    assert "3 pearls are lost" in leviathans.leviathan_text(5)
    assert "2 wounds" in leviathans.leviathan_text(20)


def test_leviathans_go_by_their_ids_and_zones_by_their_dice() -> None:
    assert (codes.LEVIATHAN_IDS[0], leviathans.name_of_leviathan(19)) == (1, "Skullback")
    assert [leviathans.zone_name(zone) for zone in (0, 4, 8)] == ["zone 2/3", "zone 7", "zone 11/12"]


@pytest.mark.parametrize(
    ("odds", "text"),
    [
        ((7, 0, 0), "no roll is enough"),
        ((4, 0, 50), "from 4: 50%"),
        ((4, 2, 50), "from 4, with up to 2 pearls: 50%"),
        ((1, 0, 100), "every roll is enough"),
    ],
)
def test_the_odds_beside_an_answer_are_short(odds: tuple[int, int, int], text: str) -> None:
    assert leviathans.odds_in_short(*odds) == text


def test_a_card_is_also_known_by_the_number_that_records_have() -> None:
    assert known_card("lord 35") == Card("lord", 35)
    assert known_card("Location 10") == Card("location", 10)
    with pytest.raises(UnknownName, match="no card 'lord 99'"):
        known_card("lord 99")
