"""The pages for people, and what they show."""
