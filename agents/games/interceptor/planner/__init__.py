"""The planner of the second game: `champion` flies clones to the end of the line, and a value scores the rest."""
