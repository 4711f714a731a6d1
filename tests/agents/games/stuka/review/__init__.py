"""The review of the first game."""
