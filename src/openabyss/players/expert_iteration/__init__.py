"""Expert iteration: games of searched play, and networks that learn to answer as the search does."""
