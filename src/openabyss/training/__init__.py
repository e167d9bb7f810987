"""How the networks are trained by self-play: `python -m openabyss.training`; needs the `train` extra."""
