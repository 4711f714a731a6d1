"""The game by hand."""
