"""The command ``stuka play``: a war played by hand, with the program's dice or with the player's own."""

DEFAULT_ENVIRONMENT = "Stuka/Operation-v0"
"""The default environment."""
SAVED_WAR = "stuka-war.json"
"""The default file of a saved war."""
