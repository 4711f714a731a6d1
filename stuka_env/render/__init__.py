"""A canvas for pictures of any game, its colours and pages of words, and the window that shows them."""
