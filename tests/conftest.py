"""What every test shares: Hypothesis takes the same examples each time and does not mind a cold compile."""

from hypothesis import settings

settings.register_profile("openabyss", deadline=None, derandomize=True)
settings.load_profile("openabyss")
