"""The second game as learners see it."""
