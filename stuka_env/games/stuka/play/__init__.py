"""The first game played by hand: its mat in a terminal, crews, lessons, and the rolls made at the table."""
