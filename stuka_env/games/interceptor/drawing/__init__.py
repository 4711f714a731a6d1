"""The mat of the second game as text, for a terminal or a notebook, and as a picture."""
