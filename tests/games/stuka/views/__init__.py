"""One mat as text, picture and window."""
