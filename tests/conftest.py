"""What every test shares: bounds checks in the compiled rules, and Hypothesis without surprises."""

import os

from hypothesis import settings

os.environ["OPENABYSS_LANGUAGE"] = "en"
os.environ.setdefault("OPENABYSS_CHECKED", "1")

settings.register_profile("openabyss", deadline=None, derandomize=True)
settings.load_profile("openabyss")
