"""A war of any game played by hand, in the terminal and in a browser (``stuka play``), and its exercises."""
