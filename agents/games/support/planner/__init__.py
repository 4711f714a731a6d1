"""The planner of the fourth game."""
