"""Tables to play at: sessions in chosen situations."""

import io
from pathlib import Path
from typing import Any

from openabyss import Game
from openabyss.terminal.local import LocalTable
from openabyss.terminal.plain import PlainTable
from openabyss.terminal.preferences import data_folder
from openabyss.terminal.session import Session, sit_around
from openabyss.terminal.tables import BASE_GAME, Variant, left_games, new_table

# The person can pay for the Slaver in several ways, for the Jailer in one, for the Miller in none.
RICH: dict[str, Any] = {
    "players": 2,
    "seed": 3,
    "active": 0,
    "court": [12, 2, 30, 31],
    "seats": [
        {
            "pearls": 4,
            "hand": ["S4", "S3", "S2", "C1", "J5"],
            "lords": [{"id": 17}],
            "locations": [{"id": 14}],
        },
        {"pearls": 2, "hand": ["Q3"], "monster_tokens": [4], "lords": [{"id": 8}]},
    ],
    "council": {"crab": ["C2", "C3"]},
    "available_locations": [4],
}

# Both expansions: nebulis, figure, loot, a sentinel; wounds, a trophy, tokens with effects, the Scourge.
DEEP: dict[str, Any] = {
    "players": 2,
    "kraken": True,
    "leviathan": True,
    "seed": 3,
    "active": 0,
    "court": [12, 2, 106],
    "seats": [
        {
            "pearls": 1,
            "nebulis": 1,
            "hand": ["S4*", "S3", "C1", "K2"],
            "lords": [{"id": 201}],
            "locations": [{"id": 103, "loot": [3, 5]}],
            "monster_tokens": [2, "pearls2"],
            "wounds": 2,
            "trophies": [4],
        },
        {"pearls": 2, "nebulis": 3, "hand": ["Q3"], "lords": [{"id": 107}], "monster_tokens": [4, "stack"]},
    ],
    "sentinels": [{"lord": 107, "owner": 1, "area": "court", "target": 2}],
    "kraken_figure": 1,
    "border": {"5": {"id": 1, "levels_lost": 1}, "9": {"id": 19}},
    "scourge": 0,
    "available_locations": [4],
}

KRAKEN = Variant(kraken=True)
LEVIATHAN = Variant(leviathan=True)
BOTH = Variant(kraken=True, leviathan=True)


def solo_session(level: int = 3) -> Session:
    """The person against the Regent."""
    return new_table(["human", "regent"], 2, variant=Variant(regent=level))


def rich_session() -> Session:
    """The person's turn, with a court that can partly be paid."""
    return Session(Game.from_position(RICH), sit_around(["human", "random"]), 3)


def two_people() -> Session:
    """Two people at one terminal, at the same table."""
    return Session(Game.from_position(RICH), sit_around(["human", "human"]), 3)


def new_session(*kinds: str, seed: int = 7, variant: Variant = BASE_GAME) -> Session:
    """A game from its beginning."""
    return new_table(kinds or ("human", "random"), seed, variant=variant)


def deep_session() -> Session:
    """The person's turn in a game with both expansions, where everything that they bring is on the table."""
    return Session(Game.from_position(DEEP), sit_around(["human", "random"]), 3)


def choose(session: Session, text: str) -> None:
    """The choice that is typed so."""
    session.answer(next(choice for choice in session.choices if choice.text == text).text)


def play_to_the_end(session: Session) -> None:
    """The people at the table always give the first answer that is not a plot."""
    while not session.game.is_over:
        session.go_on()
        session.sit_down()
        answers = [choice for choice in session.choices if choice.text != "plot"]
        if answers:
            session.answer(answers[0].text)


def last_game_file() -> Path:
    """The game that was left last, and where one will be while there is none."""
    return next(iter(left_games()), data_folder() / "saved-game.json")


def typed(session: Session, *lines: str) -> str:
    """What a session says to these lines; afterwards the input ends."""
    source, target = io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO()
    assert PlainTable(LocalTable(session), source, target).play() == 0
    return target.getvalue()
