"""Where a training keeps its networks: a folder for each of them."""

from pathlib import Path

FOLDER = Path("build/expert_iteration")
# What of a training plays.
NETWORK_FILE = "network.npy"
