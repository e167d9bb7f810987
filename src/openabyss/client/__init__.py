"""The table as every screen shows it: typed messages of what a seat sees and may do, without transport."""
