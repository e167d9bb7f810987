"""Kept for other branches."""

from openabyss.engine.compiling import compiled_unlocked as compiled_unlocked
