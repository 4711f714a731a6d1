"""The declarations of the third game for the making of its exercises."""
