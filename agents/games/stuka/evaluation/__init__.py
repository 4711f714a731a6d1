"""Comparison of policies of the game: scores broken down, reports, tracks of the leaderboard."""
