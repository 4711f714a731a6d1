"""The words of the game: its journal and the labels of its actions."""
