"""Many games: series of them, statistics, files of results, and how fast all this is."""
