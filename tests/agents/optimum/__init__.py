"""The exact optimum."""
