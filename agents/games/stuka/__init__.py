"""The first game for the laboratory: scripts, value functions, planner, luck, sensitivity, evaluation, review."""
