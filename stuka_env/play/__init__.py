"""A war of any game played by hand, in a browser and at lines of text (``stuka play``), and its exercises."""
