"""The eight farmers, who have influence and no power."""

import pytest

from tests.rules.positions import arrival
from tests.rules.printed import printed_table
from tests.rules.situation import A, B

FARMERS = [card for card in printed_table("lords") if card["guild"] == "farmer"]


@pytest.mark.lord(27)
@pytest.mark.lord(29)
@pytest.mark.lord(30)
@pytest.mark.lord(31)
@pytest.mark.lord(32)
@pytest.mark.lord(117)
@pytest.mark.lord(118)
@pytest.mark.parametrize("lord", [card["id"] for card in FARMERS])
def test_a_farmer_arrives_without_any_effect(lord: int) -> None:
    game = arrival(lord)
    assert (set(game.lords(A)), game.pearls, game.asked) == ({lord}, [0, 0, 0], ("MAIN", B))
    card = next(card for card in FARMERS if card["id"] == lord)
    assert (game.mine.keys, game.score_sheet(A).lords) == (card["keys"], {lord: card["influence"]})
