"""Standing orders: answers that are given for people as they have ordered, after a time that they might have
taken."""
