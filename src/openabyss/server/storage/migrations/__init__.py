"""How the database is brought to its present form."""
