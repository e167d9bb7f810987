"""The pictures of the rules: put together from drawings that exist, inside their boxes, and told in words."""

import re

import pytest

from art.sprite import sprite
from openabyss.browser.rulebook import CHAPTERS
from openabyss.browser.rulebook.pictures import Arrow, Face, Picture, Symbol

PICTURES = [
    block
    for chapter in CHAPTERS.values()
    for section in chapter.sections
    for block in section.blocks
    if isinstance(block, Picture)
]


def test_the_rules_show_what_a_table_looks_like() -> None:
    shown = {
        section.anchor
        for chapter in CHAPTERS.values()
        for section in chapter.sections
        if any(isinstance(block, Picture) for block in section.blocks)
    }
    assert shown >= {
        "setup",
        "explore",
        "monsters",
        "council",
        "recruit",
        "keys",
        "powers",
        "krakens",
        "fight",
    }


@pytest.mark.parametrize("shown", PICTURES, ids=lambda shown: shown.alt[:30])
def test_a_picture_is_whole(shown: Picture) -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', sprite()))
    assert {piece.name for piece in shown.pieces if isinstance(piece, Symbol)} <= drawn
    assert len(shown.alt) > 40
    for piece in shown.pieces:
        right, foot = piece.x, piece.y
        if isinstance(piece, Symbol | Face):
            right, foot = piece.x + piece.width, piece.y + piece.height
        elif isinstance(piece, Arrow):
            right, foot = piece.to_x, piece.to_y
        assert 0 <= piece.x <= right <= shown.width
        assert 0 <= piece.y <= foot <= shown.height
