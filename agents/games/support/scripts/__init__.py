"""Compiled scripts of Air Support, each with a belief about the game."""
