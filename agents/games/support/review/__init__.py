"""The review of the fourth game."""
