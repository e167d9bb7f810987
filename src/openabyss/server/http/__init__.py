"""The web application, its commands, and what it needs to run."""
