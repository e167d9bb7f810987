"""Positions that nobody has played: refused with the path of the field, or played on like any other.

Written positions are damaged at random. What is still read must go on to its end by the rules, and every
situation on the way must be written and read back: nothing a stranger writes leads out of the rules.
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from openabyss import Game, InvalidPosition
from openabyss.engine.mode import INTERPRETED
from openabyss.play.position.frames import ALLOWED_BELOW, CHANCE, KINDS, Kind, as_json, fields_of, sort_of
from openabyss.play.position.schema import POSITION, QUESTION_PHASE
from openabyss.words.cards.codes import KIND_CODES

Position = dict[str, Any]
Damage = Callable[[Position, Random], None]

TRIALS = 16 if INTERPRETED else 100
LONGEST = 4000
LOOK_EVERY = 25


def situations(kraken: bool, leviathan: bool, seed: int) -> list[Position]:
    """Written positions of one game of random decisions, forced ones too."""
    players = 2 + seed % (4 if leviathan else 3)
    sets = {"players": players, "kraken": kraken, "leviathan": leviathan, "seed": seed, "options": {}}
    game, chance, found = Game.from_config(sets, poker_face=True), Random(seed), []
    while not game.is_over:
        found.append(game.to_position())
        game.apply(chance.choice(game.legal_actions))
    return [position for position in found if position["phase"] == QUESTION_PHASE]


def frame(kind: Kind, position: Position, chance: Random) -> dict[str, Any]:
    """A frame of this kind for any player, with fields of its kind."""
    owner = {} if sort_of(kind) == CHANCE else {"player": position["active"]}
    if owner and kind.of_anybody:
        owner = {"player": chance.randrange(position["players"])}
    about = {known.name: as_json(chance.choice([*known.words.values()])) for known in fields_of(kind)}
    return {sort_of(kind): kind.name, **owner, **about}


def name_of(waiting: dict[str, Any]) -> str:
    """What the rules call a frame of a document."""
    return next(str(waiting[sort]) for sort in ("question", "chance", "step") if sort in waiting)


def lose_a_frame(position: Position, chance: Random) -> None:
    """One of those that wait is missing."""
    del position["waiting"][chance.randrange(len(position["waiting"]))]


def repeat_a_frame(position: Position, chance: Random) -> None:
    """One of those that wait is there twice."""
    place = chance.randrange(len(position["waiting"]))
    position["waiting"].insert(place, position["waiting"][place])


def change_a_frame(position: Position, chance: Random) -> None:
    """The fields of one of those that wait are others."""
    place = chance.randrange(len(position["waiting"]))
    name = name_of(position["waiting"][place])
    position["waiting"][place] = frame(KINDS[name], position, chance)


def put_others_on_top(position: Position, chance: Random) -> None:
    """From some place on, others wait, each on what it may wait on."""
    waiting = position["waiting"]
    del waiting[chance.randrange(1, len(waiting) + 1) :]
    for _ in range(chance.randrange(1, 5)):
        last = KINDS[name_of(waiting[-1])]
        possible = [name for name, kind in KINDS.items() if last.number in ALLOWED_BELOW[kind.number]]
        if possible:
            waiting.append(frame(KINDS[chance.choice(possible)], position, chance))


def change_what_is_between(position: Position, chance: Random) -> None:
    """Cards and tokens between two places, and what a fight has come to."""
    lords, tiles = position["court"], position["location_deck"]
    changes: list[tuple[str, Any]] = [
        ("paid_lord", chance.choice([*lords, None])),
        ("payment", chance.choices(KIND_CODES[:25], k=chance.randrange(4))),
        ("drawn_locations", tiles[:1]),
        ("court", [None, *lords[:4], None, *lords[4:5]][:6]),
        ("track", [None, *position["track"]][:5]),
    ]
    if position["leviathan"]:
        changes.append(("fight", {"slain": chance.randrange(3), "power": chance.randrange(30)}))
        changes.append(("drawn_leviathans", position["leviathan_deck"][:1]))
    key, value = chance.choice(changes)
    position[key] = value
    for deck in ("location_deck", "leviathan_deck"):
        position[deck] = position[deck][1:]


def borrow_a_key(position: Position, chance: Random) -> None:
    """A key of the table has the value of a missing one."""
    key = chance.choice(["track", "court", "hand", "border", "exploration_deck", "seats"])
    if key == "hand":
        position["seats"][position["active"]]["hand"] = []
    else:
        position[key] = [] if POSITION.get(key) is None else POSITION[key]


DAMAGES: list[Damage] = [
    lose_a_frame,
    repeat_a_frame,
    change_a_frame,
    put_others_on_top,
    put_others_on_top,
    change_what_is_between,
    borrow_a_key,
]


def damaged(kraken: bool, leviathan: bool) -> Iterator[tuple[Position, Random]]:
    """Positions with one or two damages, and the chance to go on with."""
    chance = Random(f"{kraken} {leviathan}")
    while True:
        for position in chance.sample(found := situations(kraken, leviathan, chance.randrange(999)), 12):
            assert found
            copy = json.loads(json.dumps(position))
            for damage in chance.sample(DAMAGES, chance.choice((1, 1, 2))):
                if copy["waiting"]:
                    damage(copy, chance)
            yield copy, chance


def play_on(game: Game, chance: Random) -> None:
    """To the end; on the way, situations are written and read back."""
    for place in range(LONGEST):
        if game.is_over:
            return
        if place % LOOK_EVERY == 0:
            assert Game.from_config({"position": game.to_position()}, poker_face=True).hash == game.hash
        game.apply(chance.choice(game.legal_actions))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("leviathan", [False, True])
@pytest.mark.parametrize("kraken", [False, True])
def test_what_a_stranger_writes_is_refused_or_played_by_the_rules(kraken: bool, leviathan: bool) -> None:
    read, refusals = 0, []
    for position, chance in islice(damaged(kraken, leviathan), TRIALS):
        try:
            game = Game.from_config({"position": position}, poker_face=True)
        except InvalidPosition as error:
            refusals.append(str(error))
            continue
        read += 1
        play_on(game, chance)
    assert min(read, len(refusals)) > TRIALS // 16
    assert {re.split(r"[.:\[]", refusal)[0] for refusal in refusals} <= set(POSITION)
