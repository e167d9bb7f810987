"""Random hearts, on request: `rollouts` or `games` in C++, `python` from Python; a line of JSON goes out.

Runs in the environment of openspiel.py, where OpenAbyss is not installed.
"""

import json
import random
import sys
import time
from typing import Any

import pyspiel

POSITIONS = 32
ROLLOUTS = 1_000
GAMES = 10_000
GAMES_IN_PYTHON = 60
PLAYERS = 4
EXPLORATION = 2.0
MEMORY_MB = 100
SEED = 1


def main() -> None:
    game = pyspiel.load_game("hearts")
    random.seed(SEED)
    positions = [dealt(game) for _position in range(POSITIONS)]
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, 1, MEMORY_MB, False, SEED, False)
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(PLAYERS)]
    tasks = {
        "rollouts": lambda: roll_out(bot, positions),
        "games": lambda: play_games(game, bots),
        "python": lambda: play_in_python(game),
    }
    for line in sys.stdin:
        print(json.dumps(tasks[line.strip()]()), flush=True)


def dealt(game: Any) -> Any:
    """A position after the deal, when chance has nothing more to do."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def moves_to_the_end(state: Any) -> int:
    """How many moves follow; in hearts that is the same however one plays."""
    state, moves = state.clone(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        moves += 1
    return moves


def roll_out(bot: Any, positions: list[Any]) -> dict[str, float]:
    """A simulation of the bot evaluates its root by ROLLOUTS rollouts."""
    moves = ROLLOUTS * sum(map(moves_to_the_end, positions))
    began = time.perf_counter()
    for position in positions:
        bot.mcts_search(position)
    return {"moves": moves, "seconds": time.perf_counter() - began}


def play_games(game: Any, bots: list[Any]) -> dict[str, float]:
    """Whole games; their moves are counted in a hundredth of them, played in Python."""
    moves = GAMES * sum(moves_to_the_end(game.new_initial_state()) for _game in range(100)) / 100
    began = time.perf_counter()
    for number in range(GAMES):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
    return {"moves": moves, "seconds": time.perf_counter() - began}


def play_in_python(game: Any) -> dict[str, float]:
    """What an agent in Python does: read the tensor and the mask, choose, apply; only its moves are counted,
    and only the processor's time."""
    moves, began = 0, time.process_time()
    for _game in range(GAMES_IN_PYTHON):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.legal_actions()))
                continue
            state.information_state_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return {"moves": moves, "seconds": time.process_time() - began}


if __name__ == "__main__":
    main()
