"""``stuka exercises``: positions with a question whose best answer is known, played by hand with an explanation."""

SAVED_PROGRESS = "stuka-exercises.json"
"""The default file of the answers."""
