"""The making of exercises: positions whose best choice is better than every other one by a point or more."""
