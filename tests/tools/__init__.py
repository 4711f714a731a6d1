"""The tools that are more than a door."""
