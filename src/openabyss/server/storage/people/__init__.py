"""What is stored about people who look for each other: open tables, kept names and ratings."""
