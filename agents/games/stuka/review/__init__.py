"""Reviews of a war of the game: its futures, the kinds of mistakes, and their words."""
