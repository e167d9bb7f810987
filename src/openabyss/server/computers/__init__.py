"""Computer opponents in processes of their own."""
