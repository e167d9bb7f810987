"""Pages for one browser: what waits for it."""
