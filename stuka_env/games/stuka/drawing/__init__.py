"""The mat of the first game as text, for a terminal or a notebook, and as a picture."""
