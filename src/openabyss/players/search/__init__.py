"""Multi-player Monte Carlo tree search over what a seat may know."""
