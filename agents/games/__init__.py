"""Players of the further games."""
