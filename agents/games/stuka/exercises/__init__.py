"""The declarations of the first game for the making of its exercises."""
