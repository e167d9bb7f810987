"""What was stored, as whatever sources are imported read it: the same questions before and after."""

import json
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from openabyss import Game
from openabyss.client.table_history import ANSWER
from openabyss.players.network.network import evaluate
from openabyss.players.network.weights import load
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.rules.sizes import SEATS
from openabyss.server.storage import Storage
from openabyss.server.storage.rows import history_of
from openabyss.table.view import view
from tests.added_lord.copying import PORTER


def look_at_old_games(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each record replayed: what its hash is, what everybody sees, and what networks and positions say."""
    networks, found = load(), []
    for record in records:
        game = Game.from_record(record)
        chances = np.zeros(SEATS)
        evaluate(game.state, networks.value(game.state), chances)
        views = [json.loads(msgspec.json.encode(view(game, seat))) for seat in (None, 0, 1)]
        found.append(
            {
                "hash": game.hash,
                "again": Game.from_record(game.to_record()).hash,
                "position": Game.from_position(game.to_position()).hash,
                "views": views,
                "chances": chances.tolist(),
            }
        )
    return found


def look_at_stored_table(url: str) -> dict[str, Any]:
    """A stored table played again, and one decision more."""
    storage = Storage(url)
    stored = storage.load_now("t")
    storage.close()
    assert stored is not None
    history = history_of(stored)
    before = history.hash
    seat, answer = history.game.player, history.game.legal_actions[0].text
    history.add(ANSWER, seat, answer)
    return {"before": before, "answer": answer, "after": history.hash}


def look_at_positions(positions: list[dict[str, Any]]) -> list[str]:
    """The hash of each position."""
    return [Game.from_position(position).hash for position in positions]


def play_the_porter() -> dict[str, Any]:
    """The Porter recruited by somebody with a full hand; then greedy players end the game."""
    game = Game.from_position(
        {"players": 2, "court": [PORTER, 31, 23], "seats": [{"hand": ["J5", "J4", "S3", "C1", "C2", "H3"]}]}
    )
    game.apply(f"recruit:{PORTER}")
    while game.question.kind != "CARRY":
        game.apply(game.legal_actions[-1])
    asked, told = game.question, json.loads(json.dumps(game.to_position()))
    found = {
        "prompt": asked.prompt,
        "about": asked.about.lord,
        "answers": len(game.legal_actions),
        "why": game.explain_illegal("card:Q1"),
        "seen": [lord.id for lord in game.table.seats[0].lords],
        "position": (Game.from_position(told).hash, game.hash),
    }
    found["chosen"] = player("medium", 1).choose(Perspective(game)).text
    seats = [player("medium", 1), player("hard", 2)]
    for _decision in range(12):
        game.apply(seats[game.player].choose(Perspective(game)))
    found["record"] = (Game.from_record(json.loads(json.dumps(game.to_record()))).hash, game.hash)
    new = Game.new(players=2, seed=1)
    found["config"] = new.to_record()["config"]
    found["lords"] = new.table.lord_deck_size + len(new.table.court)
    return found


LOOKS: dict[str, Callable[..., Any]] = {
    "games": look_at_old_games,
    "table": look_at_stored_table,
    "positions": look_at_positions,
}


def look(stored: dict[str, Any]) -> dict[str, Any]:
    """Everything that was stored, by what it is."""
    return {name: LOOKS[name](thing) for name, thing in stored.items()}


if __name__ == "__main__":
    seen = look(json.load(sys.stdin))
    print(json.dumps({**seen, "porter": play_the_porter()}))
