"""Information-set MCTS of OpenSpiel plays Abyss: `pip install "openabyss[openspiel]"`, then
`python examples/openspiel_mcts.py --simulations 50`.

The search samples what its seat cannot know with `resample_from_infostate`, so it plays fairly.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import openabyss.envs.openspiel  # noqa: F401  makes the game known

EXPLORATION = 2.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=30)
    arguments = parser.parse_args()
    for seed in range(arguments.games):
        print(play(arguments.simulations, seed))


def play(simulations: int, seed: int, max_decisions: int = 10_000) -> list[float]:
    """The returns of a game between the search and random play, at most so many decisions long."""
    game = pyspiel.load_game("abyss(players=2)")
    chance = np.random.RandomState(seed)
    bot = ISMCTSBot(
        game=game,
        evaluator=RandomRolloutEvaluator(1, chance),
        uct_c=EXPLORATION,
        max_simulations=simulations,
        random_state=chance,
    )
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal() and decisions < max_decisions:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=chances)))
            continue
        decisions += 1
        searches = state.current_player() == 0
        state.apply_action(bot.step(state) if searches else int(chance.choice(state.legal_actions())))
    return list(state.returns())


if __name__ == "__main__":
    main()
