"""The commands of the terminal, light to import."""
