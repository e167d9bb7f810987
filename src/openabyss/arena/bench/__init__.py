"""How fast the game runs on this machine: `openabyss bench`."""
