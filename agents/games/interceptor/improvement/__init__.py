"""The value of a career of the second game, and futures of every action."""
