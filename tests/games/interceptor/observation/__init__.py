"""The observation of the second game."""
