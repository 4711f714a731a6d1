"""The page to watch replays: one file for a browser (``stuka watch``)."""
