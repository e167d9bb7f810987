"""The chapters of Leviathan."""
