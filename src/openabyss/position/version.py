"""The version of this engine, as it stands in the records of games."""

VERSION = "0.1.0"
