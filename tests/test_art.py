"""The sprite of drawings: complete, up to date, harmless and light."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import openabyss.browser
from art.shapes import box, clockwise, disc, path, written
from art.sprite import files
from openabyss.rules.cards.leviathans import LEVELS_OF
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID

FOLDER = Path(openabyss.browser.__file__).parent / "static" / "art"
SPRITE = (FOLDER / "art.svg").read_text(encoding="utf-8")
NAMES = tuple(files())
GUILDS = ("mage", "soldier", "farmer", "merchant", "politician", "ambassador", "smuggler")
TOKENS = ("token-2", "token-3", "token-4")
BACKS = ("deck-exploration", "deck-lord", "deck-location")
FIGURES = ("scourge", "kraken-figure", "laurel", "logo", "lock", "lock-open", "throne")
MARKS = ("pearl", "key", "nebulis", "wound", "threat", "sentinel", "loot", *FIGURES)
BOOSTS = ("double-die", "pearl-boost")


def elements(name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring((FOLDER / name).read_text(encoding="utf-8")).iter())


def symbols() -> dict[str, ElementTree.Element]:
    return {part.attrib["id"]: part for part in elements("art.svg") if part.tag.endswith("}symbol")}


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_what_the_drawings_say(name: str) -> None:
    written_now = files()[name]
    assert (FOLDER / name).read_text(encoding="utf-8") == written_now, "run: make art"


def test_everything_on_the_table_has_a_drawing() -> None:
    wanted = {f"lord-{number}" for number in LORD_ID}
    wanted |= {f"location-{number}" for number in LOCATION_ID}
    wanted |= {f"leviathan-{number}" for number in range(1, len(LEVELS_OF) + 1)}
    wanted |= {f"race-{letter}" for letter in "jchsqk"} | {f"guild-{guild}" for guild in GUILDS}
    wanted |= {f"die-{value}" for value in range(1, 7)} | {"monster", *MARKS, *TOKENS, *BACKS, *BOOSTS}
    assert set(symbols()) == wanted


def test_no_two_drawings_are_the_same() -> None:
    pictures = [ElementTree.tostring(part).split(b">", 1)[1] for part in symbols().values()]
    assert len(set(pictures)) == len(pictures)


def test_every_lord_has_a_face_of_its_own() -> None:
    """It stands before the water of its guild, and wears what no other of the guild wears."""
    faces = {}
    for number in LORD_ID:
        worn = [part.attrib["href"] for part in symbols()[f"lord-{number}"] if "href" in part.attrib]
        assert worn[0].removeprefix("#") in GUILDS
        assert worn[-1] == f"{worn[0]}-hand"
        assert len(worn) > 2
        faces[number] = tuple(worn)
    assert len(set(faces.values())) == len(faces)


def test_ids_are_unique_and_every_reference_is_met() -> None:
    ids = [part.attrib["id"] for part in elements("art.svg") if "id" in part.attrib]
    references = {part.attrib["href"] for part in elements("art.svg") if "href" in part.attrib}
    assert len(set(ids)) == len(ids)
    assert references <= {f"#{name}" for name in ids}


@pytest.mark.parametrize("name", NAMES)
def test_only_harmless_elements_and_attributes(name: str) -> None:
    tags = {part.tag.removeprefix("{http://www.w3.org/2000/svg}") for part in elements(name)}
    attributes = {attribute for part in elements(name) for attribute in part.attrib}
    assert tags <= {"svg", "symbol", "g", "path", "use"}
    assert attributes <= {
        "id", "viewBox", "d", "fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap",
        "stroke-linejoin", "paint-order", "href", "x", "y", "transform", "display",
    }  # fmt: skip


def test_a_browser_lays_out_no_drawing_before_it_is_used() -> None:
    (hidden,) = ElementTree.fromstring(SPRITE)
    assert (hidden.tag, hidden.attrib["display"]) == ("{http://www.w3.org/2000/svg}svg", "none")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_outside_the_file_is_used(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|data:|<!|<\?", text)


def test_coordinates_have_one_decimal_at_most() -> None:
    outlines = [part.attrib["d"] for part in elements("art.svg") if "d" in part.attrib]
    assert not [outline for outline in outlines if re.search(r"\.\d\d", outline)]


def test_the_sprite_is_light() -> None:
    raw = SPRITE.encode()
    assert len(raw) <= 200_000
    assert len(gzip.compress(raw)) <= 70_000


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("M0 0L10 0L10 5Z", "m0 0h10v5z"),
        ("M1 1C1 2 3 4 5 6S8 9 9 9", "m1 1c0 1 2 3 4 5s3 3 4 3"),
        ("M0.5 0.5L0.2 -0.5", "m.5.5-.3-1"),
        ("M40 0A8 8 0 0 1 48 8", "m40 0a8 8 0 0 1 8 8"),
    ],
)
def test_paths_are_written_short(text: str, short: str) -> None:
    assert written(path(text)) == short


def test_what_is_mirrored_is_still_drawn_clockwise() -> None:
    square = box(0, 0, 4, 4)
    assert clockwise(square) == square
    assert written(clockwise(square.mirrored(2))) == "m4 4h-4v-4h4z"


def test_a_disc_is_one_arc() -> None:
    assert written(disc(10, 10, 4)) == "m6 10a4 4 0 1 1 0 .1z"


def test_an_unknown_command_is_refused() -> None:
    with pytest.raises(ValueError, match="'X' is no command of a path"):
        path("M0 0X1 1")
