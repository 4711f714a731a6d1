"""Luck-adjusted scores for every game: the files of their values, flights with luck, and adjusted scores of replays."""
