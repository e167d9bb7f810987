"""The pages on which people find each other."""
