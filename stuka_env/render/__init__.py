"""A canvas for pictures of any game, and the window that shows them."""
