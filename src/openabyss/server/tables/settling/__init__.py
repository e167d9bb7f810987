"""What the people at a table settle among themselves."""
