"""Names and codes of exploration cards and monster tokens."""

import pytest

from openabyss.rules.cards.allies import KINDS, MONSTER, ally, fighter, kraken
from openabyss.rules.sizes import TOKENS
from openabyss.words import reading_in
from openabyss.words.cards.codes import (
    code_of_kind,
    code_of_token,
    guild_name,
    kind_name,
    kind_of_code,
    race_name,
    race_of_code,
    token_name,
    token_of_code,
)
from openabyss.words.cards.text import UnknownCard, known_card


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
    assert code_of_kind(kind) == code
    assert kind_of_code(code) == kind
    assert kind_name(kind) == name


def test_every_code_leads_back_to_its_kind() -> None:
    assert [kind_of_code(code_of_kind(kind).lower()) for kind in range(KINDS)] == list(range(KINDS))


def test_every_token_code_leads_back_to_its_token() -> None:
    codes = [code_of_token(token) for token in range(TOKENS)]
    assert codes == [2, 3, 4, "pearls2", "pearls3", "key", "stack"]
    assert [token_of_code(code) for code in codes] == list(range(TOKENS))
    assert len({token_name(token) for token in range(TOKENS)}) == TOKENS


def test_races_are_found_by_name_and_by_letter() -> None:
    assert race_of_code("Crab") == race_of_code("c") == 1
    assert race_name(1) == "crab"
    assert race_name(1, 2) == "crabs"
    assert guild_name(1, 3) == "soldiers"


@pytest.mark.parametrize("code", ["C6", "K1", "J5*", "X2", ""])
def test_an_unknown_card_is_named_in_the_error(code: str) -> None:
    with pytest.raises(ValueError, match="exploration card") as error:
        kind_of_code(code)
    assert repr(code) in str(error.value)


def test_unknown_races_and_tokens_tell_what_is_allowed() -> None:
    with pytest.raises(ValueError, match="jellyfish, crab, seahorse"):
        race_of_code("whale")
    with pytest.raises(ValueError, match="pearls2"):
        token_of_code("pearls4")


def test_a_card_is_found_by_its_name_in_the_readers_language_and_in_english() -> None:
    with reading_in("de"):
        assert known_card("schamanin") == known_card("Shaman") == known_card("SHAMAN")
        with pytest.raises(UnknownCard, match="schamanin"):
            known_card("Schamannin")
    with pytest.raises(UnknownCard):
        known_card("Schamanin")
