"""Damaged records and configurations: whatever is wrong with them, `InvalidRecord` says so, and soon."""

import copy
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openabyss import Game, InvalidOption, InvalidPosition, InvalidRecord
from openabyss.arena.analyse_command import read_played
from openabyss.cli import main
from openabyss.play.position.records import FORMAT
from openabyss.words.questions.actions import RECORDED_TEXTS
from tests.random_games import play_on

# What may stand anywhere instead of what should.
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 7, 255, 9999, 32768, 2**31, 2**64, -(2**63), 10**5000, 0.5, 1e308,
    float("nan"), float("inf"), "", "x", "C3", "Z9", "M", "main", "explore", "ä\x00", "1" * 400, 10**30,
    [], [None], [[]], [1, 1], ["C3"], [{}], {}, {"id": 1}, {"id": None}, {"id": []}, {"x": {}}, {"": 0},
)  # fmt: skip
KEYS = ("players", "x", "id", "position", "seed", "options", "answers", 3)
DEEP: Any = []
for _level in range(50_000):
    DEEP = [DEEP]

WRONG: tuple[Any, ...] = (None, [], {}, 10**5000, DEEP, "x", -1)


def records() -> list[dict[str, Any]]:
    """Games of all sets, one with the Regent and one from a full position; and only how they began, so
    that a damage is not noticed by the answers or the hash."""
    made = [
        Game.new(players=2 + sets, seed=sets, kraken=sets % 2 == 1, leviathan=sets > 1) for sets in range(4)
    ]
    made.append(Game.new(players=2, seed=9, regent=2, options={"martial_law": "always"}))
    chance = random.Random(1)
    found = [*(play_on(game, chance, 12).to_record() for game in made), _position_record()]
    beginnings = [{"format": FORMAT, "config": record["config"], "decisions": []} for record in found]
    return [*found, *beginnings, beginnings[-1], beginnings[-1]]


def _position_record() -> dict[str, Any]:
    """Every key of a position is given."""
    game = Game.from_position(
        {
            "players": 3,
            "kraken": True,
            "leviathan": True,
            "council": {"squid": ["Q1"]},
            "seats": [
                {
                    "pearls": 9,
                    "hand": ["J3", "C2"],
                    "lords": [{"id": 12}],
                    "locations": [{"id": 3}],
                    "monster_tokens": [2, "key"],
                },
                {"nebulis": 1, "affiliated": ["Q4"], "wounds": 1, "trophies": [3]},
                {},
            ],
            "border": {"5": {"id": 6, "levels_lost": 0}},
            "track": ["C4"],
            "court": [20, 31, 23],
        }
    )
    position = game.to_position()
    game = Game.from_position(position)
    game.apply(game.legal_actions[-1])
    return game.to_record()


def places_in(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a document."""
    if path:
        yield path
    members = thing if isinstance(thing, dict) else range(len(thing)) if isinstance(thing, list) else ()
    for key, value in [(key, thing[key]) for key in members]:
        yield from places_in(value, (*path, key))


def mutated(record: dict[str, Any], chance: random.Random) -> Any:
    """The record with one to three things lost, replaced, doubled, exchanged or added."""
    made: Any = copy.deepcopy(record)
    for _change in range(chance.randint(1, 3)):
        ways = list(places_in(made))
        if not ways:
            break
        *above, last = chance.choice(ways)
        holder: Any = made
        for key in above:
            holder = holder[key]
        change = chance.randrange(6)
        if change == 0:
            del holder[last]
        elif change == 1:
            holder[last] = copy.deepcopy(chance.choice(ODD))
        elif change == 2 and isinstance(holder[last], int):
            holder[last] = holder[last] + chance.choice((-1, 1, 100, -(10**6)))
        elif change == 3 and last == "answers" and isinstance(holder[last], list):
            holder[last] = damaged(holder[last], chance)
        elif change == 4 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
        elif isinstance(holder, dict):
            holder[chance.choice(KEYS)] = copy.deepcopy(chance.choice(ODD))
    return made


def damaged(answers: list[Any], chance: random.Random) -> list[Any]:
    """Other answers, or fewer or more of them."""
    made = [*answers]
    for _change in range(chance.randint(1, 4)):
        if made:
            made[chance.randrange(len(made))] = chance.choice(
                (*RECORDED_TEXTS, "recruit:12", "lord:99", "explore it")
            )
    return made[: chance.randint(0, len(made))]


def test_of_thousands_of_damaged_records_each_is_replayed_or_refused_by_name() -> None:
    chance = random.Random(8)
    good = records()
    refused = 0
    for number in range(4_000):
        record = mutated(good[number % len(good)], chance)
        try:
            Game.from_record(record)
        except InvalidRecord:
            refused += 1
    assert 2_000 < refused < 4_000


def test_every_place_of_a_record_may_hold_anything() -> None:
    good = records()
    for record in (good[0], good[4], good[-1]):
        for way in places_in(record):
            for odd in WRONG:
                made = copy.deepcopy(record)
                *above, last = way
                holder: Any = made
                for key in above:
                    holder = holder[key]
                holder[last] = odd
                try:
                    Game.from_record(made)
                except InvalidRecord:
                    continue


@pytest.mark.parametrize("key", ["players", "seed", "kraken", "leviathan", "options"])
def test_every_key_of_a_config_is_needed_and_named(key: str, tmp_path: Path, capsys: Any) -> None:
    record = Game.new(players=2, seed=1).to_record()
    del record["config"][key]
    with pytest.raises(InvalidRecord, match=rf"^config: {key}: "):
        Game.from_record(record)
    with pytest.raises(InvalidOption, match=rf"^{key}: "):
        Game.from_config(record["config"])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    with pytest.raises(InvalidRecord):
        read_played(file)
    assert main(["analyse", str(file)]) != 0
    message = capsys.readouterr().err
    assert f"config: {key}: " in message
    assert "Traceback" not in message


def test_a_key_that_a_config_does_not_have_is_refused() -> None:
    record = Game.new(players=2, seed=1).to_record()
    record["config"]["regnet"] = 2
    with pytest.raises(InvalidRecord, match="config: regnet: there is no such key; did you mean regent"):
        Game.from_record(record)


def test_no_more_extra_turns_are_read_than_a_game_could_give() -> None:
    """Thousands would be played one after the other where nobody has a choice."""
    position = {"players": 2, "extra_turns": 9999}
    began = time.perf_counter()
    with pytest.raises(InvalidPosition, match=r"^extra_turns: 9999 is out of range; allowed: 0 to "):
        Game.from_position(position)
    with pytest.raises(InvalidRecord, match=r"^config: extra_turns: "):
        Game.from_record({"format": FORMAT, "config": {"position": position}, "decisions": []})
    assert time.perf_counter() - began < 30
