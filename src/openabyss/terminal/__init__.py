"""The terminal client: a table for people, on the whole screen or line by line."""
