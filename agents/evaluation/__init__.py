"""Comparison of policies over the same wars: seeds, flights, figures, tables, and the leaderboard."""
