"""A lord with a question of its own, added to a copy of the sources."""
