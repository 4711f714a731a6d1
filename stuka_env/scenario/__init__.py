"""The game at the table: which war is played, as arguments and as a set-up by hand; and what holds of its mat."""
