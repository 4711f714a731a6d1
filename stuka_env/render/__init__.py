"""Pictures of the mat."""
