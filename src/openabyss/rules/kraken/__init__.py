"""The chapters of Kraken."""
