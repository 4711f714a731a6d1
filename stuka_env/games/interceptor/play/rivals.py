"""The rivals of the second game."""

RIVALS = ("by_the_book", "veteran")
"""Scripts that fly the player's war; the last is the yardstick."""
