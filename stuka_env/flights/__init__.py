"""Flights of policies through many wars at once, and the wars that are reserved for evaluation."""
