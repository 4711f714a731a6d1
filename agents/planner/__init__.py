"""Planners of any game: before a decision they fly clones of the mat, with dice of their own."""
