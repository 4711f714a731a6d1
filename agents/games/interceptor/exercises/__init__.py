"""The declarations of the second game for the making of its exercises."""
