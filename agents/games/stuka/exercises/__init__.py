"""Declarations for the making of the game's exercises."""
