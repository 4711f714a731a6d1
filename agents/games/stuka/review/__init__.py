"""The review of the first game: its futures, the kinds of mistakes, and its words."""
