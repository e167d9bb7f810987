"""Which cards, openings and endings win: `openabyss statistics`."""
