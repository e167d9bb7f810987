"""Records of games: written, replayed to the same hash, and refused when something is wrong with them."""

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from openabyss import Game, InvalidRecord
from openabyss.play.position.records import FORMAT, Record, read_record, write_record
from openabyss.rules.actions import ACTIONS
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.version import VERSION
from openabyss.words.questions.actions import RECORDED_TEXTS, read_action
from tests.random_games import play_on, table_of

HASH = "1:0123456789abcdef"
CONFIG = {"players": 2, "seed": 1, "kraken": False, "leviathan": False, "options": {}}


def played(seed: int, decisions: int) -> Game:
    """A game after some random decisions."""
    return play_on(Game.new(**table_of(seed), seed=seed), random.Random(seed), decisions)


def record(**keys: Any) -> dict[str, Any]:
    return {**write_record(CONFIG, [1, 2, 3], HASH), **keys}


def test_what_is_written_is_read() -> None:
    written = json.loads(json.dumps(write_record(CONFIG, range(ACTIONS), HASH)))
    assert read_record(written) == Record(CONFIG, list(RECORDED_TEXTS), True, HASH)


def test_a_record_is_five_keys_and_a_text_for_each_answer() -> None:
    written = record()
    assert list(written) == ["format", "engine", "config", "answers", "hash"]
    assert (written["format"], written["engine"]) == (FORMAT, VERSION)
    assert written["answers"] == ["yes", "plot", "stack:jellyfish"]


def test_every_answer_has_a_text_of_its_own_that_is_read_under_every_question() -> None:
    game = Game.new(players=2, seed=1)
    for question in QUESTION_NAMES:
        assert [read_action(question, text, game.state) for text in RECORDED_TEXTS] == list(range(ACTIONS))


def test_the_version_is_that_of_the_package() -> None:
    root = Path(__file__).parent.parent
    source = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["version"]["path"]
    assert f'VERSION = "{VERSION}"' in (root / source).read_text()


def test_a_record_without_answers_can_be_read() -> None:
    assert read_record(record(answers=[])).answers == []
    assert read_record(record(answers=None, decisions=[])).answers == []


def test_a_game_from_a_position_is_recorded_and_replayed() -> None:
    game = Game.from_position({"players": 2, "seed": 3, "council": {"squid": ["Q1"]}})
    game.apply("stack:squid")
    assert Game.from_record(json.loads(json.dumps(game.to_record()))).hash == game.hash


def test_decisions_typed_by_people_are_a_record_too() -> None:
    game = played(2, 30)
    texts = [action.text for _before, action in game.decisions()]
    config = game.to_record()["config"]
    typed = {"format": FORMAT, "config": config, "decisions": texts}
    assert read_record(typed) == Record(config, texts, False, None)
    assert Game.from_record(typed).hash == game.hash
    assert Game.from_record({**typed, "hash": game.hash}).hash == game.hash


MALFORMED: dict[str, Any] = {
    "record: [] is not an object": [],
    "format: null is not the record of a game; expected": {"hello": 1},
    'format: "chess/1" is not the record of a game; expected "openabyss/2"': record(format="chess/1"),
    'format: "openabyss/1" is of another version of OpenAbyss; this one reads "openabyss/2"': record(
        format="openabyss/1"
    ),
    'format: "openabyss/3" is of another version of OpenAbyss': record(format="openabyss/3"),
    'format: "openabyss/12" is of': {"format": "openabyss/12", "moves": []},
    "anwsers: there is no such key; did you mean answers?": record(anwsers=""),
    "engine: null is not a text": record(engine=None),
    "config: null is not an object": record(config=None),
    "config: [] is not an object": record(config=[]),
    "answers: null is not a list": record(answers=None),
    "decisions: a record has either answers or decisions": record(decisions=[]),
    'answers: "AQID" is not a list': record(answers="AQID"),
    "answers[1]: 3 is not a text": record(answers=["explore", 3]),
    "hash: null is not a text": record(hash=None),
    'hash: "x:1:0123': record(hash=f"x:{HASH}"),
    'hash: "12ab" is not a hash of 16 digits': record(hash="12ab"),
    'hash: "0123456789ABCDEF" is not': record(hash="0123456789ABCDEF"),
    'hash: "1:0123456789abcdef\\n" is': record(hash=HASH + "\n"),
}


