"""The review of the second game: its futures, their value, the kinds of mistakes, and its words."""
