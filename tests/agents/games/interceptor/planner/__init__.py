"""The planner of the second game."""
