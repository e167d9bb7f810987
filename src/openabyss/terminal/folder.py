"""Where a person's saved games and choices lie."""

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """OPENABYSS_DATA, or the player's data folder; it need not exist yet."""
    return Path(os.environ.get("OPENABYSS_DATA") or platformdirs.user_data_dir("openabyss"))
