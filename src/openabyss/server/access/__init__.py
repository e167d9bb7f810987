"""The identity of browsers, their rights, and the limits of their requests."""
