"""The drawings of the table, made by small functions and written into one sprite."""
