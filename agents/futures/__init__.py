"""Futures of any game: what follows from an action. Planners, reviews, exercises and experts all ask this room."""
