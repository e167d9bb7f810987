"""Series: many games between compiled players, and files of their results."""
