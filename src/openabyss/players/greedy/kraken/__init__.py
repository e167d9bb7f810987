"""What the greedy player does with Kraken."""
