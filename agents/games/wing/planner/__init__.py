"""The planner of the third game."""
