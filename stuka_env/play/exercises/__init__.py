"""``stuka exercises``: positions with a question whose best answer is known, played by hand with an explanation."""


def saved_progress(game: str) -> str:
    """Return the default file of the answers to the exercises of a game."""
    return f"{game}-exercises.json"
