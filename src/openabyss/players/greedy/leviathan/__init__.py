"""What the greedy player does with Leviathan."""
