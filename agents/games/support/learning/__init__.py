"""Learners of the fourth game."""
