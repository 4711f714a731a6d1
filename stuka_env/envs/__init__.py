"""The environments: one war, many wars, and many for Stable-Baselines3."""
