"""Environments of any game: one war, many wars, and many wars for Stable-Baselines3."""
