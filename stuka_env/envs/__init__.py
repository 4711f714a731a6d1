"""The environments: one war, many wars, and Stable-Baselines3's face of many."""
