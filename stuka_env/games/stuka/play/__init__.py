"""The game by hand: its mat in a terminal, choices, crews, lessons, and rolls made at the table."""
