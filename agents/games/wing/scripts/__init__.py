"""Scripted players of the third game: compiled functions with their beliefs in their docstrings."""
