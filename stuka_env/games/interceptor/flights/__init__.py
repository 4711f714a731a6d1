"""Flights of policies through many careers at once."""
