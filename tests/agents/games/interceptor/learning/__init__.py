"""The review of the second game."""
