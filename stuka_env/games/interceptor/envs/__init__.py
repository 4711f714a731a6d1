"""Environments: one war, many wars, and many wars for Stable-Baselines3."""
