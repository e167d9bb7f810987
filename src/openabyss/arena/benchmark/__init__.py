"""The frozen benchmark: how well a bot does against the levels, and the page of published results."""
