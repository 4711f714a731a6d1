"""The second game in words."""
