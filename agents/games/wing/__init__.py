"""The laboratory of the third game."""
