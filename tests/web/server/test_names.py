"""Names that could be taken for each other, and text that would leave its place."""

import unicodedata

import pytest

from openabyss.client.protocol.from_client import CHAT_LENGTH
from openabyss.errors import InvalidOption
from openabyss.server.tables.names import (
    MAX_LETTERS,
    MAX_MARKS,
    MAX_TYPED,
    check_name,
    is_like_one_of,
    readable,
)
from openabyss.server.tables.seating import SeatWanted, TableWanted, distinct, seated
from tests.web.server.serving import Served

ALIKE = [
    ("Coral", "coral"), ("Coral", "CoraI"), ("Coral", "Cora1"), ("Coral", "\uff23oral"), ("Ann", "\u0410nn"),
    ("ANN", "\u0391NN"), ("Bob", "\u0412\u043e\u042c"), ("Bob", "B0b"), ("modern", "rnodern"),
    ("Ann", "\U0001d400\U0001d427\U0001d427"), ("Ann", "\u24b6nn"),
    ("\u0418\u0432\u0430\u043d", "\u0418\u0432a\u043d"), ("l\u0661", "l1"), ("\u00c5sa", "A\u030asa"),
]  # fmt: skip
DIFFERENT = [
    ("Ann", "Anna"), ("Guest", "Guest 2"), ("Guest 2", "Guest 3"), ("\u00c5sa", "Asa"), ("\u6df1", "\u6d45"),
    ("Bo", "Ob"),
]  # fmt: skip
UNSEEN = (
    "\u200b\u200c\u200d\u2060\u202e\u2066\u00ad\u034f\u115f\u1160\u3164\uffa0\u2800\u180e\u180b"
    "\U000e0041\U000e0100\U0001d159"
)


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_the_same_are_alike(name: str, other: str) -> None:
    assert is_like_one_of(name, [other])
    assert is_like_one_of(other, [name])


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_names_that_look_different_are_not(name: str, other: str) -> None:
    assert not is_like_one_of(name, [other])


@pytest.mark.parametrize("letter", UNSEEN, ids=[f"{ord(letter):x}" for letter in UNSEEN])
def test_a_letter_that_nobody_sees_is_refused_in_a_name_and_left_out_of_what_is_said(letter: str) -> None:
    for name in (f"An{letter}n", f"{letter}Ann", letter):
        with pytest.raises(InvalidOption):
            check_name(name)
    assert readable(f"he{letter}llo") == "hello"
    assert readable(letter) == ""


@pytest.mark.parametrize("mark", ["\u0301", "\u0489", "\u20dd", "\u0e49", "\u0fb7"])
def test_a_heap_of_marks_is_refused_in_a_name_and_cut_in_what_is_said(mark: str) -> None:
    assert check_name(f"q{mark}") == f"q{mark}"
    for name in (f"q{mark * 5}", mark, f"{mark}Ann"):
        with pytest.raises(InvalidOption):
            check_name(name)
    said = readable(f"q{mark * 200}h")
    assert sum(unicodedata.category(letter) in ("Mn", "Me") for letter in said) == MAX_MARKS
    assert said[-1] == "h"
    assert readable(mark * 200) == ""


def test_what_is_said_is_no_longer_than_may_be_stored() -> None:
    """Some letters are two in the form in which they are stored."""
    assert readable("\u0958" * CHAT_LENGTH) == "\u0915\u093c" * (CHAT_LENGTH // 2)


def test_other_alphabets_are_names_and_are_said_as_they_are_written() -> None:
    texts = (
        "Nguy\u1ec5n \u0110\u1ee9c", "\u0e19\u0e49\u0e33", "\u0939\u093f\u0928\u094d\u0926\u0940",
        "\u05e9\u05b8\u05dc\u05d5\u05b9\u05dd", "\u0645\u062d\u0645\u062f",
        "\u0f66\u0f92\u0fb2\u0f74\u0f56", "\u6df1\u6d77", "\U0001f419",
    )  # fmt: skip
    for text in texts:
        assert check_name(text) == readable(text) == unicodedata.normalize("NFC", text)
    assert check_name("Ann \u2764\ufe0f") == "Ann \u2764"
    assert readable("I \u2764\ufe0f krakens") == "I \u2764\ufe0f krakens"


def test_at_a_new_table_a_name_that_looks_like_another_gets_a_number() -> None:
    wanted = TableWanted((SeatWanted("me", "Coral"), SeatWanted("here", "C\u043eral")))
    assert [seat.name for seat in seated(wanted)] == ["Coral", "C\u043eral 2"]


@pytest.mark.parametrize("letter", ["a", "\ufdfa"], ids=["a", "a letter that looks like a sentence"])
def test_everybody_gets_a_number_of_their_own_at_the_end_of_the_longest_name(letter: str) -> None:
    name = letter * MAX_LETTERS
    assert not is_like_one_of(name, [name[:-1]])
    names: list[str] = []
    for _person in range(101):
        names.append(distinct(name, names))
    numbers = range(2, 102)
    assert names == [name, *(f"{name[: MAX_LETTERS - len(f' {one}')]} {one}" for one in numbers)]
    assert [check_name(one) for one in names] == names


def test_a_name_that_is_cut_at_a_blank_has_no_second_one_before_its_number() -> None:
    name = "Maximilian von Habsbu rg"
    assert distinct(name, [name]) == "Maximilian von Habsbu 2"
    assert distinct("Maximilian of Habsburg 2", ["Maximilian of Habsburg 2"]) == "Maximilian of Habsburg 3"


def test_of_a_name_no_more_is_read_than_anybody_types() -> None:
    blanks = " " * (MAX_TYPED - 3)
    assert check_name(f"Ann{blanks}") == "Ann"
    with pytest.raises(InvalidOption):
        check_name(f"Ann{blanks} ")


def test_nobody_at_a_table_takes_a_name_that_looks_like_another(served: Served) -> None:
    ann, bob = served.person(), served.person()
    table = ann.new_table("me", "friend")
    assert ann.rename(table, 0, "Ann").status_code == 200
    link = ann.links(table)["seats"]["1"]
    for name in ("\u0410nn", "ANN", "A\u3164nn"):
        assert bob.http.post(link, data={"name": name}).status_code == 422
    assert bob.http.post(link, data={"name": "Bob"}).status_code == 303
    assert bob.rename(table, 1, "\u0410nn").status_code == 422
    assert [person["name"] for person in ann.look(table)["people"]] == ["Ann", "Bob"]


def test_numbers_and_names_beside_one_in_hebrew_keep_their_places(served: Served) -> None:
    """In texts the name is isolated, as data it is as it was typed."""
    avi, david = "\u05d0\u05d1\u05d9", "\u05d3\u05d5\u05d3"
    inside = [f"\u2068{name}\u2069" for name in (avi, david)]
    ann = served.person()
    seats = [{"kind": "me", "name": avi}, {"kind": "here", "name": david}]
    table = ann.http.post("/api/tables", json={"seats": seats}).json()["table"]
    update = ann.look(table)
    assert [one["name"] for one in update["people"]] == [avi, david]
    (begun,) = (line["text"] for line in update["log"] if line["begins_turn"])
    assert any(name in begun for name in inside)
    for page in ("/", "/tables"):
        assert ", ".join(inside) in ann.http.get(page).text
    assert f'value="{avi}"' in ann.http.get(f"/t/{table}/lobby").text
