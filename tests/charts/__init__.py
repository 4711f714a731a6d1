"""The language of chart files, without a game."""
