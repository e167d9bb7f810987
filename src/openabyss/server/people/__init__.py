"""How people who do not know each other's links find each other."""
