"""Everything that is drawn, rolled or shuffled."""
