"""The page of replays for a browser, in one file, and films (``stuka watch``)."""

MOST_REPLAYS = 6
"""Largest number of replays on one page."""
DESK_FILE = "desk.html"
"""The page that lists many replays, in their folder."""
