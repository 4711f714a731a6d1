"""The page to watch replays: one file for a browser (``stuka watch``)."""

MOST_REPLAYS = 6
"""Largest number of replays on one page."""
