"""The builder that makes a game from its declarations, such as the dogfight in ``examples/``."""
