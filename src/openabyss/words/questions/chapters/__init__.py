"""What people read of the questions of each chapter of the rules, lords and chance among them."""
