"""Evaluation of the fourth game."""
