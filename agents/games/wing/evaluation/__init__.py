"""The evaluation of the third game."""
