"""Finished and recorded games looked at again: moment by moment, and judged by the search."""
