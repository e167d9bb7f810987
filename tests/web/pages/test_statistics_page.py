"""One's own statistics: what the server sends is the words, and what wins."""

import re
from pathlib import Path

from openabyss import cards
from openabyss.server.pages.device_pages import LOCATIONS, LORDS
from tests.web.pages.reading import Visitor

DOCUMENT = Path(__file__).parents[3] / "docs" / "statistics.md"


def published(kind: str) -> dict[str, float]:
    """The cards that the document names in short, with their times par."""
    (line,) = re.findall(rf"^- \*\*{kind}\.\*\*.*$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    return {name.strip(): float(times) for name, times in re.findall(r"[:,] ([^,:(]+) \((\d\.\d\d)\)", line)}


def test_what_wins_is_what_the_published_statistics_say() -> None:
    assert {cards.lord(number).name: times for number, times in LORDS.items()} == published("Lords")
    assert {cards.location(number).name: times for number, times in LOCATIONS.items()} == published(
        "Locations"
    )


def test_games_that_began_in_the_middle_are_told_apart(visitor: Visitor) -> None:
    visitor.quick()
    visitor.learn()
    assert sorted(table["midgame"] for table in visitor.json("/api/tables")["tables"]) == [False, True]


def test_the_page_has_no_game_of_anybody(visitor: Visitor) -> None:
    page = visitor.http.get("/statistics").text
    assert "<tbody></tbody>" in page
    assert "statistics/page.js" in page
