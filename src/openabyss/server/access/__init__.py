"""Who a browser is, what it may open, and how much it may ask for."""
