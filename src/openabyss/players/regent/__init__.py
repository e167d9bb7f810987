"""How the Regent of solo play decides and pays (house rules)."""
