"""MaskablePPO of sb3-contrib on `Abyss-v0`: `pip install "openabyss[examples,gymnasium]"`, then
`python examples/maskable_ppo.py --steps 200000`.

One game at a time, and so several times slower than `examples/ppo.py`, but with a ready-made learner.
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import openabyss.envs.gymnasium  # noqa: F401  makes Abyss-v0 known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random")
    arguments = parser.parse_args()
    model = learned(arguments.steps, arguments.opponent)
    print(f"Share of the victories: {share_of_victories(model, arguments.opponent):.3f}")


def learned(steps: int, opponent: str, rollout: int = 1024) -> MaskablePPO:
    """A model that has played so many steps against an opponent."""
    env = gymnasium.make("Abyss-v0", players=2, opponents=opponent, reward="rank")
    model = MaskablePPO("MlpPolicy", env, n_steps=rollout, batch_size=256, gamma=1.0, seed=1, verbose=0)
    return model.learn(steps)


def share_of_victories(model: MaskablePPO, opponent: str, games: int = 100) -> float:
    """How often it wins games that it has not seen."""
    env = gymnasium.make("Abyss-v0", players=2, opponents=opponent, reward="win")
    won = 0.0
    for seed in range(games):
        observation, info = env.reset(seed=1_000_000 + seed)
        is_over = False
        while not is_over:
            action, _memory = model.predict(observation, action_masks=info["action_mask"].astype(np.bool_))
            observation, reward, terminated, truncated, info = env.step(action)
            won += float(reward)
            is_over = terminated or truncated
    return won / games


if __name__ == "__main__":
    main()
