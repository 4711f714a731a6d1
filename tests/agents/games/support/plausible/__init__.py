"""The charts that could have been printed."""
