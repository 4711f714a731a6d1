"""Pictures, windows and notebooks of every game."""
