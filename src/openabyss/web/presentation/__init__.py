"""What a seat is shown of a table: updates, events, offers, and what an action points at."""
