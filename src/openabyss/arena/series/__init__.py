"""Series: many games between compiled players, in one process or many."""
