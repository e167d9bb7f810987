"""What is answered for people as they have ordered, after a time that they might have taken."""
