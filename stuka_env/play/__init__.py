"""The command ``stuka play``: a war played by hand, with the program's dice or with the player's own."""
