"""The charts: what they say, what is refused, what random ones do."""
