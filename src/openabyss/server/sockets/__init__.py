"""Sockets: connections, their messages, and what they are sent."""
