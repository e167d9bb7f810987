"""The table on the whole screen, with Textual."""
