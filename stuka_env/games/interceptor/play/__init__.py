"""The second game played by hand: its mat in a terminal, lessons, and the rolls and cards of the player's own table."""
