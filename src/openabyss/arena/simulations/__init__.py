"""Series of games from end to end: what `openabyss simulate` does, and the files of results."""
