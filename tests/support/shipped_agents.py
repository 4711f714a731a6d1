"""The agents of the first game that ship, by what they read."""

from agents.learned.card import read_card
from agents.registry import trained_agents

READ_ODDS = {name for name, path in trained_agents("stuka").items() if read_card(path).network.get("odds")}
"""Those that read the odds, which no environment shows: ``load_policy`` flies them, and ``load_model`` refuses them."""
READ_THE_MAT = sorted(set(trained_agents("stuka")) - READ_ODDS)
"""Those that read the observation alone."""
