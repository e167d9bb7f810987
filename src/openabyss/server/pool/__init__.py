"""Computer opponents of several servers that think in processes of their own, on whatever machine."""
