"""The builder of a game from its declarations."""
