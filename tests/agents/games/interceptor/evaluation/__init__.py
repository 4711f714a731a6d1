"""Evaluations of the second game."""
