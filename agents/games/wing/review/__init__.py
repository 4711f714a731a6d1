"""The review of the third game."""
