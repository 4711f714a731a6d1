"""Watching replays: one page for a browser that needs nothing else (``stuka watch``)."""