@pytest.mark.parametrize("message", MALFORMED)
def test_a_malformed_record_names_the_field_and_what_is_expected(message: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read_record(MALFORMED[message])
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("key", ["format", "engine", "config", "answers", "hash"])
def test_every_key_is_needed(key: str) -> None:
    written = record()
    del written[key]
    with pytest.raises(InvalidRecord, match=rf"^{key}: "):
        read_record(written)


def test_a_record_that_does_not_replay_names_what_is_wrong() -> None:
    game = played(4, 20)
    good = game.to_record()
    with pytest.raises(InvalidRecord, match=r"^hash: "):
        Game.from_record({**good, "hash": HASH})
    with pytest.raises(InvalidRecord, match=r'^answers\[0\]: "zone:9": this is not legal there$'):
        Game.from_record({**good, "answers": ["zone:9"]})
    with pytest.raises(InvalidRecord, match=r'^answers\[1\]: "explode": .*explode'):
        Game.from_record({**good, "answers": [good["answers"][0], "explode"]})
    with pytest.raises(InvalidRecord, match=r"^config: "):
        Game.from_record({**good, "config": {**good["config"], "players": 9}})


def test_of_typed_decisions_the_wrong_one_is_named() -> None:
    game = played(2, 30)
    texts = [action.text for _before, action in game.decisions()]
    typed = {"format": FORMAT, "config": game.to_record()["config"]}
    with pytest.raises(InvalidRecord, match=r'^decisions\[20\]: "recruit:1": .+'):
        Game.from_record({**typed, "decisions": [*texts[:20], "recruit:1", *texts[21:]]})
    with pytest.raises(InvalidRecord, match=r'^decisions\[20\]: "recrut:12": .*Did you mean'):
        Game.from_record({**typed, "decisions": [*texts[:20], "recrut:12", *texts[21:]]})


def test_a_record_that_lost_its_end_is_refused() -> None:
    game = played(4, 20)
    good = game.to_record()
    with pytest.raises(InvalidRecord, match=r"^hash: "):
        Game.from_record({**good, "answers": good["answers"][:40]})


def test_an_imagined_game_is_recorded_and_replayed() -> None:
    """It begins with the position that was imagined."""
    game = played(1, 0)
    for _decision in range(60):
        if game.question.kind == "MAIN":
            break
        game.apply(game.legal_actions[-1])
    imagined = game.sample_hidden(0, 5)
    record = json.loads(json.dumps(imagined.to_record()))
    assert Game.from_record(record).hash == imagined.hash
    for _decision in range(5):
        imagined.apply(imagined.legal_actions[0])
    record = json.loads(json.dumps(imagined.to_record()))
    again = Game.from_record(record)
    assert (again.hash, [seat.hand for seat in again.table.seats]) == (
        imagined.hash,
        [seat.hand for seat in imagined.table.seats],
    )


@pytest.mark.parametrize("other", ["0123456789abcdef", "9:0123456789abcdef"])
def test_a_record_whose_hash_has_another_definition_is_checked_by_its_answers(other: str) -> None:
    """Hashes of 16 digits alone were made of the bytes in memory; later definitions are not known yet."""
    game = played(4, 20)
    assert Game.from_record({**game.to_record(), "hash": other}).hash == game.hash
    with pytest.raises(InvalidRecord, match=r"^answers\[0\]: "):
        Game.from_record({**game.to_record(), "answers": ["zone:9"], "hash": other})


@pytest.mark.parametrize("seed", [2**53, 2**128 - 1, -(2**100)])
def test_a_seed_of_many_digits_is_written_as_text_and_deals_the_same_cards(seed: int) -> None:
    """Other languages read the numbers of JSON with 53 bits."""
    game = Game.new(players=2, seed=seed)
    written = game.to_record()
    assert written["config"]["seed"] == game.to_position()["seed"] == str(seed)
    assert Game.from_record(json.loads(json.dumps(written))) == game
    assert Game.from_record({**written, "config": {**written["config"], "seed": seed}}).hash == game.hash
    assert Game.from_position(game.to_position()).history.dealer.seed == seed
    small = Game.new(players=2, seed=2**53 - 1).to_record()
    assert small["config"]["seed"] == 2**53 - 1


@pytest.mark.parametrize("seed", ["", "1", "0x1", "0" * 20, "١" * 20, "1.5", "9" * 101])
def test_a_seed_that_is_no_number_is_refused(seed: str) -> None:
    with pytest.raises(InvalidRecord, match="seed: "):
        Game.from_record({**Game.new(seed=1).to_record(), "config": {**CONFIG, "seed": seed}})
