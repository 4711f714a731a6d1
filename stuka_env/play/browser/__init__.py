"""``stuka play``: the game on a page for a browser, served by this machine."""
