"""The laboratory of the first game: scripts, planner, luck, improvement, evaluation, review."""
