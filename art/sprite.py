"""The sprite: every drawing as a symbol of one SVG file, and the icons of browser tab and app."""

import re
from collections import Counter
from collections.abc import Iterator

from art import busts, frames, leviathans, locations, marks, paint, races, seabed
from art.lords import ambassadors, farmers, mages, merchants, politicians, smugglers, soldiers
from art.shapes import path

NAMESPACE = "http://www.w3.org/2000/svg"
GUILDS = (mages, soldiers, farmers, merchants, politicians, ambassadors, smugglers)
ROUND = ' stroke-linecap="round"'
CORNERS = ' stroke-linejoin="round"'
_FILL = re.compile(r' fill="[^"]*"')
_WIDTH = re.compile(r' stroke-width="[^"]*"')
_EMPTY = ' fill="none"'


def drawings() -> Iterator[tuple[str, str, str]]:
    """Every symbol: its id, its view box as "width height", what is drawn."""
    for name, race in races.DRAWINGS.items():
        yield name, "32 32", race()
    for name, badge in frames.BADGES.items():
        yield f"guild-{name}", "32 32", badge()
    lords = {number: lord for guild in GUILDS for number, lord in guild.LORDS.items()}
    for number in sorted(lords):
        yield f"lord-{number}", "64 64", lords[number]()
    for number, place in locations.LOCATIONS.items():
        yield f"location-{number}", "96 64", place()
    for number, beast in leviathans.LEVIATHANS.items():
        yield f"leviathan-{number}", "64 64", beast()
    for name, (box, mark) in marks.DRAWINGS.items():
        yield name, box, mark()


def symbol(name: str, box: str, picture: str) -> str:
    """One symbol, in which what most pieces share is said once."""
    shared, pieces = inherited(picture)
    return f'<symbol id="{name}" viewBox="0 0 {box}"{shared}>{pieces}</symbol>'


def group(name: str, picture: str) -> str:
    """A piece of several symbols."""
    shared, pieces = inherited(picture)
    return f'<g id="{name}"{shared}>{pieces}</g>'


def inherited(picture: str) -> tuple[str, str]:
    """The attributes that the pieces of a picture take from around them, and the pieces without those."""
    lines = picture.count("<path stroke=")
    shared = ROUND if lines else ""
    if picture.count(CORNERS) > 1:
        shared += CORNERS
        picture = picture.replace(CORNERS, "")
    widths = Counter(_WIDTH.findall(picture)).most_common(1)
    if widths:
        shared += widths[0][0]
        picture = picture.replace(widths[0][0], "")
    tones = Counter(_FILL.findall(picture))
    tone = max(tones, key=lambda tone: (tones[tone] * len(tone), tone), default="")
    if tones[tone] * len(tone) > lines * len(_EMPTY) + len(tone):
        return tone + shared, picture.replace("<path stroke=", f"<path{_EMPTY} stroke=").replace(tone, "")
    return (_EMPTY if lines else "") + shared, picture


def sprite() -> str:
    """The whole file, one symbol on a line.

    None of it is displayed before it is used: Chromium styles and lays out all of a file of which a page uses
    a piece, except what is not displayed, and the outermost `svg` and each `g` are, whatever they say.
    """
    shared = [group(name, picture) for name, picture in {**busts.shared(), **locations.shared()}.items()]
    symbols = [symbol(*drawing) for drawing in drawings()]
    begin, end = f'<svg xmlns="{NAMESPACE}"><svg display="none">', "</svg></svg>"
    return "\n".join((begin, *shared, *symbols, end, ""))


def favicon(my_turn: bool) -> str:
    """The icon of the browser tab; the lamp is lit while the table waits for the reader."""
    picture = marks.lit_logo() if my_turn else marks.logo()
    shared, pieces = inherited(picture)
    return f'<svg xmlns="{NAMESPACE}" viewBox="0 0 64 64"{shared}>{pieces}</svg>\n'


def app_icon() -> str:
    """The icon of the app where systems cut it into a shape of theirs: the logo with water around."""
    shared, pieces = inherited(marks.logo())
    water = paint.fill("#071c2a", path("M-10-10h84v84h-84Z"))
    return f'<svg xmlns="{NAMESPACE}" viewBox="-10 -10 84 84">{water}<g{shared}>{pieces}</g></svg>\n'


def ground() -> str:
    """What the table lies on."""
    shared, pieces = inherited(seabed.ground())
    box = f"0 0 {seabed.WIDE} {seabed.HIGH}"
    return f'<svg xmlns="{NAMESPACE}" viewBox="{box}"{shared}>{pieces}</svg>\n'


def files() -> dict[str, str]:
    """The files of the folder static/art by name."""
    return {
        "art.svg": sprite(),
        "favicon.svg": favicon(False),
        "favicon-turn.svg": favicon(True),
        "icon.svg": app_icon(),
        "seabed.svg": ground(),
    }
