"""Plausible charts of the game: the ranges of its cells, and the shares that charts decide."""
