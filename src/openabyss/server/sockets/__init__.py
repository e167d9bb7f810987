"""Sockets: who is connected, what they say, and what they are sent."""
