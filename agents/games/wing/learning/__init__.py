"""The third game for learners."""
