"""How Gymnasium comes to know `Abyss-v0`: it calls `register_abyss` itself when it is imported."""

from gymnasium.envs.registration import register, registry

NAME = "Abyss-v0"
HOME = "openabyss.envs.gymnasium"


def register_abyss() -> None:
    """Name the classes without importing them: Gymnasium is still being imported itself."""
    if NAME not in registry:
        register(NAME, f"{HOME}:AbyssEnv", vector_entry_point=f"{HOME}:AbyssVectorEnv")
