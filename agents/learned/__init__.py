"""Learned policies: networks, saved agents with their cards, and playing with them."""
