"""The record of the rules in the words of the rulebook, and what each seat may see of it."""
