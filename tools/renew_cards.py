"""Write saved agents again as this version writes them, with its digest of the observation and without pickles.

``python -m tools.renew_cards`` renews the agents that ship with the package, ``python -m tools.renew_cards FILE.zip``
others. A card with another observation is refused. The weights stay the same. Nothing is unpickled, because the card
contains what was pickled.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from agents.learned.card import AgentError, current_digest, read_card
from agents.learned.saving import has_pickles, rewrite_agent
from agents.registry import trained_agents
from stuka_env.io.command_line import REFUSED


def renew(agent: Path) -> bool:
    """Renew an agent's card, and its zip if that has pickled entries. Return whether anything changed.

    Raises:
        AgentError: the agent cannot be used.
    """
    card = read_card(agent)
    renewed = card.model_copy(update={"layout_sha256": current_digest(card)})
    if not has_pickles(agent) and renewed == card:
        return False
    rewrite_agent(agent, renewed)
    return True


def main(words: Sequence[str] | None = None) -> int:
    """Renew the agents. Return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("agents", nargs="*", type=Path, metavar="FILE.zip", help="saved agents (default: ours)")
    options = parser.parse_args(words)
    try:
        for agent in options.agents or trained_agents().values():
            print(f"{agent}: {'renewed' if renew(agent) else 'up to date'}")
    except (AgentError, OSError) as error:
        print(f"renew_cards.py: {error}", file=sys.stderr)
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
