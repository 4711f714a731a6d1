"""Watching replays: one page for a browser that needs nothing else (``python -m stuka_env watch``)."""
