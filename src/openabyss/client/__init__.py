"""One typed picture of the table for every screen: what a seat sees, says and may ask, without transport."""
