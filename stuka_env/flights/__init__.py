"""Policies flown through many wars at once, and the wars that are kept for judging them."""
