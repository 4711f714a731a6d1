"""Compiled scripts, each with a belief about the game, and the helpers that they share."""
