"""The first game for the laboratory: scripts, value functions, planner, luck, other charts, evaluation, review."""
