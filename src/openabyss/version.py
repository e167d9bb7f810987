"""The version of this engine, as records of games have it, and that of its rules."""

VERSION = "0.2.0.dev0"
# To be counted up when the rules play differently, so that the signature is another one. Stored tables hold
# it; those that were stored before it was counted have 0.
RULES = 3
