"""The parts of an evaluation that know the first game."""
